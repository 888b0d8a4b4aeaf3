import torch

import train_a

train_a.train(torch.tensor([[0.5, 1.0]]))
