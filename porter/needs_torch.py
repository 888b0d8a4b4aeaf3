"""Packages that import torch themselves: what imports them needs torch, ported or not."""

from __future__ import annotations

import re
from collections.abc import Iterator

import libcst as cst

from porter.infer.names import is_torch
from porter.tree import dotted

_HAND = "write what is used of it with Keras"
_TRAINING = "write its training loop out in PyTorch, then convert that"
_NETWORKS = "build the network from torch.nn layers, or take one of keras.applications"
_METRICS = "compute the metric with NumPy, or take one of keras.metrics"
_AGENTS = "copy what is used of it into the project: buffers, wrappers, networks"
# Each package with what to do instead
_PACKAGES = {
    **dict.fromkeys("accelerate fastai ignite lightning pytorch_lightning".split(), _TRAINING),
    **dict.fromkeys("deepspeed apex bitsandbytes xformers higher learn2learn".split(), _TRAINING),
    **dict.fromkeys("diffusers efficientnet_pytorch pretrainedmodels timm".split(), _NETWORKS),
    **dict.fromkeys("segmentation_models_pytorch sentence_transformers".split(), _NETWORKS),
    **dict.fromkeys("lpips pytorch_msssim torcheval torchmetrics".split(), _METRICS),
    **dict.fromkeys("d3rlpy pfrl rl_games sb3_contrib skrl tianshou torchrl".split(), _AGENTS),
    "stable_baselines3": _AGENTS,
    "tensordict": "keep the tensors in a dict",
    "transformers": "build the network from torch.nn layers, or use keras_hub",
    **dict.fromkeys("ptflops thop torchinfo torchviz".split(), "use model.summary()"),
    "torchtext": "use keras.layers.TextVectorization",
    **dict.fromkeys("botorch entmax gpytorch kornia pyro torch_geometric".split(), _HAND),
    **dict.fromkeys("torch_cluster torch_scatter torch_sparse torch_optimizer".split(), _HAND),
    **dict.fromkeys("torch_ema torchdiffeq torchsde captum e3nn monai".split(), _HAND),
}
_NAMES = "|".join(re.escape(name) for name in _PACKAGES)
MENTIONED = re.compile(rf"^[ \t]*(?:from|import)[ \t].*\b(?:{_NAMES})\b", re.M)
# What others are called that build on torch: torchcrf, pytorch_grad_cam, functorch
_NAMED = re.compile(r"(?:py)?torch(?!_compat$)\w+|\w+torch")
# Of transformers, what works without torch
_PLAIN = re.compile(r"\w*Tokenizer\w*|\w*Config|TF\w+|Flax\w+")


def advice(node: cst.CSTNode) -> tuple[str, str] | None:
    """The package that an import needs torch for, and what to use instead."""
    for name in _modules(node):
        for package, instead in _PACKAGES.items():
            if name == package or name.startswith(f"{package}."):
                return package, instead
        package = name.partition(".")[0]
        if _NAMED.fullmatch(package) and not is_torch(package):
            return package, _HAND
    return None


def _modules(node: cst.CSTNode) -> Iterator[str]:
    if isinstance(node, cst.Import):
        yield from (dotted(alias.name) or "" for alias in node.names)
    if not isinstance(node, cst.ImportFrom) or node.module is None or node.relative:
        return
    module = dotted(node.module) or ""
    aliases = [] if isinstance(node.names, cst.ImportStar) else node.names
    names = [dotted(alias.name) or "" for alias in aliases]
    if module == "transformers" and names and all(_PLAIN.fullmatch(name) for name in names):
        return
    yield module
