from dataclasses import dataclass, astuple, asdict
import torch
@dataclass
class T:
    s: torch.Tensor
    a: torch.Tensor
t = T(torch.tensor([1.0, 2.0]), torch.tensor([3, 4]))
s, a = astuple(t)
print((s + a).tolist())
d = asdict(t)
print((d["s"] * d["a"]).tolist())
p, q = vars(t).values()
print((p * q).tolist())
m = {k: getattr(t, k) for k in ("s", "a")}
print((m["s"] - m["a"]).tolist())
