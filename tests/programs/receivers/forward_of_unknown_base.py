# told: P103
import torch
from somewhere_else import Base


class Scaled(Base):
    def forward(self, x):
        return torch.relu(x) * 2
