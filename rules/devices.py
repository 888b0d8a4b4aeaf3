"""Devices: TensorFlow places tensors and variables itself. Each body is a template."""

import tensorflow as tf

from porter.rule import (
    Device,
    Nothing,
    Number,
    Tensor,
    Text,
    Unsupported,
    block,
    known,
    match,
    port,
)


@port("torch.device")
def device(type, index=None) -> Device:
    """The device's name, "cpu" or "cuda:0"; what takes a device drops it.

    >>> torch.device("cpu")
    >>> torch.device("cuda", 0)
    >>> x.to(torch.device("cpu"))
    """
    if known(type, Number):
        raise Unsupported("a device by number alone")
    if index is not None:
        return type + ":" + str(index)
    return type


@port("Device.type")
def device_type(device) -> Text:
    """The device's name without its number.

    >>> device.type
    >>> x.device.type
    """
    return device.partition(":")[0]


@match("torch.device(name).type")
def type_of_name(name) -> Text:
    """The type of the device that a name means.

    >>> torch.device("cuda").type
    >>> torch.device("cuda:1").type
    """
    if known(":" not in name):
        return name
    return name.partition(":")[0]


@block
def device_of(x):
    """torch's name of the device that a tensor or a variable is on."""
    return "cuda:0" if "GPU" in tf.convert_to_tensor(x).device else "cpu"


@port("Tensor.device")
def tensor_device(input: Tensor) -> Device:
    """The device's name; TensorFlow uses the first GPU alone, if it has no other orders.

    >>> x.device
    >>> torch.zeros(2, device=x.device)
    """
    return device_of(input)


@port("Tensor.get_device")
def device_index(input: Tensor) -> int:
    """The number of the GPU that a tensor is on, -1 for the processor.

    >>> x.get_device()
    """
    return -1 if device_of(input) == "cpu" else 0


@port("torch.cuda.is_available", "torch.accelerator.is_available")
def cuda_is_available() -> bool:
    """Whether there is a GPU.

    >>> torch.cuda.is_available()
    """
    return bool(tf.config.list_physical_devices("GPU"))


@port("torch.cuda.is_bf16_supported")
def cuda_is_bf16_supported(including_emulation=True) -> bool:
    """Whether there is a GPU that computes in bfloat16: TensorFlow emulates it where need be.

    Not proven: torch raises where there is no GPU.
    """
    if including_emulation == False:  # noqa: E712
        raise Unsupported("TensorFlow emulates it, and does not tell")
    return bool(tf.config.list_physical_devices("GPU"))


@port("torch.cuda.device_count", "torch.accelerator.device_count")
def cuda_device_count() -> int:
    """The number of GPUs.

    >>> torch.cuda.device_count()
    """
    return len(tf.config.list_physical_devices("GPU"))


@port("torch.cuda.current_device", "torch.xpu.current_device")
def cuda_current_device() -> int:
    """The number of the GPU in use: TensorFlow uses the first, if it has no other orders.

    Not proven: it needs a GPU.
    """
    return 0


@port("torch.accelerator.current_accelerator")
def current_accelerator() -> Device:
    """The kind of accelerator: "cuda", which is None where there is none.

    >>> torch.accelerator.current_accelerator()
    """
    return "cuda" if tf.config.list_physical_devices("GPU") else None


@port("torch.cuda.get_device_name")
def cuda_get_device_name(device=0) -> Text | Text:
    """The name of a GPU.

    Not proven: it needs a GPU.
    """
    if isinstance(device, int):
        return gpu_details(device)["device_name"]
    return gpu_details(int(device.partition(":")[2] or 0))["device_name"]


@block
def gpu_details(index):
    """What TensorFlow knows of a GPU: its name, its compute capability."""
    gpu = tf.config.list_physical_devices("GPU")[index]
    return tf.config.experimental.get_device_details(gpu)


