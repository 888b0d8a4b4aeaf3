# told: P102
import torch

x = torch.tensor([1.0, -2.0, 3.0])
p = torch.tensor(3.0)
print(torch.norm(x, p=p).item())
print(torch.norm(x, p).item(), x.norm(p=torch.tensor(1.0)).item())
print(torch.linalg.norm(x, ord=torch.tensor(2.0).item()).item())
