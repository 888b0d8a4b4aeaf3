"""Gradients where a function has a kink: ties, zeros, limits, constants.

There torch and TensorFlow each chose a gradient, and not always the same.
"""

import torch  # before TensorFlow

# isort: split
import functools
import math

import keras
import numpy as np
import pytest
import tensorflow as tf
from expressions import BOOK, MODULES, Expression

from porter import kinds

TIES = np.array([[1.0, 1.0, 2.0, 2.0], [0.0, 0.0, 0.0, 0.0], [-1.0, 3.0, 0.0, 3.0]])
OTHER = np.array([[1.0, 0.0, 2.0, 3.0], [0.0, 0.0, 1.0, -1.0], [-1.0, 3.0, 0.0, 2.0]])
IMAGE = np.array([[0.0, 0, 1, 1], [0, 0, 2, 0], [3, 0, 3, 3], [0, 3, 3, 3]])[None, None]
CUBE = np.tile(IMAGE[:, :, None], (1, 1, 2, 1, 1))
VALUES = {"x": TIES, "y": OTHER, "i": IMAGE, "c": CUBE, "v": TIES[0], "z": np.zeros(3)}

CALLS = """
torch.max(x, y)
torch.min(x, y)
x.max(y)
torch.max(x, y[0])
torch.maximum(x, y)
torch.minimum(x, y[:, :1])
torch.minimum(x, x)
torch.fmax(x, y)
torch.fmin(x, y)
torch.max(*(x, y))
torch.min(*(x, y))
x.max()
torch.min(x)
z.max()
x.max(1)[0]
torch.max(x, dim=1)[0]
x.max(dim=1, keepdim=True)[0]
torch.max(x, 0)[0]
x.max(-1)[0]
x.min(1)[0]
torch.min(x, 1, keepdim=True)[0]
x.amax(1)
x.amin((0, 1))
x.amax(0, keepdim=True)
torch.aminmax(x)
torch.aminmax(x, dim=1)
x.median()
x.median(1)[0]
x.kthvalue(2, 1)[0]
x.mode(1)[0]
x.sort(1)[0]
x.sort(1, descending=True)[0]
torch.msort(x)
x.topk(2, 1)[0]
x.topk(3, 1, largest=False)[0]
x.topk(1)[0]
x.cummax(1)[0]
x.cummin(1)[0]
torch.quantile(x, 0.5)
torch.quantile(x, 0.3, dim=1)
x.norm()
z.norm()
z.norm(1)
z.norm(3)
x.norm(dim=1)
x.norm(2, 1, keepdim=True)
x.norm(p=1, dim=1)
x.norm(float("inf"), 1)
x.norm(3, dim=1)
x.norm(1.5, dim=1)
x.norm(0, dim=1)
x.norm(0.5)
torch.norm(x, p="fro", dim=1)
torch.linalg.norm(x, dim=1)
torch.linalg.norm(z)
torch.linalg.norm(z, 1)
torch.linalg.vector_norm(x, dim=1)
torch.linalg.vector_norm(x, 3, dim=1)
torch.linalg.vector_norm(x, math.inf, dim=1)
torch.linalg.matrix_norm(x)
torch.linalg.matrix_norm(x * 0)
torch.linalg.matrix_norm(x, 1)
torch.linalg.matrix_norm(x, math.inf)
torch.dist(x, x)
torch.dist(x, y)
torch.dist(x, y, 1)
torch.dist(x, y, 3)
torch.cdist(x, x)
torch.cdist(x, y)
torch.cdist(x, y, p=1)
torch.cdist(x, y, p=3)
torch.cdist(x, y, p=math.inf)
torch.renorm(x, 2, 0, 1.0)
F.normalize(x)
F.normalize(x, p=1)
F.normalize(z, dim=0)
F.pairwise_distance(x, y)
F.pairwise_distance(x, y, eps=0.0)
F.pairwise_distance(x, y, p=1.0)
F.pairwise_distance(x, y, p=math.inf, eps=0.0)
F.cosine_similarity(x, y)
F.cosine_similarity(x, x)
nn.PairwiseDistance(eps=0.0)(x, y)
nn.CosineSimilarity()(x, y)
x.std()
x.std(1)
x.std(1, unbiased=False)
x.std(dim=1, correction=0)
x.std(0, keepdim=True)
torch.std(z)
x.var(1)
x.var(1, unbiased=False)
torch.std_mean(x, dim=1)
torch.std_mean(x, dim=1, unbiased=False)
torch.var_mean(x, dim=1)
x.prod()
x.prod(1)
x.cumprod(1)
x.cumsum(1)
x.logsumexp(1)
x.logcumsumexp(1)
x.clamp(0, 1)
x.clamp(-1, 3)
x.clamp(min=0)
x.clamp(max=1)
torch.clamp(x, y, y + 1)
torch.clamp(x, 2, 1)
torch.clamp(x, min=y)
torch.clamp(x, max=y)
x.clamp_min(0)
x.clamp_max(y)
x.abs()
(x * x).sqrt()
x.sqrt()
x.abs().sqrt()
x.abs() ** 0.5
x ** 2
x ** 0
x ** 3
x.pow(1)
x.pow(0.5)
x.pow(2.0)
x.abs().pow(y.abs())
x.sign()
x.round()
x.floor()
x.ceil()
x.trunc()
x.frac()
x.relu()
torch.relu(x)
F.relu(x)
F.relu6(x * 2)
F.leaky_relu(x, 0.1)
F.elu(x)
F.selu(x)
F.celu(x)
F.hardtanh(x)
F.hardtanh(x, 0.0, 3.0)
F.hardswish(x)
F.hardswish(x - 3)
F.hardsigmoid(x * 3)
F.hardshrink(x, 1.0)
F.softshrink(x, 1.0)
F.threshold(x, 1.0, 0.0)
F.softsign(x)
F.softplus(x)
F.softplus(x, threshold=1)
F.logsigmoid(x)
F.prelu(x, x[0, :1])
F.rrelu(x)
F.gelu(x)
F.silu(x)
F.mish(x)
F.glu(x)
F.tanhshrink(x)
nn.ReLU()(x)
nn.ReLU6()(x * 2)
nn.Hardtanh()(x)
nn.Hardtanh(-1, 3)(x)
nn.LeakyReLU()(x)
nn.ELU()(x)
nn.Threshold(1.0, 5.0)(x)
nn.Hardshrink(1.0)(x)
nn.Softshrink(1.0)(x)
nn.Hardswish()(x - 3)
F.l1_loss(x, y)
F.smooth_l1_loss(x, y)
F.smooth_l1_loss(x, y, beta=2.0)
F.smooth_l1_loss(x, y, beta=0.0)
F.huber_loss(x, y)
F.huber_loss(x, y, delta=2.0)
F.mse_loss(x, y)
nn.L1Loss()(x, y)
nn.SmoothL1Loss()(x, y)
nn.HuberLoss(delta=2.0)(x, y)
F.hinge_embedding_loss(x, torch.sign(y * 2 + 1))
F.margin_ranking_loss(x, y, torch.sign(y * 2 + 1))
F.margin_ranking_loss(x, y, torch.sign(y * 2 + 1), margin=1.0)
F.triplet_margin_loss(x, y, x, margin=0.1)
F.triplet_margin_loss(x, y, x * 0.5)
F.cosine_embedding_loss(x, y, torch.ones(3))
F.poisson_nll_loss(x, y.abs())
F.gaussian_nll_loss(x, y, x * 0)
F.binary_cross_entropy_with_logits(x, y.clamp(0, 1))
F.binary_cross_entropy(torch.sigmoid(x), y.clamp(0, 1))
F.max_pool2d(i, 2)
F.max_pool2d(i, 3, stride=1, padding=1)
F.max_pool2d(i, 2, 1)
F.max_pool1d(i[0], 2)
F.max_pool3d(c, 2)
F.adaptive_max_pool2d(i, 2)
F.adaptive_max_pool2d(i, 1)
F.adaptive_max_pool1d(i[0], 2)
nn.MaxPool2d(2)(i)
nn.MaxPool1d(2)(i[0])
nn.AdaptiveMaxPool2d(1)(i)
F.lp_pool2d(i, 2.0, 2)
F.lp_pool1d(i[0], 2.0, 2)
torch.where(x > 0, x, y)
torch.hypot(x, y)
torch.atan2(x, y)
torch.copysign(x, y)
torch.logaddexp(x, y)
torch.xlogy(x, y.abs())
torch.sinc(x)
torch.fmod(x, 1.0)
torch.remainder(x, 1.0)
torch.nan_to_num(x / y)
torch.logit(x, 0.1)
torch.acos(x.clamp(-1, 1))
torch.lerp(x, y, 0.5)
torch.softmax(x, 1)
x.masked_fill(x > 0, -1.0)
x.diff(dim=1).abs()
torch.gather(x, 1, torch.argsort(y, 1)[:, :2])
torch.nanmean(x, 1)
torch.nansum(x, 1)
x.rsqrt()
(x - 1).abs().max()
(x - y).abs().max(1)[0]
x.scatter_reduce(1, torch.argsort(y, 1)[:, :2], y[:, :2], "amax")
F.local_response_norm(i, 2)
x.unfold(1, 2, 1).amax(-1)
torch.special.xlog1py(x, y.abs())
torch.addcmul(x, x, y)
nn.LayerNorm(4, elementwise_affine=False)(x)
F.layer_norm(x, (4,))
torch.cov(x)
torch.corrcoef(x[:, :2])
F.softmin(x, 1)
torch.trapezoid(x, dim=1).abs()
"""
CALLS = [line for line in CALLS.splitlines() if line]
NOTED = "the rule's note says so"
INDEX = "of equal elements another index comes, as the note says"
DIFFERENT = {
    "x.kthvalue(2, 1)[0]": INDEX,
    "x.topk(2, 1)[0]": INDEX,
    "x.topk(3, 1, largest=False)[0]": INDEX,
    "x.topk(1)[0]": INDEX,
    "torch.cdist(x, y, p=math.inf)": "torch gives all of it to each of several equal ones",
    "x.cumprod(1)": NOTED,
    "x ** 0": "0**0",
    "x.abs().pow(y.abs())": "0**0",
    "F.hardsigmoid(x * 3)": "torch multiplies with 1 / 6 in float32",
    "torch.hypot(x, y)": "torch has NaN where both are 0",
    "torch.atan2(x, y)": NOTED,
    "torch.xlogy(x, y.abs())": NOTED,
    "torch.special.xlog1py(x, y.abs())": NOTED,
}


