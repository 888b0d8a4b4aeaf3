"""Fields of torch's named tuples: max(dim), sort, slogdet, eigh, qr, svd. Each body is a template.

Where the call itself is at hand, `torch.max(x, 1).values` is only that part of the result.
"""

from porter.rule import Sequence, Tensor, port


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
