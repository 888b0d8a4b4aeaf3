"""TFE503: weights that are copied through NumPy."""

from __future__ import annotations

import ast
from collections.abc import Iterator

from porter.linter import inputs
from porter.linter.file import File
from porter.linter.finding import Finding
from porter.linter.rule import Invalid, Rule
from porter.linter.tree import Loop, dotted, iterable, names, targets


class WeightsThroughNumpy(Rule):
    """Weights go through NumPy arrays on each step.

    ### What it does
    Finds `set_weights` with what `get_weights` gives, and `set_weights` for each individual of a
    population, in code that runs often.

    ### Why is this bad?
    `get_weights` copies every variable to the host, `set_weights` checks and copies each back. An
    assignment from variable to variable copies nothing to Python.

    ### Example
    ```python
    for step in range(steps):
        train_step(batch)
        weights = [0.01 * w + 0.99 * t for w, t in zip(model.get_weights(), target.get_weights())]
        target.set_weights(weights)
    ```

    ### Use instead
    ```python
    @tf.function
    def update_target():
        for w, t in zip(model.variables, target.variables):
            t.assign(0.01 * w + 0.99 * t)


    for step in range(steps):
        train_step(batch)
        update_target()
    ```

    ### When not
    Once in many steps it does not matter; where a condition counts the steps, the rule is silent.
    For a population of small networks, a forward pass in NumPy needs no variables at all.
    """

    id = "TFE503"
    name = "weights-through-numpy"
    message = "`{model}.set_weights` copies all weights through NumPy"
    advice = "{instead}"
    valid = (
        """
        while queue.waits():
            network.set_weights(shared.get_weights())
            results.put(network.score(queue.get()))
        """,
        """
        for task in tasks:
            copy = network()
            for i, layer in enumerate(copy.layers):
                layer.set_weights(model.layers[i].get_weights())
            train(copy, task)
        """,
        """
        def fuse(layer, norm):
            weights, biases = layer.get_weights()
            scale = norm.gamma.numpy()
            layer.set_weights([weights * scale, biases * scale])

        for layer, norm in pairs(model):
            fuse(layer, norm)
        """,
        """
        target.set_weights(model.get_weights())
        for step in range(1000):
            train(step)
            if step % 100 == 0:
                target.set_weights(model.get_weights())
        """,
        """
        for episode in range(100):
            while not done:
                train()
            target.set_weights(model.get_weights())
        """,
        """
        for new, old in zip(converted, layers):
            new.set_weights(old.get_weights())
        """,
        """
        for i in range(workers):
            actor = build_actor()
            target = build_actor()
            target.set_weights(actor.get_weights())
        """,
        """
        for task in tasks:
            learner.set_weights(model.get_weights())
            learner.compile("adam", "mse")
            learner.fit(*task)
        """,
        """
        class Agent:
            def train(self, batch):
                self.model.train_on_batch(*batch)
                if self.left == 0:
                    self.target.set_weights(self.model.get_weights())
                    self.left = self.every

        agent = Agent()
        while not done:
            agent.train(batch)
        """,
        """
        class Worker:
            def pull(self):
                self.local.set_weights(self.shared.get_weights())

            def learn(self, batch):
                self.pull()
                self.local.train_on_batch(*batch)

        while running:
            worker.learn(batch)
        """,
        """
        class Agent:
            def align(self):
                self.target.set_weights(self.model.get_weights())

        agent = Agent()
        for step in range(10_000):
            agent.train()
            if done:
                agent.align()
        """,
        """
        @tf.function
        def update_target():
            for w, t in zip(model.variables, target.variables):
                t.assign(w)

        for step in range(1000):
            update_target()
        """,
    )
    invalid = (
        Invalid(
            """
            for step in range(1000):
                train(step)
                target.set_weights(model.get_weights())  # TFE503
            """
        ),
        Invalid(
            """
            class Agent:
                def learn(self, batch):
                    self.update(batch)
                    self.update_target(0.01)

                def update_target(self, tau):
                    weights = self.target.get_weights()
                    for i, weight in enumerate(self.model.get_weights()):
                        weights[i] = tau * weight + (1 - tau) * weights[i]
                    self.target.set_weights(weights)  # TFE503

            agent = Agent()
            while not done:
                agent.learn(batch)
            """
        ),
        Invalid(
            """
            for individual in population:
                model.set_weights(individual.weights)  # TFE503
                while not done:
                    state, reward, done, info = env.step(act(model, state))
            """
        ),
        Invalid(
            """
            def fitness(individual):
                model.set_weights(individual)  # TFE503
                state, done = env.reset(), False
                while not done:
                    state, reward, done, info = env.step(act(model, state))

            for generation in range(100):
                scores = [fitness(individual) for individual in population]
            """
        ),
    )

    def visit_Call(self, node: ast.Call, file: File) -> Iterator[Finding]:
        function = node.func
        if not isinstance(function, ast.Attribute) or function.attr != "set_weights":
            return
        if len(node.args) != 1 or not file.eager(node) or (hot := file.hot(node)) is None:
            return
        if _is_of_the_loop(function.value, file):
            return
        copied = hot.each and _from_a_network(node, file)
        steps = hot.configured or (hot.loop is not None and file.once(inputs.works, hot.loop))
        if copied and steps and not _is_set_up(function.value, file):
            instead = "assign variable to variable in a function under @tf.function"
        elif _of_an_individual(node, file):
            instead = "compute the small network in NumPy, without variables"
        else:
            return
        yield self.found(node, file, hot, model=file.source(function.value), instead=instead)


