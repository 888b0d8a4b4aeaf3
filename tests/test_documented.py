"""The pages of docs/ that show a terminal: what stands there is what a run prints.

`--update` writes it anew. In a block ```console a line with `$` is a command, the rest its output.
"""

from __future__ import annotations

import os
import re
import shutil
import subprocess
import sys
from pathlib import Path

import pytest

ROOT = Path(__file__).parents[1]
BLOCK = re.compile(r"```console\n\$ (.*)\n((?:(?!```).*\n)*)```")
# How long a check took, and how far it came in its time
TIMES = re.compile(r"\d+ updates, [\d.]+ s\n")
# What a terminal has bars for.
PROGRESS = re.compile(r"(?m)^porter check: .*: (?:starting both programs.*|\d+ updates?)\n")


def printed(command: str, folder: Path) -> str:
    """What a command prints, on both streams."""
    script = f'porter() {{ "{sys.executable}" -m porter "$@"; }}\n{command}'
    done = subprocess.run(
        ["bash", "-c", script],
        cwd=folder,
        env={**os.environ, "PYTHONPATH": str(ROOT), "CUDA_VISIBLE_DEVICES": ""},
        stdout=subprocess.PIPE,
        stderr=subprocess.STDOUT,
        text=True,
    )
    return PROGRESS.sub("", done.stdout)


@pytest.mark.parametrize("name", ["tutorial.md", "porting_guide.md"])
def test_the_output_on_a_page(name: str, tmp_path: Path, update: bool) -> None:
    page = ROOT / "docs" / name
    text = page.read_text("utf-8")
    shutil.copy(ROOT / "docs" / "porting_guide" / "dqn.py", tmp_path)
    blocks = BLOCK.findall(text)
    assert blocks
    for command, output in blocks:
        found = printed(command, tmp_path)
        if update:
            old, new = (f"```console\n$ {command}\n{o}```" for o in (output, found))
            text = text.replace(old, new)
        else:
            assert TIMES.sub("", output) == TIMES.sub("", found), command
    if update:
        page.write_text(text, "utf-8")
