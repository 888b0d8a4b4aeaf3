"""porter ports PyTorch agents to TensorFlow/Keras, source to source, and proves the port."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from porter.equivalence.library import check_equivalence as check_equivalence

__all__ = ["check_equivalence"]


def __getattr__(name: str) -> Any:
    """Import the harness, and the frameworks with it, for those who use it only."""
    if name == "check_equivalence":
        from porter.equivalence.library import check_equivalence

        return check_equivalence
    raise AttributeError(f"module {__name__!r} has no attribute {name!r}")
