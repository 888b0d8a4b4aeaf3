import torch

text = "torch.nn.Linear stays in strings"  # torch.nn.Linear stays in comments
print(f"{torch.zeros(2).sum().item():.3f} torch.zeros {text!r}")
# output
import tensorflow as tf

text = "torch.nn.Linear stays in strings"  # torch.nn.Linear stays in comments
print(f"{tf.reduce_sum(tf.zeros([2])).numpy().item():.3f} torch.zeros {text!r}")
