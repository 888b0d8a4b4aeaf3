"""docs/porting_guide.md: its commands run, one after the other, in a fresh folder."""

import os
import re
import subprocess
import sys
from pathlib import Path

import pytest

ROOT = Path(__file__).parents[1]
GUIDE = (ROOT / "docs" / "porting_guide.md").read_text("utf-8")
# A listing is named by the last word in backticks above it.
LISTING = re.compile(r"`(\w+\.py)`:\n\n```python\n(.*?)```", re.DOTALL)
COMMANDS = re.compile(r"```sh\n(.*?)```|```console\n\$ (.*?\n)", re.DOTALL)


@pytest.mark.slow
def test_the_guide(tmp_path):
    listings = dict(LISTING.findall(GUIDE))
    assert set(listings) == {"export.py", "lite.py"}
    for name, text in listings.items():
        (tmp_path / name).write_text(text)
    agent = "dqn.py"
    (tmp_path / agent).write_text((ROOT / "docs" / "porting_guide" / agent).read_text("utf-8"))
    install, *commands = map("".join, COMMANDS.findall(GUIDE))
    assert "pip install" in install
    script = f"""
set -eu
porter() {{ "{sys.executable}" -m porter "$@"; }}
python() {{ "{sys.executable}" "$@"; }}
tensorboard() {{ "{sys.executable}" -m tensorboard.main "$@"; }}
{"".join(commands)}"""
    environment = {**os.environ, "PYTHONPATH": str(ROOT), "CUDA_VISIBLE_DEVICES": ""}
    result = subprocess.run(
        ["bash", "-c", script], cwd=tmp_path, env=environment, capture_output=True, text=True
    )
    assert result.returncode == 0, f"{result.stdout}\n{result.stderr[-4000:]}"
    assert "equivalent, float64" in result.stdout
    assert re.search(r"^action [01]$", result.stdout, re.MULTILINE)
    assert (tmp_path / "q.tflite").stat().st_size > 0
