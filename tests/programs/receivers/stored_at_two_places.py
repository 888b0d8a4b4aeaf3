# told: P103
"""What is stored at two places at once may be a tensor, if a tensor is stored there."""

import torch


class Episodes:
    def __init__(self, data=None):
        self.data = data or {"obs": torch.zeros(2, 3), "act": torch.zeros(2, 3, dtype=torch.long)}

    def update(self, given, row, at):
        for key, value in given.items():
            self.data[key][row, at] = torch.tensor(value).to(self.data[key])


episodes = Episodes()
episodes.update({"obs": 1.5, "act": 2}, 0, 1)
print(episodes.data["obs"].sum().item(), episodes.data["act"].sum().item())
