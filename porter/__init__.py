"""porter ports PyTorch agents to TensorFlow/Keras, source to source, and proves the port."""

# Nothing is imported here, not even from __future__: `python -m porter` runs this file before
# `__main__.py` can take the current directory out of the way.
TYPE_CHECKING = False
if TYPE_CHECKING:
    from typing import Any

    from porter.equivalence.library import check_equivalence as check_equivalence

__all__ = ["check_equivalence"]


def __getattr__(name: str) -> "Any":
    """Import the harness, and the frameworks with it, for those who use it only."""
    if name == "check_equivalence":
        from porter.equivalence.library import check_equivalence

        return check_equivalence
    raise AttributeError(f"module {__name__!r} has no attribute {name!r}")
