"""Pairing: which event of one program answers which of the other."""

from __future__ import annotations

from collections import deque
from collections.abc import Hashable, Iterator
from enum import Enum
from typing import Generic, TypeVar

from porter.equivalence.events import Event, Kind
from porter.equivalence.verdict.model import Backward

T = TypeVar("T")


class Side(Enum):
    TORCH = "the original"
    PORT = "the port"

    @property
    def other(self) -> Side:
        return Side.PORT if self is Side.TORCH else Side.TORCH


class Channel(Generic[T]):
    """The k-th thing of one side belongs to the k-th of the other."""

    def __init__(self) -> None:
        self.waiting: dict[Side, deque[T]] = {side: deque() for side in Side}

    def put(self, side: Side, thing: T) -> None:
        self.waiting[side].append(thing)

    def pairs(self) -> Iterator[tuple[T, T]]:
        """Those that are complete, as (original's, port's); taking one removes it."""
        torch, port = self.waiting[Side.TORCH], self.waiting[Side.PORT]
        while torch and port:
            yield torch.popleft(), port.popleft()


K = TypeVar("K", bound=Hashable)


class Named(Generic[K, T]):
    """Things with equal keys belong together; a key is used once on each side."""

    def __init__(self) -> None:
        self.waiting: dict[Side, dict[K, T]] = {side: {} for side in Side}

    def put(self, side: Side, key: K, thing: T) -> tuple[T, T] | None:
        """The pair (original's, port's) if this completes one."""
        if key not in self.waiting[side.other]:
            self.waiting[side][key] = thing
            return None
        partner = self.waiting[side.other].pop(key)
        return (thing, partner) if side is Side.TORCH else (partner, thing)


class Passes:
    """Puts a side's LOSS and GRADIENT events together to backward passes."""

    def __init__(self) -> None:
        self.loss: Event | None = None

    def see(self, event: Event, updates: int) -> Iterator[Backward]:
        """The passes that are complete now that this event of any kind has come."""
        if event.kind is Kind.GRADIENT and self.loss:
            loss, self.loss = self.loss, None
            yield Backward(loss, updates, event)
        elif event.kind in (Kind.LOSS, Kind.STEP, Kind.END) and self.loss:
            loss, self.loss = self.loss, None
            yield Backward(loss, updates)
        if event.kind is Kind.LOSS:
            self.loss = event
