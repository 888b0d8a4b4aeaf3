"""Calls of functions under decorators of the program's own, which call these in their turn."""

from __future__ import annotations

from dataclasses import replace

import libcst as cst

from porter.decorated import wrappings
from porter.facts import FunctionInfo
from porter.infer.evaluate import Evaluator
from porter.kinds import TAINTED, UNKNOWN, Function, Kind, Unknown
from porter.rulebook import Argument


class Decorators(Evaluator):
    """What `Definitions` knows of decorators."""

    def plain(self, info: FunctionInfo, args: list[Argument], bound: bool) -> Kind:
        raise NotImplementedError

    def run(self, info: FunctionInfo, args: list[Argument], bound: bool) -> Kind:
        """The kind that a call returns; the function itself may get something else."""
        ways = wrappings(self.facts, info)
        if any(way.arguments for way in ways):
            args = [replace(arg, kind=TAINTED) for arg in args]
        found = self.plain(info, args, bound)
        return self._given_back(info) if any(way.result for way in ways) else found

    def _given_back(self, info: FunctionInfo) -> Kind:
        """What the outermost decorator makes of a result."""
        made = info.node.decorators[0].decorator
        kind = (info.home or self.facts).kind(made.func if isinstance(made, cst.Call) else made)
        for _ in range(1 + isinstance(made, cst.Call)):
            kind = self._called(kind)
        found = self._called(kind)
        return TAINTED if isinstance(found, Unknown) else found

    def _called(self, kind: Kind) -> Kind:
        function = self.function_info(kind.name) if isinstance(kind, Function) else None
        return self.run(function, [], bound=False) if function is not None else UNKNOWN
