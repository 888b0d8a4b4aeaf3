from .nets import build_mlp, Policy  # noqa
from .buffer import ReplayBuffer  # noqa
from . import utils
