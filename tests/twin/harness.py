"""Twin runs for tests: each framework in a process of its own, one thread each."""

import json
import os
import subprocess
import sys
from dataclasses import replace
from pathlib import Path

from .program import Case

FREE = 1e-10  # float64: the error of any weight array after up to 50 updates on its own
STEP = 1e-4  # float32: the error of one update, from equal states
HERE = Path(__file__).parent
ENVIRONMENT = {
    **os.environ,
    "PYTHONPATH": os.pathsep.join(
        [str(HERE.parent), str(HERE.parents[1]), os.environ.get("PYTHONPATH", "")]
    ),
    "KERAS_BACKEND": "tensorflow",
    "TF_CPP_MIN_LOG_LEVEL": "3",
    "OMP_NUM_THREADS": "1",
    "TF_NUM_INTRAOP_THREADS": "1",
    "TF_NUM_INTEROP_THREADS": "1",
    "CUDA_VISIBLE_DEVICES": "",
}


def python(*arguments, **options):
    """Run Python in a process of its own; its output, or an AssertionError with what it said."""
    result = subprocess.run(
        [sys.executable, *map(str, arguments)],
        capture_output=True,
        text=True,
        env=ENVIRONMENT,
        check=False,
        **options,
    )
    assert result.returncode == 0, result.stderr[-4000:]
    return result.stdout


class Twin:
    """A recorded run of an original, and comparisons of its port with it."""

    def __init__(self, case: Case, folder: Path) -> None:
        self.case = case
        self.folder = folder
        folder.mkdir()
        case.save(folder / "case.json")
        python("-m", f"{__package__}.torch_side", folder / "case.json", folder)
        self.draws = int((folder / "draws").read_text())

    def compare(self, *variants):
        """A report for each variant of the port, which is a list of edits to its text."""
        output = python(
            "-m", f"{__package__}.tf_side", self.folder / "case.json", self.folder,
            json.dumps(variants or [[]]),
        )  # fmt: skip
        reports = json.loads(output.splitlines()[-1])
        for report in reports:
            assert report["draws"] == self.draws, "the programs drew different random numbers"
            assert len(report["errors"]) == self.case.updates
        return reports

    def tolerance(self) -> float:
        return STEP if self.case.resync else FREE


def soak(case: Case, folder: Path, updates: int = 1000):
    """Train the port alone; the report tells how often it traced."""
    long = replace(case, dtype="float32", updates=updates)
    long.save(folder / "soak.json")
    output = python("-m", f"{__package__}.tf_side", folder / "soak.json", "", "[[]]")
    return json.loads(output.splitlines()[-1])[0]
