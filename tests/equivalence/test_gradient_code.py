"""Code between backward and step: programs that are cases, run beside their ports."""

from pathlib import Path

import pytest

from porter.equivalence.check import Programs, check_programs
from porter.equivalence.options import Options
from porter.equivalence.verdict import Outcome
from porter.pipeline import convert

pytestmark = pytest.mark.usefixtures("warm_processes")

CASES = Path(__file__).parent.parent / "cases"
UPDATES = {"steps/gradients": 6, "steps/gradient_helpers": 9, "processes/transplant": 8}


@pytest.mark.slow
@pytest.mark.parametrize("name", UPDATES)
def test_ports_are_equivalent(name, tmp_path):
    text = (CASES / f"{name}.py").read_text().partition("# output\n")[0]
    original, port = tmp_path / "agent.py", tmp_path / "agent_tf.py"
    for rest in ("\n\n\ndef update(", "\n\n\ndef elsewhere("):  # what is refused
        text = text.partition(rest)[0] + "\n"
    original.write_text(text)
    converted = convert(original.read_text(), str(original))
    assert not [f for f in converted.findings if f.code.startswith("P")]
    port.write_text(converted.output)
    options = Options(precision="float64", floor=False)
    [result] = check_programs(Programs(original, port, ()), options, lambda what, n: None).results
    assert result.outcome is Outcome.EQUIVALENT, result
    assert len(result.updates) == UPDATES[name]
