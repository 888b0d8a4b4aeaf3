import torch
import torch.nn.functional as F


def device_of(inputs):
    found = []
    for inp in inputs:
        device = inp.device
        found.append(str(device))
        z = torch.zeros(inp.shape, device=device)
        assert z.dtype == torch.float32
    return found


print(device_of([torch.ones(2), torch.ones(3, requires_grad=True)]))
print(F.pad(torch.tensor(2.0), ()).item(), F.pad(torch.ones(2), []).tolist())
x = torch.ones(2, requires_grad=True)
x.grad = torch.full_like(x, 3.0)
(x * 2).sum().backward()
print(x.grad.tolist())
