"""TFE802: arrays that a generator gives to a dataset row by row."""

from __future__ import annotations

import ast
from collections.abc import Iterator

from porter.linter.file import File
from porter.linter.finding import Finding
from porter.linter.rule import Invalid, Rule
from porter.linter.tree import AnyFunction, Function, dotted, names


class FromGenerator(Rule):
    """A generator gives the rows of arrays to a dataset, one by one.

    ### What it does
    Finds `tf.data.Dataset.from_generator` where the generator yields `x[i]` or the items of
    `zip(x, y)`, and nothing else.

    ### Why is this bad?
    Each row is a call of Python, a conversion, and a turn of the interpreter's lock. What lies in
    memory as arrays can be sliced without Python.

    ### Example
    ```python
    def rows():
        for i in range(len(x)):
            yield x[i], y[i]


    dataset = tf.data.Dataset.from_generator(rows, (tf.float32, tf.int32))
    ```

    ### Use instead
    ```python
    dataset = tf.data.Dataset.from_tensor_slices((x, y))
    ```

    ### When not
    Rows of different lengths, or arrays that are read from a file while they are used, such as
    `np.memmap`.
    """

    id = "TFE802"
    name = "from-generator"
    message = "`{generator}` gives the rows of {arrays} to the dataset one by one"
    advice = "tf.data.Dataset.from_tensor_slices"
    valid = (
        "dataset = tf.data.Dataset.from_tensor_slices((x, y))",
        """
        def episodes():
            while True:
                yield env.step(policy())

        dataset = tf.data.Dataset.from_generator(episodes, tf.float32)
        """,
        """
        def rows():
            for path in paths:
                yield np.load(path)

        dataset = tf.data.Dataset.from_generator(rows, tf.float32)
        """,
        """
        x = np.memmap("x.bin", np.float32, shape=(1000, 4))

        def rows():
            for i in range(len(x)):
                yield x[i]

        dataset = tf.data.Dataset.from_generator(rows, tf.float32)
        """,
        """
        def rows(lists):
            for row in lists:
                yield row

        dataset = tf.data.Dataset.from_generator(lambda: rows(data), tf.float32)
        """,
    )
    invalid = (
        Invalid(
            """
            x, y = np.ones([1000, 4]), np.ones([1000])

            def rows():
                for i in range(len(x)):
                    yield x[i], y[i]

            dataset = tf.data.Dataset.from_generator(rows, (tf.float32, tf.int32))  # TFE802
            """
        ),
        Invalid(
            """
            x, y = np.ones([1000, 4]), np.ones([1000])

            def rows():
                for a, b in zip(x, y):
                    yield a, b

            dataset = tf.data.Dataset.from_generator(rows, (tf.float32, tf.int32))  # TFE802
            """
        ),
    )

    def visit_Call(self, node: ast.Call, file: File) -> Iterator[Finding]:
        if file.name(node.func) != "tf.data.Dataset.from_generator" or not node.args:
            return
        generator = file.kind(node.args[0]).node
        if not isinstance(generator, Function) or (yielded := _yielded(generator)) is None:
            return
        loop, row = yielded
        arrays = _arrays(loop, row)
        if arrays and all(file.kind(array).has_rows for array in arrays):
            shown = ", ".join(f"`{ast.unparse(array)}`" for array in arrays)
            yield self.found(node, file, generator=generator.name, arrays=shown)


def _yielded(function: AnyFunction) -> tuple[ast.For, ast.expr] | None:
    """The loop and what it yields, where a generator does nothing else."""
    body = [s for s in function.body if not isinstance(s, ast.Expr)]
    loop = body[0] if len(body) == 1 else None
    if not isinstance(loop, ast.For) or len(loop.body) != 1 or len(function.body) > 2:
        return None
    only = loop.body[0]
    if not isinstance(only, ast.Expr) or not isinstance(only.value, ast.Yield):
        return None
    return (loop, only.value.value) if only.value.value is not None else None


def _arrays(loop: ast.For, row: ast.expr) -> list[ast.expr]:
    """The arrays whose rows are yielded as they are; empty where that is not all."""
    parts = row.elts if isinstance(row, ast.Tuple) else [row]
    bound = names(loop.target)
    if all(isinstance(p, ast.Subscript) and dotted(p.slice) in bound for p in parts):
        return [p.value for p in parts if isinstance(p, ast.Subscript)]
    if not all(dotted(part) in bound for part in parts):
        return []
    over = loop.iter
    if isinstance(over, ast.Call):
        return list(over.args) if ast.unparse(over.func) == "zip" else []
    return [over]
