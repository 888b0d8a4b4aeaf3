"""TFE201: an update step that runs op by op."""

from __future__ import annotations

import ast
from collections.abc import Iterator

from porter.lint.bindings import Found
from porter.lint.file import File
from porter.lint.finding import Finding
from porter.lint.kinds import What
from porter.lint.rule import Invalid, Rule
from porter.lint.tree import Function, dotted

_STEPS = frozenset(
    "step reset render fit predict item numpy append write get_weights set_weights".split()
)


class EagerTrainStep(Rule):
    """An update step runs eagerly, op by op, every time.

    ### What it does
    Finds a `tf.GradientTape` whose gradient is taken in a loop, or in a function that is called
    from a loop, and that no `tf.function` of this file reaches.

    ### Why is this bad?
    Python dispatches each op of the forward pass, of the backward pass and of the optimizer. For
    the small networks of reinforcement learning that is nearly all of the time.

    ### Example
    ```python
    for states, targets in batches:
        with tf.GradientTape() as tape:
            loss = tf.reduce_mean((model(states) - targets) ** 2)
        grads = tape.gradient(loss, model.trainable_variables)
        optimizer.apply_gradients(zip(grads, model.trainable_variables))
    ```

    ### Use instead
    ```python
    @tf.function
    def train_step(states, targets):
        with tf.GradientTape() as tape:
            loss = tf.reduce_mean((model(states) - targets) ** 2)
        grads = tape.gradient(loss, model.trainable_variables)
        optimizer.apply_gradients(zip(grads, model.trainable_variables))
        return loss


    for states, targets in batches:
        loss = train_step(states, targets)
    ```

    ### When not
    A step that calls the environment or NumPy in its tape has to be taken apart first; the rule is
    silent about it. It is silent, too, where the numbers in a file say that a step runs 200 times
    or less in all: tracing it costs more than it saves. A function that is traced from another file
    can't be seen from this one.
    """

    id = "TFE201"
    name = "eager-train-step"
    message = "this update step runs eagerly, op by op"
    advice = "put it, with what applies its gradients, into a function under @tf.function"
    valid = (
        """
        epoch = 40
        for epoch in range(epoch):
            with tf.GradientTape() as tape:
                loss = tf.square(w + 1)
            w.assign_sub(0.2 * tape.gradient(loss, w))
        """,
        """
        for support, query in tasks:
            for step in range(steps):
                with tf.GradientTape() as tape:
                    loss = tf.reduce_mean(fast(support))
                grads = tape.gradient(loss, fast.inner_weights)
                fast = updated(fast, grads)
        """,
        """
        def copied(model):
            copy = keras.Sequential([keras.layers.Dense(1)])
            copy.set_weights(model.get_weights())
            return copy

        for x, y in tasks:
            with tf.GradientTape() as outer:
                with tf.GradientTape() as inner:
                    loss = tf.reduce_mean(model(x) - y)
                grads = inner.gradient(loss, model.trainable_variables)
                fast = copied(model)
                loss = tf.reduce_mean(fast(x) - y)
            grads = outer.gradient(loss, model.trainable_variables)
        """,
        """
        @tf.function
        def train_step(states, targets):
            with tf.GradientTape() as tape:
                loss = tf.reduce_mean((model(states) - targets) ** 2)
            grads = tape.gradient(loss, model.trainable_variables)
            optimizer.apply_gradients(zip(grads, model.trainable_variables))

        for states, targets in batches:
            train_step(states, targets)
        """,
        """
        class Agent:
            def _update(self, states):
                with tf.GradientTape() as tape:
                    loss = tf.reduce_mean(self.model(states))
                self.optimizer.apply(tape.gradient(loss, self.model.trainable_variables))

            @tf.function
            def update(self, states):
                self._update(states)

        for states in batches:
            agent.update(states)
        """,
        """
        from agents import Base
        import tensorflow as tf

        class Agent(Base):
            def _train(self, experience):
                for epoch in range(self.epochs):
                    with tf.GradientTape() as tape:
                        loss = self.loss(experience)
                    self.apply(tape.gradient(loss, self.variables))
        """,
        """
        class Net(keras.Model):
            def train_step(self, data):
                with tf.GradientTape() as tape:
                    loss = self.compiled_loss(self(data[0]), data[1])
                grads = tape.gradient(loss, self.trainable_variables)
                self.optimizer.apply_gradients(zip(grads, self.trainable_variables))

        for data in batches:
            net.train_step(data)
        """,
        """
        for episode in range(episodes):
            with tf.GradientTape() as tape:
                for step in range(200):
                    state, reward, done, _ = env.step(act(model(state)))
            grads = tape.gradient(loss, model.trainable_variables)
        """,
        """
        class Trainer:
            def step(self, batches):
                for batch in batches:
                    self.update(batch)

            def update(self, batch):
                with tf.GradientTape() as tape:
                    loss = tf.reduce_mean(model(batch))
                grads = tape.gradient(loss, model.trainable_variables)
                optimizer.apply_gradients(zip(grads, model.trainable_variables))

        trainer = Trainer()
        step = trainer.step
        step = tf.function(step)
        while True:
            step(next(data))
        """,
        """
        def play(model):
            state, done = env.reset(), False
            while not done:
                state, reward, done, info = env.step(np.argmax(model(state)))
            return reward

        for episode in range(1000):
            with tf.GradientTape() as tape:
                loss = tf.reduce_mean(play(model))
            grads = tape.gradient(loss, model.trainable_variables)
        """,
        """
        def train():
            for step in range(4000):
                state, reward, done, info = env.step(act(state))
            with tf.GradientTape() as tape:
                loss = tf.reduce_mean(model(state))
            grads = tape.gradient(loss, model.trainable_variables)

        for epoch in range(epochs):
            train()
        """,
        """
        for epoch in range(epochs):
            for step in range(4000):
                state, reward, done, info = env.step(act(state))
                if done:
                    with tf.GradientTape() as tape:
                        loss = tf.reduce_mean(model(state))
                    grads = tape.gradient(loss, model.trainable_variables)
            with tf.GradientTape() as tape:
                loss = tf.reduce_mean(model(states))
            grads = tape.gradient(loss, model.trainable_variables)
        """,
        """
        sizes = [2 * i for i in range(2, 7)]
        for n in sizes:
            with tf.GradientTape() as tape:
                loss = tf.reduce_mean(model(states(n)))
            grads = tape.gradient(loss, model.trainable_variables)
        """,
        """
        x = tf.Variable([4.0, 0.0])

        def minimise():
            with tf.GradientTape() as tape:
                y = tf.reduce_sum(x**2)
            x.assign_sub(0.01 * tape.gradient(y, x))

        steps = range(100)
        for step in steps:
            minimise()
        """,
    )
    invalid = (
        Invalid(
            """
            for states, targets in batches:
                with tf.GradientTape() as tape:  # TFE201
                    loss = tf.reduce_mean((model(states) - targets) ** 2)
                grads = tape.gradient(loss, model.trainable_variables)
                optimizer.apply_gradients(zip(grads, model.trainable_variables))
            """
        ),
        Invalid(
            """
            class Agent:
                def learn(self, states):
                    with tf.GradientTape() as tape:  # TFE201
                        loss = tf.reduce_mean(self.model(states))
                    grads = tape.gradient(loss, self.model.trainable_variables)
                    self.optimizer.apply_gradients(zip(grads, self.model.trainable_variables))

            agent = Agent()
            while True:
                agent.learn(replay.sample())
            """
        ),
    )

    def visit_With(self, node: ast.With, file: File) -> Iterator[Finding]:
        tapes = [name for item in node.items if (name := _tape(item, file))]
        if not tapes or not file.eager(node) or (hot := file.hot(node)) is None:
            return
        if hot.minor or hot.is_brief or not _takes_gradient(tapes[0], node, file):
            return
        if _is_of_a_new_network(tapes[0], node, file):
            return
        if not _runs_host_code(_outermost(node, file), file):
            yield self.found(node, file, hot)


