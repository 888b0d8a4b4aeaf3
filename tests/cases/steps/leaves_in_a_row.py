# Backwards of one leaf, one behind the other: each has a tape of its own
import torch

x = torch.tensor([2.0, 5.0, 5.0, 1.0], requires_grad=True)
x.max().backward()
print(x.grad.tolist())
x.grad = None
v, i = x.max(0)
v.backward()
print(x.grad.tolist())
x.grad.zero_()
torch.max(x, torch.tensor([2.0, 1.0, 5.0, 3.0])).sum().backward()
print(x.grad.tolist())
# output
# Backwards of one leaf, one behind the other: each has a tape of its own
import keras
import tensorflow as tf
from torch_compat import larger, largest

x = keras.Variable([2.0, 5.0, 5.0, 1.0])
with tf.GradientTape() as tape:
    loss = tf.reduce_max(x)
x_grad = tape.gradient(loss, x)
print(x_grad.numpy().tolist())
with tf.GradientTape() as tape:
    v, i = (largest(x, axis=0), tf.argmax(x, axis=0))
x_grad = tape.gradient(v, x)
print(x_grad.numpy().tolist())
with tf.GradientTape() as tape:
    loss = tf.reduce_sum(larger(x, tf.constant([2.0, 1.0, 5.0, 3.0])))
x_grad = tape.gradient(loss, x)
print(x_grad.numpy().tolist())
