"""TFE301: a tf.function that is made anew, and traced anew, on each pass."""

from __future__ import annotations

import ast
from collections.abc import Iterator

from porter.linter.file import File
from porter.linter.finding import Finding
from porter.linter.hot import Hot
from porter.linter.rule import Invalid, Rule
from porter.linter.tree import AnyFunction, Function, names


class TfFunctionInLoop(Rule):
    """A `tf.function` is made on each pass, so each call traces it again.

    ### What it does
    Finds `tf.function(...)` and functions under `@tf.function` in a loop, or in a function that is
    called from a loop.

    ### Why is this bad?
    The traces belong to the object. A new one has none: its first call runs the Python code, builds
    a graph and optimizes it, which takes far longer than the step itself.

    ### Example
    ```python
    for batch in batches:
        train_step = tf.function(agent.update)
        train_step(batch)
    ```

    ### Use instead
    ```python
    train_step = tf.function(agent.update)
    for batch in batches:
        train_step(batch)
    ```

    ### When not
    One function for each network, made once before the training; the rule is silent where it is
    kept in a table or an attribute, or returned.
    """

    id = "TFE301"
    name = "tf-function-in-loop"
    message = "`{function}` is a new tf.function on each pass, and traces anew"
    advice = "make it once, outside"
    valid = (
        """
        step = tf.function(agent.update)
        for batch in batches:
            step(batch)
        """,
        """
        def make_step(model):
            @tf.function
            def step(x):
                return model(x)
            return step

        for batch in batches:
            steps.append(make_step(batch))
        """,
        """
        def make_copy(source, target):
            @tf.function
            def assign():
                for a, b in zip(source.variables, target.variables):
                    b.assign(a)

            def copy():
                strategy.run(assign)

            return copy

        copies = [make_copy(model, target) for target in targets]
        """,
        """
        for name in names:
            steps[name] = tf.function(agents[name].update)
        """,
        """
        class Agent:
            def step(self, x):
                if self._step is None:
                    self._step = tf.function(self._update)
                return self._step(x)

        agent = Agent()
        for x in batches:
            agent.step(x)
        """,
    )
    invalid = (
        Invalid(
            """
            for batch in batches:
                step = tf.function(agent.update)  # TFE301
                step(batch)
            """
        ),
        Invalid(
            """
            def train(model, x):
                @tf.function
                def step(x):  # TFE301
                    return model(x)
                return step(x) + 1

            for x in batches:
                train(model, x)
            """
        ),
    )

    def visit_Call(self, node: ast.Call, file: File) -> Iterator[Finding]:
        parent = file.tree.parent(node)
        decorates = isinstance(parent, Function) and node in parent.decorator_list
        if decorates or not node.args or not file.wraps(node.func):
            return
        target = parent.targets[0] if isinstance(parent, ast.Assign) else None
        kept = isinstance(parent, (ast.Return, ast.Call, ast.keyword, ast.Dict, ast.List))
        called = isinstance(parent, ast.Call) and parent.func is node
        if not called and (kept or (target is not None and not isinstance(target, ast.Name))):
            return
        if isinstance(target, ast.Name) and _escapes(target.id, node, file):
            return
        if hot := _remade(node, file):
            yield self.found(node, file, hot, function=file.source(node))

    def visit_FunctionDef(self, node: ast.FunctionDef, file: File) -> Iterator[Finding]:
        if not any(file.wraps(decorator) for decorator in node.decorator_list):
            return
        if isinstance(file.tree.parent(node), ast.ClassDef) or _escapes(node.name, node, file):
            return
        if hot := _remade(node, file):
            yield self.found(node, file, hot, function=node.name)


def _remade(node: ast.AST, file: File) -> Hot | None:
    """Why the function is made often, unless a condition guards it."""
    function = file.tree.function(node)
    made_once = ("__init__", "build", "setup", "compile")
    if not file.eager(node) or (function is not None and function.name in made_once):
        return None
    guards = (ast.If, ast.IfExp, ast.BoolOp, ast.Try)
    for above, _ in file.tree.ancestors(node):
        if isinstance(above, guards) and not _is_main(above):
            return None
        if above is function:
            break
    hot = file.hot(node)
    return hot if hot is None or not hot.function or _is_run(function, file) else None


def _is_run(function: AnyFunction | None, file: File) -> bool:
    """Whether the program itself calls a function in a loop; a library's may be traced outside."""
    calls = file.calls.of(function) if function is not None else []
    return any(file.tree.function(call) is None and file.heat.loop(call) for call in calls)


def _is_main(node: ast.AST) -> bool:
    return isinstance(node, ast.If) and "__name__" in names(node.test)


def _escapes(name: str, node: ast.AST, file: File) -> bool:
    """Whether the function is kept: returned, passed on, stored, or used by another function."""
    return not file.once(_calling, name) <= {file.tree.scope(node)}


def _calling(name: str, file: File) -> set[ast.AST]:
    """The scopes that call something of this name, and what does anything else with it."""
    return {
        scope if _is_called(use, file) else use
        for scope, uses in file.tree.uses(name).items()
        for use in uses
        if isinstance(use.ctx, ast.Load)
    }


def _is_called(use: ast.Name, file: File) -> bool:
    call = file.tree.parent(use)
    return isinstance(call, ast.Call) and call.func is use
