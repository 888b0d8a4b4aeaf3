# Annotations of fields, results and arguments tell what a value is.
from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from typing import NamedTuple, Optional

import numpy as np
import torch


class Samples(NamedTuple):
    states: torch.Tensor
    rewards: torch.Tensor


@dataclass
class Rollout:
    values: torch.Tensor
    hidden: Optional[torch.Tensor] = None
    scale: float = 1


class Buffer:
    def sample(self, batch_size: int) -> Samples:
        return self.make(*self.read(batch_size))

    def chunks(self) -> Iterator[Samples]:
        yield self.sample(4)

    def last(self) -> torch.Tensor:
        raise NotImplementedError

    def pair(self) -> tuple[torch.Tensor, np.ndarray]:
        return self.read(2)


def use(buffer: Buffer, rollout: Rollout, mask: torch.Tensor | None = None):
    data = buffer.sample(8)
    total = data.rewards.flatten() + rollout.values.squeeze() + rollout.hidden.mean() * rollout.scale
    for chunk in buffer.chunks():
        total = total + chunk.rewards.max()
    one, other = buffer.pair()
    if mask is not None:
        total = total * mask.view(-1)
    return total, buffer.last().reshape(2, 3), one.flatten(), other.flatten()
# output
# Annotations of fields, results and arguments tell what a value is.
from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from typing import NamedTuple, Optional

import numpy as np
import tensorflow as tf


class Samples(NamedTuple):
    states: tf.Tensor
    rewards: tf.Tensor


@dataclass
class Rollout:
    values: tf.Tensor
    hidden: Optional[tf.Tensor] = None
    scale: float = 1


class Buffer:
    def sample(self, batch_size: int) -> Samples:
        return self.make(*self.read(batch_size))

    def chunks(self) -> Iterator[Samples]:
        yield self.sample(4)

    def last(self) -> tf.Tensor:
        raise NotImplementedError

    def pair(self) -> tuple[tf.Tensor, np.ndarray]:
        return self.read(2)


def use(buffer: Buffer, rollout: Rollout, mask: tf.Tensor | None = None):
    data = buffer.sample(8)
    total = (
        tf.reshape(data.rewards, [-1])
        + tf.squeeze(rollout.values)
        + tf.reduce_mean(rollout.hidden) * rollout.scale
    )
    for chunk in buffer.chunks():
        total = total + tf.reduce_max(chunk.rewards)
    one, other = buffer.pair()
    if mask is not None:
        total = total * tf.reshape(mask, [-1])
    return total, tf.reshape(buffer.last(), [2, 3]), tf.reshape(one, [-1]), other.flatten()
