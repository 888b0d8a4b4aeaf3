"""TFE502: an optimizer or a copy of a network that is made on each pass."""

from __future__ import annotations

import ast
from collections.abc import Iterator

from porter.linter.file import File
from porter.linter.finding import Finding
from porter.linter.kinds import What
from porter.linter.rule import Invalid, Rule, Tier
from porter.linter.tree import Function

_COPIES = frozenset(["keras.models.clone_model"])
_UPDATES = frozenset("apply_gradients apply gradient minimize".split())


class ObjectBuiltInLoop(Rule):
    """An optimizer or a copy of a network is made for each update.

    ### What it does
    Finds optimizers that are made where their updates are, in code that runs often, and
    `clone_model` there.

    ### Why is this bad?
    It is slow, and it is wrong: a new Adam has no moments, so that each update is its first. A
    network that is cloned again is built again, variable by variable.

    ### Example
    ```python
    for states, targets in batches:
        optimizer = keras.optimizers.Adam(1e-3)
        with tf.GradientTape() as tape:
            loss = tf.reduce_mean((model(states) - targets) ** 2)
        grads = tape.gradient(loss, model.trainable_variables)
        optimizer.apply_gradients(zip(grads, model.trainable_variables))
    ```

    ### Use instead
    ```python
    optimizer = keras.optimizers.Adam(1e-3)
    for states, targets in batches:
        with tf.GradientTape() as tape:
            loss = tf.reduce_mean((model(states) - targets) ** 2)
        grads = tape.gradient(loss, model.trainable_variables)
        optimizer.apply_gradients(zip(grads, model.trainable_variables))
    ```

    ### When not
    A new experiment on each pass has a new optimizer; its updates are in an inner loop, and the
    rule is silent. So it is about networks that are loaded, which in real code is done once each.
    Of 5 findings in code that nobody here had seen 1 was true, so the rule has to be selected.
    """

    id = "TFE502"
    name = "object-built-in-loop"
    message = "`{made}` is made again for each update{lost}"
    advice = "make it once, outside"
    tier = Tier.OPTIONAL  # 1 of 5 findings in code that nobody had seen was true
    valid = (
        """
        for pair in augmentations:
            network = keras.models.load_model("pretrained")
            evaluate(network, pair)
        """,
        "models = [keras.models.load_model(path) for path in paths]",
        """
        def load(path):
            model = keras.models.load_model(path)
            print(model.count_params())
            return model

        for path in paths:
            evaluate(load(path))
        """,
        """
        for task in tasks:
            optimizer = keras.optimizers.SGD(rate)
            optimizer.apply_gradients(zip(grads, model.trainable_variables))
        """,
        """
        optimizer = keras.optimizers.Adam()
        for states in batches:
            with tf.GradientTape() as tape:
                loss = tf.reduce_mean(model(states))
            grads = tape.gradient(loss, model.trainable_variables)
            optimizer.apply_gradients(zip(grads, model.trainable_variables))
        """,
        """
        for rate in rates:
            optimizer = keras.optimizers.Adam(rate)
            for states in batches:
                with tf.GradientTape() as tape:
                    loss = tf.reduce_mean(model(states))
                grads = tape.gradient(loss, model.trainable_variables)
                optimizer.apply_gradients(zip(grads, model.trainable_variables))
        """,
        """
        for fold in folds:
            model = keras.Sequential([keras.layers.Dense(1)])
            model.compile(keras.optimizers.Adam(), "mse")
            model.fit(fold)
        """,
        """
        for step in range(1000):
            if step % 100 == 0:
                target = keras.models.clone_model(model)
        """,
    )
    invalid = (
        Invalid(
            """
            for states in batches:
                optimizer = keras.optimizers.Adam()  # TFE502
                with tf.GradientTape() as tape:
                    loss = tf.reduce_mean(model(states))
                grads = tape.gradient(loss, model.trainable_variables)
                optimizer.apply_gradients(zip(grads, model.trainable_variables))
            """
        ),
        Invalid(
            """
            def learn(model, states):
                optimizer = tf.optimizers.SGD(0.1, 0.9)  # TFE502
                with tf.GradientTape() as tape:
                    loss = tf.reduce_mean(model(states))
                grads = tape.gradient(loss, model.trainable_variables)
                optimizer.apply_gradients(zip(grads, model.trainable_variables))

            for states in batches:
                learn(model, states)
            """
        ),
        Invalid(
            """
            while True:
                target = keras.models.clone_model(model)  # TFE502
                target.set_weights(model.get_weights())
                step(target)
            """
        ),
    )

    def visit_Call(self, node: ast.Call, file: File) -> Iterator[Finding]:
        name = file.name(node.func)
        is_optimizer = name.startswith(("keras.", "tf.")) and file.kind(node).what is What.OPTIMIZER
        if not is_optimizer and name not in _COPIES:
            return
        if _is_kept(node, file) or not file.eager(node):
            return
        hot = file.hot(node)
        if hot is None or not hot.each:
            return
        if not is_optimizer and _is_another(node, file):
            return
        if is_optimizer and (not _updates(node, file) or _is_plain(node, name)):
            return
        lost = ", and its state is lost" if is_optimizer else ""
        yield self.found(node, file, hot, made=file.source(node.func), lost=lost)


def _is_another(node: ast.Call, file: File) -> bool:
    """Whether each pass or call loads or copies something else."""
    place = file.heat.loop(node) or file.tree.function(node)
    parts = (part for argument in node.args for part in ast.walk(argument))
    return any(isinstance(p, ast.Name) and file.bindings.is_bound_in(place, p) for p in parts)


def _is_plain(node: ast.Call, name: str) -> bool:
    """Whether it is SGD without momentum, which has no state to lose."""
    return name.endswith(".SGD") and len(node.args) + len(node.keywords) < 2


def _updates(node: ast.Call, file: File) -> bool:
    """Whether an update is made beside it: in the same loop, else in the same function."""
    place = file.heat.loop(node) or file.tree.function(node)
    return place is not None and any(
        isinstance(call, ast.Call)
        and isinstance(call.func, ast.Attribute)
        and call.func.attr in _UPDATES
        for call in file.tree.inside(place)
    )


def _is_kept(node: ast.Call, file: File) -> bool:
    """Whether it is returned, or put where it outlives the pass, or made under a condition."""
    parent = file.tree.parent(node)
    if isinstance(parent, (ast.Return, ast.Dict)):
        return True
    if isinstance(parent, ast.Assign) and not isinstance(parent.targets[0], ast.Name):
        return True
    if isinstance(parent, ast.Call) and parent.func is not node:
        return True
    for above, _ in file.tree.ancestors(node):
        if isinstance(above, (ast.For, ast.While, *Function)):
            return False
        if isinstance(above, (ast.If, ast.IfExp, ast.Try)):
            return True
    return False
