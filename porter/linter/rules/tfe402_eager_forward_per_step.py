"""TFE402: a network that is called eagerly for one state."""

from __future__ import annotations

import ast
from collections.abc import Iterator

from porter.linter import inputs
from porter.linter.file import File
from porter.linter.finding import Finding
from porter.linter.kinds import What
from porter.linter.rule import Invalid, Rule
from porter.linter.tree import Function, Loop

_JOINING = frozenset("tf.concat np.append np.concatenate np.hstack".split())


class EagerForwardPerStep(Rule):
    """A network is called eagerly for one state at a time.

    ### What it does
    Finds eager calls of a Keras model with a batch of one row, in a loop that plays and that trains
    or stands in a loop itself, or that goes on from what it computed more than 200 times.

    ### Why is this bad?
    Keras checks and converts the input of each layer in Python, and each op is dispatched on its
    own. A `tf.function` of the model is one call.

    ### Example
    ```python
    for episode in range(episodes):
        while not done:
            action = actor(np.array([state]))[0]
            state, reward, done, _, _ = env.step(action.numpy())
    ```

    ### Use instead
    ```python
    act = tf.function(actor)
    for episode in range(episodes):
        while not done:
            action = act(np.array([state]))[0]
            state, reward, done, _, _ = env.step(action.numpy())
    ```

    ### When not
    A forward pass under a tape belongs to the update step, which TFE201 is about. One episode with
    a network that was trained before, or one sentence that is translated, takes a second; there the
    rule is silent.
    """

    id = "TFE402"
    name = "eager-forward-per-step"
    message = "`{model}` is called eagerly for one row"
    advice = "call a tf.function of it: make `tf.function({model})` once"
    valid = (
        """
        model = keras.models.load_model("lander")
        done, state = False, env.reset()
        while not done:
            state, reward, done, info = env.step(np.argmax(model(state[None])))
        """,
        """
        decoder = keras.Sequential([keras.layers.Dense(4)])

        def translated(sentence, max_length):
            token = tf.expand_dims([start], 0)
            for i in range(max_length):
                token = tf.expand_dims([tf.argmax(decoder(token)[0])], 0)
                yield token

        print(list(translated("hola", 20)))
        """,
        """
        model = keras.Sequential([keras.layers.Dense(4)])

        def loss(x):
            return tf.reduce_mean(model(x) ** 2) + model(np.array([[0.0]]))[0, 0] ** 2

        def gradients(x):
            with tf.GradientTape() as tape:
                value = loss(x)
            return tape.gradient(value, model.trainable_variables)

        while training:
            optimizer.apply(gradients(x))
        """,
        """
        model = keras.Sequential([keras.layers.Dense(4)])

        def film(env, steps):
            pictures = []
            for i in range(steps):
                state, reward, done, info = env.step(np.argmax(model(state[None])))
                if i % 10 == 0:
                    pictures.append(env.render(mode="rgb_array"))
            return pictures
        """,
        """
        model = keras.Sequential([keras.layers.Dense(4)])

        def sample():
            found = []
            for index in np.random.choice(len(x_test), 25):
                image = x_test[index].reshape(1, 28, 28, 1)
                found.append(np.argmax(model(image)))
            return found

        for epoch in range(epochs):
            for batch in batches:
                step(batch)
            log(sample())
        """,
        """
        model = keras.Sequential([keras.layers.Dense(4)])
        while not done:
            env.render(mode="human")
            state, reward, done, info = env.step(np.argmax(model(state[None])))
        """,
        """
        model = keras.Sequential([keras.layers.Dense(4)])
        act = tf.function(model)
        while not done:
            state, reward, done, info = env.step(act(np.array([state])))
        """,
        """
        model = keras.Sequential([keras.layers.Dense(4)])

        @tf.function
        def act(state):
            return model(tf.expand_dims(state, 0))

        while not done:
            state, reward, done, info = env.step(act(state))
        """,
        """
        model = keras.Sequential([keras.layers.Dense(4)])
        model(np.zeros([1, 4]))
        for states in batches:
            print(model(states))
        """,
        """
        class Net(keras.Model):
            @tf.function
            def call(self, x):
                return x

        model = Net()
        while not done:
            state, reward, done, info = env.step(model(state[None]))
        """,
        """
        import matplotlib.pyplot as plt
        import tensorflow as tf
        from tensorflow import keras

        augment = keras.Sequential([keras.layers.RandomFlip()])
        for i in range(9):
            plt.subplot(3, 3, i + 1)
            plt.imshow(augment(image[None])[0])
        """,
        """
        model = keras.Sequential([keras.layers.Dense(4)])
        for update in range(100):
            for step in range(128):
                state = env.step(policy(state))
            last = model(np.array([state]))
            learn(last)
        """,
        """
        model = keras.Sequential([keras.layers.Dense(4)])

        def run_episode(state):
            for t in tf.range(200):
                action = tf.argmax(model(tf.expand_dims(state, 0)), axis=1)[0]
                state, reward, done = tf_env_step(action)

        for episode in range(1000):
            run_episode(first())
        """,
        """
        transformer = keras.Sequential([keras.layers.Dense(4)])
        output = tf.expand_dims([start], 0)
        for i in range(max_length):
            found = tf.argmax(transformer(output), axis=-1)
            output = tf.concat([output, found[:, -1:]], axis=-1)
        """,
    )
    invalid = (
        Invalid(
            """
            model = keras.Sequential([keras.layers.Dense(4)])
            for episode in range(episodes):
                while not done:
                    probs = model(np.array([state]))  # TFE402
                    state, reward, done, info = env.step(np.argmax(probs))
            """
        ),
        Invalid(
            """
            model = keras.Sequential([keras.layers.Dense(4)])
            letter = first
            for i in range(1000):
                letter = tf.argmax(model(tf.expand_dims(letter, 0)), axis=1)[0]  # TFE402
                text.append(letter)
            """
        ),
        Invalid(
            """
            class Actor(keras.Model):
                def call(self, x):
                    return x

            class Agent:
                def __init__(self):
                    self.actor = Actor()

                def act(self, state):
                    state = tf.convert_to_tensor([state], dtype=tf.float32)
                    return self.actor(state)[0].numpy()  # TFE402

            agent = Agent()
            for step in range(10_000):
                state = env.step(agent.act(state))
            """
        ),
    )

    def visit_Call(self, node: ast.Call, file: File) -> Iterator[Finding]:
        if not node.args or not inputs.is_model(node.func, file) or not file.eager(node):
            return
        if inputs.per_environment(node, file) or not inputs.is_of_one(node.args[0], file):
            return
        if _is_traced(file.kind(node.func).node, file) or _is_under_tape(node, file):
            return
        hot, loop = file.hot(node), file.heat.loop(node)
        if loop is not None and any(_grows(argument, loop, file) for argument in node.args):
            return
        if hot is not None and inputs.is_shown(hot, file):
            return
        if hot is None or hot.is_brief or not inputs.is_played_again(hot, node.args[0], file):
            return
        if hot.each or (isinstance(loop, ast.While) and not hot.seldom):
            yield self.found(node, file, hot, model=file.source(node.func))


