import numpy as np
import torch
import torch.nn.functional as F


class Net:
    def __init__(self, dtype="torch.FloatTensor"):
        self.dtype = dtype

    def inputs(self, state, dtype="torch.FloatTensor"):
        return torch.from_numpy(state.reshape(1, -1)).type(dtype)

    def own(self, state):
        return torch.as_tensor(state).type(self.dtype)


state = np.arange(4.0)
print((Net().inputs(state) + 1).tolist(), Net().inputs(state).dtype == torch.float32)
print((Net().inputs(state, "torch.LongTensor") * 2.5).tolist())
x = Net("torch.DoubleTensor").own([1, 2])
print(x.dtype == torch.float64, (x * torch.ones(2)).tolist())
y = Net().inputs(state, torch.int32)
print(y.tolist(), y.type(), F.torch.tanh(torch.ones(2)).tolist())
print((Net().inputs(state, "torch.IntTensor") + torch.ones(4)).sum().item())
h = torch.Tensor().new_zeros(1, 2)
print(h.tolist(), torch.detach(h + 1).tolist(), torch.Tensor().numel())
xs = torch.Tensor()
for i in range(3):
    xs = torch.cat([xs, torch.full((2,), float(i))])
print(xs.tolist())
