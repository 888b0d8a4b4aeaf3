"""torch.amp: mixed precision. The port computes in float32, as torch does without it.

Blocks and the calls that scale go ahead of all else (porter/rearrange/mixed_precision.py).
"""

import contextlib

from porter.rule import Nothing, port


@port(
    "torch.autocast",
    "torch.amp.autocast",
    "torch.cuda.amp.autocast",
    "torch.cpu.amp.autocast",
    note="the block is computed in float32",
)
def autocast(device_type=None, dtype=None, enabled=True, cache_enabled=None) -> Nothing:
    """A block in which each operation has a dtype of its own: float32.

    Not proven: it is by tests/programs/autograd/mixed_precision.py.
    """
    del device_type, dtype, enabled, cache_enabled
    return contextlib.nullcontext()


@port(
    "torch.amp.GradScaler",
    "torch.cuda.amp.GradScaler",
    "torch.cpu.amp.GradScaler",
    note="gradients are float32, which no scale has to save: no step is skipped",
)
class GradScaler:
    """torch.amp.GradScaler of gradients in float32, which it leaves as they are.

    Not proven: it is by tests/programs/autograd/mixed_precision.py.
    """

    def __init__(self, *args, **options):
        del args, options  # the device, and how a scale would grow

    def get_scale(self):
        return 1.0

    def is_enabled(self):
        return False

    def state_dict(self):
        return {}

    def load_state_dict(self, state_dict):
        """There is no state."""
