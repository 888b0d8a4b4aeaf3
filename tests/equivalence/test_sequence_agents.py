"""Programs with recurrent layers, attention and containers: porter's port against the original."""

from pathlib import Path

import pytest

from porter.equivalence.check import Programs, check_programs
from porter.equivalence.options import Options
from porter.equivalence.verdict import Outcome
from porter.findings import Severity
from porter.pipeline import convert

pytestmark = pytest.mark.usefixtures("warm_processes")

PROGRAMS = Path(__file__).parent / "programs"


@pytest.mark.slow
@pytest.mark.parametrize("name", ["memory", "attention"])
def test_ports_are_equivalent(name, tmp_path):
    original = PROGRAMS / f"{name}.py"
    port = tmp_path / f"{name}_tf.py"
    converted = convert(original.read_text(), str(original))
    assert not [f for f in converted.findings if f.severity is Severity.ERROR]
    port.write_text(converted.output)
    options = Options(precision="float64", floor=False)
    [result] = check_programs(Programs(original, port, ()), options, lambda what, n: None).results
    assert result.outcome is Outcome.EQUIVALENT, result
    assert len(result.updates) == {"memory": 8, "attention": 4}[name]
