"""torchvision where it is installed, else its published formulas: it needs another build of torch.

What is here is what the proofs of rules/vision*.py call, written with torch and PIL as torchvision
does it (BSD licence, docs.pytorch.org/vision).
"""

import math
import types

import numpy as np
import torch
from PIL import Image, ImageOps


def is_picture(img):
    return isinstance(img, Image.Image)


def to_tensor(pic):
    array = np.array(pic)
    array = array[:, :, None] if array.ndim == 2 else array
    img = torch.from_numpy(array.transpose((2, 0, 1))).contiguous()
    return img.to(torch.get_default_dtype()).div(255) if img.dtype == torch.uint8 else img


def to_pil_image(pic, mode=None):
    if torch.is_tensor(pic):
        pic = (pic.permute(1, 2, 0) if pic.ndim == 3 else pic).numpy()
    pic = pic[:, :, None] if pic.ndim == 2 else pic
    pic = (pic * 255).astype(np.uint8) if np.issubdtype(pic.dtype, np.floating) else pic
    return Image.fromarray(pic[:, :, 0] if pic.shape[2] == 1 else pic)


def normalize(tensor, mean, std):
    mean, std = (torch.as_tensor(v, dtype=tensor.dtype).view(-1, 1, 1) for v in (mean, std))
    return tensor.clone().sub_(mean).div_(std)


def hflip(img):
    return ImageOps.mirror(img) if is_picture(img) else img.flip(-1)


def vflip(img):
    return ImageOps.flip(img) if is_picture(img) else img.flip(-2)


def crop(img, top, left, height, width):
    if is_picture(img):
        return img.crop((left, top, left + width, top + height))
    return img[..., top : top + height, left : left + width]


def dimensions(img):
    return img.size[::-1] if is_picture(img) else tuple(img.shape[-2:])


def resize(img, size, interpolation=2):
    h, w = dimensions(img)
    if isinstance(size, int) or len(size) == 1:
        small = size if isinstance(size, int) else size[0]
        long = int(small * max(h, w) / min(h, w))
        size = (long, small) if w <= h else (small, long)
    if is_picture(img):
        return img.resize(tuple(size)[::-1], interpolation)
    mode = {2: "bilinear", 3: "bicubic"}[interpolation]
    wide = img.reshape(1, -1, *img.shape[-2:])
    found = torch.nn.functional.interpolate(wide, list(size), mode=mode, antialias=True)
    return found.reshape(*img.shape[:-2], *size)


