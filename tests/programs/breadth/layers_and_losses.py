import torch
import torch.nn as nn
import torch.nn.functional as F

lstm = nn.LSTM(3, 4, batch_first=True)
for p in lstm.parameters():
    nn.init.constant_(p, 0.1)
o, (h, c) = lstm(torch.ones(2, 5, 3))
print(o.sum().item(), h.shape, c.sum().item())
gru = nn.GRUCell(3, 2)
for p in gru.parameters():
    nn.init.constant_(p, 0.2)
hx = torch.zeros(1, 2)
for t in range(3):
    hx = gru(torch.ones(1, 3) * t, hx)
print(hx.tolist())
conv = nn.Conv2d(1, 2, 3, stride=2, padding=1)
for p in conv.parameters():
    nn.init.constant_(p, 0.1)
y = F.relu(conv(torch.arange(32.0).view(1, 1, 4, 8)))
print(
    y.shape,
    y.sum().item(),
    F.max_pool2d(y, 2).flatten(1).tolist(),
    F.adaptive_avg_pool2d(y, 1).flatten().tolist(),
)
emb = nn.Embedding(5, 2)
nn.init.constant_(emb.weight, 0.5)
print(emb(torch.tensor([[0, 1], [4, 4]])).sum(-1).tolist())
ln = nn.LayerNorm(3)
print(ln(torch.tensor([[1.0, 2.0, 4.0]])).tolist())
bn = nn.BatchNorm1d(2)
x = torch.tensor([[1.0, 2.0], [3.0, 5.0]])
print(bn(x).tolist())
bn.eval()
print(bn(x).tolist(), bn.running_mean.tolist())
print(
    F.cross_entropy(torch.tensor([[1.0, 2.0], [0.0, 3.0]]), torch.tensor([0, 1])).item(),
    F.nll_loss(F.log_softmax(x, 1), torch.tensor([1, 0])).item(),
    F.smooth_l1_loss(x, x + 2).item(),
    F.huber_loss(x, x + 2, delta=0.5).item(),
    F.kl_div(F.log_softmax(x, 1), F.softmax(x, 1), reduction="batchmean").item(),
    F.binary_cross_entropy_with_logits(x, torch.ones_like(x)).item(),
    F.cosine_similarity(x, x.flip(0)).tolist(),
    F.one_hot(torch.tensor([0, 2]), 3).tolist(),
)
