"""Writes porter/torch_names.json: torch's documented public names, and how often public code uses
each: `python -m tools.torch_names FOLDER_OF_REPOSITORIES`.

A name is documented if the module that exports it says so (`__all__`) and it has a docstring of
its own, or torch's files of docstrings have it. Only names and counts are written.
"""

from __future__ import annotations

import ast
import importlib
import inspect
import json
import sys
import warnings
from collections import Counter
from collections.abc import Iterator
from pathlib import Path
from types import ModuleType
from typing import Any

from porter.documented import NAMES
from porter.infer.names import one_spelling

MODULES = (
    "torch torch.nn torch.nn.functional torch.nn.init torch.nn.utils torch.nn.utils.rnn"
    " torch.nn.utils.parametrizations torch.nn.utils.parametrize torch.nn.utils.prune"
    " torch.nn.parallel torch.nn.attention torch.optim torch.optim.lr_scheduler"
    " torch.optim.swa_utils torch.distributions torch.distributions.transforms"
    " torch.distributions.constraints torch.distributions.kl torch.linalg torch.fft torch.special"
    " torch.signal.windows torch.autograd torch.autograd.functional torch.autograd.graph"
    " torch.func torch.amp torch.random torch.sparse torch.masked torch.nested"
    " torch.utils.data torch.utils.checkpoint torch.utils.tensorboard torch.utils.dlpack"
    " torch.multiprocessing torch.distributed torch.futures torch.hub torch.jit torch.onnx"
    " torch.fx torch.export torch.package torch.compiler torch.library torch.profiler"
    " torch.monitor torch.testing torch.ao.quantization torch.backends torch.backends.cuda"
    " torch.backends.cudnn torch.backends.mps torch.cuda torch.cpu torch.mps torch.xpu torch.mtia"
    " torch.accelerator"
).split()
_SPACES = {"Module": "torch.nn.Module", "Optimizer": "torch.optim.Optimizer"}
_IN_C = ("device", "dtype", "finfo", "iinfo", "layout", "memory_format", "Generator", "Size")
_NOT_OF_TENSORS = (str, bytes, list, tuple, dict, set, int, float, complex, slice)


def documented() -> list[str]:
    """The names, sorted, of the torch that is installed."""
    with warnings.catch_warnings():
        warnings.simplefilter("ignore")  # to look at a deprecated name warns
        found = {*_of_modules(), *_of_tensors(), *_of_classes(), *_of_attributes()}
    return sorted({one_spelling(name) for name in found})


def _of_modules() -> Iterator[str]:
    tables = {name for name in _table("torch._torch_docs") if name.startswith("torch.")}
    for home in MODULES:
        module = importlib.import_module(home)
        public = getattr(module, "__all__", None) or vars(module)
        for name in public:
            value = getattr(module, name, None)
            if name.startswith("_") or value is None or isinstance(value, ModuleType):
                continue
            own = home != "torch" or f"torch.{name}" in tables or _is_pythons(value)
            if own and _is_torchs(value) and _has_doc(value):
                yield f"{home}.{name}"


def _of_tensors() -> Iterator[str]:
    import torch

    for name in _table("torch._tensor_docs"):
        if hasattr(torch.Tensor, name) and not name.startswith("_"):
            yield f"Tensor.{name}"
    for name, value in vars(torch.Tensor).items():
        if not name.startswith("_") and _has_doc(value):
            yield f"Tensor.{name}"


def _of_classes() -> Iterator[str]:
    for space, path in _SPACES.items():
        home, _, name = path.rpartition(".")
        cls = getattr(importlib.import_module(home), name)
        for member, value in vars(cls).items():
            if not member.startswith("_") and callable(value) and _has_doc(value):
                yield f"{space}.{member}"


def _of_attributes() -> Iterator[str]:
    """What torch's page of tensor attributes names: dtypes and classes in C, without docstrings."""
    import torch

    yield from (f"torch.{n}" for n, value in vars(torch).items() if isinstance(value, torch.dtype))
    yield from (f"torch.{name}" for name in _IN_C)


