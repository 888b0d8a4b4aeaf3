"""Real code: names that torch alone has, left in ports without a finding.

This asks nothing of porter's own accounting: what torch's classes have, and neither Python's,
NumPy's, TensorFlow's nor the folder's own classes, is left of torch.
"""

from __future__ import annotations

import ast
import builtins
from collections.abc import Iterator
from pathlib import Path

import torch  # before TensorFlow

# isort: split
import keras
import numpy as np
import tensorflow as tf

from porter.findings import Severity
from porter.pipeline import Converted, convert

_TORCH = (torch.Tensor, torch.nn.Module, torch.optim.Optimizer, torch.distributions.Distribution)
_OTHERS = (
    np.ndarray, np.generic, tf.Tensor, tf.TensorShape, tf.GradientTape, keras.Model,
    keras.Variable, keras.optimizers.Optimizer, type(tf.function(len)), str, bytes, dict, list,
    tuple, set, int, float, Path, type(ast), Exception,
)  # fmt: skip


def _names(things: tuple[type, ...]) -> set[str]:
    return {name for thing in things for name in dir(thing)}


TORCHS = _names(_TORCH) - _names(_OTHERS) - set(dir(builtins)) - {"call", "step", "data", "grad"}


def untold(folder: Path) -> list[str]:
    """`file:line: name` of each name of torch's that is left where no finding tells of an error."""
    files = [path for path in sorted(folder.rglob("*.py")) if path.is_file()]
    texts = {path: path.read_text("utf-8", "replace") for path in files}
    own = {name for text in texts.values() for name in _defined(text)}
    found: list[str] = []
    for path, text in texts.items():
        outcome = convert(text, str(path), folder)
        if isinstance(outcome, Converted):
            told = any(f.severity is Severity.ERROR for f in outcome.findings)
            if not told:
                found += [f"{path}:{line}: .{name}" for line, name in _left(outcome.output, own)]
    return found


def _defined(text: str) -> Iterator[str]:
    """What a file's classes have: methods, attributes that are assigned."""
    try:
        tree = ast.parse(text)
    except SyntaxError:
        return
    for node in ast.walk(tree):
        if isinstance(node, (ast.FunctionDef, ast.ClassDef)):
            yield node.name
        elif isinstance(node, ast.Attribute) and isinstance(node.ctx, ast.Store):
            yield node.attr
        elif isinstance(node, ast.AnnAssign) and isinstance(node.target, ast.Name):
            yield node.target.id


def _left(port: str, own: set[str]) -> Iterator[tuple[int, str]]:
    tree = ast.parse(port)
    blocks = set(_defined(port))
    for node in ast.walk(tree):
        if isinstance(node, ast.Attribute) and node.attr in TORCHS - own - blocks:
            yield node.lineno, node.attr
