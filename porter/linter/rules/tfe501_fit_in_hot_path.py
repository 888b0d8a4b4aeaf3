"""TFE501: Model.fit for a minibatch."""

from __future__ import annotations

import ast
from collections.abc import Iterator

from porter.linter import inputs
from porter.linter.file import File
from porter.linter.finding import Finding, Fix
from porter.linter.rule import Fixable, Invalid, Rule

_METHODS = frozenset(["fit", "evaluate"])
# Words of a minibatch; a data set of an epoch has others.
_OF_A_BATCH = frozenset(
    "action actions batch experience minibatch obs observation q sample samples state states "
    "target targets transition transitions update".split()
)
_DROPPED = frozenset(["epochs", "verbose"])


class FitInHotPath(Rule):
    """`Model.fit` is called for each minibatch.

    ### What it does
    Finds `fit` with one epoch, and `evaluate`, on what looks like a minibatch of states, in code
    that runs often.

    ### Why is this bad?
    `fit` sets up a data pipeline, callbacks and metrics each time, for a single update.
    `train_on_batch` makes the same update without them, and a `tf.function` is faster still.

    ### Example
    ```python
    for step in range(steps):
        states, targets = make_batch(replay)
        model.fit(states, targets, epochs=1, verbose=0)
    ```

    ### Use instead
    ```python
    for step in range(steps):
        states, targets = make_batch(replay)
        model.train_on_batch(states, targets)
    ```

    ### When not
    A data set for each pass. `fit` cuts what it gets into batches of 32, `train_on_batch` makes one
    update of it: the fix is unsafe.
    """

    id = "TFE501"
    name = "fit-in-hot-path"
    message = "`{model}.{method}` sets up a data pipeline for each minibatch"
    advice = "{model}.{instead}, or a train step under @tf.function"
    fixable = Fixable.UNSAFE
    valid = (
        """
        model = keras.Sequential([keras.layers.Dense(4)])
        model.compile(loss="mse")
        for epoch in range(100):
            model.fit(x_train, y_train)
        """,
        """
        for train, test in folds:
            model = keras.Sequential([keras.layers.Dense(4)])
            model.compile(loss="mse")
            model.fit(states[train], targets[train])
        """,
        """
        model = keras.Sequential([keras.layers.Dense(4)])
        for day in range(30):
            states, targets = load(day)
            model.fit(states, targets, epochs=20)
        """,
    )
    invalid = (
        Invalid(
            """
            model = keras.Sequential([keras.layers.Dense(1, kernel_initializer="ones")])
            model.compile(loss="mse", optimizer=keras.optimizers.SGD(0.1))
            for step in range(10):
                states = np.full([8, 3], step, np.float32) / 10
                model.fit(states, states[:, :1], epochs=1, verbose=0)  # TFE501
            """,
            fixed="""
            model = keras.Sequential([keras.layers.Dense(1, kernel_initializer="ones")])
            model.compile(loss="mse", optimizer=keras.optimizers.SGD(0.1))
            for step in range(10):
                states = np.full([8, 3], step, np.float32) / 10
                model.train_on_batch(states, states[:, :1])
            """,
            result="model.get_weights()[0], model.get_weights()[1]",
        ),
        Invalid(
            """
            class Agent:
                def __init__(self):
                    self.model = keras.Sequential([keras.layers.Dense(4)])

                def replay(self, batch):
                    for state, target in batch:
                        self.model.fit(state, target)  # TFE501

            agent = Agent()
            while True:
                agent.replay(batch)
            """
        ),
    )

    def visit_Call(self, node: ast.Call, file: File) -> Iterator[Finding]:
        function = node.func
        if not isinstance(function, ast.Attribute) or function.attr not in _METHODS:
            return
        if not node.args or not inputs.is_model(function.value, file) or not file.eager(node):
            return
        hot = file.hot(node)
        if hot is None or not hot.each or not _is_one_epoch(node):
            return
        if inputs.overrides(function.value, function.attr, file):
            return
        is_batch = inputs.tokens_of(node.args[0]) & _OF_A_BATCH
        if not is_batch or inputs.is_made_inside(function.value, file):
            return
        if not inputs.varies(node.args[0], file):
            return
        instead = "train_on_batch" if function.attr == "fit" else "test_on_batch"
        values = {"model": file.source(function.value), "method": function.attr}
        fix = _on_batch(node, function, instead, file)
        yield self.found(node, file, hot, fix, instead=instead, **values)


def _is_one_epoch(node: ast.Call) -> bool:
    """Whether nothing is asked for that one update has not: epochs, callbacks, validation."""
    named = {keyword.arg: keyword.value for keyword in node.keywords}
    epochs = named.pop("epochs", ast.Constant(1))
    rest = named.keys() - {"verbose", "batch_size", "shuffle", "steps_per_epoch", "sample_weight"}
    return isinstance(epochs, ast.Constant) and epochs.value == 1 and not rest


def _on_batch(node: ast.Call, function: ast.Attribute, method: str, file: File) -> Fix | None:
    """The call of `train_on_batch`, where what `fit` returns is not used."""
    named = {keyword.arg for keyword in node.keywords}
    if not isinstance(file.tree.parent(node), ast.Expr) or not named <= _DROPPED:
        return None
    arguments = ", ".join(file.text.of(argument) for argument in node.args)
    return file.replacement(node, f"{file.text.of(function.value)}.{method}({arguments})")