def _tape(item: ast.withitem, file: File) -> str:
    """The name of a tape that is opened."""
    if item.optional_vars is None or file.kind(item.context_expr).what is not What.TAPE:
        return ""
    return dotted(item.optional_vars)


def _outermost(node: ast.With, file: File) -> ast.With:
    """The tape's block, or that of the tape around it."""
    for above, _ in file.tree.ancestors(node):
        if isinstance(above, ast.With) and any(_tape(item, file) for item in above.items):
            node = above
        elif isinstance(above, Function):
            break
    return node


def _takes_gradient(tape: str, node: ast.With, file: File) -> bool:
    """Whether the function takes a gradient of the tape."""
    return tape in file.once(_differentiated, file.tree.scope(node))


def _is_of_a_new_network(tape: str, node: ast.With, file: File) -> bool:
    """Whether each pass differentiates another network, as MAML does: each would be traced."""
    loop = file.heat.loop(node)
    networks = file.once(_differentiated, file.tree.scope(node))[tape]
    return any(loop and file.bindings.is_bound_in(loop, name) for name in networks.values())


def _differentiated(scope: ast.AST, file: File) -> dict[str, dict[Found, ast.Name]]:
    """The tapes that a function takes gradients of, and `model` of `model.trainable_variables`."""
    found: dict[str, dict[Found, ast.Name]] = {}
    for call in file.tree.inside(scope):
        use = call.func if isinstance(call, ast.Call) else None
        if not isinstance(call, ast.Call) or not isinstance(use, ast.Attribute):
            continue
        if use.attr in ("gradient", "jacobian"):
            networks = found.setdefault(dotted(use.value), {})
            for source in call.args[1:2]:
                if isinstance(source, ast.Attribute) and isinstance(source.value, ast.Name):
                    networks[file.bindings.of_name(source.value)] = source.value
    return found


def _runs_host_code(node: ast.AST, file: File) -> bool:
    """Whether a tape's block can't be traced: it calls the host, or a function that acts."""
    inside = list(file.tree.inside(node))
    if any(_is_host(part, file) for part in inside):
        return True
    called = [f for call in inside if isinstance(call, ast.Call) for f in file.calls.called(call)]
    return any(_acts(part) for function in called for part in ast.walk(function))


def _acts(node: ast.AST) -> bool:
    """Whether this is a step of an environment: `env.step(action)`."""
    return isinstance(node, ast.Call) and dotted(node.func).split(".")[-2:] == ["env", "step"]


def _is_host(node: ast.AST, file: File) -> bool:
    """Whether a node of the tape's block can't be traced, or would be traced for nothing."""
    if not isinstance(node, ast.Call):
        return False
    if file.name(node.func).startswith(("np.", "random.", "tf.summary.")):
        return True
    if file.kind(node).what is What.MODEL:
        return True  # a network that is made has variables of its own
    if isinstance(node.func, ast.Name):
        return node.func.id in ("print", "input", "next", "float", "int")
    return isinstance(node.func, ast.Attribute) and node.func.attr in _STEPS
