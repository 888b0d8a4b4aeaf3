"""Questions about a tensor's layout that have one answer in TensorFlow. Each body is a template."""

from porter.rule import Tensor, port


@port("Tensor.is_sparse", "Tensor.is_sparse_csr", "Tensor.is_quantized", "Tensor.is_meta",
      "Tensor.is_mps", "Tensor.is_xla", "Tensor.is_xpu", "Tensor.is_ipu")  # fmt: skip
def is_of_no_other_layout(input: Tensor) -> bool:
    """Whether a tensor is one of a kind that ports do not have.

    >>> x.is_sparse
    >>> x.is_quantized
    >>> x.is_meta
    """
    del input
    return False
