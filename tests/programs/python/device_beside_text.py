# told: P102
import torch

print(torch.ones(1).device == "cpu")
