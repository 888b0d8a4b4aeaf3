"""What PyTorch draws, and what a port draws for it."""

import torch  # before TensorFlow

# isort: split
import keras
import numpy as np
import tensorflow as tf
import torch.distributions as D
import torch.nn.functional as F

from porter.equivalence.compare import Tolerance
from porter.equivalence.tape import Tape

WEIGHTS = np.array([[1, 2, 3], [5, 1, 0], [0, 0, 1], [1, 1, 1]], "float32")
P, Q = torch.tensor(WEIGHTS), tf.constant(WEIGHTS)  # weights of indices
A, B = P + 0.5, Q + 0.5  # parameters of distributions
X, Y = torch.ones(64, 8), tf.ones((64, 8))
CHANCE, KERAS_DROPOUT = A / 6, keras.layers.Dropout(0.25)

# What PyTorch does | what a port does
PAIRS = {
    "randn": (lambda: torch.randn(2, 3), lambda: tf.random.normal((2, 3))),
    "randn of doubles": (
        lambda: torch.randn((4,), dtype=torch.float64),
        lambda: tf.random.normal((4,), dtype=tf.float64),
    ),
    "randn_like": (
        lambda: torch.randn_like(X),
        lambda: tf.random.normal(tf.shape(Y), dtype=Y.dtype),
    ),
    "rand": (lambda: torch.rand(5), lambda: tf.random.uniform((5,))),
    "rand with a generator": (
        lambda: torch.rand(5, generator=torch.Generator()),
        lambda: tf.random.get_global_generator().uniform((5,)),
    ),
    "half": (
        lambda: torch.rand(999, dtype=torch.bfloat16).float(),
        lambda: tf.cast(tf.random.uniform((999,), dtype=tf.bfloat16), tf.float32),
    ),
    "randint": (
        lambda: torch.randint(3, 70, (64,)),
        lambda: tf.random.uniform((64,), 3, 70, tf.int64),
    ),
    "randint_like": (
        lambda: torch.randint_like(P, 5),
        lambda: tf.cast(tf.random.uniform(Q.shape, 0, 5, tf.int32), tf.float32),
    ),
    "randperm": (lambda: torch.randperm(9), lambda: tf.random.shuffle(tf.range(9, dtype=tf.int64))),
    "normal": (
        lambda: torch.normal(0.5, 0.1, size=(64,)),
        lambda: tf.random.normal((64,), 0.5, 0.1),
    ),
    "normal of tensors": (lambda: torch.normal(P, A), lambda: Q + B * tf.random.normal(Q.shape)),
    "normal_": (lambda: torch.empty(9).normal_(1, 2), lambda: keras.random.normal((9,), 1, 2)),
    "uniform_": (
        lambda: torch.empty(64).uniform_(-0.3, 0.7),
        lambda: tf.random.uniform((64,), -0.3, 0.7),
    ),
    "random_": (
        lambda: torch.zeros(9, dtype=torch.int64).random_(2, 8),
        lambda: keras.random.randint((9,), 2, 8, "int64"),
    ),
    "bernoulli": (
        lambda: torch.bernoulli(CHANCE),
        lambda: tf.cast(tf.random.uniform(B.shape) < B / 6, tf.float32),
    ),
    "bernoulli_": (
        lambda: torch.empty(64).bernoulli_(0.3),
        lambda: tf.cast(tf.random.uniform((64,)) < 0.3, tf.float32),
    ),
    "exponential_": (
        lambda: torch.empty(64, dtype=torch.float64).exponential_(2),
        lambda: -tf.math.log1p(-tf.random.uniform((64,), dtype=tf.float64)) / 2,
    ),
    "multinomial": (
        lambda: torch.multinomial(P, 1),
        lambda: tf.random.categorical(tf.math.log(Q), 1),
    ),
    "multinomial of many": (
        lambda: torch.multinomial(P, 50, replacement=True),
        lambda: keras.random.categorical(tf.math.log(Q), 50),
    ),
    "multinomial without replacement": (
        lambda: torch.multinomial(P + 0.1, 2),
        lambda: (
            tf.math.top_k(
                tf.cast(Q + 0.1, tf.float64)
                / -tf.math.log1p(-tf.random.uniform(Q.shape, dtype=tf.float64)),
                2,
            ).indices
        ),
    ),
    "poisson": (lambda: torch.poisson(P), lambda: tf.random.poisson((), Q)),
    "binomial": (
        lambda: torch.binomial(3 * torch.ones(4, 3), CHANCE),
        lambda: keras.random.binomial((4, 3), 3.0, B / 6),
    ),
    "dropout": (lambda: F.dropout(X), lambda: tf.nn.dropout(Y, 0.5)),
    "dropout layer": (lambda: torch.nn.Dropout(0.25)(X), lambda: KERAS_DROPOUT(Y, training=True)),
    "truncated normal": (
        lambda: torch.nn.init.trunc_normal_(torch.empty(99), 1, 2, a=-3, b=5),
        lambda: tf.random.truncated_normal((99,), 1.0, 2.0),
    ),
    "kaiming_uniform_": (
        lambda: torch.nn.init.kaiming_uniform_(torch.empty(4, 8), 5**0.5),
        lambda: tf.random.uniform((4, 8), -(8**-0.5), 8**-0.5),
    ),
    "initializer": (
        lambda: torch.nn.init.normal_(torch.empty(3, 2), 0.0, 0.1),
        lambda: keras.initializers.RandomNormal(stddev=0.1)((3, 2)),
    ),
    "Normal.rsample": (
        lambda: D.Normal(P, A).rsample(),
        lambda: Q + tf.random.normal(Q.shape) * B,
    ),
    "Normal.sample": (
        lambda: D.Normal(P, A).sample((2,)),
        lambda: Q + tf.random.normal((2, 4, 3)) * B,
    ),
    "a squashed Normal": (
        lambda: D.TransformedDistribution(D.Normal(P, A), D.ExpTransform()).rsample(),
        lambda: tf.exp(Q + tf.random.normal(Q.shape) * B),
    ),
    "MultivariateNormal": (
        lambda: D.MultivariateNormal(torch.ones(3), torch.eye(3)).rsample(),
        lambda: 1 + tf.random.normal((3,)),
    ),
    "Categorical": (
        lambda: D.Categorical(P).sample(),
        lambda: tf.random.categorical(tf.math.log(Q), 1)[:, 0],
    ),
    "Categorical of many": (
        lambda: D.Categorical(logits=A).sample((7,)),
        lambda: tf.transpose(tf.random.categorical(B, 7)),
    ),
    "OneHotCategorical": (
        lambda: D.OneHotCategorical(P).sample(),
        lambda: tf.one_hot(tf.random.categorical(tf.math.log(Q), 1)[:, 0], 3),
    ),
    "Bernoulli": (
        lambda: D.Bernoulli(CHANCE).sample(),
        lambda: tf.cast(tf.random.uniform(B.shape) < B / 6, tf.float32),
    ),
    "Uniform": (
        lambda: D.Uniform(P, A).rsample(),
        lambda: Q + tf.random.uniform(Q.shape) * (B - Q),
    ),
    "Beta": (lambda: D.Beta(P + 1, A).rsample(), lambda: keras.random.beta((4, 3), Q + 1, B)),
    "Gamma": (lambda: D.Gamma(A, 2 * A).rsample(), lambda: tf.random.gamma((), B, 2 * B)),
    "Dirichlet": (
        lambda: D.Dirichlet(A).rsample(),
        lambda: tf.linalg.normalize(tf.random.gamma((), B), 1, -1)[0],
    ),
    "Exponential": (
        lambda: D.Exponential(A.double()).rsample(),
        lambda: (
            -tf.math.log1p(-tf.random.uniform(B.shape, dtype=tf.float64)) / tf.cast(B, "double")
        ),
    ),
}
NOT_UNDER_XLA = {"poisson", "binomial", "Beta", "Gamma", "Dirichlet"}
ROUNDED = Tolerance(relative=3e-7)  # the same formula, rounded in another order
FUSED = Tolerance(relative=3e-7, absolute=1e-6)  # XLA does not round b * c in a + b * c


def drawn(framework_on, draw, times=1):
    """What is drawn from a fresh tape, and what a watcher sees of it."""
    seen = []
    tape = Tape(7, lambda *event: seen.append(event[:2]))
    with framework_on(tape):
        values = [np.asarray(draw()) for _ in range(times)]
    return values, seen, tape.draws
