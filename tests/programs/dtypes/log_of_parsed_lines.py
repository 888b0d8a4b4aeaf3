import json
import torch


class Log:
    def __init__(self, text):
        self.rows = [json.loads(l) for l in text.split("\n")]

    def done(self):
        return torch.tensor([r["done"] for r in self.rows])

    def rewards(self):
        return torch.tensor([r["reward"] for r in self.rows])


log = Log('{"done": true, "reward": 1}\n{"done": false, "reward": 2}\n{"done": true, "reward": 5}')
d = log.done()
r = log.rewards()
print(d.sum().item(), r.sum().item(), (r * d).sum().item())
print((~d).sum().item(), d.any().item(), d.prod().item(), r.prod().item())
print((d * 2).tolist(), (r / 2).tolist())
