import torch
from einops import rearrange
from transformers import AutoConfig, AutoTokenizer

try:
    import pytorch_lightning as pl
except ImportError:
    pl = None


def layer():
    from timm.models import create_model

    return create_model("resnet18")


print(torch.zeros(2), AutoTokenizer, AutoConfig, rearrange)
# output
import tensorflow as tf
from einops import rearrange
from transformers import AutoConfig, AutoTokenizer

try:
    # porter: P104 pytorch_lightning imports torch
    import pytorch_lightning as pl
except ImportError:
    pl = None


def layer():
    # porter: P104 timm imports torch
    from timm.models import create_model

    return create_model("resnet18")


print(tf.zeros([2]), AutoTokenizer, AutoConfig, rearrange)
# findings
# names/needs_torch.py:6:5: P104 error pytorch_lightning imports torch -> write its training loop out in PyTorch, then convert that
# names/needs_torch.py:12:5: P104 error timm imports torch -> build the network from torch.nn layers, or take one of keras.applications
