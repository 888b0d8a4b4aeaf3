"""Parts of torch that TensorFlow has otherwise or not at all: each is refused whole, with why.

`torch.fx.*` stands for every name in torch.fx that has no rule of its own.
"""

from porter.rule import Object, Unsupported, port


@port("torch.distributed.rpc.*", "torch.distributed.autograd.*", "torch.futures.*",
      "torch.distributed.optim.*")  # fmt: skip
def remote_calls(*args, **kwargs) -> Object:
    """Calls of functions in other processes, with gradients through them.

    Not proven: it is refused.
    """
    raise Unsupported(
        "TensorFlow sends no calls to other processes: tf.distribute shares variables"
    )


@port("torch.distributed.fsdp.*", "torch.distributed.tensor.*", "torch.distributed._tensor.*",
      "torch.distributed.device_mesh.*", "torch.distributed.pipelining.*",
      "torch.distributed.checkpoint.*", "torch.distributed.algorithms.*")  # fmt: skip
def sharded(*args, **kwargs) -> Object:
    """Parameters that are divided among processes.

    Not proven: it is refused.
    """
    raise Unsupported("parameters in shards: write it with tf.experimental.dtensor")


@port("torch.fx.*", "torch.export.*", "torch._dynamo.*", "torch._inductor.*")
def rewritten_graphs(*args, **kwargs) -> Object:
    """Programs that are read and rewritten as graphs.

    Not proven: it is refused.
    """
    raise Unsupported("a tf.function's graph can't be rewritten in Python: change the source")


@port("torch.hub.*", "torch.utils.model_zoo.*")
def from_the_hub(*args, **kwargs) -> Object:
    """Networks and weights from the internet.

    Not proven: it is refused.
    """
    raise Unsupported("its files are PyTorch's: move the weights with `porter weights`")


@port("torch.nested.*", "torch.masked.*")
def of_unlike_lengths(*args, **kwargs) -> Object:
    """Tensors whose rows differ in length, or of which parts do not count.

    Not proven: it is refused.
    """
    raise Unsupported("write it with tf.ragged, or pad the rows and pass a mask")


@port("torch.ao.*", "torch.quantization.*", "torch.nn.quantized.*", "torch.nn.qat.*",
      "torch.nn.intrinsic.*", "torch.quantize_per_tensor", "torch.quantize_per_channel",
      "torch.quantize_per_tensor_dynamic", "torch.fake_quantize_per_tensor_affine",
      "torch.fake_quantize_per_channel_affine", "torch.quantized_batch_norm",
      "torch.quantized_max_pool1d", "torch.quantized_max_pool2d", "torch.dequantize",
      "Tensor.dequantize", "Tensor.int_repr", "Tensor.q_scale", "Tensor.q_zero_point",
      "Tensor.q_per_channel_axis", "Tensor.q_per_channel_scales",
      "Tensor.q_per_channel_zero_points", "Tensor.qscheme")  # fmt: skip
def quantized(*args, **kwargs) -> Object:
    """Networks and tensors of few bits.

    Not proven: it is refused.
    """
    raise Unsupported("write it with TensorFlow's tools: tf.lite quantizes what is trained")


@port("torch.onnx.*", "torch.utils.cpp_extension.*", "torch.library.*", "torch.ops.*",
      "torch.classes.*", "torch.utils.dlpack.*", "torch.utils.mobile_optimizer.*")  # fmt: skip
def written_for_torch(*args, **kwargs) -> Object:
    """Files and functions of other languages that are made for torch.

    Not proven: it is refused.
    """
    raise Unsupported("it is made of torch's own code: TensorFlow writes SavedModels")


@port("torch.profiler.*", "torch.autograd.profiler.*", "torch.utils.bottleneck.*",
      "torch.utils.benchmark.*", "torch.cuda.nvtx.*", "torch.cuda.profiler.*")  # fmt: skip
def measured(*args, **kwargs) -> Object:
    """Measurements of torch's own operations.

    Not proven: it is refused.
    """
    raise Unsupported("measure it with tf.profiler.experimental, or with `porter bench`")


@port("torch.jit.*")
def scripts(*args, **kwargs) -> Object:
    """TorchScript.

    Not proven: it is refused.
    """
    raise Unsupported("TensorFlow compiles with tf.function, and writes a SavedModel")


@port("torch.utils._pytree.*", "torch._C.*", "torch._utils.*", "torch._six.*",
      "torch.overrides.*", "torch.utils.hooks.*", "torch.utils._python_dispatch.*")  # fmt: skip
def insides(*args, **kwargs) -> Object:
    """What torch is made of.

    Not proven: it is refused.
    """
    raise Unsupported("it is of torch's own inside: tf.nest maps structures")


@port("torch.utils.checkpoint.*")
def computed_again(*args, **kwargs) -> Object:
    """What torch computes again instead of keeping it; `checkpoint(f, x)` itself is called.

    Not proven: it is refused.
    """
    raise Unsupported("call the functions: tf.recompute_grad computes again what each has computed")
