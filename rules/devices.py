"""Devices: TensorFlow places tensors and variables itself. Each body is a template."""

import tensorflow as tf

from porter.rule import Device, Unsupported, port


@port("torch.device")
def device(type, index=None) -> Device:
    """The device's name; what takes a device drops it.

    >>> x.to(torch.device("cpu"))
    """
    if index is not None:
        raise Unsupported("a device by number")
    return type


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
