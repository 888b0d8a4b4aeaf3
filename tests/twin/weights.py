"""The state of a port, addressed by the original's paths."""

import keras
import numpy as np
import tensorflow as tf

from .program import SetupError

SLOTS = {  # torch's optimizer state -> the blocks' lists of variables
    "exp_avg": "m",
    "exp_avg_sq": "v",
    "max_exp_avg_sq": "v_max",
    "momentum_buffer": "buffers",
    "square_avg": "squares",
    "grad_avg": "means",
}


def variable(roots, path):
    """The Keras variable at a torch path: "critic.net.0.weight" is critic.net[0].kernel."""
    first, *parts, leaf = path.split(".")
    owner = roots[first]
    for part in parts:
        owner = owner[int(part)] if part.isdigit() else getattr(owner, part)
    if isinstance(owner, keras.layers.Dense):
        leaf = {"weight": "kernel", "bias": "bias"}[leaf]
    return getattr(owner, leaf)


class PortState:
    """Reads and writes a port's weights and optimizer slots in torch's layout.

    Building one checks that both programs have the same structure and that all is of `dtype`.
    """

    def __init__(self, roots, paths, dtype):
        self.roots = roots
        self.variables = {path: variable(roots, path) for path in paths}
        if paths:  # else nothing will be compared
            self.check(dtype)

    @property
    def optimizers(self):
        return {k: v for k, v in self.roots.items() if isinstance(v, keras.optimizers.Optimizer)}

    def check(self, dtype):
        known = {id(v) for v in self.variables.values()}
        models = {path.split(".")[0] for path in self.variables}
        for name in models:
            extra = [v.path for v in self.roots[name].variables if id(v) not in known]
            if extra:
                raise SetupError(f"{name} has variables that the original lacks: {extra}")
        for name, optimizer in self.optimizers.items():
            if not {id(v) for v in optimizer.params} <= known:
                raise SetupError(f"{name} updates variables that the original lacks")
        for path, value in self.variables.items():
            if tf.as_dtype(value.dtype) != dtype:
                raise SetupError(f"{path} is {value.dtype}, not {dtype}")

    def updates(self):
        """How many updates the optimizers have made, all together."""
        return sum(int(optimizer.iterations) for optimizer in self.optimizers.values())

    def read(self):
        return {path: _torch_layout(v, v.numpy()) for path, v in self.variables.items()}

    def write(self, state):
        """Set weights and, where the state has them, the optimizers' slots."""
        for path, v in self.variables.items():
            v.assign(_torch_layout(v, state[path]))
        steps = {}
        for key in state:
            if "/" not in key:
                continue
            name, path, slot = key.split("/")
            optimizer, value = self.optimizers[name], state[key]
            index = [id(v) for v in optimizer.params].index(id(self.variables[path]))
            if slot == "step":
                steps.setdefault(name, np.zeros(len(optimizer.params)))[index] = value
            else:
                v = getattr(optimizer, SLOTS[slot])[index]
                v.assign(_torch_layout(v, value))
        for name, counts in steps.items():
            if hasattr(self.optimizers[name], "steps"):
                self.optimizers[name].steps.assign(counts)
            self.optimizers[name].iterations.assign(int(counts.max()))


def _torch_layout(v, array):
    """Linear kernels lie the other way round; so do the optimizer slots that belong to them."""
    return tf.transpose(array).numpy() if len(v.shape) == 2 else array
