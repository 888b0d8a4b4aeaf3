"""Update steps of every structure: cases that are whole programs, run beside their ports."""

from pathlib import Path

import pytest

from porter.equivalence.check import Programs, check_programs
from porter.equivalence.options import Options
from porter.equivalence.verdict import Outcome
from porter.findings import Severity
from porter.pipeline import convert

pytestmark = pytest.mark.usefixtures("warm_processes")

CASES = Path(__file__).parent.parent / "cases" / "steps"
UPDATES = {
    "in_turn": 8,
    "late_numbers": 11,
    "freeze": 8,
    "lent_tape": 8,
    "accumulated": 10,
    "backwards_first": 16,
    "either_policy": 4,
    "leaf_of_an_agent": 8,
    "one_loss_two_optimizers": 8,
    "two_losses_one_step": 4,
    "data_of_python": 12,
    "early_stop": 12,
    "loop_on_the_host": 6,
    "helpers_change_weights": 10,
    "asserted_gradients": 4,
    "closure_of_a_step": 4,
    "number_of_a_tensor": 8,
    "under_a_tape": 12,
    "no_grad_beside": 4,
    "loss_layers": 10,
}


@pytest.mark.slow
@pytest.mark.parametrize("name", UPDATES)
def test_ports_are_equivalent(name, tmp_path):
    original, port = tmp_path / f"{name}.py", tmp_path / f"{name}_tf.py"
    original.write_text((CASES / f"{name}.py").read_text().partition("# output\n")[0])
    converted = convert(original.read_text(), str(original))
    assert not [f for f in converted.findings if f.severity is Severity.ERROR]
    port.write_text(converted.output)
    options = Options(precision="float64", floor=False)
    [result] = check_programs(Programs(original, port, ()), options, lambda what, n: None).results
    assert result.outcome is Outcome.EQUIVALENT, result
    assert len(result.updates) == UPDATES[name]
