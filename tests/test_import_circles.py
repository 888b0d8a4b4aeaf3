"""No modules of porter import each other: each can be read, and moved, with what is below it.

Imports within functions count: they run. Those under `if TYPE_CHECKING` don't.
"""

import ast
from collections.abc import Iterator
from graphlib import CycleError, TopologicalSorter
from pathlib import Path

import pytest

ROOT = Path(__file__).resolve().parents[1]
STAND_INS = [ROOT / "porter" / "gyms" / name for name in ("old", "new")]  # packages of their own
MODULES = {
    ".".join(path.relative_to(ROOT).with_suffix("").parts).removesuffix(".__init__"): path
    for path in (ROOT / "porter").rglob("*.py")
    if not any(path.is_relative_to(folder) for folder in STAND_INS)
}


def _imports(node: ast.AST) -> Iterator[str]:
    """The names that the code below a node imports."""
    for below in ast.iter_child_nodes(node):
        if isinstance(below, ast.If) and ast.unparse(below.test) == "TYPE_CHECKING":
            continue
        if isinstance(below, ast.Import):
            yield from (alias.name for alias in below.names)
        elif isinstance(below, ast.ImportFrom):
            assert below.level == 0, "imports in porter are absolute"
            yield from (f"{below.module}.{alias.name}" for alias in below.names)
        else:
            yield from _imports(below)


def _circle(texts: dict[str, str]) -> list[str]:
    """Modules that import each other, in their order; the first one stands at the end, too."""
    graph: dict[str, set[str]] = {}
    for name, text in texts.items():
        found = _imports(ast.parse(text))
        wanted = {n if n in texts else n.rpartition(".")[0] for n in found}
        graph[name] = wanted & texts.keys() - {name}
    try:
        TopologicalSorter(graph).prepare()
    except CycleError as error:
        return list(error.args[1])
    return []


def test_no_modules_import_each_other() -> None:
    circle = _circle({name: path.read_text("utf-8") for name, path in MODULES.items()})
    assert not circle, " imports ".join(reversed(circle))


@pytest.mark.parametrize(
    "text", ["from porter.b import x", "import porter.b", "def f():\n    from porter import b"]
)
def test_a_circle_is_found(text: str) -> None:
    other = "from porter.a import y"
    assert set(_circle({"porter.a": text, "porter.b": other})) == {"porter.a", "porter.b"}


def test_imports_for_types_alone_are_none() -> None:
    text = "if TYPE_CHECKING:\n    from porter.b import x"
    assert not _circle({"porter.a": text, "porter.b": "from porter.a import y"})
