"""Branches that differ by moves alone are one; findings stand where they stood."""
import torch
cuda = False
x = torch.ones(3)
if cuda:
    y = torch.nosuch(x).cuda()
else:
    y = torch.nosuch(x)
def f():
    if cuda:
        z = torch.nosuch2(x.cuda())
        w = x
    else:
        # here
        z = torch.nosuch2(x)
        w = x
    return torch.nosuch3(z)
# output
"""Branches that differ by moves alone are one; findings stand where they stood."""
import tensorflow as tf
import torch
cuda = False
x = tf.ones([3])
# porter: P101 torch.nosuch has no rule
y = torch.nosuch(x)
def f():
    # here
    # porter: P101 torch.nosuch2 has no rule
    z = torch.nosuch2(x)
    w = x
    # porter: P101 torch.nosuch3 has no rule
    return torch.nosuch3(z)
# findings
# devices/branches_that_move.py:8:9: P101 error torch.nosuch has no rule -> write it with TensorFlow by hand, or add a rule for torch.nosuch (--rules)
# devices/branches_that_move.py:15:13: P101 error torch.nosuch2 has no rule -> write it with TensorFlow by hand, or add a rule for torch.nosuch2 (--rules)
# devices/branches_that_move.py:17:12: P101 error torch.nosuch3 has no rule -> write it with TensorFlow by hand, or add a rule for torch.nosuch3 (--rules)
