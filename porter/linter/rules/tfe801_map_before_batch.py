"""TFE801: a cheap function that a dataset maps over single elements."""

from __future__ import annotations

import ast
from collections.abc import Iterator

from porter.linter.datasets import batches_after, is_dataset
from porter.linter.file import File
from porter.linter.finding import Finding
from porter.linter.rule import Invalid, Rule
from porter.linter.tree import Function

# Each works on any number of leading axes, and gives the same for each row.
_ELEMENTWISE = frozenset(
    "tf.cast tf.abs tf.square tf.sqrt tf.exp tf.math.log tf.math.log1p tf.math.divide tf.divide "
    "tf.math.multiply tf.multiply tf.math.subtract tf.subtract tf.math.add tf.add tf.one_hot "
    "tf.clip_by_value tf.math.pow tf.pow tf.sign tf.tanh tf.sigmoid tf.image.convert_image_dtype "
    "tf.image.rgb_to_grayscale tf.identity".split()
)
_BATCHING = frozenset(["batch", "padded_batch", "window", "ragged_batch", "batch_size"])
_MANY = 50  # values of a name, of which some will be batches
_PARTS = (
    *(ast.BinOp, ast.UnaryOp, ast.Tuple, ast.Name, ast.Constant, ast.Attribute, ast.Call),
    *(ast.operator, ast.unaryop, ast.expr_context, ast.keyword),
)


class MapBeforeBatch(Rule):
    """A cheap function is mapped over single elements, and batches are made after that.

    ### What it does
    Finds `dataset.map(f).batch(n)` where `f` has nothing but casts and arithmetic in it.

    ### Why is this bad?
    Each call of the function has a fixed cost. Behind `batch`, one call does a whole batch.

    ### Example
    ```python
    dataset = dataset.map(lambda x, y: (tf.cast(x, tf.float32) / 255.0, y)).batch(64)
    ```

    ### Use instead
    ```python
    dataset = dataset.batch(64).map(lambda x, y: (tf.cast(x, tf.float32) / 255.0, y))
    ```

    ### When not
    Where the elements are so large that the function itself takes the time. With `cache` in
    between it runs in the first epoch only; the rule is silent there.
    """

    id = "TFE801"
    name = "map-before-batch"
    message = "`{mapped}` is called for each element, and would do a batch at once"
    advice = "batch first, then map"
    valid = (
        """
        dataset = tf.data.Dataset.from_tensor_slices(x)
        dataset = dataset.batch(64).map(lambda x: tf.cast(x, tf.float32) / 255.0)
        """,
        """
        dataset = tf.data.Dataset.from_tensor_slices(x)
        dataset = dataset.map(lambda x: tf.cast(x, tf.float32)).cache().batch(64)
        """,
        """
        dataset = tf.data.Dataset.from_tensor_slices(x)
        dataset = dataset.map(lambda x: tf.reshape(x, [28, 28, 1])).batch(64)
        """,
        """
        dataset = tf.data.Dataset.from_tensor_slices(x)
        dataset = dataset.map(lambda x: x[:, :-1]).batch(64)
        """,
        """
        dataset = tf.data.Dataset.from_tensor_slices(x).batch(32)
        dataset = dataset.map(lambda x: tf.cast(x, tf.float32) / 255.0).unbatch()
        """,
        """
        dataset = tf.data.Dataset.from_tensor_slices(x).window(5).flat_map(lambda w: w)
        dataset = dataset.map(augment).batch(64)
        """,
        """
        dataset = tf.data.Dataset.range(10).batch(7)
        dataset = dataset.map(lambda x: x * 2).batch(2)
        """,
        """
        dataset = tf.data.Dataset.from_tensor_slices(images).map(lambda row: (row, 0)).batch(32)
        """,
    )
    invalid = (
        Invalid(
            """
            data = tf.data.Dataset.from_tensor_slices((x, y))
            data = data.map(lambda x, y: (tf.cast(x, tf.float32) / 255.0, y)).batch(64)  # TFE801
            """
        ),
        Invalid(
            """
            def scale(x, y):
                x = tf.cast(x, tf.float32) / 127.5 - 1.0
                return x, tf.one_hot(y, 10)

            dataset = tf.data.Dataset.from_tensor_slices((x, y)).map(scale)  # TFE801
            dataset = dataset.shuffle(1000).batch(64)
            """
        ),
    )

    def visit_Call(self, node: ast.Call, file: File) -> Iterator[Finding]:
        function = node.func
        if not isinstance(function, ast.Attribute) or function.attr != "map" or not node.args:
            return
        if not is_dataset(function.value, file) or _is_batched(function.value, file):
            return
        if _is_elementwise(node.args[0], file) and batches_after(node, file):
            yield self.found(node, file, mapped=_shown(node.args[0], file))


def _shown(mapped: ast.expr, file: File) -> str:
    return "the lambda" if isinstance(mapped, ast.Lambda) else file.source(mapped)


def _is_batched(dataset: ast.expr, file: File) -> bool:
    """Whether the elements can be batches already."""
    waiting: list[ast.AST] = [dataset]
    for source in waiting:  # grows as it goes
        for part in ast.walk(source):
            if isinstance(part, ast.Attribute) and part.attr in _BATCHING:
                return True
            if isinstance(part, ast.Name):
                found = file.bindings.of_name(part)
                if len(found) > _MANY:
                    return True
                above = [b.source for b in found if _is_above(b.source, dataset)]
                waiting += [source for source in above if source not in waiting]
    return False


def _is_above(node: ast.AST, other: ast.expr) -> bool:
    return isinstance(node, ast.expr) and (node.end_lineno or node.lineno) < other.lineno


def _is_elementwise(mapped: ast.expr, file: File) -> bool:
    """Whether a function does the same to each number, with any axes in front."""
    if isinstance(mapped, ast.Lambda):
        return _is_arithmetic(mapped.body, file)
    function = file.kind(mapped).node
    if not isinstance(function, Function):
        return False
    body = [s for s in function.body if not _is_text(s)]
    return all(
        isinstance(s, (ast.Assign, ast.Return))
        and s.value is not None
        and _is_arithmetic(s.value, file)
        for s in body
    )


def _is_arithmetic(value: ast.expr, file: File) -> bool:
    """Whether it has casts and arithmetic in it, and nothing else."""
    if isinstance(value, ast.Tuple):  # a number beside the rows has no rows itself
        return all(_is_arithmetic(part, file) for part in value.elts)
    parts = list(ast.walk(value))
    calls = [part for part in parts if isinstance(part, ast.Call)]
    works = any(isinstance(part, (ast.BinOp, ast.Call)) for part in parts)
    known = all(file.name(call.func) in _ELEMENTWISE for call in calls)
    plain = all(isinstance(part, _PARTS) for part in parts)
    matrix = any(isinstance(part, ast.MatMult) for part in parts)
    return plain and known and not matrix and (works or isinstance(value, ast.Name))


def _is_text(statement: ast.stmt) -> bool:
    return isinstance(statement, ast.Expr) and isinstance(statement.value, ast.Constant)
