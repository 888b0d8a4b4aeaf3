import torch

m = torch.Tensor([2.0])
m.requires_grad = True
b = torch.Tensor([1.0])
b.requires_grad = True


def linear_model(x, m, b):
    y = m + b  # @ x + b
    return y


y = linear_model(torch.Tensor([4]), m, b)
y.backward()
print(m.grad)
# output
import tensorflow as tf

m = tf.constant([2.0], tf.float32)
m = tf.Variable(m)
b = tf.constant([1.0], tf.float32)
b = tf.Variable(b)


def linear_model(x, m, b):
    y = m + b  # @ x + b
    return y


with tf.GradientTape() as tape:
    y = linear_model(tf.constant([4], tf.float32), m, b)
m_grad, b_grad = tape.gradient(y, [m, b])
print(m_grad)
