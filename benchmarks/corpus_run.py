"""Running ports under TensorFlow where torch is forbidden, until each update was done 20 times.

A port runs alone, on environments of corpus_worlds.py, with the settings of corpus_settings.py, in
a copy of its project. It is stopped as soon as all its train bodies ran often enough.
"""

import json
import re
import shutil
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from pathlib import Path

from corpus_copies import ask
from corpus_facts import python_of
from corpus_settings import Settings, settings

CHILD = Path(__file__).with_name("corpus_child.py")


@dataclass(frozen=True)
class Ran:
    """What came of running one port: its train bodies, and why it ended before all had run."""

    bodies: tuple[dict[str, int], ...] = ()
    error: str = ""
    seconds: float = 0.0
    runs: bool = False
    eager: bool = False

    def __str__(self) -> str:
        told = [
            f"line {body['first']} {body['updates']} updates "
            + (f"{body['traces']} traces" if body["traces"] else "eagerly")
            + (f", {body['late']} of them late" if body["late"] else "")
            for body in self.bodies
            if body["updates"]
        ]
        never = [str(body["first"]) for body in self.bodies if not body["updates"]]
        told += [f"never: line {', '.join(never)}"] if never else []
        told += [self.error] if self.error else []
        return f"{'yes' if self.runs else 'NO'} ({'; '.join(told)}; {self.seconds:.0f} s)"


def run_ports(paths: Sequence[str], originals: Path, ports: Path, place: Path) -> Iterator[Ran]:
    """Run the ports of files of the corpus; `paths` start with the repository."""
    orders = []
    for number, path in enumerate(paths):
        project, _, inside = path.partition("/")
        root = place / str(number) / project
        shutil.copytree(originals / project, root, ignore=shutil.ignore_patterns(".git", "*.gif"))
        shutil.copytree(ports / project, root, dirs_exist_ok=True)
        orders.append((path, str(root.resolve()), prepare(root, inside, settings(path))))
    yield from map(_ran, ask(str(CHILD), orders))


def _ran(answer: str) -> Ran:
    if not answer.startswith("{"):
        return Ran(error=answer)
    facts = json.loads(answer)
    return Ran(tuple(facts.pop("bodies")), **facts)


def prepare(root: Path, inside: str, given: Settings) -> str:
    """Make scripts of the notebooks that are run, and shorten the runs; why that did not go."""
    for name in {inside, given.script or inside}:
        if name.endswith(".ipynb"):
            code = re.sub(r"__porter_magic_\d+__", "None", python_of(root / name))
            (root / name).with_suffix(".py").write_text(code)
    for name in given.empty:
        (root / name).write_text("")
    script = root / script_of(given.script or inside)
    for pattern, replacement in given.edits:
        text, times = re.subn(pattern, replacement, script.read_text(), flags=re.MULTILINE)
        if not times:
            return f"nothing matches the setting {pattern!r}"
        script.write_text(text)
    return ""


def script_of(name: str) -> str:
    return re.sub(r"\.ipynb$", ".py", name)
