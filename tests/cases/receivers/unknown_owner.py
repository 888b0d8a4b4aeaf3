# What only torch's objects have is not left in silence where the object is not known.
import torch


def evaluate(make, path: str, device: torch.device = torch.device("cpu"), eps: float = 0.1):
    net = make().to(device)
    net.load_state_dict(torch.load(path))
    other = make().to("cpu")
    table = make().to("csv")
    return net.to(torch.float64), other, table, eps
# output
# What only torch's objects have is not left in silence where the object is not known.
import tensorflow as tf
import torch


def evaluate(make, path: str, device: str = "cpu", eps: float = 0.1):
    net = make()
    tf.train.Checkpoint(net).read(path).assert_consumed()
    other = make()
    table = make().to("csv")
    # porter: P103 the owner of to() is not known
    return net.to(torch.float64), other, table, eps
# findings
# receivers/unknown_owner.py:7:5: N402 note the file is a TensorFlow checkpoint
# receivers/unknown_owner.py:10:12: P103 error the owner of to() is not known -> write it with TensorFlow by hand, or with a rule of your own (--rules); or let a run decide: porter observe unknown_owner.py
