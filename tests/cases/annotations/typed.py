# torch.FloatTensor and its like, as annotations: a tensor.
from dataclasses import dataclass
from typing import Optional, List

import torch
import torch.nn as nn


@dataclass
class Out:
    loss: Optional[torch.FloatTensor] = None
    logits: torch.FloatTensor = None
    rows: List[torch.LongTensor] = None
    plain: torch.Tensor = None


def f(x: torch.FloatTensor, y: Optional[torch.LongTensor] = None) -> torch.FloatTensor:
    z: torch.FloatTensor = x + 1
    return z


def g(x: "torch.FloatTensor", n: torch.cuda.LongTensor):
    return x, torch.LongTensor([1]), isinstance(n, torch.LongTensor), n.float()
# output
# torch.FloatTensor and its like, as annotations: a tensor.
from dataclasses import dataclass
from typing import Optional, List

import tensorflow as tf
import torch


@dataclass
class Out:
    loss: Optional[tf.Tensor] = None
    logits: tf.Tensor = None
    rows: List[tf.Tensor] = None
    plain: tf.Tensor = None


def f(x: tf.Tensor, y: Optional[tf.Tensor] = None) -> tf.Tensor:
    z: tf.Tensor = x + 1
    return z


def g(x: "torch.FloatTensor", n: tf.Tensor):
    # porter: P102 TensorFlow's tensors have one class: ask for their dtype
    return x, torch.LongTensor([1]), isinstance(n, torch.LongTensor), n.float()
# findings
# annotations/typed.py:23:52: P102 error TensorFlow's tensors have one class: ask for their dtype -> write it with TensorFlow by hand, or with a rule of your own (--rules)
