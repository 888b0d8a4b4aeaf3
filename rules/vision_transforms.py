"""torchvision.transforms: transforms as objects, which a dataset calls with each picture."""

import tensorflow as tf

from porter.rule import Object, SameShape, Tensor, Unsupported, port
from rules.vision import (
    area_within,
    cropped,
    extent,
    flipped,
    framed,
    grey,
    normalized_channels,
    pair,
    picture_of,
    sized,
    tensor_of_picture,
)


@port("torchvision.transforms.Compose")
class Compose:
    """torchvision.transforms.Compose: one transform after the other.

    >>> torchvision.transforms.Compose([torchvision.transforms.ToTensor(), abs])(picture)
    """

    def __init__(self, transforms):
        self.transforms = transforms

    def __call__(self, picture) -> Object:
        for transform in self.transforms:
            picture = transform(picture)
        return picture


@port("torchvision.transforms.Lambda")
class Lambda:
    """torchvision.transforms.Lambda: a function of the program's.

    >>> torchvision.transforms.Lambda(abs)(x)
    """

    def __init__(self, lambd):
        self.lambd = lambd

    def __call__(self, picture) -> Object:
        return self.lambd(picture)


@port("torchvision.transforms.ToTensor")
class ToTensor:
    """torchvision.transforms.ToTensor: a tensor with channels first, bytes from 0 to 1.

    >>> torchvision.transforms.ToTensor()(picture)
    """

    def __call__(self, picture) -> Tensor:
        return tensor_of_picture(picture)


@port("torchvision.transforms.ToPILImage")
class ToPILImage:
    """torchvision.transforms.ToPILImage: a picture of PIL's.

    >>> np.array(torchvision.transforms.ToPILImage()(x.reshape(3, 2, 2).sigmoid()))
    >>> np.array(torchvision.transforms.ToPILImage("L")(x.sigmoid()))
    """

    def __init__(self, mode=None):
        self.mode = mode

    def __call__(self, data) -> Object:
        return picture_of(data, self.mode)


@port("torchvision.transforms.Normalize")
class Normalize:
    """torchvision.transforms.Normalize: each channel less its mean, by its standard deviation.

    >>> torchvision.transforms.Normalize((0.5,), (0.25,))(x.reshape(1, 3, 4))
    >>> torchvision.transforms.Normalize([0.5, 0.4, 0.3], [1, 2, 3])(x.reshape(2, 3, 2, 1))
    """

    def __init__(self, mean, std):
        self.mean, self.std = mean, std

    def __call__(self, tensor: Tensor) -> SameShape:
        return normalized_channels(tensor, self.mean, self.std)


@port("torchvision.transforms.Resize")
class Resize:
    """torchvision.transforms.Resize: another size; one number is for the shorter edge.

    >>> np.array(torchvision.transforms.Resize(4)(picture))
    >>> np.array(torchvision.transforms.Resize((9, 3), interpolation=3)(picture))
    >>> torchvision.transforms.Resize([7, 2])(x.reshape(1, 3, 4))
    """

    def __init__(self, size, interpolation=2):
        self.size, self.interpolation = size, interpolation

    def __call__(self, picture) -> Object:
        return sized(picture, self.size, self.interpolation)


