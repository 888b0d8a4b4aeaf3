"""The corpus: twelve public repositories as they were fetched, and which of their files count."""

import subprocess
from dataclasses import dataclass
from fnmatch import fnmatch
from pathlib import Path


@dataclass(frozen=True)
class Repository:
    """A repository of the corpus. Files that match `files` and not `without` count."""

    folder: str
    address: str
    commit: str
    files: tuple[str, ...] = ("*",)
    without: tuple[str, ...] = ()

    def counts(self, path: str) -> bool:
        """Whether a file, named from the repository's root, belongs to the corpus."""
        wanted = any(fnmatch(path, pattern) for pattern in self.files)
        return wanted and not any(fnmatch(path, pattern) for pattern in self.without)


# What does not count: near duplicates, JAX, and what is no reinforcement learning.
REPOSITORIES = (
    Repository(
        "cleanrl",
        "https://github.com/vwxyzjn/cleanrl",
        "fe8d8a03c41a7ef5b523e2e354bd01c363e786bb",
        ("cleanrl/*",),
        ("*jax*", "*/enjoy.py"),
    ),
    Repository(
        "TD3",
        "https://github.com/sfujim/TD3",
        "34770ccdcb51df6f6c7d85c1ba7e40d71b940d16",
    ),
    Repository(
        "spinningup",
        "https://github.com/openai/spinningup",
        "038665d62d569055401d91856abb287263096178",
        ("*/algos/pytorch/*", "*/pytorch/pg_math/*", "*/mpi_pytorch.py"),
    ),
    Repository(
        "minimalRL",
        "https://github.com/seungeunrho/minimalRL",
        "c8efed8481e3cd40e9739cfde220a55522555b57",
    ),
    Repository(
        "PPO-PyTorch",
        "https://github.com/nikhilbarhate99/PPO-PyTorch",
        "728cce83d7ab628fe2634eabcdf3239997eb81dd",
        without=("PPO_colab.ipynb",),
    ),
    Repository(
        "pytorch_sac",
        "https://github.com/denisyarats/pytorch_sac",
        "81c5b536d3a1c5616b2531e446450df412a064fb",
    ),
    Repository(
        "DeepReinforcementLearningInAction",
        "https://github.com/DeepReinforcementLearning/DeepReinforcementLearningInAction",
        "d0e0bb62b636aa70c112de5ab8af2374d7914b74",
        ("Chapter *",),
    ),
    Repository(
        "RL-Adventure-2",
        "https://github.com/higgsfield/RL-Adventure-2",
        "277966f7a7a852899a98e989f32b2732646c0704",
    ),
    Repository(
        "Rainbow",
        "https://github.com/Kaixhin/Rainbow",
        "1745b184c3dfc03d4ffa3ce2342ced9996b39a60",
    ),
    Repository(
        "pytorch-a3c",
        "https://github.com/ikostrikov/pytorch-a3c",
        "48d95844755e2c3e2c7e48bbd1a7141f7212b63f",
    ),
    Repository(
        "pytorch-A3C",
        "https://github.com/MorvanZhou/pytorch-A3C",
        "5ab27abee2c3ac3ca921ac393bfcbda4e0a91745",
    ),
    Repository(
        "pytorch-examples",
        "https://github.com/pytorch/examples",
        "77f55b912142e11fcfdf5b530231fb9c52f181e8",
        ("reinforcement_learning/*",),
    ),
)


def repository(folder: str) -> Repository:
    """The repository of a folder; of one that is not in the table, every file counts."""
    known = {repository.folder: repository for repository in REPOSITORIES}
    return known.get(folder, Repository(folder, "", ""))


def fetch(place: Path) -> None:
    """Clone what is not there yet, each at the commit that was measured."""
    for wanted in REPOSITORIES:
        folder = place / wanted.folder
        if not folder.exists():
            subprocess.run(["git", "clone", "--quiet", wanted.address, folder], check=True)
            command = ["git", "-C", folder, "checkout", "--quiet", "--detach", wanted.commit]
            subprocess.run(command, check=True)
