# What goes to a device is torch's, also where the device is a text and the batch is unknown.
import torch
from torch.utils.data import DataLoader, Dataset


class Pairs(Dataset):
    def __len__(self):
        return 6

    def __getitem__(self, i):
        return torch.tensor([i, i + 1]), torch.tensor([2.0 * i])


class Trainer:
    def __init__(self, dataset, device, **options):
        self.dataset, self.device, self.options = dataset, device, options

    def run(self):
        batches = iter(DataLoader(self.dataset, batch_size=2, **self.options))
        for _ in range(3):
            batch = next(batches)
            batch = [t.to(self.device) for t in batch]
            x, y = batch
            print((x.float() + y).sum().item())


Trainer(Pairs(), "cpu", num_workers=0, pin_memory=False).run()
