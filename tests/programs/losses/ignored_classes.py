import torch
import torch.nn as nn
import torch.nn.functional as F

logits = torch.tensor([[1.0, 2.0, 0.5], [0.1, 0.2, 0.3], [2.0, -1.0, 0.0], [0.0, 0.0, 1.0]])
y = torch.tensor([0, -100, 2, 1])
y2 = torch.tensor([0, 1, 2, 1])
w = torch.tensor([1.0, 2.0, 0.5])
p = torch.softmax(logits * 2, 1)
print(
    F.cross_entropy(logits, y).item(),
    F.cross_entropy(logits, y, reduction="sum").item(),
    F.cross_entropy(logits, y, reduction="none").tolist(),
)
print(
    F.cross_entropy(logits, y, weight=w).item(),
    F.cross_entropy(logits, y, weight=w, reduction="none").tolist(),
    F.cross_entropy(logits, y, label_smoothing=0.1).item(),
)
print(
    F.cross_entropy(logits, y, weight=w, label_smoothing=0.2).item(),
    F.cross_entropy(logits, y2, ignore_index=1).item(),
    F.cross_entropy(logits, y2, w, ignore_index=2).item(),
)
print(
    F.cross_entropy(logits, p).item(),
    F.cross_entropy(logits, p, reduction="sum").item(),
    F.cross_entropy(logits, p, weight=w).item(),
    F.cross_entropy(logits, p, label_smoothing=0.1).item(),
    F.cross_entropy(logits, p, reduction="none").tolist(),
)
lp = F.log_softmax(logits, 1)
print(
    F.nll_loss(lp, y).item(),
    F.nll_loss(lp, y, reduction="sum").item(),
    F.nll_loss(lp, y, weight=w).item(),
    F.nll_loss(lp, y, reduction="none").tolist(),
    F.nll_loss(lp, y2, ignore_index=1).item(),
)
print(
    nn.CrossEntropyLoss()(logits, y).item(),
    nn.CrossEntropyLoss(weight=w)(logits, y).item(),
    nn.CrossEntropyLoss(ignore_index=2, reduction="sum")(logits, y2).item(),
    nn.CrossEntropyLoss(label_smoothing=0.1)(logits, y).item(),
    nn.CrossEntropyLoss(reduction="none")(logits, p).tolist(),
)
print(nn.NLLLoss()(lp, y).item(), nn.NLLLoss(weight=w, ignore_index=0)(lp, y2).item())
seq = torch.arange(24.0).view(2, 3, 4) / 10
t = torch.tensor([[0, 1, 2, -100], [2, -100, 0, 1]])
print(
    F.cross_entropy(seq, t).item(),
    F.cross_entropy(seq, t, weight=w).item(),
    F.nll_loss(F.log_softmax(seq, 1), t).item(),
    F.cross_entropy(seq, t, reduction="none").tolist(),
)
print(
    F.cross_entropy(logits[0], torch.tensor(1)).item(),
    F.cross_entropy(logits, torch.full((4,), -100), reduction="sum").item(),
    F.cross_entropy(logits, torch.full((4,), -100)).item(),
)