def _table(module: str) -> Iterator[str]:
    """What a file of torch's docstrings documents: add_docstr(torch.abs, ...)."""
    source = inspect.getsource(importlib.import_module(module))
    for node in ast.walk(ast.parse(source)):
        if isinstance(node, ast.Call) and isinstance(node.func, ast.Name) and node.args:
            named = node.args[0]
            if node.func.id == "add_docstr_all" and isinstance(named, ast.Constant):
                yield str(named.value)
            elif node.func.id == "add_docstr" and isinstance(named, ast.Attribute):
                yield ast.unparse(named)


def _is_pythons(value: Any) -> bool:
    """Whether it is written in Python: torch exports its compiler's classes, too."""
    return inspect.isfunction(value) or (inspect.isclass(value) and _file(value).endswith(".py"))


def _file(value: Any) -> str:
    try:
        return inspect.getfile(value)
    except (TypeError, OSError):
        return ""


def _is_torchs(value: Any) -> bool:
    home = getattr(value, "__module__", None) or "torch"
    return not isinstance(home, str) or home.partition(".")[0] in ("torch", "builtins")


def _has_doc(value: Any) -> bool:
    """A docstring of its own; a dataclass without one gets its signature as one."""
    doc = vars(value).get("__doc__") if inspect.isclass(value) else getattr(value, "__doc__", None)
    plain = inspect.isclass(value) or callable(value) or isinstance(value, property)
    return plain and bool(doc) and not str(doc).startswith(f"{getattr(value, '__name__', '')}(")


def used(folder: Path) -> Counter[str]:
    """How many files below a folder use each name."""
    found: Counter[str] = Counter()
    for path in sorted(folder.rglob("*.py")):
        try:
            with warnings.catch_warnings():
                warnings.simplefilter("ignore")  # of escapes in old texts
                tree = ast.parse(path.read_text("utf-8", "replace"))
        except (SyntaxError, ValueError, OSError):
            continue
        found.update(_names(tree))
    return found


def _names(tree: ast.AST) -> set[str]:
    """The dotted names of torch's in a file, and `.name` for each attribute of something else."""
    bound = dict(_imports(tree))
    if not bound:
        return set()
    found = {full for full in bound.values() if full.count(".")}
    for node in ast.walk(tree):
        if isinstance(node, ast.Attribute):
            dotted = ast.unparse(node) if _is_dotted(node) else ""
            root = dotted.partition(".")[0]
            if root in bound:
                found.add(one_spelling(bound[root] + dotted[len(root) :]))
            else:
                found.add(f".{node.attr}")
    return found


def _imports(tree: ast.AST) -> Iterator[tuple[str, str]]:
    for node in ast.walk(tree):
        if isinstance(node, ast.Import):
            for alias in node.names:
                if alias.name.partition(".")[0] == "torch":
                    yield alias.asname or "torch", alias.name if alias.asname else "torch"
        elif isinstance(node, ast.ImportFrom) and (node.module or "").partition(".")[0] == "torch":
            for alias in node.names:
                yield alias.asname or alias.name, one_spelling(f"{node.module}.{alias.name}")


def _is_dotted(node: ast.AST) -> bool:
    while isinstance(node, ast.Attribute):
        node = node.value
    return isinstance(node, ast.Name)


def counts(names: list[str], files: Counter[str]) -> dict[str, int | None]:
    """The files that use each name; None for a method that other objects have as well."""
    import numpy as np
    import torch

    spaces = {"Tensor": torch.Tensor, "Module": torch.nn.Module, "Optimizer": torch.optim.Optimizer}
    others: dict[str, set[str]] = {
        space: {n for c in (*_NOT_OF_TENSORS, np.ndarray, *spaces.values()) if c is not cls
                for n in dir(c)}
        for space, cls in spaces.items()
    }  # fmt: skip
    found: dict[str, int | None] = {}
    for name in names:
        space, _, member = name.partition(".")
        if space in spaces:
            found[name] = None if member in others[space] else files[f".{member}"]
        else:
            found[name] = files[one_spelling(name)]
    return found


def main(folder: str) -> None:
    """Write the file."""
    files: Counter[str] = Counter()
    for repository in sorted(Path(folder).iterdir()):
        if repository.is_dir() and not repository.name.startswith("new_"):
            files += used(repository)
    lines = (f"{json.dumps(n)}: {json.dumps(c)}" for n, c in counts(documented(), files).items())
    NAMES.write_text("{\n" + ",\n".join(lines) + "\n}\n")


if __name__ == "__main__":
    main(*sys.argv[1:])
