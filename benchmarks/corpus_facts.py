"""What can be seen of a converted file without running it."""

import ast
import io
import json
import re
import tokenize
import warnings
from collections import Counter
from collections.abc import Iterator
from pathlib import Path

from porter import magics, source

_TRAINS = re.compile(r"\.backward\(")
FORBIDDEN = ("torch", "torchvision")


def python_of(path: Path) -> str:
    """The Python of a script, or of a notebook's code cells with their magics masked."""
    text = source.read(str(path)).text
    if path.suffix != ".ipynb":
        return text
    cells = json.loads(text)["cells"]
    sources = ["".join(cell["source"]) for cell in cells if cell["cell_type"] == "code"]
    masked = [magics.mask(text) for text in sources if text]
    return "".join(f"{cell.text}\n" for cell in masked if cell)


def tree_of(code: str) -> ast.Module | None:
    """The syntax tree; None where the code does not parse."""
    with warnings.catch_warnings():
        warnings.simplefilter("ignore")  # "\d" in somebody's string
        try:
            return ast.parse(code)
        except SyntaxError:
            return None


def imported(tree: ast.Module) -> set[str]:
    """The names of the packages that are imported anywhere in a module, by absolute imports."""
    names: set[str] = set()
    for node in ast.walk(tree):
        if isinstance(node, ast.Import):
            names |= {alias.name for alias in node.names}
        elif isinstance(node, ast.ImportFrom) and node.module and not node.level:
            names.add(node.module)
    return {name.partition(".")[0] for name in names}


def uses_torch(tree: ast.Module) -> bool:
    return not imported(tree).isdisjoint(FORBIDDEN)


def trains(code: str) -> bool:
    """Whether there is a backward() in the code; those in comments do not count."""
    return bool(_TRAINS.search("\n".join(line.partition("#")[0] for line in code.splitlines())))


def has_train_body(tree: ast.Module) -> bool:
    """Whether a function is a `@tf.function` with a tape in it."""
    functions = [node for node in ast.walk(tree) if isinstance(node, ast.FunctionDef)]
    return any(
        any("tf.function" in ast.unparse(decorator) for decorator in function.decorator_list)
        and "tf.GradientTape(" in ast.unparse(function)
        for function in functions
    )


def lost_comments(original: str, port: str) -> list[str]:
    """Comments of the original that are not in the port as often as they were."""
    return sorted((Counter(_comments(original)) - Counter(_comments(port))).elements())


def _comments(code: str) -> Iterator[str]:
    for token in tokenize.generate_tokens(io.StringIO(code).readline):
        if token.type == tokenize.COMMENT:
            yield token.string.rstrip()
