"""Whether anything but one name or attribute holds a tensor, or its memory."""

from __future__ import annotations

import sys
from types import SimpleNamespace
from typing import Any


def _references(value: Any, _: int) -> int:
    """As a probe is called."""
    return sys.getrefcount(value)


def _of_one_name() -> int:
    """The references to what one name holds, or one attribute, while a probe looks at it."""
    value, owner = object(), SimpleNamespace(value=object())
    return min(_references(value, 0), _references(owner.value, 0))


OF_ONE_NAME = _of_one_name()
_STORAGE = 2  # the tensor, and the object that stands for its storage in Python


def memory(value: Any, references: int) -> str:
    """ "alone" or "shared", of a tensor that has so many references; "" where torch does not tell.

    The storage knows how many tensors and arrays it has; memory that came from outside of torch, as
    an array's or another process's, is shared with that.
    """
    count = getattr(getattr(sys.modules.get("torch"), "_C", None), "_storage_Use_Count", None)
    if count is None or value.device.type != "cpu":
        return ""
    storage = value.untyped_storage()
    own = storage.resizable() and not storage.is_shared()
    alone = own and count(storage._cdata) == _STORAGE and references <= OF_ONE_NAME
    return "alone" if alone else "shared"
