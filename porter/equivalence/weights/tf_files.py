"""Files of TensorFlow's: Keras's .weights.h5, and checkpoints, which are named by a prefix."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import h5py
import keras
import tensorflow as tf

from porter.equivalence.weights.atomic import replaced
from porter.equivalence.weights.bond import TransferError
from porter.equivalence.weights.paths import VARIABLES, identity, weights_of

KERAS = ".weights.h5"
COUNTER = "save_counter/.ATTRIBUTES/VARIABLE_VALUE"


def is_checkpoint(path: Path) -> bool:
    """Whether there is a checkpoint of this prefix."""
    return path.with_name(f"{path.name}.index").is_file()


def is_tensorflow(path: Path) -> bool:
    """Whether this is Keras's file or a checkpoint, by its name."""
    return path.name.endswith(KERAS) or is_checkpoint(path)


def save(part: Any, path: Path) -> None:
    """Write a network's, an optimizer's or an agent's variables; all of them or none.

    Raises TransferError where the format leaves some out: a checkpoint does not look into plain
    lists, and Keras's file has a network's own variables alone.
    """
    if path.name.endswith(KERAS):
        model = _model(part, path)
        saved = {identity(variable) for variable in model.weights}
    else:
        checkpoint = _checkpoint(part)
        saved = {
            identity(v)
            for v in tf.train.TrackableView(checkpoint).descendants()
            if isinstance(v, VARIABLES)
        }
    left = [name for name, v in weights_of(part).items() if identity(v) not in saved]
    if left:
        other = "a checkpoint" if path.name.endswith(KERAS) else f"a {KERAS} file"
        raise TransferError(f"{path} would lack {', '.join(left)}; write {other} instead")
    with replaced(path) as temporary:
        if path.name.endswith(KERAS):
            model.save_weights(temporary)
        else:
            checkpoint.write(str(temporary))


def restore(part: Any, path: Path) -> None:
    """Set a network's, an optimizer's or an agent's variables from a file.

    Raises TransferError for a file that is not of this object.
    """
    try:
        if path.name.endswith(KERAS):
            _model(part, path).load_weights(path)
        elif tf.train.load_checkpoint(str(path)).has_tensor(COUNTER):
            _checkpoint(part).restore(str(path)).assert_consumed()
        else:
            _checkpoint(part).read(str(path)).assert_consumed()
    except (OSError, ValueError, AssertionError, tf.errors.OpError) as error:
        kind = type(part).__name__
        raise TransferError(f"{path} is no file of a {kind}: {_first_line(error)}") from error


def dtypes(path: Path) -> set[str]:
    """The floating-point dtypes in a file. Raises TransferError for one that can't be read."""
    found: set[str] = set()
    try:
        if path.name.endswith(KERAS):
            with h5py.File(path) as file:
                file.visititems(lambda _, item: found.add(str(getattr(item, "dtype", ""))))
        else:
            kinds = tf.train.load_checkpoint(str(path)).get_variable_to_dtype_map()
            found = {dtype.name for dtype in kinds.values()}
    except (OSError, tf.errors.OpError) as error:
        raise TransferError(f"{path}: {_first_line(error)}") from error
    return {dtype for dtype in found if "float" in dtype}


def _model(part: Any, path: Path) -> Any:
    if not isinstance(part, keras.Model):
        raise TransferError(
            f"{path}: Keras saves the weights of a keras.Model, not of a {type(part).__name__};"
            " a checkpoint (any other name) holds everything"
        )
    part.built = True  # Keras asks for a call, which makes the variables; here they are there
    return part


def _checkpoint(part: Any) -> Any:
    """A network or optimizer is the root, as in a port's own save; of an agent, its attributes."""
    if isinstance(part, (keras.Layer, keras.optimizers.Optimizer)):
        return tf.train.Checkpoint(part)
    return tf.train.Checkpoint(
        **{
            name: value
            for name, value in vars(part).items()
            if isinstance(value, keras.optimizers.Optimizer) or weights_of([value])
        }
    )


def _first_line(error: Exception) -> str:
    return str(error).strip().partition("\n")[0]
