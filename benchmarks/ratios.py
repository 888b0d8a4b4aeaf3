"""The ratios that matter, in a minute, ahead of the tests: python benchmarks/ratios.py

Converting beside libcst's bare parse, by the processor's time, and one example's update and action
beside PyTorch's. Figures that are to be published come from the other benchmarks: this machine may
be busy.
"""

import shutil
import statistics
import subprocess
import tempfile
from pathlib import Path

from common import machine
from convert_speed import PORTER, convert, parse

EXAMPLES = Path(__file__).parent.parent / "examples"
ROUNDS = 3


def converting() -> str:
    """How long `porter convert` takes for the originals of all examples, start-up with it."""
    with tempfile.TemporaryDirectory() as folder:
        for agent in EXAMPLES.glob("*/agent*.py"):
            if not agent.stem.endswith("_tf"):
                shutil.copy(agent, Path(folder, f"{agent.parent.name}_{agent.name}"))
        files = sorted(Path(folder).glob("*.py"))
        lines = sum(len(file.read_text().splitlines()) for file in files)
        convert(files[0])  # which compiles porter
        bare = [parse(files).work for _ in range(ROUNDS)]
        whole = [convert(Path(folder), "--jobs", "1").work for _ in range(ROUNDS)]
    speeds = [lines / statistics.median(seconds) for seconds in (whole, bare)]
    return (
        f"converting: {speeds[0]:,.0f} lines/s of {lines} lines in {len(files)} files, "
        f"{speeds[1] / speeds[0]:.1f} times libcst's bare parse ({speeds[1]:,.0f} lines/s)"
    )


def main() -> None:
    print(machine("libcst"))
    print(converting(), flush=True)
    example = EXAMPLES / "gridworld_dqn"
    bench = [*PORTER, "bench", str(example / "agent.py"), str(example / "agent_tf.py")]
    # It says itself what stops it; a figure that is missing fails no test
    subprocess.run([*bench, "--modes", "graph", "--updates", "150"], check=False)


if __name__ == "__main__":
    main()
