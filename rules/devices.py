"""Devices: TensorFlow places tensors and variables itself. Each body is a template."""

import tensorflow as tf

from porter.rule import Device, Number, Tensor, Text, Unsupported, known, match, port


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


@port("Tensor.device")
def device_of(input: Tensor) -> Device:
    """The device's name; TensorFlow uses the first GPU alone, if it has no other orders.

    >>> x.device
    >>> torch.zeros(2, device=x.device)
    """
    return "cuda:0" if "GPU" in input.device else "cpu"


@port("torch.cuda.is_available")
def cuda_is_available() -> bool:
    """Whether there is a GPU.

    >>> torch.cuda.is_available()
    """
    return bool(tf.config.list_physical_devices("GPU"))


@port("torch.cuda.device_count")
def cuda_device_count() -> int:
    """The number of GPUs.

    >>> torch.cuda.device_count()
    """
    return len(tf.config.list_physical_devices("GPU"))