def weights(shape):
    """A factor for each element of a result, so that none can stand for another."""
    return np.linspace(0.5, 1.5, math.prod(shape)).reshape(tuple(shape))


def flat(value):
    """The tensors of floats in a result, in order."""
    if isinstance(value, (tuple, list)):
        return [tensor for item in value for tensor in flat(item)]
    theirs = isinstance(value, torch.Tensor)
    floats = value.dtype.is_floating_point if theirs else value.dtype.is_floating
    return [value] if floats else []


def theirs(call):
    tensors = {name: torch.tensor(value, requires_grad=True) for name, value in VALUES.items()}
    modules = {"torch": torch, "F": torch.nn.functional, "nn": torch.nn, "math": math}
    results = flat(eval(call, modules | tensors))
    total = sum((r * torch.tensor(weights(r.shape))).sum() for r in results)
    if not total.requires_grad:
        return [r.detach().numpy() for r in results], {}
    found = torch.autograd.grad(total, list(tensors.values()), allow_unused=True)
    grads = {name: g.numpy() for name, g in zip(tensors, found) if g is not None}
    return [r.detach().numpy() for r in results], grads


def ours(call):
    known = {name: kinds.Tensor("float64", value.ndim) for name, value in VALUES.items()}
    expression = Expression(call, MODULES | known)
    names = {"tf": tf, "keras": keras, "np": np, "math": math, "functools": functools}
    exec(BOOK.paste(expression.blocks), names)
    tensors = {name: tf.constant(value) for name, value in VALUES.items()}
    with tf.GradientTape() as tape:
        tape.watch(tensors)
        results = flat(eval(expression.found, names | tensors))
        total = sum(tf.reduce_sum(r * weights(r.shape)) for r in results)
    zero = tf.UnconnectedGradients.ZERO
    found = tape.gradient(total, tensors, unconnected_gradients=zero)
    return expression.found, results, {n: tf.convert_to_tensor(g).numpy() for n, g in found.items()}


@pytest.mark.parametrize("call", CALLS)
@pytest.mark.usefixtures("float64")
def test_kinks(call):
    text, results, found = ours(call)
    values, expected = theirs(call)
    for a, b in zip(values, results, strict=True):
        np.testing.assert_allclose(b, a, rtol=1e-8, atol=1e-9, err_msg=text)
    same = all(
        np.allclose(found[name], grad, rtol=1e-8, atol=1e-9, equal_nan=True)
        for name, grad in expected.items()
    )
    assert same != (call in DIFFERENT), f"{text}: {expected} expected, {found} found"
