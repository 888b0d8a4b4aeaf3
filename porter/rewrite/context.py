"""Where the code being rewritten stands, and what was counted on the way."""

from __future__ import annotations

from dataclasses import dataclass, field

import libcst as cst


@dataclass(frozen=True)
class Context:
    """Where the code being rewritten stands."""

    graph: bool = False  # in a tf.function or in a network's own method
    callee: bool = False  # in a function that a taped step may call: its caller has the tape
    detached: bool = False  # in a no_grad block of such a function
    stopped: bool = False  # in a no_grad block under a tape
    tapes: tuple[str, ...] = ()  # the tapes that are open here, the innermost last
    substitutes: dict[str, str] = field(default_factory=dict)  # "self.total_it" -> parameter


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
