"""One tape for both frameworks: the same numbers, in the same order, however they are drawn."""

import torch  # before TensorFlow

# isort: split
import linecache
import random

import keras
import numpy as np
import pytest
import tensorflow as tf
import torch.distributions as D
import torch.nn.functional as F

from porter.equivalence.compare import Tolerance, compare
from porter.equivalence.sites import stack
from porter.equivalence.tape import Tape
from porter.equivalence.tape.formulas import rounded_down
from porter.equivalence.tape.tf_draws import tf_on
from porter.equivalence.tape.torch_draws import IN_PLACE, NEW, OUT, torch_on

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


@pytest.mark.parametrize("name", PAIRS)
def test_both_draw_the_same(name):
    theirs, port = PAIRS[name]
    expected, asked, draws = drawn(torch_on, theirs, 2)
    assert draws == len(asked) == 2
    assert not np.array_equal(*expected)
    for how in (port, tf.function(port)):
        values, seen, count = drawn(tf_on, how, 2)
        assert (seen, count) == (asked, 2)
        assert not compare(expected, values, ROUNDED, dtypes=False)


@pytest.mark.parametrize("name", [name for name in PAIRS if name not in NOT_UNDER_XLA])
def test_xla_draws_the_same(name):
    theirs, port = PAIRS[name]
    expected, _, _ = drawn(torch_on, theirs, 2)
    values, seen, count = drawn(tf_on, tf.function(port, jit_compile=True), 2)
    assert (seen, count) == ([], 2)  # counted, but nobody is told
    assert not compare(expected, values, FUSED, dtypes=False)


# -- order ----------------------------------------------------------------------------------------

MIXED = [
    name
    for name in ("randn", "rand", "randperm", "dropout", "Categorical", "Gamma", "randint", "Beta")
    for _ in range(5)
]


def in_order(side):
    """All of MIXED, shuffled: what PyTorch (0) or the port (1) does."""
    names = np.random.default_rng(0).permutation(MIXED)
    return [PAIRS[name][side]() for name in names]


def nested_in_order():
    """The same from functions inside a function, which hold variables of their own."""
    names, scale = np.random.default_rng(0).permutation(MIXED), tf.Variable(1.0)

    def piece(name):
        def draw():
            values = PAIRS[name][1]()
            return values * tf.cast(scale, values.dtype)

        return tf.function(draw) if name in ("randn", "dropout") else draw

    pieces = [piece(name) for name in names]
    return tf.function(lambda: [draw() for draw in pieces])


def recorded(framework_on, draw):
    seen = []
    with framework_on(Tape(3, lambda *event: seen.append(event[:2]))):
        return [np.asarray(value) for value in draw()], seen


def test_forty_mixed_draws_keep_their_order():
    expected, asked = recorded(torch_on, lambda: in_order(0))
    assert len(asked) == 40
    for port in (lambda: in_order(1), tf.function(lambda: in_order(1)), nested_in_order()):
        values, seen = recorded(tf_on, port)
        assert seen == asked
        assert not compare(expected, values, ROUNDED, dtypes=False)


def test_loops_and_branches_draw_as_often_as_they_run():
    @tf.function
    def port():
        total = tf.zeros(2)
        for i in tf.range(4):
            total += tf.random.normal((2,))
            if i % 2 == 0:
                total += tf.random.uniform((2,))
        return total

    def original():
        total = torch.zeros(2)
        for i in range(4):
            total += torch.randn(2)
            if i % 2 == 0:
                total += torch.rand(2)
        return total

    expected, asked, _ = drawn(torch_on, original)
    values, seen, draws = drawn(tf_on, port)
    assert seen == asked
    assert draws == 6
    assert not compare(expected, values, ROUNDED)


def test_eager_and_compiled_draws_share_one_count():
    compiled = tf.function(lambda: tf.random.normal((3,)), jit_compile=True)

    @tf.function
    def around():
        return tf.stack([tf.random.normal((3,)), compiled(), tf.random.normal((3,))])

    def port():
        return tf.concat([tf.random.normal((1, 3)), around(), [compiled()]], 0)

    tape = Tape(1)
    with tf_on(tape):
        values = port()
        assert tape.draws == 5
        assert tf.random.uniform(()) < 1
        assert tape.draws == 6
    with torch_on(Tape(1)):
        expected = torch.stack([torch.randn(3) for _ in range(5)])
    assert not compare(expected.numpy(), values.numpy(), ROUNDED)


