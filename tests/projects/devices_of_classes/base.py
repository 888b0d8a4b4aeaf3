import torch
import torch.nn as nn
from utils import *


class BaseNet:
    def __init__(self):
        pass
