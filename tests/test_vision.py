"""torchvision's datasets and files of pictures, read by the port's classes: the same items."""

import pickle
import struct

import keras
import numpy as np
import pytest
import tensorflow as tf
from PIL import Image

from rules import vision_datasets, vision_transforms, vision_utils

RNG = np.random.default_rng(0)


def idx(path, array):
    """A file of MNIST's format."""
    head = struct.pack(f">BBBB{array.ndim}i", 0, 0, 8, array.ndim, *array.shape)
    path.write_bytes(head + array.astype(np.uint8).tobytes())


@pytest.mark.parametrize("name", ["MNIST", "FashionMNIST"])
def test_mnist(tmp_path, name):
    folder = tmp_path / name / "raw"
    folder.mkdir(parents=True)
    pictures, targets = RNG.integers(0, 256, (5, 28, 28)), RNG.integers(0, 10, 5)
    idx(folder / "t10k-images-idx3-ubyte", pictures)
    idx(folder / "t10k-labels-idx1-ubyte", targets)
    dataset = getattr(vision_datasets, name)(str(tmp_path), train=False)
    assert len(dataset) == 5
    assert dataset.data.dtype == tf.uint8
    assert dataset.targets.dtype == tf.int64
    assert dataset.test_labels.numpy().tolist() == targets.tolist()
    for index in range(5):
        picture, target = dataset[index]
        assert picture.mode == "L"
        assert type(target) is int
        assert target == targets[index]
        np.testing.assert_array_equal(np.array(picture), pictures[index])
    dataset.transform = vision_transforms.ToTensor()
    np.testing.assert_allclose(dataset[1][0].numpy(), pictures[1][None] / np.float32(255))
    assert next(iter(dataset))[1] == targets[0]


def test_what_is_missing_is_loaded_or_told(tmp_path, monkeypatch):
    pictures, targets = RNG.integers(0, 256, (3, 28, 28), np.uint8), np.array([2, 0, 1], np.uint8)
    parts = (pictures[:2], targets[:2]), (pictures[2:], targets[2:])
    monkeypatch.setattr(keras.datasets.mnist, "load_data", lambda: parts)
    dataset = vision_datasets.MNIST(tmp_path, download=True)
    assert [target for _, target in dataset] == [2, 0]
    with pytest.raises(RuntimeError, match="Dataset not found"):
        vision_datasets.MNIST(tmp_path)


@pytest.mark.parametrize(
    ("name", "folder", "files", "key"),
    [
        ("CIFAR10", "cifar-10-batches-py", [f"data_batch_{i}" for i in range(1, 6)], "labels"),
        ("CIFAR100", "cifar-100-python", ["train"], "fine_labels"),
    ],
)
def test_cifar(tmp_path, name, folder, files, key):
    (tmp_path / folder).mkdir()
    rows = RNG.integers(0, 256, (2 * len(files), 3072), np.uint8)
    for place, file in enumerate(files):
        two = rows[2 * place : 2 * place + 2]
        (tmp_path / folder / file).write_bytes(pickle.dumps({"data": two, key: [place, 9]}))
    dataset = getattr(vision_datasets, name)(tmp_path)
    assert len(dataset) == 2 * len(files)
    picture, target = dataset[len(dataset) - 2]
    assert target == len(files) - 1
    assert picture.mode == "RGB"
    expected = rows[-2].reshape(3, 32, 32).transpose(1, 2, 0)
    np.testing.assert_array_equal(np.array(picture), expected)


def test_image_folder(tmp_path):
    for name in ("cats/b.png", "cats/a.PNG", "dogs/x/c.bmp", "dogs/notes.txt"):
        path = tmp_path / name
        path.parent.mkdir(parents=True, exist_ok=True)
        if name.endswith("txt"):
            path.write_text("no picture")
        else:
            Image.fromarray(RNG.integers(0, 256, (3, 4), np.uint8)).save(path)
    dataset = vision_datasets.ImageFolder(tmp_path)
    assert dataset.classes == ["cats", "dogs"]
    assert dataset.targets == [0, 0, 1]
    assert [path.rpartition("/")[2] for path, _ in dataset.imgs] == ["a.PNG", "b.png", "c.bmp"]
    picture, target = dataset[2]
    assert picture.mode == "RGB"
    assert picture.size == (4, 3)
    assert target == 1
    (tmp_path / "empty").mkdir()
    with pytest.raises(FileNotFoundError, match="no valid file for the classes empty"):
        vision_datasets.ImageFolder(tmp_path)


def test_saved_pictures(tmp_path):
    """As torchvision does it: 0 to 1 is 0 to 255, rounded."""
    pictures = tf.constant(RNG.uniform(-1, 1, (5, 1, 4, 3)).astype(np.float32))
    path = tmp_path / "grid.png"
    vision_utils.save_grid(vision_utils.grid_of(pictures, nrow=2, normalize=True), path)
    found = np.array(Image.open(path))
    assert found.shape == (3 * 6 + 2, 2 * 5 + 2, 3)
    low, high = float(tf.reduce_min(pictures)), float(tf.reduce_max(pictures))
    expected = np.floor((pictures[0, 0].numpy() - low) / (high - low) * 255 + 0.5)
    np.testing.assert_array_equal(found[2:6, 2:5, 0], expected)
    assert not found[:2].any()
