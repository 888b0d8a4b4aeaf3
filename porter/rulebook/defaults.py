"""Write tf_defaults.json: what TensorFlow's own keywords default to.

Run `python -m porter.rulebook.defaults` after changing rules; it imports TensorFlow.
"""

from __future__ import annotations

import ast
import inspect
import json
from functools import reduce
from typing import Any

from porter.rulebook.book import TF_DEFAULTS
from porter.rulebook.load import rule_files


def used() -> dict[str, set[str]]:
    """The tf and keras functions in rules that are called with keywords, and these keywords."""
    found: dict[str, set[str]] = {}
    for path in rule_files():
        for node in ast.walk(ast.parse(path.read_text(encoding="utf-8"))):
            if isinstance(node, ast.Call) and node.keywords:
                name = ast.unparse(node.func)
                if name.startswith(("tf.", "keras.")):
                    found.setdefault(name, set()).update(k.arg for k in node.keywords if k.arg)
    return found


def defaults() -> dict[str, dict[str, Any]]:
    """The defaults of these keywords, as far as they are plain values."""
    import keras
    import tensorflow as tf

    roots = {"tf": tf, "keras": keras}
    found: dict[str, dict[str, Any]] = {}
    for name, keywords in sorted(used().items()):
        root, *path = name.split(".")
        parameters = inspect.signature(reduce(getattr, path, roots[root])).parameters
        plain = {
            keyword: _default(parameters[keyword])
            for keyword in sorted(keywords)
            if keyword in parameters
            and isinstance(parameters[keyword].default, (bool, int, float, str, type(None)))
        }
        if plain:
            found[name] = plain
    return found


def _default(parameter: inspect.Parameter) -> Any:
    """What leaving it out means: without an answer, no dimension is kept."""
    return parameter.default or False if parameter.name == "keepdims" else parameter.default


def text() -> str:
    """The file's content."""
    return json.dumps(defaults(), indent=2) + "\n"


if __name__ == "__main__":
    TF_DEFAULTS.write_text(text(), encoding="utf-8")
