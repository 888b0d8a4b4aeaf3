"""The port's updates: `optimizer.apply`, `step(closure)` of LBFGS, and the assignments that move
target networks."""

from __future__ import annotations

import functools
from collections.abc import Callable
from contextlib import ExitStack
from typing import TYPE_CHECKING, Any
from unittest import mock

import numpy as np
import tensorflow as tf

from porter.equivalence.events import Array, Arrays, Site
from porter.equivalence.sides.classes import outermost
from porter.equivalence.sides.tf_graph import as_it_is
from porter.equivalence.sides.tf_groups import Part
from porter.equivalence.sides.tf_table import Table, Values
from porter.equivalence.weights.optimizers import torch_type
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
        """Wrap the `apply` and the `step(closure)` of a class of optimizers, if it has its own."""
        for name, around in (("apply", self._applied), ("step", self._stepped)):
            if name in vars(cls):
                method = outermost(getattr(cls, name), around)
                stack.enter_context(mock.patch.object(cls, name, method))

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

    def _stepped(self, step: Callable[..., Any], optimizer: Any, *args: Any) -> Any:
        """A step that calls a closure as often as it needs: the last gradients are told."""
        if not args or self.applying:
            return step(optimizer, *args)
        params = optimizer._trainable_variables
        end = self._begin(optimizer, [None] * len(params), (), {})
        self.applying = True
        try:
            result = step(optimizer, *args)
            held = [getattr(getattr(p, "value", p), "gradient", None) for p in params]
            known, given = self.table.gradients(params, held)
            last = known.torch_arrays(np.array(grad) for grad in given)
            self.before |= {f"gradients/{path}": array for path, array in last.items()}
            end()
        finally:
            self.applying = False
        return result

    @as_it_is
    def _begin(self, optimizer: Any, grads: Any, args: Any, keywords: Any) -> Callable[[], None]:
        """Note the state before an update; what is returned is to be called after it."""
        side = self.side
        if optimizer not in side.groups.names:
            return lambda: None
        if not tf.inside_function():
            side.stop_if_over()
        where = side.where()
        if not optimizer.built:
            optimizer.build(args[0] if args else keywords["trainable_variables"])
        if not side.groups.announce(optimizer, stepping=True):
            return lambda: None
        weights, slots = self.table.state(optimizer)
        known, given = self.table.gradients(optimizer._trainable_variables, grads)
        before = Values({"gradients": known, "before": weights, "slots_before": slots})

        def begun(*arrays: Array) -> None:
            self.before = before.arrays(arrays)

        side.reports.send(begun, [*given, *weights.variables, *slots.variables])
        weights, slots = self.table.state(*side.groups.fellows(optimizer))
        after = Values({"after": weights, "slots_after": slots})
        return as_it_is(functools.partial(self._end, optimizer, where, after))

    def _end(self, optimizer: Any, where: tuple[Site, ...], after: Values) -> None:
        """Report the update and, on resync, take over the original's state."""
        side, resync = self.side, self.side.run.resync
        paths, told = self.table.paths(optimizer), self.table.numbers(optimizer)
        moving = self.table.moving(optimizer)

        def ended(rates: Array, *arrays: Array) -> list[Array]:
            now = self.before | after.arrays(arrays)
            then = tf.nest.pack_sequence_as(moving, [*map(float, rates)])
            groups = [{**numbers, **changed} for numbers, changed in zip(told, then)]
            assigned = self._assigned(after.parts["after"])  # all has been traced by now
            made = Part(where, torch_type(optimizer), paths, groups, now, assigned)
            state = side.groups.step(optimizer, made)
            return after.resynced(state, arrays) if state else list(arrays)

        def caught_up(rates: Array, *arrays: Array) -> None:
            # What the compiled code did after this update stands: the difference is added to it
            for variable, old, new in zip(after.variables(), arrays, ended(rates, *arrays)):
                if new is not old:
                    variable.assign_add(new - old)

        values = [tf.convert_to_tensor(variable) for variable in after.variables()]
        rates = tf.nest.flatten(moving)
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
