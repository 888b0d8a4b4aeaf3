import torch
from base import Plain


class Other(Plain):
    act = torch.abs


class Late(Plain):
    def __init__(self):
        self.make = torch.zeros
