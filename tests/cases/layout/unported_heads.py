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


# porter: P104 torch.jit.ScriptModule: TensorFlow compiles with tf.function, and writes a SavedModel
class Scripted(torch.jit.ScriptModule):
    def __init__(self):
        super().__init__()
        self.out = Linear(4, 2)

    # porter: P104 torch.jit.script_method: TensorFlow compiles with tf.function, and writes a SavedModel
    @torch.jit.script_method
    def forward(self, x):
        return graph(self.out, taped=True)(x)


# porter: P104 torch.nn.Transformer: use nn.TransformerEncoder and nn.TransformerDecoder
def make(kind=nn.Transformer):
    return tf.zeros([2])
# findings
# layout/unported_heads.py:5:16: P104 error torch.jit.ScriptModule: TensorFlow compiles with tf.function, and writes a SavedModel -> write it with TensorFlow by hand, or add a rule for torch.jit.ScriptModule (--rules)
# layout/unported_heads.py:10:6: P104 error torch.jit.script_method: TensorFlow compiles with tf.function, and writes a SavedModel -> write it with TensorFlow by hand, or add a rule for torch.jit.script_method (--rules)
# layout/unported_heads.py:15:15: P104 error torch.nn.Transformer: use nn.TransformerEncoder and nn.TransformerDecoder -> write it with TensorFlow by hand, or add a rule for torch.nn.Transformer (--rules)