def _is_traced(owner: ast.AST | None, file: File) -> bool:
    """Whether the model's own `call` is a tf.function."""
    members = owner.body if isinstance(owner, ast.ClassDef) else []
    return any(
        isinstance(member, Function)
        and member.name in ("call", "__call__")
        and any(file.wraps(decorator) for decorator in member.decorator_list)
        for member in members
    )


def _grows(argument: ast.expr, loop: Loop, file: File) -> bool:
    """Whether each pass adds to an input: tf.function would trace each length."""
    return any(
        isinstance(part, ast.Assign)
        and isinstance(part.value, ast.Call)
        and file.name(part.value.func) in _JOINING
        and any(ast.unparse(target) == ast.unparse(argument) for target in part.targets)
        for part in file.tree.inside(loop)
    )


def _is_under_tape(node: ast.AST, file: File) -> bool:
    """Whether it is part of a loss: under a tape, here or where its function is called."""
    function = file.tree.function(node)
    calls = file.calls.of(function) if function is not None else []
    return any(_has_tape(place, file) for place in (node, *calls))


def _has_tape(node: ast.AST, file: File) -> bool:
    return any(
        isinstance(above, ast.With)
        and any(file.kind(item.context_expr).what is What.TAPE for item in above.items)
        for above, _ in file.tree.ancestors(node)
    )
