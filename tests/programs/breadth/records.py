from collections import deque, namedtuple
from dataclasses import dataclass, field
from typing import NamedTuple

import torch


class T(NamedTuple):
    s: torch.Tensor
    r: float


@dataclass
class Batch:
    obs: torch.Tensor
    extra: torch.Tensor | None = None
    log: list[float] = field(default_factory=list)

    def __len__(self):
        return len(self.obs)

    def __getitem__(self, i):
        return Batch(self.obs[i], None if self.extra is None else self.extra[i])

    def mean(self):
        return self.obs.mean()


P = namedtuple("P", "a b")
t = T(torch.ones(2), 1.0)
print(t.s.sum().item(), t.r, t._replace(r=2.0).r, t[0].mean().item())
b = Batch(torch.arange(6.0).view(3, 2), torch.ones(3))
print(len(b), b[1].obs.tolist(), b[1].extra.item(), b.mean().item(), b[0:2].obs.sum().item())
p = P(torch.ones(2), torch.zeros(2))
print((p.a + p.b).sum().item(), P(*[x * 2 for x in p]).a.tolist(), [x.sum().item() for x in p])
mem = deque(maxlen=2)
for k in range(3):
    mem.append(T(torch.full((2,), float(k)), float(k)))
batch = T(*zip(*mem))
print(torch.stack(batch.s).tolist(), torch.tensor(batch.r).sum().item())
d: dict[str, torch.Tensor] = {}
d["x"] = torch.ones(2)
d.update(y=torch.zeros(2))
print({k: v.sum().item() for k, v in d.items()}, d.pop("x").mean().item(), "x" in d)
