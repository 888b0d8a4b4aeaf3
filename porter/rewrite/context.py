"""Where the code being rewritten stands, and what was counted on the way."""

from __future__ import annotations

from dataclasses import dataclass, field

import libcst as cst

from porter.index import Index
from porter.tree import dotted


@dataclass(frozen=True)
class Context:
    """Where the code being rewritten stands."""

    graph: bool = False  # in a tf.function or in a network's own method
    callee: bool = False  # in a function that a taped step may call: its caller has the tape
    detached: bool = False  # in a no_grad block of such a function
    stopped: bool = False  # in a no_grad block under a tape
    tapes: tuple[str, ...] = ()  # the tapes that are open here, the innermost last
    # "self.total_it", or one expression that reads something, -> the parameter that it is here
    substitutes: dict[str | cst.CSTNode, str] = field(default_factory=dict)

    def called(self, node: cst.CSTNode) -> str | None:
        """The parameter that an expression is."""
        if not self.substitutes:
            return None
        name = dotted(node) if isinstance(node, cst.Attribute) else None
        return self.substitutes.get(node) or self.substitutes.get(name or "")


@dataclass
class Count:
    """The nodes of torch uses that were seen, and of those that were left."""

    seen: list[cst.CSTNode] = field(default_factory=list)
    left: set[cst.CSTNode] = field(default_factory=set)

    def mark(self) -> int:
        """A point to go back to with `leave`."""
        return len(self.seen)

    def leave(self, mark: int) -> None:
        """What was seen since the mark stays as it was."""
        self.left.update(self.seen[mark:])

    def ported(self, errors: set[cst.CSTNode], index: Index) -> tuple[int, int]:
        """How many uses were ported, and how many were left: where an error is told of a statement
        or a call that was not counted as left, that is one as well."""
        seen = set(self.seen)
        around = {above for node in self.left for above in (node, *index.above(node))}
        alone = {e for e in errors - around if self.left.isdisjoint(index.above(e))}
        return len(seen - self.left - alone), len(self.left | alone)
