"""TFE202: variables that are assigned one by one."""

from __future__ import annotations

import ast
from collections.abc import Iterator

from porter.linter.bindings import Found
from porter.linter.file import File
from porter.linter.finding import Finding
from porter.linter.rule import Invalid, Rule
from porter.linter.tree import Loop, iterable, names, targets

_VARIABLES = frozenset(
    "weights variables trainable_variables trainable_weights non_trainable_variables".split()
)
_ASSIGNMENTS = frozenset("assign assign_add assign_sub".split())


class EagerVariableLoop(Rule):
    """Variables are assigned eagerly, one by one, in every step.

    ### What it does
    Finds loops over the variables of a network that assign each, such as the soft update of a
    target network, in code that runs often and that no `tf.function` reaches.

    ### Why is this bad?
    Each variable costs a read, a few operations and an assignment, dispatched from Python: the
    time grows with the number of layers. In a `tf.function` all of them are one call.

    ### Example
    ```python
    for step in range(steps):
        train_step(batch)
        for weight, target in zip(model.weights, target_model.weights):
            target.assign(tau * weight + (1 - tau) * target)
    ```

    ### Use instead
    ```python
    @tf.function
    def update_target():
        for weight, target in zip(model.weights, target_model.weights):
            target.assign(tau * weight + (1 - tau) * target)


    for step in range(steps):
        train_step(batch)
        update_target()
    ```

    ### When not
    Where it runs once in many steps, the time is of no matter; the rule is silent where a condition
    counts them (`step % 100 == 0`), or where an inner loop has the steps.
    """

    id = "TFE202"
    name = "eager-variable-loop"
    message = "variables are assigned eagerly, one by one"
    advice = "put the loop into a function under @tf.function"
    valid = (
        """
        @tf.function
        def update_target():
            for weight, target in zip(model.weights, target_model.weights):
                target.assign(weight)

        for step in range(1000):
            update_target()
        """,
        """
        for weight, target in zip(model.weights, target_model.weights):
            target.assign(weight)
        """,
        """
        for step in range(1000):
            if step % 100 == 0:
                for weight, target in zip(model.weights, target_model.weights):
                    target.assign(weight)
        """,
        """
        for step in range(1000):
            for task in tasks:
                task.assign(worker)
        """,
        """
        for step in range(1000):
            for variable in model.variables:
                if variable.constraint is not None:
                    variable.assign(variable.constraint(variable))
        """,
    )
    invalid = (
        Invalid(
            """
            for step in range(1000):
                for weight, target in zip(model.weights, target_model.weights):  # TFE202
                    target.assign(0.01 * weight + 0.99 * target)
            """
        ),
        Invalid(
            """
            class Agent:
                def learn(self):
                    self.soft_update(self.actor.variables, self.target.variables)

                def soft_update(self, source, target):
                    [b.assign(a) for a, b in zip(source, target)]  # TFE202

            agent = Agent()
            while True:
                agent.learn()
            """
        ),
    )

    def visit_For(self, node: ast.For, file: File) -> Iterator[Finding]:
        yield from self._check(node, node.body, file)

    def visit_ListComp(self, node: ast.ListComp, file: File) -> Iterator[Finding]:
        yield from self._check(node, [node.elt], file)

    def _check(
        self, node: ast.For | ast.ListComp, body: list[ast.stmt] | list[ast.expr], file: File
    ) -> Iterator[Finding]:
        if not any(_assigns(part, node, file) for part in body) or not _of_variables(node, file):
            return
        if not file.eager(node) or (hot := file.hot(node)) is None:
            return
        if hot.each and not hot.is_brief:
            yield self.found(node, file, hot)


def _assigns(node: ast.AST, loop: Loop, file: File) -> bool:
    """Whether each thing that the loop binds is assigned as a variable is, under no condition."""
    bound = {name for target in targets(loop) for name in names(target)}
    return any(
        isinstance(call, ast.Call)
        and isinstance(call.func, ast.Attribute)
        and call.func.attr in _ASSIGNMENTS
        and isinstance(call.func.value, ast.Name)
        and call.func.value.id in bound
        and not _is_conditional(call, loop, file)
        for call in file.tree.inside(node)
    )


def _is_conditional(node: ast.AST, loop: Loop, file: File) -> bool:
    """Under an `if` inside the loop."""
    for above, _ in file.tree.ancestors(node):
        if above is loop:
            return False
        if isinstance(above, (ast.If, ast.IfExp)):
            return True
    return False


def _of_variables(loop: Loop, file: File) -> bool:
    """Whether a loop goes over variables: it says so itself, or through the names in it."""
    over = iterable(loop)
    if over is None:
        return False
    used = [file.bindings.of_name(n) for n in ast.walk(over) if isinstance(n, ast.Name)]
    return _says_so(over) or any(file.once(_holds_variables, name) for name in used)


def _holds_variables(name: Found, file: File) -> bool:
    sources = [binding.source for binding in name]
    return any(map(_says_so, [*sources, *(a for s in sources for a in _given(s, file))]))


def _says_so(node: ast.AST) -> bool:
    parts = (part.attr for part in ast.walk(node) if isinstance(part, ast.Attribute))
    return any(part in _VARIABLES for part in parts)


def _given(parameter: ast.AST, file: File) -> list[ast.AST]:
    """What the calls of this file pass for a parameter."""
    if not isinstance(parameter, ast.arg):
        return []
    function = file.tree.function_of(parameter)
    calls = file.calls.of(function) if function is not None else []
    return [argument for call in calls for argument in call.args]