@port("torchvision.transforms.CenterCrop")
class CenterCrop:
    """torchvision.transforms.CenterCrop: the middle, in black where the picture is too small.

    >>> np.array(torchvision.transforms.CenterCrop(3)(picture))
    >>> torchvision.transforms.CenterCrop((5, 2))(x.reshape(1, 3, 4))
    """

    def __init__(self, size):
        self.size = pair(size)

    def __call__(self, picture) -> Object:
        height, width = self.size
        missing = [max(want - has, 0) for want, has in zip(self.size, extent(picture))]
        if any(missing):
            y, x = missing
            picture = framed(picture, [x // 2, y // 2, (x + 1) // 2, (y + 1) // 2])
        y, x = extent(picture)
        top, left = round((y - height) / 2), round((x - width) / 2)
        return cropped(picture, top, left, height, width)


@port("torchvision.transforms.Pad")
class Pad:
    """torchvision.transforms.Pad: a border.

    >>> np.array(torchvision.transforms.Pad(2, fill=7)(picture))
    >>> np.array(torchvision.transforms.Pad((1, 2), padding_mode="reflect")(picture))
    >>> torchvision.transforms.Pad([1, 2, 0, 3], padding_mode="edge")(x.reshape(1, 3, 4))
    """

    def __init__(self, padding, fill=0, padding_mode="constant"):
        self.padding, self.fill, self.padding_mode = padding, fill, padding_mode

    def __call__(self, picture) -> Object:
        return framed(picture, self.padding, self.fill, self.padding_mode)


@port("torchvision.transforms.Grayscale")
class Grayscale:
    """torchvision.transforms.Grayscale: no colours.

    >>> np.array(torchvision.transforms.Grayscale()(picture))
    >>> torchvision.transforms.Grayscale(3)(x.reshape(3, 2, 2))
    """

    def __init__(self, num_output_channels=1):
        self.channels = num_output_channels

    def __call__(self, picture) -> Object:
        return grey(picture, self.channels)


@port("torchvision.transforms.RandomGrayscale")
class RandomGrayscale:
    """torchvision.transforms.RandomGrayscale: no colours, now and then.

    >>> torchvision.transforms.RandomGrayscale(1.0)(x.reshape(3, 2, 2))
    """

    def __init__(self, p=0.1):
        self.p = p

    def __call__(self, picture) -> Object:
        drawn = float(tf.random.uniform([1])[0]) < self.p
        return grey(picture, 3) if drawn else picture


@port("torchvision.transforms.RandomHorizontalFlip")
class RandomHorizontalFlip:
    """torchvision.transforms.RandomHorizontalFlip: left and right change places, now and then.

    >>> [np.array(torchvision.transforms.RandomHorizontalFlip()(picture)) for _ in range(9)]
    >>> torchvision.transforms.RandomHorizontalFlip(1.0)(x)
    """

    def __init__(self, p=0.5):
        self.p = p

    def __call__(self, picture) -> Object:
        drawn = float(tf.random.uniform([1])[0]) < self.p
        return flipped(picture, True) if drawn else picture


@port("torchvision.transforms.RandomVerticalFlip")
class RandomVerticalFlip:
    """torchvision.transforms.RandomVerticalFlip: top and bottom change places, now and then.

    >>> [np.array(torchvision.transforms.RandomVerticalFlip()(picture)) for _ in range(9)]
    """

    def __init__(self, p=0.5):
        self.p = p

    def __call__(self, picture) -> Object:
        drawn = float(tf.random.uniform([1])[0]) < self.p
        return flipped(picture, False) if drawn else picture


@port("torchvision.transforms.RandomCrop")
class RandomCrop:
    """torchvision.transforms.RandomCrop: a random part of this size, with a border if asked for.

    >>> np.array(torchvision.transforms.RandomCrop(4, padding=2)(picture))
    >>> torchvision.transforms.RandomCrop((3, 9), pad_if_needed=True, fill=1)(x.reshape(1, 3, 4))
    """

    def __init__(self, size, padding=None, pad_if_needed=False, fill=0, padding_mode="constant"):
        self.size, self.padding, self.pad_if_needed = pair(size), padding, pad_if_needed
        self.fill, self.padding_mode = fill, padding_mode

    def __call__(self, picture) -> Object:
        if self.padding is not None:
            picture = framed(picture, self.padding, self.fill, self.padding_mode)
        height, width = self.size
        if self.pad_if_needed and extent(picture)[1] < width:
            missing = [width - extent(picture)[1], 0]
            picture = framed(picture, missing, self.fill, self.padding_mode)
        if self.pad_if_needed and extent(picture)[0] < height:
            missing = [0, height - extent(picture)[0]]
            picture = framed(picture, missing, self.fill, self.padding_mode)
        y, x = extent(picture)
        if y < height or x < width:
            raise ValueError(f"{self.size} is larger than the picture, {(y, x)}")
        if (y, x) == (height, width):
            return picture
        top = int(tf.random.uniform([1], 0, y - height + 1, tf.int64)[0])
        left = int(tf.random.uniform([1], 0, x - width + 1, tf.int64)[0])
        return cropped(picture, top, left, height, width)


@port("torchvision.transforms.RandomResizedCrop")
class RandomResizedCrop:
    """torchvision.transforms.RandomResizedCrop: a random part, which gets this size.

    >>> np.array(torchvision.transforms.RandomResizedCrop(4)(picture))
    >>> torchvision.transforms.RandomResizedCrop((3, 9), scale=(0.5, 1.0))(x.reshape(1, 3, 4))
    """

    def __init__(self, size, scale=(0.08, 1.0), ratio=None, interpolation=2):
        self.size, self.interpolation = pair(size), interpolation
        self.scale, self.ratio = scale, ratio or (3 / 4, 4 / 3)

    def __call__(self, picture) -> Object:
        part = cropped(picture, *area_within(picture, self.scale, self.ratio))
        return sized(part, self.size, self.interpolation)


@port("torchvision.transforms.RandomApply")
class RandomApply:
    """torchvision.transforms.RandomApply: these transforms, now and then.

    >>> torchvision.transforms.RandomApply([torchvision.transforms.Pad(1)])(x)
    """

    def __init__(self, transforms, p=0.5):
        self.transforms, self.p = transforms, p

    def __call__(self, picture) -> Object:
        if self.p < float(tf.random.uniform([1])[0]):
            return picture
        for transform in self.transforms:
            picture = transform(picture)
        return picture


@port(
    "torchvision.transforms.ColorJitter", "torchvision.transforms.GaussianBlur",
    "torchvision.transforms.RandomAffine", "torchvision.transforms.RandomErasing",
    "torchvision.transforms.RandomPerspective", "torchvision.transforms.RandomRotation",
    "torchvision.transforms.functional.affine", "torchvision.transforms.functional.rotate",
)  # fmt: skip
def other_transform(*arguments, **options) -> Object:
    """A transform of pictures.

    Not proven: it is refused.
    """
    raise Unsupported("torchvision needs torch: write it with PIL, tf.image or keras.layers")