def test_a_mismatch_shows():
    _, asked, _ = drawn(torch_on, lambda: torch.randn(2) + torch.rand(3).sum())
    _, other, _ = drawn(
        tf_on, lambda: tf.random.normal((2,)) + tf.reduce_sum(tf.random.normal((3,)))
    )
    _, fewer, _ = drawn(tf_on, lambda: tf.random.normal((2,)))
    assert asked == [("normal", (2,)), ("uniform", (3,))]
    assert other == [("normal", (2,)), ("normal", (3,))]
    assert fewer == asked[:1]


# -- where ----------------------------------------------------------------------------------------


def line_of(draw, framework_on):
    """The text of the program's line that drew, as often as it ran."""
    found = []
    tape = Tape(
        0,
        lambda name, shape, sites: found.append(linecache.getline(__file__, sites[1].line)),
        where=lambda: stack(lambda path: path == __file__),  # begins with this line
    )
    with framework_on(tape):
        for _ in range(2):
            draw()
    return [line.strip() for line in found]


def test_a_draw_knows_its_line():
    def original():
        return torch.nn.functional.dropout(X)

    def port():
        noise = tf.random.normal((2,))
        if tf.reduce_sum(noise) < 1e9:
            noise += KERAS_DROPOUT(noise, training=True)
        return noise

    drew = ["noise = tf.random.normal((2,))", "noise += KERAS_DROPOUT(noise, training=True)"]
    assert line_of(original, torch_on) == ["return torch.nn.functional.dropout(X)"] * 2
    assert line_of(port, tf_on) == drew * 2
    assert line_of(tf.function(port), tf_on) == drew * 2


# -- what is left to the frameworks ---------------------------------------------------------------


def test_a_paused_tape_stands_still():
    tape = Tape(0)

    def seeded(draw, seed):
        seed(5)
        return np.asarray(draw())

    draws = lambda: torch.cat([torch.randn(3), F.dropout(torch.ones(9)), torch.randperm(3)])  # noqa: E731
    own = seeded(draws, torch.manual_seed)
    with torch_on(tape), tape.pause():
        assert np.array_equal(seeded(draws, torch.manual_seed), own)
    port = lambda: tf.concat([tf.random.normal((3,)), tf.nn.dropout(tf.ones(9), 0.5)], 0)  # noqa: E731
    own = seeded(port, tf.random.set_seed)
    with tf_on(tape), tape.pause():
        assert np.array_equal(seeded(port, tf.random.set_seed), own)
    assert tape.draws == 0
    assert np.array_equal(seeded(port, tf.random.set_seed), own)  # all is put back


def test_layers_are_initialised_off_the_tape():
    tape = Tape(0)
    with torch_on(tape), tf_on(tape):
        torch.nn.LSTM(3, 4)
        torch.nn.MultiheadAttention(4, 2)
        torch.nn.Sequential(
            torch.nn.Linear(2, 3), torch.nn.Conv2d(3, 4, 1), torch.nn.Embedding(3, 4)
        )
        keras.layers.Dense(3)(tf.ones((1, 2)))
        assert tape.draws == 0
        torch.nn.init.orthogonal_(torch.empty(3, 3))
        assert tape.draws == 1


def test_seeds_do_not_move_the_tape():
    def reseeded():
        torch.manual_seed(3)
        return torch.randn(3)

    def port():
        tf.random.set_seed(3)
        return tf.random.normal((3,), seed=8)

    expected, _, _ = drawn(torch_on, reseeded, 2)
    assert not np.array_equal(*expected)
    assert not compare(expected, drawn(tf_on, port, 2)[0])


def test_keras_leaves_pythons_random_alone():
    random.seed(4)
    expected = random.random()
    random.seed(4)
    with tf_on(Tape(0)):
        keras.Sequential([keras.Input((2,)), keras.layers.Dense(3), keras.layers.Dropout(0.5)])
    assert random.random() == expected


