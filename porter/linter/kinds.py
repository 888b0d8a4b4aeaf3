"""What an expression can be. UNKNOWN is the honest default, and rules are silent about it."""

from __future__ import annotations

import ast
from collections.abc import Iterable
from dataclasses import dataclass
from enum import Enum


class What(Enum):
    """The sorts of values that rules ask for."""

    UNKNOWN = "unknown"
    NOTHING = "nothing"  # not looked at yet, or None: agrees with anything
    TENSOR = "tensor"
    OUTPUT = "output"  # of a network: a tensor, or several
    VARIABLE = "variable"
    ARRAY = "array"
    NUMBER = "number"
    LIST = "list"  # of Python; tuples too
    MODEL = "model"
    LAYER = "layer"
    OPTIMIZER = "optimizer"
    TAPE = "tape"
    DATASET = "dataset"
    KERAS = "keras"  # another object of Keras: a loss, a metric
    CLASS = "class"
    INSTANCE = "instance"  # of a class of this file that is none of the above
    FUNCTION = "function"
    GRAPH = "graph"  # what tf.function returns


@dataclass(frozen=True)
class Kind:
    """A value. `node` is its class or its function in this file.

    `item` is what a list holds, an array has along its first axis, or a model returns.
    """

    what: What
    node: ast.AST | None = None
    item: Kind | None = None

    def __bool__(self) -> bool:
        return self.what not in (What.UNKNOWN, What.NOTHING)

    @property
    def is_tensor(self) -> bool:
        """Whether it is one tensor for sure."""
        return self.what in (What.TENSOR, What.VARIABLE)

    @property
    def indexes(self) -> bool:
        """Whether `x[i]` of it is an op of TensorFlow."""
        return self.is_tensor or self.what is What.OUTPUT

    @property
    def has_rows(self) -> bool:
        """Whether it is an array of at least one axis for sure."""
        return self.what is What.ARRAY and self.item is not None

    @property
    def is_host(self) -> bool:
        """Whether it is a value of Python or NumPy for sure."""
        return self.what in (What.ARRAY, What.NUMBER, What.LIST)


UNKNOWN, NOTHING = Kind(What.UNKNOWN), Kind(What.NOTHING)
TENSOR, OUTPUT, VARIABLE = Kind(What.TENSOR), Kind(What.OUTPUT), Kind(What.VARIABLE)
ROWS = Kind(What.ARRAY, item=Kind(What.ARRAY))
ARRAY, NUMBER, LIST = Kind(What.ARRAY), Kind(What.NUMBER), Kind(What.LIST)
MODEL, LAYER, OPTIMIZER = Kind(What.MODEL), Kind(What.LAYER), Kind(What.OPTIMIZER)
TAPE, DATASET, KERAS = Kind(What.TAPE), Kind(What.DATASET), Kind(What.KERAS)


def join(kinds: Iterable[Kind]) -> Kind:
    """What all of them are; UNKNOWN where they disagree."""
    found = NOTHING
    for kind in kinds:
        if kind in (NOTHING, found):
            continue
        if found == NOTHING:
            found = kind
        elif found.what is kind.what:
            node = found.node if found.node is kind.node else None
            found = Kind(kind.what, node, _common_item(found, kind))
        else:
            return UNKNOWN
    return found


def _common_item(one: Kind, other: Kind) -> Kind | None:
    if one.what is not What.LIST:
        return one.item if one.item == other.item else None
    items = [kind.item for kind in (one, other) if kind.item is not None]  # [] has none
    return join(items) if items else None


