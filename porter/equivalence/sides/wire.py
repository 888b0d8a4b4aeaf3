"""The connection between a program that is observed and the process that compares."""

from __future__ import annotations

import os
import threading
import time
from dataclasses import dataclass
from multiprocessing.connection import Connection
from typing import Any

from porter.equivalence.events import Event


@dataclass(frozen=True)
class Question:
    """What a program asks the comparing process; it waits for the answer."""

    about: str
    subject: Any


@dataclass(frozen=True)
class Halt:
    """What the comparing process says where nothing more will be compared: the other side was
    stopped, and this one has come as far."""


class Wire:
    """This side's end. A program whose partner is gone has no reason to go on."""

    def __init__(self, connection: Connection) -> None:
        self.connection = connection
        self.lock = threading.Lock()  # TensorFlow runs callbacks in threads of its own
        self.halted = False

    @classmethod
    def connect(cls, descriptor: int) -> Wire:
        threading.Thread(target=_die_with(os.getppid()), daemon=True).start()
        return cls(Connection(descriptor))

    def send(self, event: Event) -> None:
        with self.lock:
            self._put(event)

    def ask(self, about: str, subject: Any) -> Any:
        with self.lock:
            self._put(Question(about, subject))
            while isinstance(answer := self._get(), Halt):
                self.halted = True
            return answer

    def enough(self) -> bool:
        """Whether nothing more will be compared."""
        with self.lock:
            while not self.halted and self.connection.poll():
                self.halted = isinstance(self._get(), Halt)
            return self.halted

    def _get(self) -> Any:
        try:
            return self.connection.recv()
        except (EOFError, OSError):
            os._exit(1)

    def _put(self, message: Event | Question) -> None:
        try:
            self.connection.send(message)
        except (BrokenPipeError, ConnectionError, OSError):
            os._exit(1)


def _die_with(parent: int) -> Any:
    """The process must not outlive a parent that was killed, whatever the program is doing."""

    def watch() -> None:
        while os.getppid() == parent:
            time.sleep(1)
        os._exit(1)

    return watch
