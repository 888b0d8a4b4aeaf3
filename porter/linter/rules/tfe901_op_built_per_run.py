"""TFE901: a graph of TensorFlow 1 that grows with each run."""

from __future__ import annotations

import ast
from collections.abc import Iterator

from porter.linter.bindings import Found
from porter.linter.file import File
from porter.linter.finding import Finding
from porter.linter.rule import Invalid, Rule

_ASSIGNMENTS = frozenset("assign assign_add assign_sub".split())
_NO_OPS = frozenset("tf.get_collection tf.GraphKeys tf.get_default_graph tf.RunOptions".split())
_SESSIONS = frozenset("Session InteractiveSession MonitoredTrainingSession get_session".split())


class OpBuiltPerRun(Rule):
    """Each pass of a loop adds ops to the graph and runs them once.

    ### What it does
    Finds `sess.run(v.assign(x))` and `sess.run(tf.reduce_mean(y))` in code that runs often, where
    `sess` is a session of TensorFlow 1.

    ### Why is this bad?
    In a graph, `v.assign(x)` makes an op. The graph grows with each pass, the session prepares it
    anew, and memory is never given back.

    ### Example
    ```python
    for step in range(steps):
        sess.run(rate.assign(decayed(step)))
    ```

    ### Use instead
    ```python
    new_rate = tf.compat.v1.placeholder(tf.float32, [])
    set_rate = rate.assign(new_rate)
    for step in range(steps):
        sess.run(set_rate, {new_rate: decayed(step)})
    ```

    ### When not
    In code that runs once. `sess.graph.finalize()` before the loop turns it into an error.
    """

    id = "TFE901"
    name = "op-built-per-run"
    message = "`{op}` adds an op to the graph on each pass"
    advice = "build it once before the loop, and feed the value through a placeholder"
    valid = (
        """
        sess = tf.compat.v1.Session()
        update = v.assign(x)
        for step in range(1000):
            sess.run(update)
        """,
        """
        sess = tf.compat.v1.Session()
        sess.run(tf.compat.v1.global_variables_initializer())
        sess.run(v.assign(1.0))
        """,
        """
        def forecast(data):
            tf.compat.v1.reset_default_graph()
            build(data)
            sess = tf.compat.v1.Session()
            sess.run(tf.compat.v1.global_variables_initializer())

        for i in range(1000):
            forecast(i)
        """,
        """
        sess = tf.compat.v1.Session()
        for i in range(networks):
            sess.run(tf.compat.v1.global_variables_initializer())
            train(i)
        """,
        """
        for step in range(1000):
            pool.run(task.assign(worker))
        """,
    )
    invalid = (
        Invalid(
            """
            with tf.compat.v1.Session() as sess:
                for step in range(1000):
                    sess.run(v.assign(step))  # TFE901
            """
        ),
        Invalid(
            """
            class Agent:
                def __init__(self):
                    self.sess = tf.Session()

                def set(self, values):
                    self.sess.run([tf.assign(v, x) for v, x in zip(self.v, values)])  # TFE901

            agent = Agent()
            for values in population:
                agent.set(values)
            """
        ),
    )

    def visit_Call(self, node: ast.Call, file: File) -> Iterator[Finding]:
        function = node.func
        if not isinstance(function, ast.Attribute) or function.attr != "run" or not node.args:
            return
        hot = file.hot(node) if _is_session(function.value, node, file) else None
        built = _built(node.args[0], file) if hot is not None and hot.each else None
        if built is not None:
            yield self.found(node, file, hot, op=file.source(built.func))


def _is_session(node: ast.expr, run: ast.Call, file: File) -> bool:
    """Whether a name holds what `tf.Session()` gave, and it lives for more than one pass."""
    loop = file.heat.loop(run)
    if isinstance(node, ast.Name):
        again = file.bindings.is_bound_in(loop or file.tree.function(run), node)
        return not again and bool(file.once(_sessions, file.bindings.of_name(node)))
    if not isinstance(node, ast.Attribute) or (owner := file.tree.owner(node)) is None:
        return False
    sessions = file.once(_sessions, file.bindings.of_attribute(owner, node.attr))
    return bool(sessions) and not any(_is_inside(call, loop, file) for call in sessions)


def _sessions(name: Found, file: File) -> list[ast.Call]:
    """The calls that give a name a session."""
    made = [b.source for b in name if isinstance(b.source, ast.Call)]
    return [c for c in made if file.name(c.func).rpartition(".")[2] in _SESSIONS]


def _is_inside(node: ast.AST, outer: ast.AST | None, file: File) -> bool:
    return outer is not None and any(above is outer for above, _ in file.tree.ancestors(node))


def _built(fetched: ast.expr, file: File) -> ast.Call | None:
    """The first call in what is run that makes an op."""
    for part in ast.walk(fetched):
        if isinstance(part, ast.Call) and isinstance(part.func, ast.Attribute):
            name = file.name(part.func)
            is_op = name.startswith("tf.") and name.rpartition(".")[2].islower()
            is_op = is_op and not name.endswith("_initializer")  # seldom, whatever the loop is
            if (is_op and name not in _NO_OPS) or (not name and part.func.attr in _ASSIGNMENTS):
                return part
    return None
