"""Programs that are right, and that a check once stopped at or called different."""

from pathlib import Path

import pytest

from porter.equivalence.check import Programs, check_programs
from porter.equivalence.options import Options
from porter.equivalence.verdict import Outcome
from porter.findings import Severity
from porter.pipeline import convert

pytestmark = pytest.mark.usefixtures("warm_processes")

PROGRAMS = Path(__file__).parent / "programs"


@pytest.mark.parametrize(
    ("name", "options", "updates"),
    [
        ("two_steps", {"precision": "float32"}, 20),  # with its noise floor
        ("registered", {"precision": "float64", "floor": False}, 8),
        ("tied", {"precision": "float64", "floor": False}, 6),
        ("lbfgs", {"precision": "float64", "floor": False}, 5),
        ("packed", {"precision": "float64", "floor": False}, 4),
        ("hooked_loss", {"precision": "float64", "floor": False}, 6),
        ("changed_options", {"precision": "float64", "floor": False}, 12),
        ("changed_options", {"precision": "float32", "floor": False}, 12),
    ],
)
def test_ports_are_equivalent(name, options, updates, tmp_path):
    original = PROGRAMS / f"{name}.py"
    port = tmp_path / f"{name}_tf.py"
    converted = convert(original.read_text(), str(original))
    assert not [f for f in converted.findings if f.severity is Severity.ERROR]
    port.write_text(converted.output)
    programs = Programs(original, port, ())
    [result] = check_programs(programs, Options(**options), lambda what, n: None).results
    assert result.outcome is Outcome.EQUIVALENT, result
    assert len(result.updates) == updates
