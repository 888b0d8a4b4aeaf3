"""float64 for arrays of a port that are tensors in the original.

A rollout that host code fills is `torch.zeros((T, N))` in the original and `np.zeros((T, N),
np.float32)` in the port. In float64 the first is wide. An array that both programs make with NumPy
stays float32 in both.
"""

from __future__ import annotations

import ast
import functools
import sys
from collections.abc import Callable
from pathlib import Path
from typing import Any

import numpy as np

MAKERS = ("zeros", "ones")


class Storage:
    """Which lines of a port make such arrays. Both scripts are absolute paths."""

    def __init__(self, port: str, original: str) -> None:
        self.roots = Path(port).parent, Path(original).parent
        self.scripts = {port: Path(original)}
        self.lines: dict[str, frozenset[int]] = {}

    def use(self) -> None:
        """Have NumPy make them wide from now on."""
        for name in MAKERS:
            setattr(np, name, self._wide(getattr(np, name)))

    def _wide(self, make: Callable[..., Any]) -> Callable[..., Any]:
        @functools.wraps(make)
        def wide(shape: Any, dtype: Any = float, *rest: Any, **options: Any) -> Any:
            if dtype is np.float32:
                frame = sys._getframe(1)
                if frame.f_lineno in self.ported(frame.f_code.co_filename):
                    dtype = np.float64
            return make(shape, dtype, *rest, **options)

        return wide

    def ported(self, path: str) -> frozenset[int]:
        """The lines of a file whose arrays its original does not make with NumPy."""
        if path not in self.lines:
            original = self._original(path)
            theirs = {text for _, text in _calls(original)} if original else set()
            found = _calls(Path(path)) if original else []
            self.lines[path] = frozenset(
                line for lines, text in found if text not in theirs for line in lines
            )
        return self.lines[path]

    def _original(self, path: str) -> Path | None:
        if path in self.scripts:
            return self.scripts[path]
        port, root = Path(path), self.roots[1]
        if not port.is_relative_to(self.roots[0]):
            return None
        beside = root / port.relative_to(self.roots[0])
        plain = beside.with_name(beside.stem.removesuffix("_tf") + beside.suffix)
        return next((p for p in (beside, plain) if p.is_file() and str(p) != path), None)


def _calls(path: Path) -> list[tuple[range, str]]:
    """The lines and the text of each call that makes an array of float32."""
    return [
        (range(node.lineno, (node.end_lineno or node.lineno) + 1), ast.unparse(node))
        for node in ast.walk(ast.parse(path.read_bytes()))
        if isinstance(node, ast.Call)
        and isinstance(node.func, ast.Attribute)
        and node.func.attr in MAKERS
        and "float32" in ast.unparse(node)
    ]
