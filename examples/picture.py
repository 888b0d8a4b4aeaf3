"""docs/terminal.svg, the picture in the README: what these commands print when they are run."""

import io
import os
import shlex
import subprocess
import sys
import tempfile
from pathlib import Path

from rich.console import Console
from rich.text import Text

ROOT = Path(__file__).parent.parent
PICTURE = ROOT / "docs" / "terminal.svg"
WIDTH = 100
COMMANDS = [
    "porter convert agent.py --explain",
    "porter check agent.py agent_tf.py --precision float64 --updates 20 -- --epochs 40",
]


def main():
    console = Console(record=True, width=WIDTH, file=io.StringIO())
    with tempfile.TemporaryDirectory() as folder:
        for name in ("agent.py", "gridworld.py"):
            text = (ROOT / "examples" / "gridworld_dqn" / name).read_text()
            Path(folder, name).write_text(text)
        for command in COMMANDS:
            console.print(Text(f"$ {command}", style="bold"))
            console.print(Text.from_ansi(printed(command, folder)))
    PICTURE.write_text(console.export_svg(title="porter"))


def printed(command, folder):
    """What a command prints to a terminal of this width."""
    name, *arguments = shlex.split(command)
    program = Path(sys.executable).with_name(name)
    settings = {"COLUMNS": str(WIDTH), "FORCE_COLOR": "1", "TF_CPP_MIN_LOG_LEVEL": "3"}
    done = subprocess.run(
        [program, *arguments],
        cwd=folder,
        env={**os.environ, **settings},
        stdout=subprocess.PIPE,
        stderr=subprocess.DEVNULL,  # the progress bar
        text=True,
        check=True,
    )
    return done.stdout.rstrip() + "\n"


if __name__ == "__main__":
    main()
