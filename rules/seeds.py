"""Seeds and generators: TensorFlow has one global generator, seeded by one function."""

import tensorflow as tf

from porter.rule import Nothing, Unsupported, port


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


@port("torch.Generator", "torch.default_generator", "torch.random.default_generator")
def generator(*device, **options) -> Nothing:
    """A generator of its own.

    Not proven: it is refused.
    """
    raise Unsupported("what draws in TensorFlow takes no generator: draw after torch.manual_seed")
