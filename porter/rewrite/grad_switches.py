"""`torch.set_grad_enabled(False)` on a line of its own.

Where no tape may be open, what is computed has no gradient anyway: the line goes.
"""

from __future__ import annotations

from typing import Any

import libcst as cst

from porter.plan.model import Plan, Update
from porter.plan.places import body_of
from porter.plan.recorded import functions_called
from porter.plan.together import span
from porter.rewrite.array_views import ArrayViews
from porter.tree import dotted, walk

_SWITCH = "torch.set_grad_enabled"
_BLOCK = "write `with torch.no_grad():` around what has no gradient"


class GradSwitches(ArrayViews):
    """Such lines of a file that switches gradients off somewhere."""

    def follow(self, plan: Plan) -> None:
        super().follow(plan)
        index = self.facts.index
        lines = (node.value for node in index.all(cst.Expr) if isinstance(node.value, cst.Call))
        switches = [call for call in lines if self.facts.api(call) == _SWITCH]
        if all(call.args and dotted(call.args[0].value) == "True" for call in switches):
            return
        self.own.update(dict.fromkeys(switches, self._switched))
        general = [
            line
            for one in plan.general.recordings
            for line in span(body_of(index.parents[one.first]), one.first, one.last)
        ]
        self._general = {node for line in general for node in walk(line)}
        self._general |= functions_called(self.facts, general)
        self._between = {
            call for call in switches for update in plan.updates() if self._is_inside(call, update)
        }

    def _is_inside(self, call: cst.CSTNode, update: Update) -> bool:
        """Whether it stands between lines that lead to a loss, or to its backward."""
        function = self.facts.index.function(call)
        order = {n: i for i, n in enumerate(walk(function or self.facts.module))}
        lines = [order[n] for n in (*update.slice, *update.backwards) if n in order]
        return bool(lines) and min(lines) < order[call] < max(lines)

    def _switched(self, node: cst.Call) -> Any:
        here = self.context
        taped = here.graph or here.callee or bool(here.tapes)
        taped = taped or node in self._between
        if taped or {node, self.facts.index.function(node)} & self._general:
            return self.leave(node, "P102", f"{_SWITCH}: a tape may be open here", _BLOCK)
        self.count.seen.append(node)
        return cst.Name("None")
