"""Python's, NumPy's and the environments' random numbers are the same in two processes."""

import os
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


@pytest.mark.parametrize("own", [False, True])
def test_an_import_that_draws_changes_nothing(own, tmp_path):
    """TensorBoard brings rich and SciPy, whose imports draw, into the process of the original
    alone. What a module of the program's own draws is part of the program."""
    (tmp_path / "drawing.py").write_text(
        "import random\nimport numpy as np\n"
        "drawn = random.random(), np.random.rand(), np.random.default_rng().random()\n"
    )
    program = f"""
import random
import numpy as np
from porter.equivalence.tape.host_draws import host_on

with host_on(3, lambda path: {own} and path.startswith({str(tmp_path)!r})):
    import rich.style
    import drawing

    drawn = random.random(), np.random.rand(), np.random.default_rng().random()
    print(*drawn, len({{*drawn, *drawing.drawn}}))
"""
    found = subprocess.check_output(
        [sys.executable, "-c", program],
        env={**os.environ, "PYTHONPATH": f"{tmp_path}{os.pathsep}{os.getcwd()}"},
    )
    python, numpy = random.Random(3), np.random.RandomState(3)
    expected = [
        (python.random(), numpy.rand(), np.random.default_rng((3 << 64) + k).random())
        for k in range(2)
    ]
    assert [float(word) for word in found.split()] == [*expected[own], 6 if own else 4]


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