_NO_TENSORS = frozenset(
    "Variable function GradientTape Module device name_scope constant_initializer split unstack "
    "meshgrid unique unique_with_counts dynamic_partition map_fn scan while_loop cond case "
    "vectorized_map py_function numpy_function executing_eagerly is_tensor TensorSpec TensorShape "
    "group no_op print print_tensor init_scope custom_gradient control_dependencies "
    "variable_creator_scope get_static_value convert_n_to_tensor make_ndarray placeholder Session "
    "ragged clip_by_global_norm gradients Graph ConfigProto global_variables_initializer "
    "TensorArray get_logger load_op_library recompute_grad autograph nest".split()
)
# Of these modules of tf, what is called gives a tensor, with the exceptions above.
_OP_MODULES = frozenset(
    "math nn linalg random signal image strings bitwise sets losses dtypes sparse".split()
)
_NO_OPS = frozenset(
    "RNNCellDeviceWrapper set_seed Generator get_global_generator top_k moments svd qr eigh lu "
    "experimental create_rng_state normalize in_top_k".split()
)
_DATASETS = frozenset(["list_files", "random", "range", "zip"])
_LAYER_MODULES = ("keras.layers.", "tf.layers.")
_OPTIMIZERS = ("keras.optimizers.", "tf.optimizers.", "tf.keras.optimizers.")
_MODELS = frozenset("Model Sequential Functional".split())
_LOADERS = frozenset("load_model clone_model model_from_json model_from_config".split())
_NUMBERS = frozenset("float int len sum bool round ord id hash perf_counter".split())
_ROWS_OF_NUMPY = frozenset(
    "arange array asarray concatenate empty expand_dims eye full hstack linspace ones reshape "
    "stack tile vstack zeros atleast_1d atleast_2d append".split()
)
_SCALARS_OF_NUMPY = frozenset(
    "float32 float64 int32 int64 isscalar ndim allclose array_equal random.uniform random.rand "
    "random.randint random.random random.choice random.normal random.seed pi inf".split()
)


def of_call(name: str) -> Kind:
    """What a call of this function of a library gives; UNKNOWN for most."""
    first, _, rest = name.partition(".")
    last = name.rpartition(".")[2]
    if first == "tf":
        return _of_tensorflow(name, rest, last)
    if first == "keras":
        return _of_keras(name, last)
    if first == "np" and rest in _ROWS_OF_NUMPY:
        return ROWS
    if first == "np" and rest not in _SCALARS_OF_NUMPY:
        return ARRAY
    return NUMBER if name in _NUMBERS or name in ("time.time", "random.random") else UNKNOWN


def _of_tensorflow(name: str, rest: str, last: str) -> Kind:
    if last == "Variable":
        return VARIABLE
    if last == "GradientTape":
        return TAPE
    if name.startswith("tf.data."):
        made = last[:1].isupper() or last.startswith("from_") or last in _DATASETS
        return DATASET if made else UNKNOWN
    if name.startswith(_OPTIMIZERS) or (name.startswith("tf.train.") and "Optimizer" in last):
        return OPTIMIZER
    if name.startswith(_LAYER_MODULES):
        return LAYER if last[:1].isupper() else TENSOR
    module, _, function = rest.rpartition(".")
    if (module and module not in _OP_MODULES) or not function.islower() or function in _NO_OPS:
        return UNKNOWN
    return UNKNOWN if function in _NO_TENSORS else TENSOR


def _of_keras(name: str, last: str) -> Kind:
    if last == "Sequential":
        return Kind(What.MODEL, item=TENSOR)
    if last in _MODELS or last in _LOADERS or _is_application(name, last):
        return MODEL
    if name.startswith(_OPTIMIZERS):
        return OPTIMIZER if last[:1].isupper() and "schedules" not in name else UNKNOWN
    if last == "Input" or name.startswith(("keras.activations.", "keras.ops.")):
        return TENSOR if last not in _NO_TENSORS | {"get"} else UNKNOWN
    if name.startswith(_LAYER_MODULES):
        return LAYER if last[:1].isupper() else TENSOR
    if name.startswith(("keras.losses.", "keras.metrics.")):
        return KERAS if last[:1].isupper() and not last.isupper() else TENSOR
    return UNKNOWN


def _is_application(name: str, last: str) -> bool:
    return name.startswith("keras.applications.") and last[:1].isupper()


def of_base(name: str) -> Kind:
    """What an instance of a class is whose base has this name."""
    last = name.rpartition(".")[2]
    if name.startswith("keras.") or name == "tf.Module":
        if last in _MODELS:
            return MODEL
        if name.startswith(_LAYER_MODULES) or name == "keras.Layer":
            return LAYER
        if name.startswith(_OPTIMIZERS):
            return OPTIMIZER
        if name != "tf.Module":
            return KERAS
    return UNKNOWN
