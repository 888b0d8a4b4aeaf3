"""Files that appear whole or not at all."""

from __future__ import annotations

import os
import tempfile
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

from porter.equivalence.weights.bond import TransferError


@contextmanager
def replaced(path: Path) -> Iterator[Path]:
    """A path of the same name to write to; what is there in the end is moved to `path`.

    Files that start with the name move, too, the shortest suffix last: a TensorFlow checkpoint is
    a prefix, and its .index file makes it one. Raises TransferError where nothing can be written.
    """
    try:
        with tempfile.TemporaryDirectory(dir=path.parent, prefix=".porter-") as folder:
            yield Path(folder) / path.name
            for file in sorted(Path(folder).iterdir()):  # .data-00000-of-00001 before .index
                os.replace(file, path.parent / file.name)
    except OSError as error:
        raise TransferError(f"{path} can't be written: {error.strerror}") from error
