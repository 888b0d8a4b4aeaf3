"""Programs that learn from what they did: batches of any length, graphs recorded while acting."""

from pathlib import Path

import pytest

from porter.equivalence.check import Programs, check_programs
from porter.equivalence.options import Options
from porter.equivalence.verdict import Outcome
from porter.findings import Severity
from porter.pipeline import convert

pytestmark = pytest.mark.usefixtures("warm_processes")

PROGRAMS = Path(__file__).parent / "programs" / "rollouts"


@pytest.mark.slow
@pytest.mark.parametrize(
    ("name", "updates", "traces"),
    [("episodes", 5, [2]), ("buffers", 8, [1]), ("reinforce", 4, []), ("actor_critic", 6, [1, 1])],
)
def test_ports_are_equivalent(name, updates, traces, tmp_path):
    original = PROGRAMS / f"{name}.py"
    port = tmp_path / f"{name}_tf.py"
    converted = convert(original.read_text(), str(original))
    assert not [f for f in converted.findings if f.severity is Severity.ERROR]
    port.write_text(converted.output)
    options = Options(precision="float64", floor=False)
    [result] = check_programs(
        Programs(original, port, (str(updates),)), options, lambda what, n: None
    ).results
    assert result.outcome is Outcome.EQUIVALENT, result
    assert len(result.updates) == updates
    assert [trace.count for trace in result.traces if "_body" in trace.name] == traces
