"""gym.utils.seeding: the generator that environments of a program's own draw from."""

from __future__ import annotations

import numpy as np


def np_random(seed: int | None = None) -> tuple[np.random.RandomState, int]:
    """A generator as gym had until 0.21, and its seed."""
    number = np.random.randint(2**31) if seed is None else seed
    return np.random.RandomState(number), number
