"""benchmarks/corpus_watch.py: how often updates run and are traced."""

import runpy
import sys
from collections.abc import Iterator
from pathlib import Path

import pytest

BENCHMARKS = Path(__file__).parents[1] / "benchmarks"
PROGRAM = """
import tensorflow as tf

from rules.graph import one_op

w = tf.Variable([1.0])


{decorator}@tf.function(reduce_retracing=True)
def update(x, flag):
    with tf.GradientTape() as tape:
        loss = \\
            tf.reduce_sum(w * x)
    w.assign_sub(tape.gradient(loss, [w])[0])


for i in range(100):
    update({x}, {value})
"""
EAGER = """
import tensorflow as tf

w = tf.Variable([1.0])
for i in range(100):
    with tf.GradientTape() as tape:
        loss = tf.reduce_sum(w * 2)
    w.assign_sub(tape.gradient(loss, w))
"""


class Over(Exception):
    pass


@pytest.fixture
def benchmarks() -> Iterator[None]:
    sys.path.insert(0, str(BENCHMARKS))
    yield
    sys.path.remove(str(BENCHMARKS))


def run(program: str, tmp_path: Path) -> tuple[int, int, bool]:
    """The updates and traces of a program with one train body, and whether it counts as running."""
    from corpus_watch import Watch

    path = tmp_path / "program.py"
    path.write_text(program)

    def enough() -> None:
        raise Over

    watch = Watch(path, enough)
    with watch.watching(), pytest.raises(Over):
        runpy.run_path(str(path))
    [body] = watch.bodies
    return body.updates, body.traces, body.runs


@pytest.mark.usefixtures("benchmarks")
@pytest.mark.parametrize(
    ("x", "value", "found"),
    [
        ("tf.ones([1])", "True", (20, 1, True)),
        ("tf.ones([1])", "i > 15", (20, 2, True)),  # the flag's other branch, late
        ("tf.ones([i + 1])", "True", (20, 2, True)),  # any length
        ("tf.ones([1])", "i", (20, 20, False)),  # each number anew
        ("tf.ones([1])", "max(i, 17)", (20, 3, False)),  # twice anew, late
    ],
)
@pytest.mark.parametrize("decorator", ["", "@one_op\n"])
def test_traces(
    x: str, value: str, found: tuple[int, int, bool], decorator: str, tmp_path: Path
) -> None:
    if decorator and value == "i":  # behind 8 values it computes new ones eagerly
        found = (20, 8, False)
    program = PROGRAM.format(x=x, value=value, decorator=decorator)
    assert run(program, tmp_path) == found


@pytest.mark.usefixtures("benchmarks")
def test_updates_without_a_graph(tmp_path: Path) -> None:
    assert run(EAGER, tmp_path) == (20, 0, True)
