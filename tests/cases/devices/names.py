# Devices are names in TensorFlow: asked for, compared, and taken apart.
import torch


def get_device(device: torch.device | str = "auto") -> torch.device:
    if device == "auto":
        device = "cuda"
    # Force conversion to a device
    device = torch.device(device)
    if device.type == torch.device("cuda").type and not torch.cuda.is_available():
        return torch.device("cpu")
    return device


def first(index: int):
    return torch.device("cuda", index)


class Buffer:
    def __init__(self, device: torch.device):
        self.device = get_device(device)
        assert isinstance(self.device, (torch.device, str))

    def tensor(self, values):
        x = torch.zeros(3, device=self.device)
        if x.device == torch.device("cpu"):
            x = x.cpu()  # it is there
        return x


def moved(x: torch.Tensor, device: torch.device):
    x = x.to(device)
    x.cpu()
    return x
# output
# Devices are names in TensorFlow: asked for, compared, and taken apart.
import tensorflow as tf
from torch_compat import device_of


def get_device(device: str = "auto") -> str:
    if device == "auto":
        device = "cuda"
    # Force conversion to a device
    if device.partition(":")[0] == "cuda" and not bool(tf.config.list_physical_devices("GPU")):
        return "cpu"
    return device


def first(index: int):
    return "cuda" + ":" + str(index)


class Buffer:
    def __init__(self, device: str):
        self.device = get_device(device)
        assert isinstance(self.device, (str, str))

    def tensor(self, values):
        x = tf.zeros([3])
        if device_of(x) == "cpu":
            pass
            # it is there
        return x


def moved(x: tf.Tensor, device: str):
    return x
