"""TFE103: each element of a tensor is converted on its own."""

from __future__ import annotations

import ast
from collections.abc import Iterator

from porter.linter.file import File
from porter.linter.finding import Finding, Fix
from porter.linter.rule import Fixable, Invalid, Rule

_CONVERSIONS = frozenset("float int bool".split())


class ScalarPerElement(Rule):
    """The elements of a tensor become Python numbers one by one.

    ### What it does
    Finds `[float(x) for x in tensor]`, and the same with `int`, `bool` and `.numpy()`, in code that
    runs often.

    ### Why is this bad?
    Each element is an op that slices it out, and a copy to the host. `.numpy()` copies all of them
    at once.

    ### Example
    ```python
    losses = [float(x) for x in per_example_loss]
    ```

    ### Use instead
    ```python
    losses = per_example_loss.numpy().tolist()
    ```

    ### When not
    `int()` of floats rounds towards zero, `.tolist()` does not: the fix is unsafe there. With
    `.numpy()` the fix is safe: `list(t.numpy())` has the same items.
    """

    id = "TFE103"
    name = "scalar-per-element"
    message = "`{conversion}` converts the elements of the tensor `{tensor}` one by one"
    advice = "{fixed}"
    fixable = Fixable.SAFE
    valid = (
        """
        while True:
            x = tf.random.normal([200]).numpy()
            found = [float(v) for v in x]
            found += [float(v) for v in values]
        """,
        """
        while True:
            pieces = tf.split(tf.random.normal([200]), 2)
            found = [piece.numpy() for piece in pieces]
        """,
        """
        x = tf.random.normal([200])
        while True:
            found = [float(v) for v in x if v > 0]
        """,
        "rates = [float(x) for x in tf.linspace(0.0, 0.5, 12)]",
    )
    invalid = (
        Invalid(
            """
            found = []
            for k in range(10):
                x = tf.range(5.0) + k
                found.extend([float(v) for v in x])  # TFE103
            """,
            fixed="""
            found = []
            for k in range(10):
                x = tf.range(5.0) + k
                found.extend(x.numpy().tolist())
            """,
            result="found",
            unsafe=True,
        ),
        Invalid(
            """
            for k in range(10):
                x = tf.reshape(tf.range(6.0) + k, [3, 2])
                found = [v.numpy() for v in x]  # TFE103
            """,
            fixed="""
            for k in range(10):
                x = tf.reshape(tf.range(6.0) + k, [3, 2])
                found = list(x.numpy())
            """,
            result="found",
        ),
        Invalid(
            """
            def integers(x):
                y = tf.cast(x, tf.int32)
                return [int(y[i]) for i in range(len(y))]  # TFE103

            found = [integers(k * tf.range(5)) for k in range(10)]
            """,
            fixed="""
            def integers(x):
                y = tf.cast(x, tf.int32)
                return y.numpy().tolist()

            found = [integers(k * tf.range(5)) for k in range(10)]
            """,
            result="found",
            unsafe=True,
        ),
    )

    def visit_ListComp(self, node: ast.ListComp, file: File) -> Iterator[Finding]:
        [generator, *more] = node.generators
        hot = file.hot(node)
        if more or generator.ifs or hot is None or not file.eager(node):
            return
        element = _converted(node.elt, file)
        tensor = None if element is None else _taken_apart(element, generator)
        if element is None or tensor is None or not file.kind(tensor).is_tensor:
            return
        text = f"{file.text.of(tensor)}.numpy()"
        keeps_rows = isinstance(node.elt, ast.Call) and not node.elt.args
        fixed = f"list({text})" if keeps_rows else f"{text}.tolist()"
        fix: Fix | None = file.replacement(node, fixed, safe=keeps_rows)
        conversion = file.source(node.elt)
        tensor_source = file.source(tensor)
        yield self.found(
            node, file, hot, fix, conversion=conversion, tensor=tensor_source, fixed=fixed
        )


def _converted(node: ast.expr, file: File) -> ast.expr | None:
    """What `float(x)` or `x.numpy()` converts."""
    if not isinstance(node, ast.Call) or node.keywords:
        return None
    if isinstance(node.func, ast.Name) and node.func.id in _CONVERSIONS and len(node.args) == 1:
        return node.args[0]
    if isinstance(node.func, ast.Attribute) and node.func.attr == "numpy" and not node.args:
        return node.func.value
    return None


def _taken_apart(element: ast.expr, generator: ast.comprehension) -> ast.expr | None:
    """The tensor of `for x in tensor`, or of `tensor[i] for i in range(len(tensor))`."""
    if not isinstance(generator.target, ast.Name):
        return None
    counter = generator.target.id
    if isinstance(element, ast.Name) and element.id == counter:
        return generator.iter
    if isinstance(element, ast.Subscript) and ast.unparse(element.slice) == counter:
        every = f"range(len({ast.unparse(element.value)}))"
        return element.value if ast.unparse(generator.iter) == every else None
    return None
