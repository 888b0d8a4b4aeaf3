"""Whether a program goes on behind an error that one of its functions meets: another function that
runs it, maybe through others, catches errors."""

from __future__ import annotations

from typing import TYPE_CHECKING

from porter.mentions import Mentions

if TYPE_CHECKING:
    import libcst as cst

    from porter.facts import Facts


class Caught:
    """Of the program that a file belongs to."""

    def __init__(self, facts: Facts) -> None:
        self._facts = facts
        mentions = facts.once(Mentions)
        self._own = mentions.files[0]
        tried = set[str]().union(*(one.tried for one in mentions.files))
        managers = set[str]().union(*(one.managers for one in mentions.files))
        for one in mentions.files:
            tried = tried.union(*(one.within.get(name, ()) for name in managers))
        python = (name for name in mentions.functions if name.startswith("__"))  # Python runs these
        self._names = mentions.reached({*tried, *python}) if tried else tried
        self._names |= self._own.catch

    def goes_on(self, node: cst.CSTNode) -> bool:
        """Whether the program may go on behind an error in this line."""
        function = self._facts.index.function(node)
        return self._own.catches if function is None else function.name.value in self._names
