import torch
import torch.nn as nn
import json, copy
from collections import defaultdict, Counter, OrderedDict, deque, namedtuple
P = namedtuple("P", "a b")
class Net(nn.Module):
    def __init__(self):
        super().__init__()
        self.fc = nn.Linear(2, 1)
        nn.init.constant_(self.fc.weight, 0.5)
        nn.init.zeros_(self.fc.bias)
        self.hist = defaultdict(list)
        self.count = Counter()
        self.order = OrderedDict(b=1, a=2)
        self.q = deque(maxlen=2)
        self.cfg = {"lr": 0.1, "sizes": [1, 2], "sub": {"x": 1}}
        self.seen = set()
        self.p = P(1, [2])
        self.lst = [1, "a", None]
        self.nested = [[1], [2]]
    def forward(self, x):
        y = self.fc(x)
        self.hist["y"].append(y.item())
        self.count["calls"] += 1
        self.q.append(len(self.q))
        self.seen.add(round(y.item(), 3))
        self.lst.append(self.count["calls"])
        return y
net = Net()
for k in range(3):
    net(torch.tensor([[float(k), 1.0]]))
print(dict(net.hist), net.count["calls"], net.count["none"], net.count.most_common(1), list(net.order), list(net.q), sorted(net.seen))
print(net.p.a, net.p.b, net.lst, net.nested, type(net.hist).__name__, type(net.q).__name__)
print(json.dumps(net.cfg), json.dumps(net.lst), net.cfg == {"lr": 0.1, "sizes": [1, 2], "sub": {"x": 1}})
net.cfg["sub"]["x"] = 5
net.cfg.setdefault("new", []).append(3)
c = copy.deepcopy(net.cfg)
c["lr"] = 9
print(net.cfg["sub"], net.cfg["new"], net.cfg["lr"], isinstance(net.cfg, dict), isinstance(net.lst, list), {**net.cfg}["lr"])
net.nested[0].append(5)
a = net.nested
a.append([7])
print(net.nested, len(a), net.lst + [1], net.lst[1:], sorted(net.cfg), net.hist["zzz"])
print(net.order.popitem(last=False), net.order.get("q", 3), net.p == P(1, [2]), net.p._asdict()["a"])
