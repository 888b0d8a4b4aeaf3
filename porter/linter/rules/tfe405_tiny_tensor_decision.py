"""TFE405: a number that Python needs, computed by TensorFlow."""

from __future__ import annotations

import ast
from collections.abc import Iterator

from porter.linter.file import File
from porter.linter.finding import Finding
from porter.linter.kinds import What
from porter.linter.rule import Invalid, Rule, Tier

_DRAWS = frozenset(["tf.random.uniform", "tf.random.normal"])
_CHOICES = frozenset("tf.argmax tf.math.argmax tf.reduce_max tf.reduce_min tf.reduce_sum".split())
_ONE = frozenset(["", "()", "[]", "1", "(1,)", "[1]", "(1)"])
_CONVERTED = frozenset(["float", "int", "bool"])
_METHODS = frozenset(["numpy", "item"])


class TinyTensorDecision(Rule):
    """One number that Python needs is computed by an op of TensorFlow.

    ### What it does
    Finds eager `tf.random.uniform([])` that decides an `if`, and `tf.argmax` of a NumPy array that
    becomes a Python number, in code that runs often.

    ### Why is this bad?
    The op is dispatched, and its result is brought back, for one number. NumPy has it at once.

    ### Example
    ```python
    while not done:
        if tf.random.uniform([]) < epsilon:
            action = env.action_space.sample()
    ```

    ### Use instead
    ```python
    rng = np.random.default_rng(seed)
    while not done:
        if rng.random() < epsilon:
            action = env.action_space.sample()
    ```

    ### When not
    Where the numbers have to be those of `tf.random.set_seed`.
    """

    id = "TFE405"
    name = "tiny-tensor-decision"
    message = "`{call}` computes one number that Python uses"
    advice = "{instead}"
    tier = Tier.OPTIONAL
    valid = (
        """
        @tf.function
        def act(state):
            if tf.random.uniform([]) < 0.1:
                return tf.random.uniform([], maxval=4, dtype=tf.int64)
            return tf.argmax(model(state)[0])

        while not done:
            state = env.step(act(state))
        """,
        """
        while not done:
            noise = tf.random.uniform([64, 4])
            state = env.step(noise.numpy())
        """,
        "if tf.random.uniform([]) < 0.1: print(1)",
        """
        def act(model, state):
            q = tf.identity(state)
            return tf.argmax(q[0]).numpy()

        while not done:
            state = env.step(act(model, state))
        """,
    )
    invalid = (
        Invalid(
            """
            while not done:
                if tf.random.uniform(()) < epsilon:  # TFE405
                    state = env.step(int(tf.random.uniform([1], 0, 4)[0]))  # TFE405
            """
        ),
        Invalid(
            """
            model = keras.Sequential([keras.layers.Dense(4)])

            def act(state):
                q = model.predict(state)
                return tf.argmax(q[0]).numpy()  # TFE405

            while not done:
                state = env.step(act(state))
            """
        ),
    )

    def visit_Call(self, node: ast.Call, file: File) -> Iterator[Finding]:
        name = file.name(node.func)
        is_draw = name in _DRAWS and _is_single(node)
        if not is_draw and not (name in _CHOICES and _is_of_array(node, file)):
            return
        hot = file.hot(node) if file.eager(node) and _is_for_python(node, file) else None
        if hot is None:
            return
        last = name.rpartition(".")[2]
        numpy = {"reduce_max": "np.max", "reduce_min": "np.min", "reduce_sum": "np.sum"}
        instead = "np.random.default_rng(), made once" if is_draw else numpy.get(last, "np.argmax")
        yield self.found(node, file, hot, call=file.source(node.func), instead=instead)


def _is_single(node: ast.Call) -> bool:
    """Whether the shape that is asked for is that of one number."""
    shapes = [k.value for k in node.keywords if k.arg == "shape"] or node.args[:1]
    return bool(shapes) and ast.unparse(shapes[0]) in _ONE


def _is_of_array(node: ast.Call, file: File) -> bool:
    return len(node.args) == 1 and not node.keywords and file.kind(node.args[0]).what is What.ARRAY


def _is_for_python(node: ast.expr, file: File) -> bool:
    """Whether the number goes straight into `if`, `float()`, or `.numpy()`."""
    below: ast.AST = node
    for above, field in file.tree.ancestors(node):
        if isinstance(above, (ast.If, ast.IfExp, ast.While)):
            return field == "test"
        if isinstance(above, ast.Call) and below in above.args:
            return isinstance(above.func, ast.Name) and above.func.id in _CONVERTED
        if isinstance(above, ast.Attribute):
            return above.attr in _METHODS
        if not isinstance(above, (ast.Subscript, ast.Compare, ast.BoolOp, ast.UnaryOp)):
            return False
        below = above
    return False
