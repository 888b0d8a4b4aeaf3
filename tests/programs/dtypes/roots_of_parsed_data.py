import json
import torch
for text in ("[1, 2]", "[1.5, 2.5]", "[true, false]"):
    x = torch.tensor(json.loads(text))
    print([round(v, 4) for v in x.exp().tolist()], [round(v, 4) for v in torch.sqrt(x).tolist()], x.softmax(0).tolist() if x.is_floating_point() else 0)
    print(torch.sigmoid(x).tolist(), x.sin().dtype == torch.float32)
