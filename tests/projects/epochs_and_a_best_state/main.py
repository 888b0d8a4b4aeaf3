from types import SimpleNamespace

import torch

from src_lib.data import loaders
from src_lib.engine import Trainer
from src_lib.model import Classifier

cfg = SimpleNamespace(dim=4, depth=2, classes=2, p=0.0, smooth=0.1)
model = Classifier(cfg)
decay = [p for n, p in model.named_parameters() if p.dim() >= 2]
rest = [p for n, p in model.named_parameters() if p.dim() < 2]
opt = torch.optim.AdamW(
    [{"params": decay, "weight_decay": 0.1}, {"params": rest, "weight_decay": 0.0}],
    lr=0.02,
    betas=(0.9, 0.95),
)
sched = torch.optim.lr_scheduler.CosineAnnealingLR(opt, T_max=5)
train, val = loaders(8, transform=lambda x: x * 0.5)
hist = Trainer(model, opt, sched, clip=1.0).fit(train, val, 5)
for k, v in hist.items():
    print(k, v)
model.eval()
with torch.no_grad():
    logits, _ = model(torch.tensor([[0.1, 0.2], [1.0, -1.0]]))
print(
    [[round(v, 4) for v in r] for r in logits.softmax(-1).tolist()],
    sum(p.numel() for p in model.parameters()),
)
