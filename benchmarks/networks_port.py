"""Makes the ports of networks, and says which are alike: python networks_port.py PORT FILE OUT"""

import contextlib
import io
import json
import pickle
import sys
from pathlib import Path

import keras
import numpy as np
import tensorflow as tf
from networks_shared import flat, loaded, quiet

from rules.modules import named_variables, set_mode


class Given(pickle.Unpickler):
    """What the originals were made of: a function of torch's is one of TensorFlow's here."""

    def find_class(self, module: str, name: str) -> object:
        return tf.nn.relu if module.startswith("torch") else super().find_class(module, name)


def why(port: Path, one: dict) -> str:
    """ "equal", "random", or what is not the same."""
    module = loaded(port, port / one["file"])
    network = getattr(module, one["cls"])(**one["options"])
    set_mode(network, False)
    trained: dict[str, keras.Variable] = {}
    for name, variable in named_variables(network):
        if variable.trainable and all(variable is not v for v in trained.values()):
            trained[name] = variable
        elif name in one["buffers"]:
            variable.assign(one["buffers"][name])
    if list(trained) != list(one["parameters"]):
        return f"parameters {list(trained)[:5]}, not {list(one['parameters'])[:5]}"
    for name, variable in trained.items():
        variable.assign(one["parameters"][name])
    found = flat(network(*map(tf.constant, one["inputs"])))
    if one["random"]:
        return "random"
    if [(a.shape, a.dtype) for a in found] != [(a.shape, a.dtype) for a in one["gives"]]:
        return f"shapes {[a.shape for a in found]}, not {[a.shape for a in one['gives']]}"
    for ours, theirs in zip(found, one["gives"]):
        if not np.allclose(ours, theirs, rtol=1e-3, atol=1e-3 * max(1.0, abs(theirs).max())):
            return f"off by {abs(ours - theirs).max():.2g} of {abs(theirs).max():.2g}"
    return "equal"


def main(port: Path, given: Path, out: Path) -> None:
    found = []
    for one in Given(io.BytesIO(given.read_bytes())).load():
        told = "# porter: P" in (port / one["file"]).read_text()
        try:
            with quiet():
                text = why(port, one)
        except Exception as error:  # whatever stops it is the result
            text = f"{type(error).__name__}: {str(error).splitlines()[:1]}"
        found.append({"file": one["file"], "cls": one["cls"], "told": told, "why": text})
        with contextlib.suppress(OSError):
            out.write_text(json.dumps(found))


if __name__ == "__main__":
    main(*map(Path, sys.argv[1:]))
