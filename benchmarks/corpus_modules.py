"""Modules of environments that programs import; what is not known of them hands on."""

import sys
from collections.abc import Callable
from types import ModuleType
from typing import Any

import corpus_hydra
import gymnasium
import numpy as np
from corpus_worlds import Batch, FrameStack, TransformObservation, World, Worlds, Wrapper, frames
from gymnasium import spaces


class _Module(ModuleType):
    """A module of environments; every wrapper that it does not know hands on."""

    def __getattr__(self, name: str) -> Any:
        if name.startswith("__"):
            raise AttributeError(name)
        return Wrapper if name[0].isupper() else _hand_on


def _hand_on(env: Any = None, *arguments: Any, **options: Any) -> Any:
    return env


def _module(name: str, **members: Any) -> ModuleType:
    """A module that can be imported under its name, below its parents."""
    module = _Module(name)
    module.__path__ = []
    vars(module).update(members)
    sys.modules[name] = module
    parent, _, last = name.rpartition(".")
    if parent:
        setattr(sys.modules[parent], last, module)
    return module


def install(new: bool) -> None:
    """Put the modules in place. `new` says which interface `gym` has; gymnasium's is new."""
    for name, interface in (("gym", new), ("gymnasium", True)):
        _gym(name, interface)
    _module("envpool", make=_envpool)
    rgb = spaces.Dict({"rgb": spaces.Box(0, 255, (64, 64, 3), np.uint8)})
    _module("procgen", ProcgenEnv=lambda num_envs=1, **o: Batch(rgb, spaces.Discrete(15), num_envs))
    _module("pettingzoo")
    _module("pettingzoo.atari")
    _module("pettingzoo.atari.pong_v3", parallel_env=lambda: None)
    two = spaces.Box(0, 255, (84, 84, 6), np.uint8)
    _module("supersuit", concat_vec_envs_v1=lambda e, n, **o: Batch(two, spaces.Discrete(6), 2 * n))
    _module("dmc2gym", make=lambda **options: World("", new=False))
    _module("atari_py", ALEInterface=Screen, list_games=lambda: ["space_invaders"])
    _module("cv2", ocl=_Module("ocl"), resize=_resize, INTER_LINEAR=1, INTER_AREA=3)
    _module("IPython", version_info=(9, 0))  # matplotlib asks
    _module("IPython.display")
    _module("hydra", main=corpus_hydra.main)
    _module("hydra.utils", instantiate=corpus_hydra.instantiate)
    _module("mpi4py")
    one = ModuleType("COMM_WORLD")
    one.Get_rank, one.Get_size, one.Allreduce = lambda: 0, lambda: 1, _alone
    one.Bcast = lambda array, root=0: None
    _module("mpi4py.MPI", COMM_WORLD=one, SUM="sum", MIN="min", MAX="max")


def _envpool(*names: str, num_envs: int = 1, stack_num: int = 4, **options: Any) -> Batch:
    return Batch(frames(stack_num), spaces.Discrete(6), num_envs)


def _alone(mine: Any, everybody: Any, op: object) -> None:
    """What processes add up to where there is one."""
    np.copyto(everybody, mine)


def _resize(image: Any, size: tuple[int, int], **options: Any) -> Any:
    columns, rows = (np.arange(n) * m // n for n, m in zip(size, image.shape[1::-1], strict=True))
    return image[rows][:, columns]


class Screen:
    """atari_py's interface of one game; every screen is drawn."""

    def __init__(self) -> None:
        self.rng = np.random.default_rng(0)

    def __getattr__(self, name: str) -> Callable[..., None]:
        return lambda *arguments: None

    def getMinimalActionSet(self) -> list[int]:
        return [0, 1, 3, 4]

    def getScreenGrayscale(self) -> Any:
        return self.rng.integers(0, 256, (210, 160), np.uint8)

    def act(self, action: int) -> int:
        return int(self.rng.integers(2))

    def game_over(self) -> bool:
        return bool(self.rng.random() < 0.02)

    def lives(self) -> int:
        return 3


def _gym(name: str, new: bool) -> None:
    def make(task: Any, *arguments: Any, **options: Any) -> World:
        return World(task if isinstance(task, str) else task.id, new)

    core = {"Env": gymnasium.Env, "Wrapper": Wrapper}
    core |= dict.fromkeys(("ObservationWrapper", "ActionWrapper", "RewardWrapper"), Wrapper)
    _module(name, make=make, spaces=spaces, logger=gymnasium.logger, **core)
    for part, of in {"core": core, "spaces": vars(spaces), "spaces.box": vars(spaces)}.items():
        _module(f"{name}.{part}", **{k: v for k, v in of.items() if not k.startswith("__")})
    _module(f"{name}.wrappers", FrameStack=FrameStack, TransformObservation=TransformObservation)
    _module(f"{name}.wrappers.normalize")
    _module(f"{name}.vector", SyncVectorEnv=Worlds, AsyncVectorEnv=Worlds, VectorEnv=Worlds)
