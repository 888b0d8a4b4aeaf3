"""TFE603: what a symbolic tensor can't do."""

from __future__ import annotations

import ast
from collections.abc import Iterator

from porter.linter import inputs
from porter.linter.file import File
from porter.linter.finding import Finding
from porter.linter.rule import Invalid, Rule

_METHODS = frozenset("predict fit evaluate train_on_batch predict_on_batch".split())


class EagerOnlyCall(Rule):
    """Something in a `tf.function` works in eager mode only.

    ### What it does
    Finds `.numpy()` of a tensor, NumPy functions of a tensor, list comprehensions over a tensor,
    and `predict` or `fit` of a model in code that `tf.function` traces.

    ### Why is this bad?
    While the function is traced a tensor has no value. All of them raise an exception.

    ### Example
    ```python
    @tf.function
    def act(state):
        probs = tf.nn.softmax(logits(state))
        return np.argmax(probs.numpy())
    ```

    ### Use instead
    ```python
    @tf.function
    def act(state):
        probs = tf.nn.softmax(logits(state))
        return tf.argmax(probs, axis=-1)
    ```

    ### When not
    `float(x)` and `for row in x` do work: AutoGraph rewrites them.
    """

    id = "TFE603"
    name = "eager-only-call"
    message = "`{call}` raises an exception when `{function}` is traced: {why}"
    advice = "{instead}"
    valid = (
        """
        def act(state):
            return tf.nn.softmax(state).numpy()

        @tf.function
        def step(x):
            total = float(tf.reduce_sum(x))
            for row in tf.nn.softmax(x):
                total += tf.reduce_sum(row)
            return total + np.sqrt(2.0)
        """,
        """
        @tf.function
        def step(x):
            y = tf.nn.softmax(x)
            return tf.py_function(lambda v: v.numpy(), [y], tf.float32)
        """,
        """
        @tf.function
        def step(x):
            y = tf.nn.softmax(x)
            if tf.executing_eagerly():
                log(y.numpy())
            return y
        """,
        """
        @tf.function
        def step(x):
            return np.prod(tf.nn.softmax(x).shape)
        """,
    )
    invalid = (
        Invalid(
            """
            @tf.function
            def act(state):
                probs = tf.nn.softmax(state)
                return probs.numpy()  # TFE603
            """
        ),
        Invalid(
            """
            model = keras.Sequential([keras.layers.Dense(2)])

            @tf.function
            def act(state):
                q = model(state)
                values = [v * 2 for v in tf.nn.relu(q)]  # TFE603
                action = np.argmax(q)  # TFE603
                return action, values, model.predict(state)  # TFE603
            """
        ),
    )

    def visit_Call(self, node: ast.Call, file: File) -> Iterator[Finding]:
        function = node.func
        if not isinstance(function, ast.Attribute):
            return
        if function.attr == "numpy" and not node.args:
            if file.kind(function.value).indexes:
                why, instead = "a symbolic tensor has no value", "move it to the caller"
                yield from self._raises(node, file, why, instead)
        elif function.attr in _METHODS:
            overridden = inputs.overrides(function.value, function.attr, file)
            if inputs.is_model(function.value, file) and not overridden:
                instead = f"call the model: {file.source(function.value)}(x)"
                yield from self._raises(node, file, "Keras runs it eagerly only", instead)
        elif file.name(function).startswith("np.") and node.args:
            if file.kind(node.args[0]).indexes:
                why, instead = "NumPy needs values", "take TensorFlow's function"
                yield from self._raises(node, file, why, instead)

    def visit_ListComp(self, node: ast.ListComp, file: File) -> Iterator[Finding]:
        over = node.generators[0].iter
        if file.kind(over).is_tensor:
            yield from self._raises(
                node, file, "AutoGraph leaves comprehensions alone", "vectorise it, or tf.unstack"
            )

    def _raises(self, node: ast.expr, file: File, why: str, instead: str) -> Iterator[Finding]:
        function = file.tree.function(node)
        if function is None or not file.traced(node) or _is_eager_branch(node, file):
            return
        call = "[... for ... in ...]" if isinstance(node, ast.ListComp) else ast.unparse(node)
        yield self.found(
            node, file, None, call=call, function=function.name, why=why, instead=instead
        )


def _is_eager_branch(node: ast.AST, file: File) -> bool:
    return any(
        isinstance(above, (ast.If, ast.Try)) and "executing_eagerly" in ast.unparse(above)
        for above, _ in file.tree.ancestors(node)
    )
