import torch

device = torch.device("cuda" if torch.cuda.is_available() else "cpu")
print("running on", device)
net = torch.nn.Linear(2, 2).to(device)
