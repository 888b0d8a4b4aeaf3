import torch
import torch.nn as nn
from torch.nn.utils.rnn import pack_padded_sequence

x = torch.arange(60.0).reshape(4, 5, 3) * 0.37 % 1.3
p = pack_padded_sequence(x, [5, 4, 2, 1], batch_first=True)
print(p.data.shape[0], p.batch_sizes.tolist())
print([round(v, 4) for v in p[0].sum(1).tolist()])
net3 = nn.GRU(3, 2, 2, bidirectional=True)
with torch.no_grad():
    for q in net3.parameters():
        q.copy_(torch.arange(q.numel()).reshape(q.shape) * 0.05 % 0.31 - 0.15)
o, hh = net3(pack_padded_sequence(x, [4, 3, 3, 2, 1]), torch.ones(4, 5, 2))
print([round(v, 4) for v in o.data.sum(1).tolist()])
print([round(v, 4) for v in hh.flatten().tolist()])