def test_gamma_has_gradients():
    ours, theirs = tf.constant(WEIGHTS + 1), torch.tensor(WEIGHTS + 1, requires_grad=True)
    with torch_on(Tape(0)):
        D.Gamma(theirs, 2.0).rsample((5,)).sum().backward()
    with tf_on(Tape(0)), tf.GradientTape() as gradients:
        gradients.watch(ours)
        total = tf.reduce_sum(tf.random.gamma((5,), ours, 2.0))
    gradient = gradients.gradient(total, ours)
    np.testing.assert_allclose(gradient, theirs.grad, rtol=1e-3)  # each has series of its own


def test_no_random_kernel_of_pytorch_is_forgotten():
    """ATen marks what draws. A new PyTorch may bring more; then this test names it."""
    marked = set()
    for full in torch._C._dispatch_get_all_op_names():
        namespace, _, name = full.partition("::")
        if namespace == "aten" and torch._C._dispatch_has_kernel_for_dispatch_key(full, "CPU"):
            op, _, overload = name.partition(".")
            tags = getattr(getattr(torch.ops.aten, op), overload or "default").tags
            if torch.Tag.nondeterministic_seeded in tags:
                marked.add(name)
    left = {"rrelu_with_noise", "rrelu_with_noise_", "rrelu_with_noise.out"}  # as the docs say
    no_draws = {"_fused_sdp_choice", "_scaled_dot_product_flash_attention_for_cpu"}
    covered = IN_PLACE.keys() | NEW.keys() | OUT.keys()
    assert marked - covered == left | no_draws
    assert covered <= marked


def test_callbacks_can_ask_for_the_count_of_compiled_draws():
    tape, counts = Tape(0), []
    compiled = tf.function(lambda: tf.random.normal((3,)), jit_compile=True)

    @tf.function
    def update():
        loss = compiled()
        tf.numpy_function(lambda _: counts.append(tape.draws) or True, [loss], tf.bool)
        return loss + tf.random.normal((3,))

    with tf_on(tape):
        update()
        update()
    assert counts[0] in (1, 2)  # the second draw needs not wait for the callback
    assert counts[1] in (3, 4)
    assert tape.draws == 4


def test_a_draw_inside_a_gradient_happens_once():
    scale = tf.Variable(2.0)
    update = tf.function(lambda: scale * tf.random.normal((3,)))
    tape = Tape(0)
    with tf_on(tape):
        for _ in range(2):
            with tf.GradientTape() as gradients:
                loss = tf.reduce_sum(update())
            np.testing.assert_allclose(gradients.gradient(loss, scale) * scale, loss, rtol=1e-6)
    assert tape.draws == 2


def test_stateless_draws_keep_their_seeds():
    draw = lambda: tf.random.stateless_normal((3,), (1, 2))  # noqa: E731
    values, seen, _ = drawn(tf_on, draw)
    assert seen == []
    assert np.array_equal(values[0], draw())


def test_what_xla_cannot_draw_is_said():
    compiled = tf.function(lambda: tf.random.poisson((), Q), jit_compile=True)
    with tf_on(Tape(0)), pytest.raises(NotImplementedError, match="no poisson draws under XLA"):
        compiled()


@pytest.mark.parametrize(
    ("name", "mean", "deviation"),
    [("normal", 0, 1), ("uniform", 0.5, 12**-0.5), ("truncated normal", 0, 0.8796)],
)
def test_distributions_have_their_moments(name, mean, deviation):
    values = Tape(0).draw(name, (100_000,))
    assert values.dtype == np.float64
    assert abs(values.mean() - mean) < 0.01
    assert abs(values.std() - deviation) < 0.01


def test_uniform_stays_below_one_in_any_dtype():
    almost = np.array([1 - 2.0**-53])
    for dtype in (torch.float64, torch.float32, torch.float16, torch.bfloat16):
        values = rounded_down(almost, torch.finfo(dtype).eps)
        assert torch.as_tensor(values).to(dtype) < 1
