"""The port's updates: `optimizer.apply`, and the assignments that move target networks."""

from __future__ import annotations

import functools
from collections.abc import Callable
from contextlib import ExitStack
from typing import TYPE_CHECKING, Any
from unittest import mock

import tensorflow as tf

from porter.equivalence.events import Array, Arrays, Kind, Site
from porter.equivalence.sides.classes import outermost
from porter.equivalence.sides.tf_graph import as_it_is
from porter.equivalence.sides.tf_table import Table, Values
from porter.equivalence.weights.hyperparameters import by_group
from porter.equivalence.weights.pairing import Pairing
from porter.equivalence.weights.paths import identity

if TYPE_CHECKING:
    from porter.equivalence.sides.tf_side import TensorFlowSide


class Updates:
    """Reports every update with the state before and after it."""

    def __init__(self, side: TensorFlowSide, table: Table) -> None:
        self.side = side
        self.table = table
        self.before: Arrays = {}
        self.assigned: dict[int, Site] = {}  # by the program itself, not by an optimizer
        self.applying = False

    def watch(self, cls: Any, stack: ExitStack) -> None:
        """Wrap the `apply` of a class of optimizers, if it has its own."""
        if "apply" in vars(cls):
            apply = outermost(cls.apply, self._applied)
            stack.enter_context(mock.patch.object(cls, "apply", apply))

    def assigning(self, assign: Callable[..., Any]) -> Callable[..., Any]:
        """Wrap a variable's `assign`: it remembers the line that moves a target network."""

        def observed(variable: Any, *args: Any, **keywords: Any) -> Any:
            if not self.applying:
                self._note(variable)
            return assign(variable, *args, **keywords)

        return observed

    @as_it_is
    def _note(self, variable: Any) -> None:
        where = self.side.where()
        if where:
            self.assigned[identity(variable)] = where[0]

    def _applied(
        self, apply: Callable[..., Any], optimizer: Any, grads: Any, *args: Any, **keywords: Any
    ) -> Any:
        if self.applying:  # a class's own `apply` calls that of its base
            return apply(optimizer, grads, *args, **keywords)
        grads = list(grads)
        end = self._begin(optimizer, grads, args, keywords)
        self.applying = True
        try:
            result = apply(optimizer, grads, *args, **keywords)
            end()
        finally:
            self.applying = False
        return result

    @as_it_is
    def _begin(self, optimizer: Any, grads: Any, args: Any, keywords: Any) -> Callable[[], None]:
        """Note the state before an update; what is returned is to be called after it."""
        side = self.side
        name = next((n for n, known in side.optimizers.items() if known is optimizer), None)
        if name is None:
            return lambda: None
        if not tf.inside_function():
            side.stop_if_over()
        where = side.where()
        if optimizer not in self.table.optimized:
            if not optimizer.built:
                optimizer.build(args[0] if args else keywords["trainable_variables"])
            side.announce(name, optimizer)
        weights, slots = self.table.state(optimizer)
        known, given = self.table.gradients(optimizer._trainable_variables, grads)
        before = Values({"gradients": known, "before": weights, "slots_before": slots})

        def begun(*arrays: Array) -> None:
            self.before = before.arrays(arrays)

        side.reports.send(begun, [*given, *weights.variables, *slots.variables])
        after = Values({"after": weights, "slots_after": slots})
        return as_it_is(functools.partial(self._end, name, optimizer, where, after))

    def _end(self, name: str, optimizer: Any, where: tuple[Site, ...], after: Values) -> None:
        """Report the update and, on resync, take over the original's state."""
        side, resync = self.side, self.side.run.resync
        told = self.table.hyperparameters(optimizer)

        def ended(rates: Array, *arrays: Array) -> list[Array]:
            now = self.before | after.arrays(arrays)
            assigned = self._assigned(after.parts["after"])  # all has been traced by now
            info = told | by_group({"lr": float(rate)} for rate in rates) | {"assigned": assigned}
            side.emit(Kind.STEP, where, name, now, **info)
            if not resync or side.over:
                return list(arrays)
            state = side.wire.ask("state", (name, side.steps))
            if state is None:  # the original has ended before
                return list(arrays)
            return after.resynced(state, arrays)

        def caught_up(rates: Array, *arrays: Array) -> None:
            # What the compiled code did after this update stands: the difference is added to it
            for variable, old, new in zip(after.variables(), arrays, ended(rates, *arrays)):
                if new is not old:
                    variable.assign_add(new - old)

        values = [tf.convert_to_tensor(variable) for variable in after.variables()]
        rates = [tf.cast(tf.convert_to_tensor(r), tf.float64) for r in self.table.rates(optimizer)]
        if side.reports.compiled:
            side.reports.send(caught_up, [tf.stack(rates), *values])
            return
        new = tf.numpy_function(
            ended, [tf.stack(rates), *values], [value.dtype for value in values]
        )
        if resync:
            for variable, value in zip(after.variables(), new):
                variable.assign(tf.ensure_shape(value, variable.shape))

    def _assigned(self, weights: Pairing) -> dict[str, Site]:
        """The lines that last assigned to the weights, by path."""
        return {
            path: self.assigned[identity(variable)]
            for bond in weights.bonds
            for path in bond.paths
            for variable in bond.variables
            if identity(variable) in self.assigned
        }
