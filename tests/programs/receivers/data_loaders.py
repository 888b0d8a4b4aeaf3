import torch
from torch.utils.data import DataLoader, Dataset, Subset, TensorDataset


class D(Dataset):
    def __init__(self, n):
        self.x = torch.arange(n * 2.0).view(n, 2)

    def __len__(self):
        return len(self.x)

    def __getitem__(self, i):
        return {"x": self.x[i], "y": int(i) % 2, "w": float(i)}


for b in DataLoader(D(5), batch_size=2):
    print(b["x"].sum(1).tolist(), b["y"].float().mean().item(), b["w"].tolist(), b["y"].dtype)
for x, y in DataLoader(
    TensorDataset(torch.ones(3, 2), torch.arange(3)), batch_size=2, drop_last=True
):
    print(x.size(), y.unsqueeze(1).tolist())
s = Subset(D(5), [3, 1])
print(s[0]["x"].tolist(), len(s))


def collate(items):
    return torch.stack([i["x"] for i in items]), torch.tensor([i["y"] for i in items])


for x, y in DataLoader(D(4), batch_size=4, collate_fn=collate):
    print(x.mean(0).tolist(), y.eq(1).sum().item())
