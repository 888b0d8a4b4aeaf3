"""What the imports call things: `layers.Dense` is `keras.layers.Dense`, however it was imported."""

from __future__ import annotations

import ast
from functools import cache

from porter.linter.tree import Tree, dotted

# The longest prefix first. What is left is short: tf., keras., np.
_SHORT = (
    ("tensorflow.python.keras", "keras"),
    ("tensorflow.compat.v2.keras", "keras"),
    ("tensorflow.keras", "keras"),
    ("tensorflow.compat.v2", "tf"),
    ("tensorflow_probability", "tfp"),
    ("tf.keras", "keras"),
    ("tensorflow", "tf"),
    ("tf_keras", "keras"),
    ("numpy", "np"),
)


class Names:
    """The imports of a module, wherever they stand in it."""

    def __init__(self, tree: Tree) -> None:
        self._imported: dict[str, str] = {}
        self._known: dict[ast.AST, str] = {}
        for plain in tree.of(ast.Import):
            for alias in plain.names:
                full = alias.name if alias.asname else alias.name.partition(".")[0]
                self._imported[alias.asname or full] = full
        for source in tree.of(ast.ImportFrom):
            for alias in source.names:
                if source.module and not source.level:
                    name = f"{source.module}.{alias.name}"
                    self._imported[alias.asname or alias.name] = name

    def __call__(self, node: ast.AST) -> str:
        """The full name of an expression such as `tf.function`, or "" where it is none."""
        name = self._known.get(node)
        if name is None:
            name = self._known[node] = self._find(node)
        return name

    def _find(self, node: ast.AST) -> str:
        root = node
        while isinstance(root, ast.Attribute):
            root = root.value
        if not isinstance(root, ast.Name) or root.id not in self._imported:
            return ""
        first, _, rest = dotted(node).partition(".")
        return short(self._imported[first] + ("." + rest if rest else ""))

    def imports(self, *modules: str) -> bool:
        """Whether something comes from one of these modules."""
        return any(short(full).partition(".")[0] in modules for full in self._imported.values())

    def alias(self, full: str) -> str:
        """How a module is called here: "np" for `np`; empty where it is not imported."""
        for name, imported in self._imported.items():
            if short(imported) == full:
                return name
        return ""


@cache
def short(name: str) -> str:
    """The name as rules spell it: tf.function, keras.layers.Dense, np.zeros."""
    for long, brief in _SHORT:
        if name == long or name.startswith(long + "."):
            return brief + name[len(long) :]
    return name
