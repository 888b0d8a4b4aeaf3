"""What nobody would write by hand, counted over ports: python benchmarks/emission.py [FOLDER ...]

Converts the agents of tests/cases/agents, the examples, and each .py file with torch below the
folders that are given, one by one, as `porter convert FILE` does. Then it counts, per class of
line, how often it stands in the ports and in how many of them. Helpers are counted apart: what a
port defines at its top that the original does not, and what lies in `torch_compat.py` beside it.
docs/emission.md tells what was counted when.
"""

import argparse
import ast
import contextlib
import io
import re
import tempfile
from collections import Counter
from collections.abc import Callable, Iterator
from dataclasses import dataclass
from pathlib import Path

from common import table

from porter.cli import main as porter

REPOSITORY = Path(__file__).parent.parent
MODULE = "torch_compat.py"
WIDTH = 100  # where a line may end, if the original's are no longer
PROMOTION = (
    "replaced|beside|expand|cast_as|times_mask|filled|shape_of|max_of|min_of|promoted|together"
    "|tensor_of|common_dtype"
)


@dataclass(frozen=True)
class Port:
    """A file, its port without the helpers that are pasted in it, and the lines of helpers."""

    original: str
    text: str
    pasted: int
    module: int

    @property
    def new_names(self) -> set[str]:
        """The names that only the port has."""
        return _names(self.text) - _names(self.original)


def _pattern(pattern: str) -> Callable[[Port], int]:
    compiled = re.compile(pattern)
    return lambda port: len(compiled.findall(port.text))


def _own_names(port: Port) -> int:
    return sum(1 for name in port.new_names if re.search(r"[^_]_$|_\d$", name))


def _parameters(port: Port) -> int:
    """Functions of more than 8 parameters that the original does not have."""
    there = {n.name for n in ast.walk(ast.parse(port.original)) if isinstance(n, ast.FunctionDef)}
    return sum(
        len([a for a in node.args.args if a.arg != "self"]) > 8
        for node in ast.walk(ast.parse(port.text))
        if isinstance(node, ast.FunctionDef) and node.name not in there
    )


def _long_imports(port: Port) -> int:
    return sum(line.startswith(("import ", "from ")) and len(line) > WIDTH for line in _lines(port))


def _long_lines(port: Port) -> int:
    longest = max(WIDTH, *map(_width, port.original.splitlines() or [""]))
    return sum(_width(line) > longest for line in _lines(port))


def _width(line: str) -> int:
    return len(line.expandtabs(4))


def _lines(port: Port) -> list[str]:
    return port.text.splitlines()


def _both_items(port: Port) -> int:
    """`.numpy().item()` in a file that also writes float(…) for the same."""
    asked = len(re.findall(r"\.numpy\(\)\.item\(\)", port.text))
    floats = len(re.findall(r"\b(?:float|int)\(", port.text))
    return asked if floats > len(re.findall(r"\b(?:float|int)\(", port.original)) else 0


CLASSES: dict[str, Callable[[Port], int]] = {
    "`graph(f)(from_array(x))`": _pattern(r"\bgraph\([^()]*\)\((?:\w+=)?from_array\("),
    "`graph(f)(…)`": _pattern(r"\bgraph\([^()]*\)\("),
    "`apply(tape.gradient(…))`": _pattern(r"\bapply\)?\(\s*\w+\.gradient\("),
    "promotion helpers": _pattern(rf"\b(?:{PROMOTION})\("),
    "`.numpy().item()`": _pattern(r"\.numpy\(\)\.item\(\)"),
    "the same, beside `float()`": _both_items,
    "`take_along_axis`": _pattern(r"\btake_along_axis\("),
    "`tf.minimum(tf.maximum(…))`": _pattern(r"tf\.minimum\(\s*tf\.maximum\("),
    "`tf.zeros(…).numpy()`": _pattern(r"\btf\.(?:zeros|ones)(?:_like)?\([^\n]*\)\.numpy\(\)"),
    "imports of over 100 columns": _long_imports,
    "names `loss_`, `x_2`": _own_names,
    "more than 8 parameters": _parameters,
    "`x, y = x, y`": _pattern(r"(?m)^[ \t]*(\w+(?:, \w+)*) = \1$"),
    "`rewards[t] = tf.reshape(tensor_of(r), …)`": _pattern(
        r"\] = tf\.reshape\((?:tensor_of|from_array)\("
    ),
    "`tf.reshape(y, [x.shape[0], …])`": _pattern(r"\[\w+(?:\.\w+)*\.shape\[0\], "),
    "oneDNN's setting": _pattern(r"TF_ENABLE_ONEDNN_OPTS"),
    "lines wider than the original": _long_lines,
}


