"""Whether layers have hooks: what runs then at a call of a network is no graph's."""

from __future__ import annotations

from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from porter.facts import Facts

HOOKED = "hooks of layers run in Python"
FULL_HOOK = "Module.register_full_backward_hook"
BACKWARD_HOOKS = frozenset({"register_full_backward_hook", "register_backward_hook"})
HOOKS = frozenset({"register_forward_hook", "register_forward_pre_hook"}) | BACKWARD_HOOKS


def has_hooks(facts: Facts) -> bool:
    """Whether the program registers hooks of layers, here or in another file."""
    return names(facts, HOOKS)


def names(facts: Facts, wanted: frozenset[str]) -> bool:
    """Whether a file of the program reads such an attribute."""
    here = not wanted.isdisjoint(facts.index.attributes)
    return here or any(facts.read(name, facts.path) for name in sorted(wanted))
