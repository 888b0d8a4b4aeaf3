import json
import torch
rows = json.loads('{"d": [true, false, true], "v": [1, 2, 3]}')
d = torch.tensor(rows["d"])
print((d + d).tolist())
print((d * d).tolist())
v = torch.tensor(rows["v"])
print((v + v).tolist())
print((d * v).tolist())
