"""Draws come in the order of the program, however it is cut into functions."""

import torch  # before TensorFlow

# isort: split
import linecache

import numpy as np
import tensorflow as tf

from porter.equivalence.compare import compare
from porter.equivalence.sites import stack
from porter.equivalence.tape import Tape
from porter.equivalence.tape.tf_draws import tf_on
from porter.equivalence.tape.torch_draws import torch_on

from .pairs import KERAS_DROPOUT, PAIRS, ROUNDED, X, drawn

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


def test_one_tape_can_serve_both_in_turn_and_be_rewound():
    tape = Tape(2)
    ways = (
        lambda: torch.randn(3),
        lambda: tf.random.normal((3,)),
        tf.function(lambda: tf.random.normal((3,))),
        tf.function(lambda: tf.random.normal((3,)), jit_compile=True),
    )
    with torch_on(tape), tf_on(tape):
        first = [np.asarray(draw()) for draw in ways]
        assert tape.draws == 4
        tape.rewind()
        again = [np.asarray(draw()) for draw in reversed(ways)]
        assert tape.draws == 4
    assert not compare(first, again, ROUNDED)
    assert len({tuple(values) for values in first}) == 4


def test_a_mismatch_shows():
    _, asked, _ = drawn(torch_on, lambda: torch.randn(2) + torch.rand(3).sum())
    _, other, _ = drawn(
        tf_on, lambda: tf.random.normal((2,)) + tf.reduce_sum(tf.random.normal((3,)))
    )
    _, fewer, _ = drawn(tf_on, lambda: tf.random.normal((2,)))
    assert asked == [("normal", (2,)), ("uniform", (3,))]
    assert other == [("normal", (2,)), ("normal", (3,))]
    assert fewer == asked[:1]


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
