"""TFE602: a random number or a time that is drawn once, when the function is traced."""

from __future__ import annotations

import ast
from collections.abc import Iterator

from porter.linter.file import File
from porter.linter.finding import Finding
from porter.linter.rule import Invalid, Rule
from porter.linter.tree import AnyFunction, dotted

_CLOCKS = frozenset(
    "time.time time.perf_counter time.monotonic datetime.datetime.now datetime.now "
    "datetime.datetime.utcnow".split()
)
_NO_DRAWS = frozenset("seed default_rng RandomState Generator get_state set_state".split())


class HostRandomOrClock(Rule):
    """A random number or a time is drawn once, and the graph keeps it for ever.

    ### What it does
    Finds `np.random`, `random` and the clock in code that `tf.function` traces.

    ### Why is this bad?
    Python runs when the function is traced, not when it is called. The number becomes a constant
    of the graph: the noise is the same in every call.

    ### Example
    ```python
    @tf.function
    def explore(action):
        return action + np.random.normal(size=2)
    ```

    ### Use instead
    ```python
    @tf.function
    def explore(action):
        return action + tf.random.normal([2], dtype=action.dtype)
    ```

    ### When not
    Where one draw for the life of the program is meant: draw it outside, so that it can be seen.
    """

    id = "TFE602"
    name = "host-random-or-clock"
    message = "`{call}` runs when `{function}` is traced, and every call gets the same value"
    advice = "{instead}"
    valid = (
        """
        tf.config.run_functions_eagerly(True)

        @tf.function
        def explore(action):
            return action + np.random.normal(size=2)
        """,
        """
        @tf.function
        def reconstruct(images):
            noise = np.random.uniform(size=[32, 100])
            return decoder(encoder(images))
        """,
        """
        import random
        import tensorflow as tf

        @tf.function
        def augment(image):
            seed = random.randint(0, 2**31 - 1)
            return tf.image.random_flip_left_right(image, seed=seed)
        """,
        """
        @tf.function
        def explore(action):
            return action + tf.random.normal([2])
        """,
        """
        def explore(action):
            return action + np.random.normal(size=2)

        for step in range(1000):
            action = explore(action)
        """,
        """
        @tf.function
        def step(action):
            return tf.numpy_function(lambda: np.random.normal(size=2), [], tf.float64)
        """,
    )
    invalid = (
        Invalid(
            """
            @tf.function
            def explore(action):
                return action + np.random.normal(size=2)  # TFE602
            """
        ),
        Invalid(
            """
            import random
            import time

            import tensorflow as tf

            def step(x):
                start = time.time()  # TFE602
                return noisy(x), start

            def noisy(x):
                return x * random.random()  # TFE602

            graph = tf.function(step)
            """
        ),
    )

    def visit_Call(self, node: ast.Call, file: File) -> Iterator[Finding]:
        name = file.name(node.func)
        is_random = name.startswith(("np.random.", "random."))
        if name.rpartition(".")[2] in _NO_DRAWS or not (is_random or name in _CLOCKS):
            return
        function = file.tree.function(node)
        if function is None or _is_seed(node, file) or not file.traced_in_use(node):
            return
        if _is_unused(node, function, file):
            return
        instead = "tf.random" if is_random else "read the clock outside, or use tf.timestamp()"
        call = file.source(node.func)
        yield self.found(node, file, call=call, function=function.name, instead=instead)


def _is_unused(node: ast.Call, function: AnyFunction, file: File) -> bool:
    """Whether nothing reads the name that is set to what is drawn."""
    set_to = file.tree.statement(node)
    targets = set_to.targets if isinstance(set_to, ast.Assign) else []
    if not targets or not all(isinstance(target, ast.Name) for target in targets):
        return False
    read = file.once(_read, function)
    return not any(isinstance(target, ast.Name) and target.id in read for target in targets)


def _read(function: ast.AST, file: File) -> set[str]:
    """The names that a function reads."""
    names = (node for node in ast.walk(function) if isinstance(node, ast.Name))
    return {name.id for name in names if isinstance(name.ctx, ast.Load)}


def _is_seed(node: ast.Call, file: File) -> bool:
    """Whether it is called a seed: what draws with it still draws anew."""
    parent = file.tree.parent(node)
    if isinstance(parent, ast.keyword):
        return parent.arg is not None and "seed" in parent.arg
    names = parent.targets if isinstance(parent, ast.Assign) else []
    return any("seed" in dotted(name) for name in names)
