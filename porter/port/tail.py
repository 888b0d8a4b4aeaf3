"""The end of what a program prints, which may be gigabytes: nothing else of it is kept."""

from __future__ import annotations

import os
import threading
from types import TracebackType

LAST = 2000  # bytes
_CHUNK = 1 << 16


class Tail:
    """A pipe that is read all the time; `end` is where a program writes to."""

    def __enter__(self) -> Tail:
        self._from, self.end = os.pipe()
        self._kept = b""
        self._reader = threading.Thread(target=self._read, daemon=True)
        self._reader.start()
        return self

    def _read(self) -> None:
        while chunk := os.read(self._from, _CHUNK):
            self._kept = (self._kept + chunk)[-LAST:]

    def text(self) -> str:
        """What came last. Nobody writes any more."""
        os.close(self.end)
        self.end = -1
        self._reader.join(5.0)
        return self._kept.decode("utf-8", "replace")

    def __exit__(
        self,
        kind: type[BaseException] | None,
        error: BaseException | None,
        trace: TracebackType | None,
    ) -> None:
        if self.end >= 0:
            os.close(self.end)
        self._reader.join(5.0)
        os.close(self._from)
