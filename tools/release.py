"""Prepares a release. A person runs it, reads the diff, and publishes by hand.

    python tools/release.py 1.0.0

It writes the version and the date, builds the sdist and the wheel, installs both into clean
environments, and prints the commands that publish them. It pushes and uploads nothing.
"""

from __future__ import annotations

import re
import subprocess
import sys
from datetime import date
from pathlib import Path

ROOT = Path(__file__).parents[1]
VERSION = re.compile(r"\d+\.\d+\.\d+((a|b|rc)\d+)?")
REPOSITORY = "https://github.com/porter-rl/porter"
NEXT = """\

Read `git diff`, then:

  git commit -am "Release {version}"
  git tag -a v{version} -m "porter {version}"
  python -m twine upload dist/porter_rl-{version}*
  git push origin main v{version}
{moving}"""
# What the GitHub Action is used by: `porter-rl/porter@v1` is the latest 1.x.y.
MOVING = """\
  git tag -f {major} && git push -f origin {major}
"""


class ReleaseError(Exception):
    """Why there is no release."""


def main(arguments: list[str]) -> int:
    """Prepare the release that the arguments name; returns the exit code."""
    try:
        if len(arguments) != 1 or not VERSION.fullmatch(arguments[0]):
            raise ReleaseError("name the version: python tools/release.py 1.0.0")
        if run("git", "status", "--porcelain"):
            raise ReleaseError("there are changes that are not committed")
        [version] = arguments
        texts = changed(version, date.today())
        for path, text in texts.items():
            path.write_text(text, "utf-8", newline="\n")
        run(sys.executable, "-m", "hatchling", "build", "-d", "dist")
        run(
            sys.executable, "-m", "pytest", "-q", "tests/test_packaging.py", "tests/test_release.py"
        )
    except ReleaseError as error:
        print(f"release: {error}", file=sys.stderr)
        return 1
    print(told(version))
    return 0


def told(version: str) -> str:
    """The commands that publish a version; a candidate moves no tag that others use."""
    candidate = not version.replace(".", "").isdecimal()
    major = "v" + version.partition(".")[0]
    return NEXT.format(version=version, moving="" if candidate else MOVING.format(major=major))


def changed(version: str, day: date) -> dict[Path, str]:
    """The files that name the version, with the new one in them."""
    return {
        ROOT / "porter/__init__.py": replaced(
            "porter/__init__.py", r'__version__ = ".*"', f'__version__ = "{version}"'
        ),
        ROOT / "CITATION.cff": replaced(
            "CITATION.cff", r"(?m)^version: .*$", f"version: {version}"
        ),
        ROOT / "docs/lint.md": replaced("docs/lint.md", r"rev: v\S+", f"rev: v{version}"),
        ROOT / "docs/howto/ci.md": replaced(
            "docs/howto/ci.md", r"\bv\d+\.\d+\.\S*?(?=/|\n)", f"v{version}", count=2
        ),
        ROOT / "CHANGELOG.md": replaced(
            "CHANGELOG.md", r"## \[Unreleased\]\n", f"## [Unreleased]\n\n## [{version}] - {day}\n"
        ),
    }


def replaced(name: str, pattern: str, text: str, count: int = 1) -> str:
    """A file with the places that a pattern finds replaced; there have to be `count`."""
    new, found = re.subn(pattern, lambda _: text, (ROOT / name).read_text("utf-8"))
    if found != count:
        raise ReleaseError(f"{name} has {found} places like {pattern}")
    return new


def run(*command: str) -> str:
    """What a command prints. Raises ReleaseError where it fails."""
    done = subprocess.run(command, cwd=ROOT, capture_output=True, text=True)
    if done.returncode:
        raise ReleaseError(f"{' '.join(command)}:\n{done.stdout}{done.stderr}")
    return done.stdout


if __name__ == "__main__":
    raise SystemExit(main(sys.argv[1:]))
