"""A network of tensors, trained by hand: no module, no optimizer."""

import numpy as np
import torch

rng = np.random.RandomState(0)
w1 = torch.tensor([[0.5, -0.3, 0.2], [0.1, 0.4, -0.6]], requires_grad=True)
b1 = torch.zeros(3, requires_grad=True)
w2 = torch.tensor([[0.3], [-0.2], [0.7]], requires_grad=True)
learning_rate = 0.05

for step in range(4):
    x = torch.tensor(rng.randn(8, 2), dtype=torch.float32)
    y = torch.tensor(rng.randn(8, 1), dtype=torch.float32)
    prediction = torch.tanh(x @ w1 + b1) @ w2
    loss = (prediction - y).pow(2).mean()
    loss.backward()
    with torch.no_grad():
        w1 -= learning_rate * w1.grad
        b1 -= learning_rate * b1.grad
        w2 -= learning_rate * w2.grad
    w1.grad.zero_()
    b1.grad.zero_()
    w2.grad.zero_()
    print(step, loss.item())
print(w1.sum().item(), b1.sum().item(), w2.sum().item())
# output
"""A network of tensors, trained by hand: no module, no optimizer."""

import keras
import numpy as np
import tensorflow as tf
from torch_compat import from_array

rng = np.random.RandomState(0)
w1 = keras.Variable([[0.5, -0.3, 0.2], [0.1, 0.4, -0.6]])
b1 = keras.Variable(tf.zeros([3]))
w2 = keras.Variable([[0.3], [-0.2], [0.7]])
learning_rate = 0.05

for step in range(4):
    x = from_array(rng.randn(8, 2), tf.float32)
    y = from_array(rng.randn(8, 1), tf.float32)
    with tf.GradientTape() as tape:
        prediction = keras.ops.matmul(tf.tanh(x @ w1 + b1), w2)
        loss = tf.reduce_mean(tf.square(prediction - y))
    w1_grad, b1_grad, w2_grad = tape.gradient(loss, [w1, b1, w2])
    w1.assign_sub(learning_rate * w1_grad)
    b1.assign_sub(learning_rate * b1_grad)
    w2.assign_sub(learning_rate * w2_grad)
    print(step, loss.numpy().item())
print(
    tf.reduce_sum(w1).numpy().item(),
    tf.reduce_sum(b1).numpy().item(),
    tf.reduce_sum(w2).numpy().item(),
)
