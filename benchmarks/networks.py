"""Networks of a folder on both sides: python benchmarks/networks.py DIR...

Each nn.Module whose arguments can be guessed runs once with torch and once as its port, with equal
weights and inputs. Printed are those that stop or give other values, with whether porter told of
their file. This runs the code of the folder. Exit code 1 where one is silent.
"""

import argparse
import json
import subprocess
import sys
import tempfile
from collections import Counter
from pathlib import Path

from common import machine, table

HERE = Path(__file__).parent
LIMIT = 600  # seconds for all networks of a folder, on each side


def main() -> int:
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("folders", nargs="+", type=Path, metavar="DIR")
    silent, rows = 0, []
    for folder in parser.parse_args().folders:
        found = outcomes(folder)
        for one in found:
            if one["why"] not in ("equal", "random"):
                told = "told" if one["told"] else "SILENT"
                print(f"{told}: {folder}/{one['file']} {one['cls']}: {one['why']}")
                silent += not one["told"]
        counts = Counter(kind(one) for one in found)
        rows.append([str(folder), *(str(counts[k]) for k in KINDS)])
    print(table(["folder", *KINDS], rows))
    print(machine("torch", "tensorflow-cpu", "keras"))
    return int(silent > 0)


KINDS = ("equal", "random", "told", "silent")


def kind(one: dict) -> str:
    if one["why"] in ("equal", "random"):  # a network that draws numbers is not compared
        return one["why"]
    return "told" if one["told"] else "silent"


def outcomes(folder: Path) -> list[dict]:
    """What became of each network that could be made and called."""
    with tempfile.TemporaryDirectory() as work:
        port, given, found = Path(work, "port"), Path(work, "given"), Path(work, "found")
        convert = [sys.executable, "-m", "porter", "convert", str(folder), "-o", str(port)]
        subprocess.run([*convert, "--quiet"], capture_output=True, check=False)
        for script, *paths in (("original", folder, given), ("port", port, given, found)):
            command = [sys.executable, str(HERE / f"networks_{script}.py"), *map(str, paths)]
            try:
                subprocess.run(command, capture_output=True, check=False, timeout=LIMIT)
            except subprocess.TimeoutExpired:
                print(f"{folder}: the {script}s ran over {LIMIT} s")
        return json.loads(found.read_text()) if found.exists() else []


if __name__ == "__main__":
    sys.exit(main())
