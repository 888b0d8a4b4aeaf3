"""torchvision.datasets: the same files as torchvision reads, else what keras.datasets has."""

import os
import pickle

import keras
import numpy as np
import tensorflow as tf
from PIL import Image

from porter.rule import Nothing, Object, Tensor, Unsupported, block, port
from rules.data import Dataset


@block
class Pictures(Dataset):
    """A dataset of pictures and their classes."""

    def __init__(self, root, transform=None, target_transform=None):
        self.root = os.path.expanduser(root)
        self.transform, self.target_transform = transform, target_transform

    def transformed(self, picture, target):
        if self.transform is not None:
            picture = self.transform(picture)
        if self.target_transform is not None:
            target = self.target_transform(target)
        return picture, target


@block
def read_or_load(read, missing, download, load, train):
    """Pictures and classes of files, or of keras.datasets where they may be downloaded."""
    if not missing:
        return read()
    if not download:
        raise RuntimeError("Dataset not found. You can use download=True to download it")
    pictures, targets = load()[0 if train else 1]
    return pictures, np.ravel(targets)


@block
def idx_array(path):
    """The numbers of a file of MNIST's format."""
    with open(path, "rb") as file:
        data = file.read()
    shape = np.frombuffer(data, ">i4", data[3], 4)
    return np.frombuffer(data, np.uint8, offset=4 + 4 * data[3]).reshape(shape)


@port("torchvision.datasets.MNIST")
class MNIST(Pictures):
    """torchvision.datasets.MNIST: handwritten digits.

    Not proven: tests/test_vision.py reads files of both.
    """

    data: Tensor
    targets: Tensor

    def __init__(self, root, train=True, transform=None, target_transform=None, download=False):
        super().__init__(root, transform, target_transform)
        self.train = train
        name = "train" if train else "t10k"
        folder = os.path.join(self.root, type(self).__name__, "raw")
        paths = [
            os.path.join(folder, f"{name}-{part}-ubyte") for part in ("images-idx3", "labels-idx1")
        ]
        pictures, targets = read_or_load(
            lambda: map(idx_array, paths),
            not all(map(os.path.exists, paths)),
            download,
            self.load,
            train,
        )
        self.data, self.targets = tf.constant(pictures), tf.constant(targets, tf.int64)

    def load(self):
        return keras.datasets.mnist.load_data()

    @property
    def train_data(self) -> Tensor:
        return self.data

    @property
    def train_labels(self) -> Tensor:
        return self.targets

    @property
    def test_data(self) -> Tensor:
        return self.data

    @property
    def test_labels(self) -> Tensor:
        return self.targets

    def __len__(self):
        return len(self.data)

    def __getitem__(self, index) -> tuple[Object, int]:
        pixels, target = (np.asarray(memoryview(part))[index] for part in (self.data, self.targets))
        return self.transformed(Image.fromarray(pixels), int(target))


@port("torchvision.datasets.FashionMNIST")
class FashionMNIST(MNIST):
    """torchvision.datasets.FashionMNIST: clothes.

    Not proven: tests/test_vision.py reads files of both.
    """

    def load(self):
        return keras.datasets.fashion_mnist.load_data()


@port("torchvision.datasets.CIFAR10")
class CIFAR10(Pictures):
    """torchvision.datasets.CIFAR10: small photographs.

    Not proven: tests/test_vision.py reads files of both.
    """

    files = "cifar-10-batches-py", [f"data_batch_{i}" for i in range(1, 6)], ["test_batch"]
    names = "batches.meta", "label_names", "labels"

    def __init__(self, root, train=True, transform=None, target_transform=None, download=False):
        super().__init__(root, transform, target_transform)
        self.train = train
        folder, *parts = self.files
        paths = [os.path.join(self.root, folder, name) for name in parts[0 if train else 1]]
        missing = not all(map(os.path.exists, paths))
        self.data, targets = read_or_load(
            lambda: self.unpickled(paths), missing, download, self.load, train
        )
        self.targets = [int(target) for target in targets]

    def unpickled(self, paths):
        entries = []
        for path in paths:
            with open(path, "rb") as file:
                entries.append(pickle.load(file, encoding="latin1"))
        pictures = np.vstack([entry["data"] for entry in entries]).reshape(-1, 3, 32, 32)
        targets = [target for entry in entries for target in entry[self.names[2]]]
        return pictures.transpose(0, 2, 3, 1), targets

    def load(self):
        return keras.datasets.cifar10.load_data()

    def __len__(self):
        return len(self.data)

    def __getitem__(self, index) -> tuple[Object, int]:
        return self.transformed(Image.fromarray(self.data[index]), self.targets[index])


@port("torchvision.datasets.CIFAR100")
class CIFAR100(CIFAR10):
    """torchvision.datasets.CIFAR100: small photographs of more things.

    Not proven: tests/test_vision.py reads files of both.
    """

    files = "cifar-100-python", ["train"], ["test"]
    names = "meta", "fine_label_names", "fine_labels"

    def load(self):
        return keras.datasets.cifar100.load_data()


@port("torchvision.datasets.ImageFolder", "torchvision.datasets.folder.ImageFolder")
class ImageFolder(Pictures):
    """torchvision.datasets.ImageFolder: pictures in folders, one for each class.

    Not proven: tests/test_vision.py reads files of both.
    """

    endings = ".jpg", ".jpeg", ".png", ".ppm", ".bmp", ".pgm", ".tif", ".tiff", ".webp"

    def __init__(self, root, transform=None, target_transform=None, loader=None):
        super().__init__(root, transform, target_transform)
        self.loader = loader or self.opened
        self.classes = sorted(entry.name for entry in os.scandir(self.root) if entry.is_dir())
        if not self.classes:
            raise FileNotFoundError(f"Couldn't find any class folder in {self.root}.")
        self.class_to_idx = {name: number for number, name in enumerate(self.classes)}
        self.samples = self.imgs = [
            (os.path.join(folder, name), number)
            for kind, number in self.class_to_idx.items()
            for folder, _, names in sorted(os.walk(os.path.join(self.root, kind), followlinks=True))
            for name in sorted(names)
            if name.lower().endswith(self.endings)
        ]
        self.targets = [target for _, target in self.samples]
        if empty := set(range(len(self.classes))) - set(self.targets):
            names = ", ".join(self.classes[number] for number in sorted(empty))
            raise FileNotFoundError(f"Found no valid file for the classes {names}.")

    def opened(self, path):
        with open(path, "rb") as file:
            return Image.open(file).convert("RGB")

    def __len__(self):
        return len(self.samples)

    def __getitem__(self, index) -> tuple[Object, int]:
        path, target = self.samples[index]
        return self.transformed(self.loader(path), target)


@port(
    "torchvision.datasets.CelebA", "torchvision.datasets.CocoCaptions", "torchvision.datasets.LSUN",
    "torchvision.datasets.FakeData", "torchvision.datasets.ImageNet", "torchvision.datasets.SVHN",
    "torchvision.datasets.STL10", "torchvision.datasets.EMNIST", "torchvision.datasets.KMNIST",
)  # fmt: skip
def other_dataset(*arguments, **options) -> Nothing:
    """A dataset of pictures.

    Not proven: it is refused.
    """
    raise Unsupported("torchvision needs torch: read its files, or take TensorFlow Datasets'")
