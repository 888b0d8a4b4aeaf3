"""Settings of torch. An assignment to one is a call of its rule with the value."""

import contextlib

import tensorflow as tf

from porter.rule import Dtype, Nothing, Text, Unsupported, block, port


@port(
    "torch.backends.cudnn.deterministic", "torch.use_deterministic_algorithms",
    note="determinism is for all of TensorFlow, can't be taken back and asks for a seed",
)  # fmt: skip
def deterministic(mode, *, warn_only=False) -> Nothing | Nothing:
    """Whether the same program gives the same numbers again. Once on, it stays on.

    Not proven: it would change every test that runs after it.
    """
    del warn_only  # of functions that can't be deterministic: TensorFlow raises
    if mode:
        return tf.config.experimental.enable_op_determinism()
    return None


@port("torch.backends.cudnn.benchmark", note="TensorFlow chooses the fastest convolutions itself")
def benchmark(mode) -> Nothing:
    """Whether cuDNN measures which algorithm is fastest: no numbers depend on it.

    Not proven: it is dropped.
    """
    del mode
    return None


@port("torch.backends.cudnn.enabled", note="TensorFlow has no convolutions on GPUs without cuDNN")
def enabled(mode) -> Nothing:
    """Whether cuDNN is used: it changes no more than rounding.

    Not proven: it is dropped.
    """
    del mode
    return None


@port("torch.backends.cuda.matmul.allow_tf32", "torch.backends.cudnn.allow_tf32")
def allow_tf32(mode) -> Nothing:
    """Whether GPUs may round what they multiply to TF32, in products and convolutions alike.

    Not proven: it would change every test that runs after it.
    """
    return tf.config.experimental.enable_tensor_float_32_execution(mode)


@port(
    "torch.nn.attention.sdpa_kernel",
    "torch.backends.cuda.sdp_kernel",
    note="TensorFlow chooses its kernels itself",
)
def sdpa_kernel(*args, **kwargs) -> Nothing:
    """A block in which attention has some of torch's kernels: they differ by rounding.

    Not proven: it is by tests/programs/modules/attention_kernels.py.
    """
    del args, kwargs
    return contextlib.nullcontext()


@port("torch.nn.attention.SDPBackend.MATH")
def math_kernel() -> Text:
    """The name of a kernel, for a block that has it.

    Not proven: it is by tests/programs/modules/attention_kernels.py.
    """
    return "MATH"


@port("torch.nn.attention.SDPBackend.FLASH_ATTENTION")
def flash_kernel() -> Text:
    """The name of a kernel.

    Not proven: it is by tests/programs/modules/attention_kernels.py.
    """
    return "FLASH_ATTENTION"


@port("torch.nn.attention.SDPBackend.EFFICIENT_ATTENTION")
def efficient_kernel() -> Text:
    """The name of a kernel.

    Not proven: it is by tests/programs/modules/attention_kernels.py.
    """
    return "EFFICIENT_ATTENTION"


@port("torch.nn.attention.SDPBackend.CUDNN_ATTENTION")
def cudnn_kernel() -> Text:
    """The name of a kernel.

    Not proven: it is by tests/programs/modules/attention_kernels.py.
    """
    return "CUDNN_ATTENTION"


@port("torch.set_float32_matmul_precision")
def set_float32_matmul_precision(precision) -> Nothing | Nothing:
    """Whether GPUs may round what they multiply to TF32: not for the "highest" precision.

    Not proven: it would change every test that runs after it.
    """
    if precision == "highest":
        return tf.config.experimental.enable_tensor_float_32_execution(False)
    return tf.config.experimental.enable_tensor_float_32_execution(True)


@block
def set_threads(choose, number):
    """TensorFlow takes a number of threads until it has computed. No result hangs on it."""
    try:
        choose(number)
    except RuntimeError as late:
        tf.get_logger().warning("the number of threads stays as it is: %s", late)


@port("torch.set_num_threads", note="TensorFlow keeps the number it has once it has computed")
def set_num_threads(int) -> Nothing:
    """The number of threads that an operation uses.

    Not proven: it would change every test that runs after it.
    """
    return set_threads(tf.config.threading.set_intra_op_parallelism_threads, int)


@port(
    "torch.set_num_interop_threads", note="TensorFlow keeps the number it has once it has computed"
)
def set_num_interop_threads(int) -> Nothing:
    """The number of operations that run at once.

    Not proven: it would change every test that runs after it.
    """
    return set_threads(tf.config.threading.set_inter_op_parallelism_threads, int)


@port("torch.get_num_threads", note="it gives 0 where TensorFlow chooses the number")
def get_num_threads() -> int:
    """The number of threads that an operation uses.

    Not proven: it is another one.
    """
    return tf.config.threading.get_intra_op_parallelism_threads()


@port("torch.get_num_interop_threads", note="it gives 0 where TensorFlow chooses the number")
def get_num_interop_threads() -> int:
    """The number of operations that run at once.

    Not proven: it is another one.
    """
    return tf.config.threading.get_inter_op_parallelism_threads()


@port("torch.set_default_dtype")
def set_default_dtype(d) -> Nothing:
    """The dtype of what is made without one: float32 only.

    >>> torch.set_default_dtype(torch.float32)
    """
    if d != "float32":
        raise Unsupported("TensorFlow has no default dtype: the port says float32 where it is one")
    return None


@port("torch.get_default_dtype")
def get_default_dtype() -> Dtype:
    """The dtype of what is made without one: float32.

    Not proven: the dtypes of both frameworks are not compared.
    """
    return tf.float32


@port("torch.set_default_tensor_type")
def set_default_tensor_type(t) -> Nothing:
    """The dtype and the device of what is made without one: float32, by its name.

    Not proven: torch warns of it.
    """
    if t != "torch.FloatTensor" and t != "torch.cuda.FloatTensor":
        raise Unsupported("TensorFlow has no default dtype: the port says float32 where it is one")
    return None


@port("torch.set_default_device", note="TensorFlow places tensors itself")
def set_default_device(device) -> Nothing:
    """The device of what is made without one: TensorFlow uses a GPU if there is one.

    >>> torch.set_default_device("cpu")
    """
    del device
    return None


@port("torch.set_printoptions", note="TensorFlow's tensors are printed as NumPy prints arrays")
def set_printoptions(
    precision=None, threshold=None, edgeitems=None, linewidth=None, profile=None, sci_mode=None
) -> Nothing:
    """How tensors are printed. It is dropped.

    Not proven: it changes no numbers.
    """
    del precision, threshold, edgeitems, linewidth, profile, sci_mode
    return None
