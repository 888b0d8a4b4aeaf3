"""TFE902: a name of TensorFlow 1 that is called something else now."""

from __future__ import annotations

import ast
from collections.abc import Iterator

from porter.linter import legacy
from porter.linter.file import File
from porter.linter.finding import Finding
from porter.linter.rule import Fixable, Invalid, Rule


class RemovedApi(Rule):
    """A function of TensorFlow 1 has another name in TensorFlow 2.

    ### What it does
    Finds names such as `tf.log` and `tf.random_uniform`, which TensorFlow 2 has under another name
    and with the same arguments.

    ### Why is this bad?
    The old name raises `AttributeError`.

    ### Example
    ```python
    entropy = -tf.reduce_sum(probs * tf.log(probs))
    ```

    ### Use instead
    ```python
    entropy = -tf.reduce_sum(probs * tf.math.log(probs))
    ```

    ### When not
    Code for TensorFlow 1 alone. The rule is silent under a `try`, and where the version is asked
    for. `import tensorflow.compat.v1 as tf` keeps the old names.
    """

    id = "TFE902"
    name = "removed-api"
    message = "TensorFlow 2 has no `{old}`"
    advice = "{new}"
    fixable = Fixable.SAFE
    valid = (
        "y = tf.math.log(x) + tf.random.uniform([2])",
        """
        import tensorflow.compat.v1 as tf

        y = tf.log(x)
        """,
        """
        try:
            log = tf.log
        except AttributeError:
            log = tf.math.log
        """,
        """
        if tf.__version__.startswith("1."):
            y = tf.log(x)
        """,
        """
        import tensorflow
        from .ours import ops as tf

        y = tf.log(x)
        """,
    )
    invalid = (
        Invalid(
            """
            y = tf.log(tf.constant([1.0, 2.0]))  # TFE902
            z = tf.matrix_diag(y)  # TFE902
            """,
            fixed="""
            y = tf.math.log(tf.constant([1.0, 2.0]))
            z = tf.linalg.diag(y)
            """,
            setup="""
            for old in ("log", "matrix_diag"):
                setattr(tf, old, getattr(tf.compat.v1, old))
            """,
            result="y, z",
        ),
        Invalid(
            """
            import tensorflow as T

            with T.gfile.GFile("log.txt") as file:  # TFE902
                print(file.read())
            """
        ),
    )

    def visit_Attribute(self, node: ast.Attribute, file: File) -> Iterator[Finding]:
        old = legacy.used(node, file)
        if not (new := legacy.RENAMES.get(old, "")):
            return
        prefix = ast.unparse(node).removesuffix(old)
        text = prefix + new
        fix = file.replacement(node, text, safe=True) if prefix else None
        yield self.found(node, file, None, fix, old=ast.unparse(node), new=text)