def _names(text: str) -> set[str]:
    nodes = ast.walk(ast.parse(text))
    return {n.id for n in nodes if isinstance(n, ast.Name)}


def _defined(text: str) -> dict[str, tuple[int, int]]:
    """The lines of what a file defines at its top."""
    found = {}
    for node in ast.parse(text).body:
        if isinstance(node, (ast.FunctionDef, ast.ClassDef)):
            first = min([node.lineno, *(d.lineno for d in node.decorator_list)])
            found[node.name] = first, node.end_lineno or first
    return found


def _without_helpers(port: str, original: str, helpers: set[str]) -> tuple[str, int]:
    """The port without what porter pasted, and how many lines that were."""
    there = _defined(original)
    spans = [
        lines
        for name, lines in _defined(port).items()
        if name not in there and name.lstrip("_") in helpers
    ]
    gone = {line for first, last in spans for line in range(first, last + 1)}
    kept = [x for n, x in enumerate(port.splitlines(keepends=True), 1) if n not in gone]
    return "".join(kept), len(gone)


def originals(folders: list[Path]) -> Iterator[tuple[str, Path, str]]:
    """Name, place and text of each file that is converted."""
    for path in sorted((REPOSITORY / "tests/cases/agents").rglob("*.py")):
        yield "cases", path, path.read_text().partition("# output\n")[0]
    for path in sorted((REPOSITORY / "examples").glob("*/agent*.py")):
        if not path.stem.endswith("_tf"):
            yield "examples", path, path.read_text()
    for folder in folders:
        for path in sorted(folder.rglob("*.py")):
            text = path.read_text(errors="replace")
            if "import torch" in text or "from torch" in text:
                yield folder.name, path, text


def ports(folders: list[Path], keep: Path | None) -> Iterator[tuple[str, Port]]:
    """Every port, with the name of where it comes from."""
    rules = (REPOSITORY / "rules").glob("*.py")
    helpers = {name for path in rules for name in _defined(path.read_text())}
    with tempfile.TemporaryDirectory() as scratch:
        for index, (group, path, text) in enumerate(originals(folders)):
            source = path
            if group == "cases":  # without what is expected of it
                source = Path(scratch, "cases", path.relative_to(REPOSITORY / "tests/cases/agents"))
                source.parent.mkdir(parents=True, exist_ok=True)
                source.write_text(text)
            out = Path(keep or scratch, f"{index:03d}_{path.stem}", path.name)
            out.parent.mkdir(parents=True, exist_ok=True)
            heard = io.StringIO()
            with contextlib.redirect_stdout(heard), contextlib.redirect_stderr(heard):
                porter(["convert", str(source), "-o", str(out), "--force"])
            if not out.exists():
                continue
            port, pasted = _without_helpers(out.read_text(), text, helpers)
            beside = out.with_name(MODULE)
            module = len(beside.read_text().splitlines()) if beside.exists() else 0
            yield group, Port(text, port, pasted, module)


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("folders", nargs="*", type=Path)
    parser.add_argument("--keep", type=Path, help="write the ports there")
    arguments = parser.parse_args()
    found = list(ports(arguments.folders, arguments.keep))
    times, files = Counter[str](), Counter[str]()
    for _, port in found:
        for name, count in CLASSES.items():
            number = count(port)
            times[name] += number
            files[name] += number > 0
    groups = ", ".join(f"{n} of {group}" for group, n in Counter(g for g, _ in found).items())
    lines = sum(len(_lines(port)) for _, port in found)
    print(f"{len(found)} ports ({groups}), {lines} lines without helpers\n")
    print(table(("line", "times", "files"), [(n, str(times[n]), str(files[n])) for n in CLASSES]))
    pasted, module = (sum(getattr(p, x) for _, p in found) for x in ("pasted", "module"))
    print(f"\nLines of helpers: {pasted} in the ports, {module} beside them.")


if __name__ == "__main__":
    main()
