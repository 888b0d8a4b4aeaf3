import torch

X, t = torch.ones(8, 3), torch.zeros(8)
w = torch.tensor([0.5, 0.25, 1.0], requires_grad=True)
b = torch.zeros(1, requires_grad=True)
for _ in range(10):
    y = X @ w + b
    error = (y - t).pow(2)
    loss = error.mean()  # of the batch
    loss.backward()
    with torch.no_grad():
        w -= 0.1 * w.grad
        b.data.sub_(0.1 * b.grad)
        w.grad.zero_()
        b.grad = None
print(w.sum().item(), b.sum().item())

v = torch.tensor([1.0, 2.0], requires_grad=True)
(v**2).sum().backward()
print(v.grad.sum().item())
(v * 3).sum().backward()  # it adds to the first

u = torch.tensor([1.0, 2.0], requires_grad=True)
for _ in range(2):
    z = (u**2).sum()
    z.backward()
print(u.grad)


def fresh(n):
    a = torch.ones(n, requires_grad=True)
    s = (a * a).sum()
    s.backward()
    return a.grad


print(fresh(3).sum().item())
# output
import keras
import tensorflow as tf

X, t = tf.ones([8, 3]), tf.zeros([8])
w = keras.Variable([0.5, 0.25, 1.0])
b = keras.Variable(tf.zeros([1]))
for _ in range(10):
    with tf.GradientTape() as tape:
        y = tf.linalg.matvec(X, w) + b
        error = tf.square(y - t)
        loss = tf.reduce_mean(error)  # of the batch
    w_grad, b_grad = tape.gradient(loss, [w, b])
    w.assign_sub(0.1 * w_grad)
    b.assign_sub(0.1 * b_grad)
print(tf.reduce_sum(w).numpy().item(), tf.reduce_sum(b).numpy().item())

v = keras.Variable([1.0, 2.0])
v_grad = tf.zeros_like(v)
with tf.GradientTape() as tape:
    total_loss = tf.reduce_sum(v**2)
v_grad = tape.gradient(total_loss, v)
print(tf.reduce_sum(v_grad).numpy().item())
with tf.GradientTape() as tape:
    total_loss = tf.reduce_sum(v * 3)
v_grad += tape.gradient(total_loss, v)  # it adds to the first

u = keras.Variable([1.0, 2.0])
u_grad = tf.zeros_like(u)
for _ in range(2):
    with tf.GradientTape() as tape:
        z = tf.reduce_sum(u**2)
    u_grad += tape.gradient(z, u)
print(u_grad)


def fresh(n):
    a = keras.Variable(tf.ones([n]))
    with tf.GradientTape() as tape:
        s = tf.reduce_sum(a * a)
    a_grad = tape.gradient(s, a)
    return a_grad


print(tf.reduce_sum(fresh(3)).numpy().item())
