"""gym.envs: where environments are registered."""

from .registration import make, register, registry, spec

__all__ = ["make", "register", "registry", "spec"]
