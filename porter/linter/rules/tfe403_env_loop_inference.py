"""TFE403: one call of the network for each environment."""

from __future__ import annotations

import ast
from collections.abc import Iterator

from porter.linter import inputs
from porter.linter.file import File
from porter.linter.finding import Finding
from porter.linter.kinds import What
from porter.linter.rule import Invalid, Rule


class EnvLoopInference(Rule):
    """The network is called once for each environment.

    ### What it does
    Finds calls of a network in a loop over environments, with what belongs to one of them.

    ### Why is this bad?
    A call costs the same for one row as for sixteen. One batch of all observations is one call.

    ### Example
    ```python
    for env, state in zip(envs, states):
        action = np.argmax(model(state[None]))
        env.step(action)
    ```

    ### Use instead
    ```python
    actions = np.argmax(model(np.stack(states)), axis=1)
    for env, action in zip(envs, actions):
        env.step(action)
    ```

    ### When not
    Environments that wait for each other, or have networks of their own.
    """

    id = "TFE403"
    name = "env-loop-inference"
    message = "`{model}` is called once for each of `{environments}`"
    advice = "stack the observations and call it once"
    valid = (
        """
        model = keras.Sequential([keras.layers.Dense(4)])
        while True:
            actions = np.argmax(model(np.stack(states)), axis=1)
            states = [env.step(a)[0] for env, a in zip(envs, actions)]
        """,
        """
        while True:
            for env, model in zip(envs, models):
                env.step(model(env.state))
        """,
    )
    invalid = (
        Invalid(
            """
            model = keras.Sequential([keras.layers.Dense(4)])
            while True:
                for env, state in zip(envs, states):
                    env.step(np.argmax(model(state[None])))  # TFE403
            """
        ),
        Invalid(
            """
            model = keras.Sequential([keras.layers.Dense(4)])
            act = tf.function(model)
            for step in range(1000):
                for i in range(num_envs):
                    actions[i] = act(states[i])  # TFE403
            """
        ),
    )

    def visit_Call(self, node: ast.Call, file: File) -> Iterator[Finding]:
        environments = inputs.per_environment(node.args[0], file) if node.args else ""
        if not environments:
            return
        function = node.func
        if isinstance(function, ast.Attribute) and function.attr == "predict":
            function = function.value
            called = inputs.is_model(function, file)
        else:
            called = file.kind(function).what in (What.MODEL, What.GRAPH)
        if called and file.eager(node) and not inputs.is_made_inside(function, file):
            model = file.source(function)
            hot = file.hot(node)
            yield self.found(node, file, hot, model=model, environments=environments)
