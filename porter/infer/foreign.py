"""Tensors and networks that are handed to a library that porter does not know."""

from __future__ import annotations

import sys
from collections.abc import Sequence

import libcst as cst

from porter.facts import Facts
from porter.kinds import Instance, Kind, Module, Optimizer, ParamGroup, Tensor, members, networks
from porter.layer_hooks import has_hooks
from porter.rulebook import Argument, Refused

# What takes NumPy's arrays takes TensorFlow's tensors, too; others log, or hand on what they get.
_TAKE_THEM = frozenset(
    "PIL aim ale_py cloudpickle clearml comet_ml cv2 d4rl dill dm_control dm_env einops gym"
    " gymnasium h5py highway_env imageio jax joblib keras loguru matplotlib minigrid mlflow mpi4py"
    " msgpack mujoco mujoco_py neptune numba numpy pandas pettingzoo plotly procgen psutil pybullet"
    " pygame ray rich roboschool scipy seaborn skimage sklearn swanlab tabulate tensorboard"
    " tensorboardX tensorflow tqdm visdom wandb yaml".split()
)
_HINT = "read its code: what asks torch there needs another way, or is ported with this file"


_GO_OVER = frozenset(
    f"builtins.{n}" for n in "dict enumerate iter len list set sorted tuple".split()
)
_GROUP = "a group of parameters is an optimizer here, and has no keys to go over"
NO_KEYS = Refused("P104", _GROUP, "go over group.items(), or name an option")
_NEW = "copy the networks, and make a new optimizer of their parameters"


def tell(facts: Facts, node: cst.Call, name: str, args: Sequence[Argument]) -> None:
    """Refuses a call of a library's that gets tensors: it may compute with torch."""
    if name == "copy.deepcopy" and has_hooks(facts) and any(map(_is_network, args)):
        facts.refused[node] = Refused("P104", "a copy of a network whose layers may have hooks")
    elif name == "copy.deepcopy" and any(_has_optimizer(facts, arg.kind) for arg in args):
        facts.refused[node] = Refused("P104", "Keras can't copy an optimizer", _NEW)
    package = name.partition(".")[0]
    if name in _GO_OVER and any(isinstance(arg.kind, ParamGroup) for arg in args):
        facts.refused[node] = NO_KEYS
    if package in _TAKE_THEM or package == "builtins" or package in sys.stdlib_module_names:
        return
    if any(map(_is_torchs, args)) and facts.foreign(package):
        why = f"{name} gets a tensor or a network, and may need it to be torch's"
        facts.refused[node] = Refused("P103", why, _HINT)


def gone_over(facts: Facts, node: cst.CSTNode, kind: Kind) -> Kind:
    """What a loop goes over; the keys of a group of parameters are refused."""
    if isinstance(kind, ParamGroup):
        facts.ports.pop(node, None)
        facts.refused[node] = NO_KEYS
    return kind


def _has_optimizer(facts: Facts, kind: Kind, depth: int = 3) -> bool:
    """Whether it is an optimizer, or an object that holds one."""
    info = facts.class_info(kind.cls) if isinstance(kind, Instance) and depth else None
    held = info.attributes.values() if info is not None else ()
    return isinstance(kind, Optimizer) or any(_has_optimizer(facts, k, depth - 1) for k in held)


def _is_network(arg: Argument) -> bool:
    return bool(networks(arg.kind))


def _is_torchs(arg: Argument) -> bool:
    return any(isinstance(kind, (Module, Optimizer, Tensor)) for kind in members(arg.kind))
