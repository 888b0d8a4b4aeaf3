"""Checks on a GPU: they run where both frameworks see one, and never pass where none is used."""

from pathlib import Path

import pytest

from porter.equivalence.check import Check, Programs, check_programs
from porter.equivalence.devices import gpu_missing
from porter.equivalence.options import Options
from porter.equivalence.twin import CouldNotRun
from porter.equivalence.verdict import Outcome
from porter.pipeline import convert

ORIGINAL = Path(__file__).parent / "programs" / "corridor.py"
ON_GPU = 'import torch\n\ntorch.set_default_device("cuda")\n'


@pytest.fixture
def port(tmp_path):
    path = tmp_path / "corridor_tf.py"
    path.write_text(convert(ORIGINAL.read_text(), str(ORIGINAL)).output)
    return path


def test_equivalent_on_a_gpu(port, tmp_path):
    if gpu_missing():
        pytest.skip(gpu_missing())
    original = tmp_path / "corridor.py"
    text = ORIGINAL.read_text().replace("import torch\n", ON_GPU, 1)
    original.write_text(text.replace("argmax().item()", "argmax().cpu().item()"))
    report = check_programs(
        Programs(original, port, ("20",)), Options(device="gpu", floor=False), lambda what, n: None
    )
    assert [result.outcome for result in report.results] == [Outcome.EQUIVALENT] * 2


def test_a_program_that_stays_on_the_cpu_is_not_checked_on_the_gpu(port):
    check = Check(Programs(ORIGINAL, port, ("20",)), Options(), "gpu", lambda what, n: None)
    with pytest.raises(CouldNotRun, match="updates parameters on the CPU"):
        check.twin("float64")
