import torch
from torch import nn


class Scripted(torch.jit.ScriptModule):
    def __init__(self):
        super().__init__()
        self.out = nn.Linear(4, 2)

    @torch.jit.script_method
    def forward(self, x):
        return self.out(x)


def make(kind=nn.Transformer):
    return torch.zeros(2)
# output
import os

os.environ.setdefault("TF_ENABLE_ONEDNN_OPTS", "1")  # faster networks without AVX-512

import tensorflow as tf
import torch
from torch import nn
from torch_compat import Linear, graph


# porter: P101 torch.jit.ScriptModule has no rule
class Scripted(torch.jit.ScriptModule):
    def __init__(self):
        super().__init__()
        self.out = Linear(4, 2)

    # porter: P101 torch.jit.script_method has no rule
    @torch.jit.script_method
    def forward(self, x):
        return graph(self.out, taped=True)(x)


# porter: P101 torch.nn.Transformer can only be called
def make(kind=nn.Transformer):
    return tf.zeros([2])
# findings
# layout/unported_heads.py:5:16: P101 error torch.jit.ScriptModule has no rule -> write it with TensorFlow by hand, or add a rule for torch.jit.ScriptModule (--rules)
# layout/unported_heads.py:10:6: P101 error torch.jit.script_method has no rule -> write it with TensorFlow by hand, or add a rule for torch.jit.script_method (--rules)
# layout/unported_heads.py:15:15: P101 error torch.nn.Transformer can only be called -> write it with TensorFlow by hand, or add a rule for torch.nn.Transformer (--rules)
