"""TFE107: a tensor that is made from a list of arrays."""

from __future__ import annotations

import ast
from collections.abc import Iterator

from porter.linter.file import File
from porter.linter.finding import Finding
from porter.linter.kinds import What
from porter.linter.rule import Fixable, Invalid, Rule

_MAKERS = frozenset(["tf.convert_to_tensor", "tf.constant"])


class ListOfArrays(Rule):
    """A list of NumPy arrays becomes a tensor element by element.

    ### What it does
    Finds `tf.convert_to_tensor` and `tf.constant` of a list whose items are NumPy arrays, in code
    that runs often.

    ### Why is this bad?
    TensorFlow reads nested sequences number by number. `np.stack` copies whole rows, and the
    tensor is made of one array.

    ### Example
    ```python
    states = [np.zeros(4, np.float32) for _ in range(200)]
    batch = tf.convert_to_tensor(states)
    ```

    ### Use instead
    ```python
    states = [np.zeros(4, np.float32) for _ in range(200)]
    batch = tf.convert_to_tensor(np.stack(states))
    ```

    ### When not
    For lists of Python numbers it is the other way round: `np.asarray` first is slower.
    """

    id = "TFE107"
    name = "list-of-arrays"
    message = "`{call}` reads a list of arrays element by element"
    advice = "{call}(np.stack({argument}))"
    fixable = Fixable.SAFE
    valid = (
        """
        for step in range(1000):
            x = tf.convert_to_tensor(np.zeros([200, 4]))
        """,
        """
        for step in range(1000):
            x = tf.convert_to_tensor([[0.0, 1.0], [2.0, 3.0]])
        """,
        """
        for step in range(1000):
            x = tf.constant([np.mean(row) for row in rows])
        """,
        "x = tf.constant([np.zeros(3), np.ones(3)])",
        """
        def to_tensor(states):
            return tf.convert_to_tensor(states)

        for states in batches:
            to_tensor(states)
        """,
    )
    invalid = (
        Invalid(
            """
            for step in range(10):
                rows = [np.arange(3.0) + i for i in range(20)]
                x = tf.convert_to_tensor(rows)  # TFE107
            """,
            fixed="""
            for step in range(10):
                rows = [np.arange(3.0) + i for i in range(20)]
                x = tf.convert_to_tensor(np.stack(rows))
            """,
            result="x, x.dtype",
        ),
        Invalid(
            """
            import tensorflow as tf
            import numpy

            while len(found) < 100:
                rows = []
                for i in range(20):
                    rows.append(numpy.ones([2, 3], numpy.int32))
                found.append(tf.constant(rows, dtype=tf.float32))  # TFE107
            """,
            fixed="""
            import tensorflow as tf
            import numpy

            while len(found) < 100:
                rows = []
                for i in range(20):
                    rows.append(numpy.ones([2, 3], numpy.int32))
                found.append(tf.constant(numpy.stack(rows), dtype=tf.float32))
            """,
            setup="found = []",
            result="found[-1]",
        ),
    )

    def visit_Call(self, node: ast.Call, file: File) -> Iterator[Finding]:
        if file.name(node.func) not in _MAKERS or not node.args or not file.eager(node):
            return
        kind = file.kind(node.args[0])
        if kind.what is not What.LIST or kind.item is None or not kind.item.has_rows:
            return
        if (hot := file.hot(node)) is None:
            return
        call, argument = file.source(node.func), file.source(node.args[0])
        np = file.name.alias("np")
        text = f"{np or 'np'}.stack({file.text.of(node.args[0])})"
        fix = file.replacement(node.args[0], text, safe=True, needs="" if np else "np")
        yield self.found(node, file, hot, fix, call=call, argument=argument)
