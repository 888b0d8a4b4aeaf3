"""TFE604: variables that are made each time a function is traced."""

from __future__ import annotations

import ast
from collections.abc import Iterator

from porter.linter.file import File
from porter.linter.finding import Finding
from porter.linter.kinds import What
from porter.linter.rule import Invalid, Rule

_LAYERS = frozenset(
    "Dense Conv1D Conv2D Conv3D Conv2DTranspose LSTM GRU SimpleRNN Embedding BatchNormalization "
    "LayerNormalization MultiHeadAttention".split()
)
_GUARDS = (ast.If, ast.IfExp, ast.Try, ast.With)


class StateCreatedInFunction(Rule):
    """A `tf.function` makes variables whenever it is traced.

    ### What it does
    Finds `tf.Variable`, optimizers, metrics and layers with weights that are made in code that
    `tf.function` traces, under no condition.

    ### Why is this bad?
    Variables live longer than a call, so a graph must not make them. TensorFlow traces the function
    a second time to see that none are made, and raises a ValueError if there are.

    ### Example
    ```python
    @tf.function
    def count(x):
        total = tf.Variable(0.0)
        total.assign_add(tf.reduce_sum(x))
        return total
    ```

    ### Use instead
    ```python
    total = tf.Variable(0.0)


    @tf.function
    def count(x):
        total.assign_add(tf.reduce_sum(x))
        return total
    ```

    ### When not
    A variable that is made once, under `if self.v is None`; the rule is silent there.
    """

    id = "TFE604"
    name = "state-created-in-function"
    message = "`{made}` makes variables when `{function}` is traced, which raises a ValueError"
    advice = "make it once, outside"
    valid = (
        """
        @tf.function
        def f(x):
            v = tf.Variable(1.0)
            return v.assign_add(x)

        with assert_raises(ValueError):
            f(1.0)

        v = tf.Variable(1.0)

        @tf.function
        def f(x):
            return v.assign_add(x)
        """,
        """
        total = tf.Variable(0.0)

        @tf.function
        def count(x):
            total.assign_add(tf.reduce_sum(x))
        """,
        """
        class Counter:
            def __init__(self):
                self.v = None

            @tf.function
            def __call__(self, x):
                if self.v is None:
                    self.v = tf.Variable(x)
                return keras.layers.Flatten()(x) + self.v
        """,
        """
        class Block(keras.layers.Layer):
            def build(self, shape):
                self.w = tf.Variable(tf.zeros(shape))

            def call(self, x):
                return keras.layers.Dense(4)(x)
        """,
    )
    invalid = (
        Invalid(
            """
            @tf.function
            def count(x):
                total = tf.Variable(0.0)  # TFE604
                return total.assign_add(tf.reduce_sum(x))
            """
        ),
        Invalid(
            """
            @tf.function
            def step(x):
                h = keras.layers.Dense(4)(x)  # TFE604
                optimizer = keras.optimizers.Adam()  # TFE604
                metric = tf.keras.metrics.Mean()  # TFE604
                return h
            """
        ),
    )

    def visit_Call(self, node: ast.Call, file: File) -> Iterator[Finding]:
        name = file.name(node.func)
        if not name.startswith(("tf.", "keras.")) or not _has_variables(node, name, file):
            return
        function = file.tree.function(node)
        if function is None or not file.traced_in_use(node):
            return
        for above, _ in file.tree.ancestors(node):
            if above is function:
                break
            if isinstance(above, _GUARDS) and not _is_tape(above, file):
                return
        yield self.found(node, file, None, made=file.source(node.func), function=function.name)


def _has_variables(node: ast.Call, name: str, file: File) -> bool:
    last = name.rpartition(".")[2]
    if name.startswith("keras.metrics."):
        return last[:1].isupper()
    kind = file.kind(node)
    if kind.what is What.LAYER:
        parent = file.tree.parent(node)
        return last in _LAYERS and isinstance(parent, ast.Call) and parent.func is node
    return kind.what in (What.VARIABLE, What.OPTIMIZER)


def _is_tape(node: ast.AST, file: File) -> bool:
    return isinstance(node, ast.With) and any(
        file.kind(item.context_expr).what is What.TAPE for item in node.items
    )
