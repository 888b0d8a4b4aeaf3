"""Traps in the original itself: a port may step over them, or fall in, for other reasons."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from contextlib import ExitStack, contextmanager
from typing import Any
from unittest import mock

import torch

from porter.equivalence.events import Site

CLIPPING = ("clip_grad_norm_", "clip_grad_value_")


class Hazards:
    """Notes each trap once, with its line."""

    def __init__(self, where: Callable[[], tuple[Site, ...]]) -> None:
        self.where = where
        self.found: dict[str, None] = {}
        self.fresh: set[int] = set()  # parameters with a gradient since their last update

    @contextmanager
    def watching(self) -> Iterator[None]:
        """See what clipping is given."""
        with ExitStack() as stack:
            for name in CLIPPING:
                clip = getattr(torch.nn.utils, name)
                stack.enter_context(mock.patch.object(torch.nn.utils, name, self._clipped(clip)))
            yield

    def updated(self, paths: dict[torch.Tensor, str]) -> None:
        """An optimizer is about to move these parameters."""
        stale = [
            path
            for parameter, path in paths.items()
            if parameter.grad is not None and id(parameter) not in self.fresh
            if bool(parameter.grad.any())
        ]
        if stale:
            self._note(f"the gradient of {stale[0]} is left over from an earlier update")
        self.fresh -= {id(parameter) for parameter in paths}

    def _clipped(self, clip: Callable[..., Any]) -> Callable[..., Any]:
        def clipped(parameters: Any, *args: Any, **keywords: Any) -> Any:
            if not isinstance(parameters, torch.Tensor):
                parameters = list(parameters)
                if not parameters:
                    self._note("no parameters are clipped: the iterator was used up before")
            return clip(parameters, *args, **keywords)

        return clipped

    def _note(self, text: str) -> None:
        where = self.where()
        if where:
            self.found[f"the original, {where[0]}: {text}"] = None
