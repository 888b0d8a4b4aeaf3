import torch
from torch.utils.data import DataLoader, Dataset


class Sequences(Dataset):
    def __len__(self):
        return 3

    def __getitem__(self, i):
        return torch.arange(i + 1), i + 1


def padded(batch):
    xs, ns = zip(*batch)
    out = torch.zeros(len(xs), max(ns), dtype=torch.long)
    for i, x in enumerate(xs):
        out[i, : len(x)] = x
    return out, torch.arange(max(ns))[None] < torch.tensor(ns)[:, None]


for x, m in DataLoader(Sequences(), batch_size=2, collate_fn=padded):
    print(m.sum().item(), (~m).sum().item(), m.sum(1).tolist(), x.sum().item())
