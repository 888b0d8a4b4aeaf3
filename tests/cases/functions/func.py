import torch
from torch.func import grad, hessian, jacrev, vmap


def loss(w, x):
    return (x @ w).pow(2).mean()


class Agent:
    def loss(self, w, x):
        return (x @ w).sum()

    def step(self, w, x):
        return w - 0.1 * grad(self.loss)(w, x)


w = torch.zeros(3, 2)
x = torch.ones(5, 3)
g = torch.func.grad(loss)(w, x)
g = g.clamp(-1, 1)
by_both, value = torch.func.grad_and_value(loss, argnums=(0, 1))(w, x)
print(value.item(), g.norm().item())
each = vmap(lambda row: row.max() - row.min())(x)
print(each.sum().item())
outer = vmap(lambda a, b: (a * b).sum(), in_dims=(0, None))
print(outer(x, x[0]).mean().item())
j = jacrev(lambda v: v.exp())(x[0])
h = hessian(lambda v: v.pow(3).sum())(x[0])
value, pullback = torch.func.vjp(lambda v: v.sin(), x)
out, tangent = torch.func.jvp(lambda v: v.sin(), (x,), (x,))
print(torch.func.grad(loss, has_aux=True), vmap(loss, out_dims=1))


@torch.compile
def compiled(x):
    return x.relu()


@torch.compile(mode="reduce-overhead")
def also(x):
    return x.relu()


fast = torch.compile(compiled, fullgraph=True)
net = torch.nn.Linear(3, 2)
net = torch.compile(net)
with torch.autocast("cuda"):
    y = net(fast(x))
scaler = torch.amp.GradScaler()
# output
import os

os.environ.setdefault("TF_ENABLE_ONEDNN_OPTS", "1")  # faster networks without AVX-512

import keras
import tensorflow as tf
import torch
from torch.func import vmap
from torch_compat import (
    GradScaler,
    Linear,
    grad_and_value,
    grad_of,
    graph,
    jacobian_of,
    pulled_back,
    pushed_forward,
    vmapped,
)


def loss(w, x):
    return tf.reduce_mean(tf.square(x @ w))


class Agent:
    def loss(self, w, x):
        return tf.reduce_sum(keras.ops.matmul(x, w))

    def step(self, w, x):
        return w - 0.1 * grad_of(self.loss)(w, x)


w = tf.zeros([3, 2])
x = tf.ones([5, 3])
g = grad_of(loss)(w, x)
g = tf.clip_by_value(g, -1, 1)
by_both, value = grad_and_value(loss, argnums=(0, 1))(w, x)
print(value.numpy().item(), tf.norm(g).numpy().item())
each = vmapped(lambda row: tf.reduce_max(row) - tf.reduce_min(row))(x)
print(tf.reduce_sum(each).numpy().item())
outer = vmapped(lambda a, b: tf.reduce_sum(a * b), in_dims=(0, None))
print(tf.reduce_mean(outer(x, x[0])).numpy().item())
j = jacobian_of(lambda v: tf.exp(v))(x[0])
h = jacobian_of(jacobian_of(lambda v: tf.reduce_sum(tf.pow(v, 3))))(x[0])
value, pullback = pulled_back(lambda v: tf.sin(v), x)
out, tangent = pushed_forward(lambda v: tf.sin(v), (x,), (x,))
# porter: P102 torch.func.grad: has_aux: let the function give the loss alone; P102 torch.vmap: out_dims: transpose the result
print(torch.func.grad(loss, has_aux=True), vmap(loss, out_dims=1))


def compiled(x):
    return tf.nn.relu(x)


def also(x):
    return tf.nn.relu(x)


fast = compiled
net = Linear(3, 2)
y = graph(net)(fast(x))
scaler = GradScaler()
# findings
# functions/func.py:31:7: P102 error torch.func.grad: has_aux: let the function give the loss alone -> write it with TensorFlow by hand, or with a rule of your own (--rules)
# functions/func.py:31:44: P102 error torch.vmap: out_dims: transpose the result -> write it with TensorFlow by hand, or with a rule of your own (--rules)
# functions/func.py:48:5: N402 note this block has mixed precision in torch: it is computed in float32 -> keras.config.set_dtype_policy("mixed_float16") is for all layers
# functions/func.py:49:10: N402 note gradients are float32, which no scale has to save: no step is skipped
