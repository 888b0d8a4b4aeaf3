"""Seeds and generators: TensorFlow has one global generator, seeded by one function."""

import numpy as np
import tensorflow as tf

from porter.rule import Int, IntVector, Nothing, Number, Self, Tensor, Unsupported, block, port


@port("torch.manual_seed", "torch.random.manual_seed")
def manual_seed(seed) -> Nothing:
    """Seed TensorFlow's generator, which initialises networks too; Python's and NumPy's stay.

    >>> torch.manual_seed(0)
    """
    return tf.random.set_seed(seed)


@port(
    "torch.cuda.manual_seed", "torch.cuda.manual_seed_all", "torch.cuda.random.manual_seed",
    "torch.cuda.random.manual_seed_all", "torch.mps.manual_seed", "torch.xpu.manual_seed",
    "torch.xpu.manual_seed_all",
)  # fmt: skip
def cuda_manual_seed(seed) -> Nothing:
    """Seed TensorFlow's generator, which serves all devices.

    >>> torch.cuda.manual_seed_all(0)
    """
    return tf.random.set_seed(seed)


@port(
    "torch.seed", "torch.random.seed", "torch.initial_seed", "torch.random.initial_seed",
    "torch.cuda.seed", "torch.cuda.seed_all", "torch.cuda.initial_seed",
)  # fmt: skip
def seed() -> Nothing:
    """The seed of the generator, or a new one.

    Not proven: it is refused.
    """
    raise Unsupported("TensorFlow does not tell its seed: set one with torch.manual_seed")


@port(
    "torch.get_rng_state", "torch.random.get_rng_state", "torch.cuda.get_rng_state",
    "torch.cuda.get_rng_state_all",
)  # fmt: skip
def get_rng_state(*device, **options) -> Nothing:
    """The state of the generator.

    Not proven: it is refused.
    """
    raise Unsupported("TensorFlow does not tell the state of its generator")


@port(
    "torch.set_rng_state", "torch.random.set_rng_state", "torch.cuda.set_rng_state",
    "torch.cuda.set_rng_state_all",
)  # fmt: skip
def set_rng_state(new_state, *device) -> Nothing:
    """Go back to a state of the generator.

    Not proven: it is refused.
    """
    raise Unsupported("TensorFlow can't go back to a state of its generator")


@port("torch.random.fork_rng")
def fork_rng(*args, **options) -> Nothing:
    """A block after which the generator goes on as if nothing had been drawn.

    Not proven: it is refused.
    """
    raise Unsupported("TensorFlow can't go back to a state of its generator")


@port("torch.default_generator", "torch.random.default_generator")
def default_generator() -> Nothing:
    """The generator of all that is drawn without one.

    Not proven: it is refused.
    """
    raise Unsupported("TensorFlow's own is no object: seed it by torch.manual_seed")


@port("torch.Generator")
class Generator(tf.random.Generator):
    """torch.Generator: random numbers of its own, which a seed repeats. They are not torch's.

    >>> torch.randn(3, generator=torch.Generator().manual_seed(0)).shape
    >>> torch.randperm(4, generator=torch.Generator("cpu")).sum()
    >>> torch.Generator().initial_seed()
    """

    def __init__(self, device="cpu"):
        del device  # TensorFlow places what is drawn
        super().__init__(state=[0, 0, 0], alg="philox")
        self.manual_seed(67280421310721)  # as torch, which begins with it

    def manual_seed(self, seed) -> Self:
        self.reset_from_seed(seed)
        self.last_seed = seed
        return self

    def initial_seed(self) -> Number:
        return self.last_seed

    def seed(self) -> Number:
        return self.manual_seed(int(np.random.default_rng().integers(2**53))).last_seed

    def get_state(self) -> Tensor:
        return tf.identity(self.state)

    def set_state(self, new_state) -> Self:
        self.reset(new_state)
        return self

    def permutation(self, n) -> IntVector:
        seed = self.make_seeds(1)[:, 0]
        return tf.random.experimental.stateless_shuffle(tf.range(n, dtype=tf.int64), seed)

    def categorical(self, logits, count) -> Int:
        return tf.random.stateless_categorical(logits, count, self.make_seeds(1)[:, 0])


@block
def drawn_integers(generator, low, high=None, size=None):
    """Integers in [low, high), or in [0, low), by a generator of its own."""
    if high is None or size is None:
        low, high, size = 0, low, high if size is None else size
    return generator.uniform(size, low, high, tf.int64)
