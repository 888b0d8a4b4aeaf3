"""check_equivalence() and the pytest plugin: two agents in one process."""

import importlib.util
import sys
from pathlib import Path

import numpy as np
import pytest

import porter
from porter.equivalence.report import NotEquivalent
from porter.equivalence.sides.program import SetupError
from porter.equivalence.verdict import Outcome
from porter.pipeline import convert

ORIGINAL = Path(__file__).parent / "programs" / "corridor.py"


def load(path):
    spec = importlib.util.spec_from_file_location(path.stem, path)
    module = importlib.util.module_from_spec(spec)
    sys.modules[path.stem] = module
    spec.loader.exec_module(module)
    return module


@pytest.fixture
def modules(tmp_path):
    """The original and its port as modules."""
    path = tmp_path / "corridor_tf.py"
    path.write_text(convert(ORIGINAL.read_text(), str(ORIGINAL)).output)
    return load(ORIGINAL), load(path)


@pytest.fixture
def batches():
    rng = np.random.default_rng(0)
    return [
        (
            rng.standard_normal((8, 2)),
            rng.integers(0, 2, 8),
            rng.standard_normal(8),
            rng.standard_normal((8, 2)),
            (rng.random(8) < 0.2).astype(float),
        )
        for _ in range(12)
    ]


def train(agent, batch):
    agent.train(*(part.numpy() if hasattr(part, "numpy") else part for part in batch))


def test_a_right_port_is_equivalent(modules, batches):
    agents = [module.Agent() for module in modules]
    report = porter.check_equivalence(*agents, step=train, batches=batches, updates=10)
    report.raise_if_different()
    [result] = report.results
    assert (result.precision, len(result.updates)) == ("float32", 10)
    assert max(update.update for update in result.updates) < 1e-5
    assert result.draws == (10, 10)


def test_a_wrong_one_is_not(modules, batches):
    original, port = (module.Agent() for module in modules)
    port.optimizer.eps = 1e-3
    report = porter.check_equivalence(original, port, step=train, batches=batches)
    assert report.exit_code == 1
    with pytest.raises(NotEquivalent, match="first divergence"):
        report.raise_if_different()


def test_nothing_is_watched_afterwards(modules, batches):
    agents = [module.Agent() for module in modules]
    before = type(agents[1].optimizer).apply
    porter.check_equivalence(*agents, step=train, batches=batches, updates=1)
    assert type(agents[1].optimizer).apply is before
    assert modules[1].Agent().net is not None


def test_an_agent_that_was_traced_is_refused(modules, batches):
    original, port = (module.Agent() for module in modules)
    train(port, batches[0])
    with pytest.raises(SetupError, match="was traced before"):
        porter.check_equivalence(original, port, step=train, batches=batches)


def test_other_attribute_names_are_refused(modules, batches):
    original, port = (module.Agent() for module in modules)
    port.network = port.net
    del port.net
    with pytest.raises(SetupError, match="the port has no network net"):
        porter.check_equivalence(original, port, step=train, batches=batches)


def test_a_gpu_is_never_passed_silently(modules, batches):
    agents = [module.Agent() for module in modules]
    report = porter.check_equivalence(
        *agents, step=train, batches=batches, updates=2, device=("cpu", "gpu")
    )
    assert [result.outcome for result in report.results] == [
        Outcome.EQUIVALENT,
        Outcome.NOT_CHECKED,
    ]
    assert report.exit_code == 3


def test_the_plugin(modules, batches, assert_equivalent, transfer_weights):
    original, port = (module.Agent() for module in modules)
    transfer_weights(original.net, port.net)
    np.testing.assert_array_equal(
        port.net.hidden.weight.numpy(), original.net.hidden.weight.detach().numpy()
    )
    assert_equivalent(original, port, step=train, batches=batches, updates=3)
    wrong = [module.Agent() for module in modules]
    wrong[1].tau = 0.2
    with pytest.raises(NotEquivalent):
        assert_equivalent(*wrong, step=train, batches=batches)


def test_both_frameworks_draw_from_the_plugins_tape(shared_tape):
    import torch

    # isort: split
    import tensorflow as tf

    drawn = torch.randn(5, dtype=torch.float64).numpy()
    shared_tape.rewind()
    np.testing.assert_array_equal(tf.random.normal([5], dtype=tf.float64).numpy(), drawn)
