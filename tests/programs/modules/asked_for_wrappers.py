import torch
from torch import nn
from torch.nn.parallel import DistributedDataParallel


def bare(model):
    if isinstance(model, (nn.DataParallel, DistributedDataParallel)):
        return model.module
    return model


torch.manual_seed(0)
net = nn.Linear(2, 1)
nn.init.ones_(net.weight)
nn.init.zeros_(net.bias)
wrapped = nn.DataParallel(net)
for model in (net, wrapped):
    inner = model.module if isinstance(model, nn.DataParallel) else model
    print(inner(torch.ones(1, 2)).tolist(), bare(model)(torch.ones(3, 2)).tolist())
    print(sorted(bare(model).state_dict()))
