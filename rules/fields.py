"""Fields of torch's named tuples: max(dim), sort, slogdet, eigh, qr, svd. Each body is a template.

Where the call itself is at hand, `torch.max(x, 1).values` is only that part of the result.
"""

import sys

from porter.rule import Sequence, Tensor, block, port


@port("Tuple.values", "Tuple.min", "Tuple.sign", "Tuple.eigenvalues", "Tuple.Q", "Tuple.U")
def first_field(input: Sequence) -> Tensor:
    """The first part of a result.

    Not proven: see tests/cases/functions/named_tuples.py.
    """
    return input[0]


@port("Tuple.indices", "Tuple.max", "Tuple.logabsdet", "Tuple.eigenvectors", "Tuple.R", "Tuple.S")
def second_field(input: Sequence) -> Tensor:
    """The second part of a result.

    Not proven: see tests/cases/functions/named_tuples.py.
    """
    return input[1]


@port("Tuple.Vh", "Tuple.V")
def third_field(input: Sequence) -> Tensor:
    """The third part of a result.

    Not proven: see tests/cases/functions/named_tuples.py.
    """
    return input[2]


@block
def references(owner, *_):
    """As many as with_field() sees."""
    return sys.getrefcount(owner)


@block
def with_field(owner, name, value):
    """The object with another tensor. Of a namedtuple, which can't get one, another is made: that
    is the same where only one name has the old one."""
    if not hasattr(owner, "_replace"):
        setattr(owner, name, value)
        return owner
    one = object()
    if sys.getrefcount(owner) > references(one, name, value):
        raise RuntimeError(f"something else holds this {type(owner).__name__}, too: {name} changes")
    return owner._replace(**{name: value})