def _is_of_the_loop(model: ast.expr, file: File) -> bool:
    """Whether each pass has another receiver, as where layers or networks are filled once."""
    loop = file.heat.loop(model)
    bound = {name for target in targets(loop) for name in names(target)} if loop else set()
    return bool(names(model) & bound)


def _is_set_up(model: ast.expr, file: File) -> bool:
    """Whether each pass makes or compiles the network that it fills, which takes longer."""
    loop = file.heat.loop(model)
    if loop is None:
        return False
    made = file.once(_made, loop)
    over = (iterable(inner) for inner in file.tree.loops(model) if inner is not loop)
    return dotted(model) in made or any(bool(names(o) & made) for o in over if o is not None)


def _made(loop: ast.AST, file: File) -> set[str]:
    """What a loop makes or compiles."""
    found: set[str] = set()
    for node in file.tree.inside(loop):
        if isinstance(node, ast.Assign) and isinstance(node.value, ast.Call):
            found.update(map(dotted, node.targets))
        elif isinstance(node, ast.Attribute) and node.attr == "compile":
            found.add(dotted(node.value))
    return found - {""}


def _from_a_network(node: ast.Call, file: File) -> bool:
    """Whether the weights are a network's, read in the same function or loop.

    A plain copy has to stand in the loop itself: a function for it is called once in a while.
    """
    loop = file.heat.loop(node)
    place = loop or file.tree.function(node)
    if place is None or "get_weights" not in file.once(_attributes, place):
        return False
    given = node.args[0].func if isinstance(node.args[0], ast.Call) else None
    is_copy = isinstance(given, ast.Attribute) and given.attr == "get_weights"
    return loop is not None or not is_copy


def _attributes(place: ast.AST, file: File) -> set[str]:
    return {node.attr for node in file.tree.inside(place) if isinstance(node, ast.Attribute)}


def _of_an_individual(node: ast.Call, file: File) -> bool:
    """Whether each of a population gets the network, and acts with it: an environment steps."""
    loop, function = file.heat.loop(node), file.tree.function(node)
    place: Loop | ast.AST | None = loop or function
    if place is None or not file.once(_steps, place):
        return False
    if loop is not None:
        bound = {name for target in targets(loop) for name in names(target)}
    else:
        bound = {a.arg for a in function.args.args if a.arg != "self"} if function else set()
    return bool(names(node.args[0]) & bound)


def _steps(place: ast.AST, file: File) -> bool:
    return any(
        isinstance(call, ast.Call)
        and isinstance(call.func, ast.Attribute)
        and call.func.attr == "step"
        for call in file.tree.inside(place)
    )
