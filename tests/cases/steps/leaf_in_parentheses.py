"""A line that stays torch's keeps the parentheses that hold its lines together."""
import torch


def clone_input(a):
    if isinstance(a, torch.Tensor):
        v = (
            a.detach()
            .clone(memory_format=None if a.is_mkldnn else torch.preserve_format)
            .requires_grad_(a.requires_grad)
        )
        return v
# output
"""A line that stays torch's keeps the parentheses that hold its lines together."""
import tensorflow as tf
import torch


def clone_input(a):
    if tf.is_tensor(a):
        # porter: P102 Tensor.requires_grad_: write m.requires_grad = True, or make it a tf.Variable
        v = (
            a.detach()
            .clone(memory_format=None if a.is_mkldnn else torch.preserve_format)
            .requires_grad_(a.requires_grad)
        )
        return v
# findings
# steps/leaf_in_parentheses.py:7:13: P102 error Tensor.requires_grad_: write m.requires_grad = True, or make it a tf.Variable -> write it with TensorFlow by hand, or with a rule of your own (--rules)