@port("torch.cuda.get_device_capability")
def cuda_get_device_capability(device=0) -> tuple[int, int]:
    """The compute capability of a GPU.

    Not proven: it needs a GPU.
    """
    if not isinstance(device, int):
        raise Unsupported("of a device that is no number")
    return gpu_details(device)["compute_capability"]


@port(
    "torch.cuda.empty_cache", "torch.mps.empty_cache", "torch.xpu.empty_cache",
    "torch.cuda.ipc_collect", "torch.cuda.init",
)  # fmt: skip
def empty_cache() -> Nothing:
    """Give unused memory of the GPU back: TensorFlow keeps it for itself. It is dropped.

    >>> torch.cuda.empty_cache()
    """
    return None


@port(
    "torch.cuda.synchronize", "torch.mps.synchronize", "torch.xpu.synchronize",
    "torch.accelerator.synchronize",
)  # fmt: skip
def synchronize(device=None) -> Nothing:
    """Wait for the GPU.

    Not proven: it needs a GPU.
    """
    del device  # all are waited for
    return tf.test.experimental.sync_devices()


@port("torch.cuda.memory_allocated")
def cuda_memory_allocated(device=None) -> int:
    """The bytes in use on the first GPU.

    Not proven: it needs a GPU.
    """
    del device  # porter uses the first GPU
    return tf.config.experimental.get_memory_info("GPU:0")["current"]


@port("torch.cuda.max_memory_allocated")
def cuda_max_memory_allocated(device=None) -> int:
    """The most bytes that were in use on the first GPU.

    Not proven: it needs a GPU.
    """
    del device  # porter uses the first GPU
    return tf.config.experimental.get_memory_info("GPU:0")["peak"]


@port("torch.cuda.reset_peak_memory_stats", "torch.cuda.reset_max_memory_allocated")
def cuda_reset_peak_memory_stats(device=None) -> Nothing:
    """Count the peak of memory in use anew.

    Not proven: it needs a GPU.
    """
    del device  # porter uses the first GPU
    return tf.config.experimental.reset_memory_stats("GPU:0")


@port(
    "torch.cuda.memory_reserved", "torch.cuda.max_memory_reserved", "torch.cuda.memory_summary",
    "torch.cuda.mem_get_info", "torch.cuda.get_device_properties", "torch.cuda.utilization",
)  # fmt: skip
def cuda_memory_details(*device, **options) -> int:
    """Details of a GPU's memory.

    Not proven: it is refused.
    """
    raise Unsupported("TensorFlow tells the memory in use alone: torch.cuda.memory_allocated")


@port(
    "torch.cuda.set_device", "torch.cuda.device", "torch.accelerator.set_device_index",
    note="TensorFlow uses the first GPU that it sees: choose it with CUDA_VISIBLE_DEVICES",
)  # fmt: skip
def cuda_set_device(device) -> Nothing:
    """Choose the GPU of what follows, or of a block. It is dropped, as devices are everywhere.

    Not proven: it needs a GPU.
    """
    del device  # TensorFlow places tensors itself
    return None


@port(
    "torch.cuda.stream", "torch.cuda.Stream", "torch.cuda.Event",
    "torch.cuda.set_per_process_memory_fraction",
)  # fmt: skip
def cuda_orders(*args, **options) -> Nothing:
    """Orders to a GPU.

    Not proven: they are refused.
    """
    raise Unsupported("TensorFlow places work itself: choose GPUs with CUDA_VISIBLE_DEVICES")


@port(
    "torch.backends.mps.is_available", "torch.backends.mps.is_built", "torch.mps.is_available",
    "torch.xpu.is_available",
    note="to TensorFlow these are GPUs like any other: torch.cuda.is_available() counts them",
)  # fmt: skip
def mps_is_available() -> bool:
    """Whether there is a GPU that torch calls by another name than "cuda".

    >>> torch.backends.mps.is_available()
    """
    return False
