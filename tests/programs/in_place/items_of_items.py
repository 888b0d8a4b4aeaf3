# told: P102
# lines: 8 10 13
import torch

state = {"h": [torch.zeros(2), torch.zeros(2)], "c": torch.ones(1)}
first, second = state["h"]
h = state["h"][0]
h += 1
print(first.tolist(), h.tolist())
second[0] = 2
print([t.tolist() for t in state["h"]])
other = dict(state)
other["c"] += 1
print(state["c"].tolist(), other["c"].tolist())
