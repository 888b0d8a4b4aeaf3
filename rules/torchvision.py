"""torchvision needs torch, so nothing of it can stay in a port."""

from porter.rule import Nothing, Unsupported, port


@port("torchvision.datasets.MNIST", "torchvision.datasets.FashionMNIST",
      "torchvision.datasets.CIFAR10", "torchvision.datasets.CIFAR100")  # fmt: skip
def dataset_of_pictures(root, train=True, transform=None, **options) -> Nothing:
    """A dataset of pictures.

    Not proven: it is refused.
    """
    raise Unsupported("torchvision needs torch: keras.datasets has the same pictures as arrays")


@port("torchvision.transforms.Compose", "torchvision.transforms.ToTensor",
      "torchvision.transforms.ToPILImage", "torchvision.transforms.Normalize",
      "torchvision.transforms.Resize", "torchvision.transforms.Grayscale")  # fmt: skip
def transform_of_pictures(*arguments, **options) -> Nothing:
    """A transform of pictures.

    Not proven: it is refused.
    """
    raise Unsupported("torchvision needs torch: write it with tf.image or keras.layers")


@port("torchvision.transforms.functional.to_tensor",
      "torchvision.transforms.functional.to_pil_image",
      "torchvision.transforms.functional.affine",
      "torchvision.transforms.functional.resize")  # fmt: skip
def change_of_pictures(img, *arguments, **options) -> Nothing:
    """One picture, transformed.

    Not proven: it is refused.
    """
    raise Unsupported("torchvision needs torch: write it with tf.image, or keras.utils for PIL's")
