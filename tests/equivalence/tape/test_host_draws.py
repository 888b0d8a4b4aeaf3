"""Python's, NumPy's and the environments' random numbers are the same in two processes."""

import random
import subprocess
import sys

import numpy as np
import pytest

from porter.equivalence.tape.host_draws import host_on

PROGRAM = """
import random
import numpy as np
from porter.equivalence.tape.host_draws import host_on

with host_on(3):
    import gymnasium

    env, other = gymnasium.make("CartPole-v1"), gymnasium.make("CartPole-v1")
    print(random.random(), np.random.rand(), np.random.default_rng().random())
    print(np.random.RandomState().rand(), np.random.default_rng(5).random())
    for _ in range(2):
        print(env.reset()[0], other.reset()[0], [env.action_space.sample() for _ in range(9)])
    print(env.reset(seed=1)[0])
"""


def test_two_processes_draw_the_same():
    pytest.importorskip("gymnasium")
    one, other = (subprocess.check_output([sys.executable, "-c", PROGRAM]) for _ in range(2))
    assert one == other
    resets = [line for line in one.decode().splitlines() if line.startswith("[")]
    assert len(set(resets)) == len(resets)


def test_an_import_that_draws_changes_nothing():
    """TensorBoard brings rich, whose import draws, into the process of the original alone."""
    program = """
import random
from porter.equivalence.tape.host_draws import host_on

with host_on(3):
    import rich.style

    print(random.random())
"""
    found = float(subprocess.check_output([sys.executable, "-c", program]))
    assert found == random.Random(3).random()


def test_generators_differ_from_each_other_and_keep_their_types():
    with host_on(0):
        values = [np.random.default_rng().random(), np.random.RandomState().rand()]
        values += [np.random.default_rng().random(), random.random(), np.random.rand()]
        assert isinstance(np.random.default_rng(), np.random.Generator)
    assert len(set(values)) == len(values)


def test_given_seeds_count():
    expected = np.random.default_rng(5).random()
    with host_on(0):
        assert np.random.default_rng(5).random() == expected
    assert np.random.SeedSequence().entropy != np.random.SeedSequence().entropy
