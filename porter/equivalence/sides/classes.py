"""Hooks into classes as they are created: the program's own and the framework's."""

from __future__ import annotations

import builtins
import functools
import inspect
import threading
from collections.abc import Callable, Iterator
from contextlib import AbstractContextManager, ExitStack, contextmanager, nullcontext
from typing import Any
from unittest import mock

Hook = Callable[[type, bool], None]


@contextmanager
def on_new_classes(hook: Hook, is_own: Callable[[str], bool]) -> Iterator[None]:
    """Call `hook` with every class that is defined meanwhile, and whether the program does it.

    A library that the program imports may define networks and optimizers too.
    """
    build = builtins.__build_class__

    def build_class(body: Any, name: str, /, *bases: Any, **keywords: Any) -> Any:
        new = build(body, name, *bases, **keywords)
        if isinstance(new, type):
            hook(new, is_own(body.__code__.co_filename))
        return new

    with mock.patch.object(builtins, "__build_class__", build_class):
        yield


class Inside(threading.local):
    """How deep a thread is in constructors, and what it does once it is out of them."""

    def __init__(self) -> None:
        self.depth = 0
        self.later: list[Callable[[], None]] = []


class Construction:
    """Tells when an object is complete: its outermost __init__ has returned.

    A network's layers are built inside its own __init__: they are no objects of their own.
    `meanwhile` is entered around that outermost __init__.
    """

    def __init__(
        self,
        complete: Callable[[Any], None],
        meanwhile: Callable[[], AbstractContextManager[None]] = nullcontext,
    ) -> None:
        self.complete = complete
        self.meanwhile = meanwhile
        self.inside = Inside()
        self.undo = ExitStack()

    def afterwards(self, action: Callable[[], None]) -> None:
        """Do it now, or as soon as nothing is under construction any more."""
        if self.inside.depth:
            self.inside.later.append(action)
        else:
            action()

    def watch(self, cls: type) -> None:
        """Wrap the class's own __init__, if it has one."""
        if "__init__" not in vars(cls):
            return
        make = cls.__init__  # type: ignore[misc]

        @functools.wraps(make)
        def init(instance: Any, *args: Any, **keywords: Any) -> None:
            inside = self.inside
            around = nullcontext() if inside.depth else self.meanwhile()
            inside.depth += 1
            try:
                with around:
                    make(instance, *args, **keywords)
            finally:
                inside.depth -= 1
            if inside.depth == 0:
                self.complete(instance)
                while inside.later:
                    inside.later.pop(0)()

        init.__signature__ = inspect.signature(make)  # type: ignore[attr-defined]  # Keras asks
        self.undo.enter_context(mock.patch.object(cls, "__init__", init))

    @contextmanager
    def watching(self, root: type) -> Iterator[None]:
        """Watch the class and all that derive from it so far; what is watched meanwhile, too."""
        with self.undo:
            for cls in family(root):
                self.watch(cls)
            yield


def family(root: type[Any]) -> Iterator[type[Any]]:
    """The class and all that derive from it so far."""
    yield root
    for derived in root.__subclasses__():
        yield from family(derived)


def outermost(call: Callable[..., Any], around: Callable[..., Any]) -> Callable[..., Any]:
    """`around(call, self, ...)` for the outermost call only: a subclass calls its base's method."""
    state = threading.local()

    @functools.wraps(call)
    def method(self: Any, *args: Any, **keywords: Any) -> Any:
        if getattr(state, "busy", False):
            return call(self, *args, **keywords)
        state.busy = True
        try:
            return around(call, self, *args, **keywords)
        finally:
            state.busy = False

    return method
