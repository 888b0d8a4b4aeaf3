"""Files of one framework to a file of the other, by way of the user's own classes."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import torch  # before TensorFlow

# isort: split
import keras

from porter.equivalence.weights import tf_files, torch_files
from porter.equivalence.weights.bond import TransferError
from porter.equivalence.weights.build import build
from porter.equivalence.weights.outcome import Outcome
from porter.equivalence.weights.paths import NoSuchPath, walk
from porter.equivalence.weights.to_port import to_port
from porter.equivalence.weights.to_torch import state_of, to_torch


@dataclass(frozen=True)
class Request:
    """What `porter weights` is asked for; its parser explains the options."""

    inputs: Sequence[str]
    output: Path
    model: str
    arguments: Sequence[str] = ()
    key: str = ""
    part: str = ""
    port: str | None = None
    partial: bool = False


def move(request: Request) -> Outcome:
    """Read, move and, unless something has no partner, write.

    Raises TransferError for what can't be read, built or written, and for arrays that don't fit.
    """
    files = [_named(text) for text in request.inputs]
    if any(path.resolve() == request.output.resolve() for _, path in files):
        raise TransferError(f"{request.output} is an input, too; write to another file")
    for _, path in files:
        if not (path.is_file() or tf_files.is_checkpoint(path)):
            raise TransferError(f"{path}: no such file, and no checkpoint of this prefix")
    if any(tf_files.is_tensorflow(path) for _, path in files):
        if len(files) > 1 or files[0][0] or request.key:
            raise TransferError("of TensorFlow's files one can be moved, without NAME= and --key")
        return _to_torch(request, files[0][1])
    return _to_tensorflow(request, files)


def _to_tensorflow(request: Request, files: Sequence[tuple[str, Path]]) -> Outcome:
    content = torch_files.Content()
    for name, path in files:
        content.add(torch_files.load(path, request.key), name)
    if not content.weights and not content.optimizers:
        raise TransferError(f"{files[0][1]} holds neither weights nor an optimizer's state")
    _use(content.dtypes)
    port = build(request.model, request.arguments)
    part = _part(port, request.part)
    outcome = to_port(content, port, request.part)
    if request.partial or not outcome.unpaired:
        tf_files.save(part, request.output)
    return outcome


def _to_torch(request: Request, path: Path) -> Outcome:
    _use(tf_files.dtypes(path))
    port = build(request.port or _port_of(request.model), request.arguments)
    tf_files.restore(_part(port, request.part), path)
    original = build(request.model, request.arguments)
    outcome = to_torch(port, original, request.part)
    if request.partial or not outcome.unpaired:
        torch_files.save(state_of(_part(original, request.part)), request.output)
    return outcome


def _named(text: str) -> tuple[str, Path]:
    """NAME=FILE, or a file alone, whose name may have a "="."""
    name, equals, path = text.partition("=")
    return (name, Path(path)) if equals and not Path(text).exists() else ("", Path(text))


def _port_of(model: str) -> str:
    """porter's name for the port of agent:Actor or agent.py:Actor."""
    module, _, name = model.rpartition(":")
    stem = module.removesuffix(".py")
    return f"{stem}_tf{module[len(stem) :]}:{name}"


def _part(thing: Any, path: str) -> Any:
    try:
        return walk(thing, path) if path else thing
    except NoSuchPath as problem:
        raise TransferError(f"--part {path}: {problem}") from problem


def _use(dtypes: set[str]) -> None:
    """Build in float64 where a file has nothing else, else in float32.

    Keras needs the dtype policy, too: layers take it, and it keeps an earlier floatx.
    """
    name = "float64" if dtypes == {"float64"} else "float32"
    torch.set_default_dtype(getattr(torch, name))
    keras.config.set_floatx(name)
    keras.config.set_dtype_policy(name)
