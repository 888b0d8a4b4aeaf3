"""gym as it was until 0.25, on gymnasium: reset() gives the observation, step() four values.

https://github.com/openai/gym/blob/v0.21.0/gym/core.py is the interface. Environments and wrappers
of a program's own stay as they are; those of gymnasium are adapted. Nothing is drawn on a screen.
"""

import sys

from gymnasium import error, spaces

from . import core, envs, logger, utils, wrappers
from .core import ActionWrapper, Env, ObservationWrapper, RewardWrapper, Wrapper
from .envs.registration import make, register, registry, spec

__version__ = "0.21.0"
__all__ = [
    "ActionWrapper", "Env", "ObservationWrapper", "RewardWrapper", "Wrapper", "core", "envs",
    "error", "logger", "make", "register", "registry", "spaces", "spec", "utils", "wrappers",
]  # fmt: skip

# Their parts, too: a class that is loaded a second time is another one for isinstance()
for _name in [*sys.modules]:
    if f"{_name}.".startswith(("gymnasium.error.", "gymnasium.spaces.")):
        sys.modules[_name.replace("gymnasium", __name__, 1)] = sys.modules[_name]
