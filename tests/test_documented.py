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
SLOW = ("porter check", "porter bench")
# What a terminal has bars for.
PROGRESS = re.compile(r"(?m)^porter check: .*: (?:starting both programs.*|\d+ updates)\n")


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


def check_page(name: str, folder: Path, slow: bool, update: bool) -> None:
    """Run the commands of a page in order; the slow ones only if they are wanted."""
    page = ROOT / "docs" / name
    text = page.read_text("utf-8")
    shutil.copy(ROOT / "docs" / "porting_guide" / "dqn.py", folder)
    blocks = BLOCK.findall(text)
    assert blocks
    for command, output in blocks:
        if command.startswith(SLOW) and not slow:
            continue
        found = printed(command, folder)
        if update:
            old, new = (f"```console\n$ {command}\n{o}```" for o in (output, found))
            text = text.replace(old, new)
        else:
            assert output == found, command
    if update:
        page.write_text(text, "utf-8")


PAGES = ["tutorial.md", "porting_guide.md"]


@pytest.mark.parametrize("page", PAGES)
def test_the_output_on_a_page(page: str, tmp_path: Path, update: bool) -> None:
    check_page(page, tmp_path, slow=False, update=update)


@pytest.mark.slow
def test_the_proof_in_the_tutorial(tmp_path: Path, update: bool) -> None:
    check_page("tutorial.md", tmp_path, slow=True, update=update)
