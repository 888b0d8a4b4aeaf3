"""The vocabulary of rule files: what `rules/*.py` import.

`convert` reads rule files with `ast` and never runs them; the tests import and run them,
so every name here also has a meaning at run time.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import Any, TypeVar

T = TypeVar("T")


class Unsupported(Exception):
    """Raised by a rule for a call that it refuses; the text goes to the report."""


def port(
    *names: str,
    note: str = "",
    harmless: tuple[str, ...] = (),
    reads_length: bool = False,
    given: str = "",
) -> Callable[[T], T]:
    """The decorated function or class ports these torch names ("torch.clamp", "Tensor.clamp").

    `note` says what changes in meaning, if anything does; it becomes a note in the report.
    `harmless` are arguments of a class that no number depends on, or that do nothing at one value
    ("last_epoch=-1"): they are left out of the port. `reads_length` is said of a port that has to
    know how many rows its tensors have when it is traced. `given` is the block, or the rule itself,
    that is called where only the program knows what `*rest` and `**options` hold.
    """
    return lambda rule: rule


def match(*patterns: str, note: str = "") -> Callable[[T], T]:
    """The decorated function ports these idioms; a pattern's free names are its parameters."""
    return lambda rule: rule


def block(
    rule: T | None = None, *, plain: str = "", counting: str = "", reads_length: bool = False
) -> Any:
    """A building block that rules use; it is pasted into the output where it is needed.

    `plain` is the function of TensorFlow's that gives the same numbers but another gradient: it is
    written where nobody asks for the gradient. `counting` is the one that gives the same where no
    index is below 0. `reads_length` is as for `port`.
    """
    return rule if rule is not None else lambda function: function


# Kinds, for parameters, for results and for isinstance() guards. `convert` decides the guards
# from the kinds that it inferred; a guard that it cannot decide makes it paste the rule as a
# function.
Tensor = Any
# As a parameter, Float is a tensor whose integers and booleans are cast to float32, as torch does;
# in a guard it is a float tensor, as a result float32.
Float = Any
Promoted = Any  # a parameter: a tensor; all such tensors are cast to torch's common dtype
Operand = Any  # a parameter: a tensor or a number, cast together with those that are Promoted
PromotedFloat = Any  # like Promoted, to floats at least
Summed = Any  # a parameter: a tensor; its integers and booleans are cast to int64, as for sums
Index = Any  # a parameter: a tensor of indices, int32 or int64 in the port
Alike = Any  # a parameter: a tensor; torch takes such tensors of one dtype only
Tensors = Any  # a parameter: a list of tensors; where it is written out, they get one dtype
Int = Any  # an integer tensor in a guard, int64 as a result
Mask = Any  # a parameter: a tensor; all but what is known to be bool is cast to it
Bool = Any  # as a parameter, a tensor that is cast to bool: nonzero is true
Complex = Any  # in a guard only
Parameter = Any
IntParameter = Any  # of int64, a number
Array = Any
ArrayLike = Any  # as a result: an array of the tensor's dtype and rank
Number = Any
Text = Any
Nothing = Any
Sequence = Any  # a list or a tuple
Size = Any  # torch.Size
Shape = Any  # for `*size`: nothing that may be a single number
Module = Any
Optimizer = Any
OneGroup = Any  # an optimizer that was made without parameter groups
Instance = Any  # in a guard: an object of a class that is known
Object = Any  # as a result: an object of a building block's class
ParamGroup = Any  # an item of `optimizer.param_groups`
Parameters = Any
Device = Any
Dtype = Any

Ints = Any  # for known(): a number or nested lists of them, all int
Bools = Any  # the same, all bool
Floats = Any  # the same, with floats among them
SomeParameters = Any  # for known(): a list, written out, with parameters in it
SomeTensors = Any  # for known(): nested lists with tensors in them, or with what may be one
Pair = Any  # as a parameter of an idiom: a tuple of two tensors
TensorList = Any  # as a parameter of an idiom: a list of tensors, of any length

# Kinds of results that depend on the arguments.
Counted = Any  # whole numbers are int64, others float32: the program knows
Collated = Any  # a batch of the items of the dataset that is the first parameter
Sequenced = Any  # of a recurrent layer: packed like the first parameter, or float32
Same = Any  # just the kind of the first parameter
Self = Any  # of a method: the kind of the object itself
OfObjects = Any  # a tensor of the dtype of the distributions that are given
SameShape = Any  # a tensor with its dtype and rank
SameDtype = Any  # its dtype, unknown rank
Scalar = Any  # its dtype, rank 0
Matrix = Any  # its dtype, rank 2
ParameterLike = Any  # a variable with its dtype and rank
Raised = Any  # its dtype, one dimension more
Lowered = Any  # its dtype, one dimension less
BoolLike = Any  # its rank, bool
FloatLike = Any  # its rank, float32
DoubleLike = Any  # its rank, float64
Double = Any  # a float64 tensor
IntLike = Any  # its rank, int64
Int32Like = Any  # its rank, int32
HalfLike = Any  # its rank, float16
BfloatLike = Any  # its rank, bfloat16
ShortLike = Any  # its rank, int16
CharLike = Any  # its rank, int8
ByteLike = Any  # its rank, uint8
Vector = Any  # like Typed, with one dimension
IntVector = Any  # int64, with one dimension
RealLike = Any  # its rank; the dtype of the parts of complex numbers
ComplexLike = Any  # its rank; complex numbers with parts of its dtype
Reduced = Any  # its dtype, the rank that `dim` and `keepdim` leave
BoolReduced = Any  # bool, the rank that `dim` and `keepdim` leave
IntReduced = Any  # int64, the rank that `dim` and `keepdim` leave
Broadcast = Any  # its dtype, the highest rank among the arguments
BoolBroadcast = Any  # bool, the highest rank among the arguments
Picked = Any  # the dtype of the tensors behind the first, the highest rank among the arguments
FloatBroadcast = Any  # float32, the highest rank among the arguments
DoubleBroadcast = Any  # float64, the highest rank among the arguments
Joined = Any  # an item of the first parameter
Meshed = Any  # the same, with a dimension for each
Stacked = Any  # an item of the first parameter, one dimension more
Shaped = Any  # its dtype, the rank that `size` or `shape` says
Typed = Any  # the dtype that `dtype` says, float32 if it is None; the rank that `size` says
TypedLike = Any  # the dtype that `dtype`, `device` or `other` says, else that of the first
TypedParameter = Any  # the same for a parameter


def known(value: object, kind: object = None) -> bool:
    """Whether `convert` knows that value is of this kind, or that a test is true.

    It is a guard for a shorter spelling only: where `convert` does not know, and when the rule
    runs as a function, it is False.
    """
    return False


def ordered(low: object, high: object) -> bool:
    """Whether `convert` knows that low <= high: two literals, or `-c` and `c`."""
    return False


def same_dtype(x: object, y: object) -> bool:
    """Whether `convert` knows that both have, or are, the same dtype."""
    return False


def nonnegative(x: object) -> bool:
    """Whether `convert` knows that no number in x is below 0: places, classes, actions.

    It is a guard for a shorter spelling only, as known() is.
    """
    return False


def rank(x: Any) -> int:
    """The number of dimensions of a tensor."""
    return int(x.shape.rank)


def dtype(x: Any) -> str:
    """The name of a tensor's dtype: "float32"."""
    return str(x.dtype.name)
