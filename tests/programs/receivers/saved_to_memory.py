import pickle

import torch

x = torch.arange(3.0)
y = pickle.loads(pickle.dumps(x.numpy()))
print(y.sum())
import io

b = io.BytesIO()
torch.save({"x": x, "k": 3}, b)
b.seek(0)
z = torch.load(b)
print(z["x"].tolist(), z["k"])
