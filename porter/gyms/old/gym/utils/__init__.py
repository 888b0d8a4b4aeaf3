"""gym.utils."""

from gymnasium.utils import EzPickle

from . import seeding

__all__ = ["EzPickle", "seeding"]