def pad(img, padding, fill=0, padding_mode="constant"):
    padding = [padding] if isinstance(padding, int) else list(padding)
    left, top, right, bottom = padding * (4 // len(padding))
    if is_picture(img) and padding_mode == "constant":
        fill = fill if len(img.getbands()) == 1 else (fill,) * len(img.getbands())
        return ImageOps.expand(img, (left, top, right, bottom), fill)
    if is_picture(img):
        array = np.asarray(img)
        sides = [(top, bottom), (left, right), (0, 0)][: array.ndim]
        return Image.fromarray(np.pad(array, sides, padding_mode))
    mode = "replicate" if padding_mode == "edge" else padding_mode
    wide = img.reshape(1, -1, *img.shape[-2:])
    value = {"value": float(fill)} if mode == "constant" else {}
    found = torch.nn.functional.pad(wide, (left, right, top, bottom), mode, **value)
    return found.reshape(*img.shape[:-2], *found.shape[-2:])


def to_grayscale(img, channels=1):
    if is_picture(img):
        grey = img.convert("L")
        return grey if channels == 1 else Image.merge("RGB", [grey] * 3)
    r, g, b = img.unbind(dim=-3)
    grey = (0.2989 * r + 0.587 * g + 0.114 * b).unsqueeze(-3)
    return grey if channels == 1 else torch.cat([grey] * 3, dim=-3)


def as_pair(size):
    size = [size] if isinstance(size, int) else list(size)
    return tuple(size * 2 if len(size) == 1 else size)


def center_crop(img, size):
    (height, width), (h, w) = as_pair(size), dimensions(img)
    if width > w or height > h:
        x, y = max(width - w, 0), max(height - h, 0)
        img = pad(img, [x // 2, y // 2, (x + 1) // 2, (y + 1) // 2])
        h, w = dimensions(img)
    return crop(img, round((h - height) / 2), round((w - width) / 2), height, width)


def random_crop(img, size, padding=None, pad_if_needed=False, fill=0, padding_mode="constant"):
    (height, width) = as_pair(size)
    img = img if padding is None else pad(img, padding, fill, padding_mode)
    if pad_if_needed and dimensions(img)[1] < width:
        img = pad(img, [width - dimensions(img)[1], 0], fill, padding_mode)
    if pad_if_needed and dimensions(img)[0] < height:
        img = pad(img, [0, height - dimensions(img)[0]], fill, padding_mode)
    h, w = dimensions(img)
    if (h, w) == (height, width):
        return img
    i = torch.randint(0, h - height + 1, size=(1,)).item()
    j = torch.randint(0, w - width + 1, size=(1,)).item()
    return crop(img, i, j, height, width)


def random_resized_crop(img, size, scale=(0.08, 1.0), ratio=(3 / 4, 4 / 3), interpolation=2):
    height, width = dimensions(img)
    log_ratio = torch.log(torch.tensor(ratio))
    for _ in range(10):
        area = height * width * torch.empty(1).uniform_(scale[0], scale[1]).item()
        aspect = torch.exp(torch.empty(1).uniform_(log_ratio[0], log_ratio[1])).item()
        w = round(math.sqrt(area * aspect))
        h = round(math.sqrt(area / aspect))
        if 0 < w <= width and 0 < h <= height:
            i = torch.randint(0, height - h + 1, size=(1,)).item()
            j = torch.randint(0, width - w + 1, size=(1,)).item()
            return resize(crop(img, i, j, h, w), as_pair(size), interpolation)
    raise AssertionError("a case of its own: no part of this shape fits")


def drawn(p):
    return torch.rand(1) < p


def make_grid(
    tensor, nrow=8, padding=2, normalize=False, value_range=None, scale_each=False, pad_value=0.0
):
    tensor = torch.stack(tensor) if isinstance(tensor, list) else tensor
    tensor = tensor.unsqueeze(0) if tensor.dim() == 2 else tensor
    if tensor.dim() == 3:
        tensor = (torch.cat((tensor,) * 3) if tensor.size(0) == 1 else tensor).unsqueeze(0)
    if tensor.size(1) == 1:
        tensor = torch.cat((tensor,) * 3, 1)
    if normalize:
        tensor = tensor.clone()
        for part in tensor if scale_each else [tensor]:
            low, high = value_range or (float(part.min()), float(part.max()))
            part.clamp_(min=low, max=high).sub_(low).div_(max(high - low, 1e-5))
    if tensor.size(0) == 1:
        return tensor.squeeze(0)
    xmaps = min(nrow, tensor.size(0))
    ymaps = math.ceil(tensor.size(0) / xmaps)
    height, width = tensor.size(2) + padding, tensor.size(3) + padding
    shape = tensor.size(1), height * ymaps + padding, width * xmaps + padding
    grid = tensor.new_full(shape, pad_value)
    for k in range(tensor.size(0)):
        y, x = divmod(k, xmaps)
        place = grid.narrow(1, y * height + padding, height - padding)
        place.narrow(2, x * width + padding, width - padding).copy_(tensor[k])
    return grid


def save_image(tensor, fp, **options):
    grid = make_grid(tensor, **options)
    array = grid.mul(255).add_(0.5).clamp_(0, 255).permute(1, 2, 0).to(torch.uint8).numpy()
    Image.fromarray(array).save(fp)


class Compose:
    def __init__(self, transforms, p=0.0):
        self.transforms, self.p = transforms, p

    def __call__(self, img):
        for transform in self.transforms:
            img = transform(img)
        return img


class RandomApply(Compose):
    def __init__(self, transforms, p=0.5):
        super().__init__(transforms, p)

    def __call__(self, img):
        return img if self.p < torch.rand(1) else super().__call__(img)


def transform(change):
    """A function of a picture and options as torchvision's class: the options come first."""
    return lambda *args, **options: lambda img: change(img, *args, **options)


def formulas():
    functional = types.SimpleNamespace(
        to_tensor=to_tensor, to_pil_image=to_pil_image, normalize=normalize, resize=resize,
        hflip=hflip, vflip=vflip, crop=crop,
    )  # fmt: skip
    transforms = types.SimpleNamespace(
        functional=functional, Compose=Compose, RandomApply=RandomApply,
        Lambda=lambda function: function, ToTensor=transform(to_tensor),
        ToPILImage=transform(to_pil_image), Normalize=transform(normalize),
        Resize=transform(resize), CenterCrop=transform(center_crop), Pad=transform(pad),
        Grayscale=transform(to_grayscale), RandomCrop=transform(random_crop),
        RandomResizedCrop=transform(random_resized_crop),
        RandomGrayscale=transform(lambda x, p=0.1: to_grayscale(x, 3) if drawn(p) else x),
        RandomHorizontalFlip=transform(lambda x, p=0.5: hflip(x) if drawn(p) else x),
        RandomVerticalFlip=transform(lambda x, p=0.5: vflip(x) if drawn(p) else x),
    )  # fmt: skip
    utils = types.SimpleNamespace(make_grid=make_grid, save_image=save_image)
    return types.SimpleNamespace(transforms=transforms, utils=utils)


def torchvision():
    try:
        import torchvision.transforms
        import torchvision.utils
    except (ImportError, RuntimeError):  # RuntimeError: it was built for another torch
        return formulas()
    return torchvision
