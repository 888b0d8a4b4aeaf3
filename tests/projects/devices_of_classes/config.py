import torch


class Config:
    DEVICE = torch.device("cpu")
