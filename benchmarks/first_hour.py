"""Repositories as a newcomer converts them: python benchmarks/first_hour.py FOLDER

FOLDER holds a checkout of each, named owner__repository. Each is converted whole, as it stands, by
`porter convert REPOSITORY -o OUT`; prints the table of docs/first_hour.md, and its sum. Times are
processor time, so that they mean something on a busy machine, too.
"""

import argparse
import json
import resource
import subprocess
import sys
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import NamedTuple

from common import table

HEADER = (
    "repository", "commit", "files", "converted", "exit", "seconds", "torch uses ported", "errors"
)  # fmt: skip


class Converted(NamedTuple):
    """What came of a repository."""

    name: str
    commit: str
    files: int
    converted: int
    code: int
    seconds: float
    ported: int
    uses: int
    errors: int

    def row(self) -> tuple[str, ...]:
        return (
            self.name, self.commit, str(self.files), str(self.converted), str(self.code),
            f"{self.seconds:.1f}", f"{self.ported:,} of {self.uses:,}", str(self.errors),
        )  # fmt: skip


def converted(repository: Path) -> Converted:
    """Convert a repository into a scratch directory."""
    before = resource.getrusage(resource.RUSAGE_CHILDREN)
    with TemporaryDirectory() as out:
        command = ["convert", str(repository), "-o", out, "--output-format", "json"]
        done = subprocess.run(
            [sys.executable, "-m", "porter", *command], capture_output=True, text=True, check=False
        )
    after = resource.getrusage(resource.RUSAGE_CHILDREN)
    seconds = after.ru_utime + after.ru_stime - before.ru_utime - before.ru_stime
    commit = subprocess.run(
        ["git", "-C", str(repository), "rev-parse", "--short=8", "HEAD"],
        capture_output=True, text=True, check=True,
    )  # fmt: skip
    counts = json.loads(done.stdout)["counts"]
    uses, files = counts["torch_uses"], counts["files"]
    return Converted(
        repository.name.replace("__", "/"), commit.stdout.strip(), files["total"],
        files["converted"], done.returncode, seconds, uses["ported"], uses["total"],
        counts["findings"]["error"],
    )  # fmt: skip


def main() -> None:
    parser = argparse.ArgumentParser(
        description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter
    )
    parser.add_argument("folder", type=Path)
    found = [converted(path) for path in sorted(parser.parse_args().folder.iterdir())]
    print(table(HEADER, [one.row() for one in found]))
    ported, uses = sum(one.ported for one in found), sum(one.uses for one in found)
    print(f"\n{ported:,} of {uses:,} uses of torch in {len(found)} repositories are ported")


if __name__ == "__main__":
    main()
