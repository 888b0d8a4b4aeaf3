"""x.to(dtype=torch.long) of what nothing else is known of: a tensor, for no network takes it."""

import torch


class Agent:
    def __init__(self, functions):
        self.functions = functions

    def taken(self, values, batch):
        index = self.functions["index"](batch).to(device=values.device, dtype=torch.long)
        return values.gather(dim=1, index=index)

    def flat(self, batch):
        return self.functions["index"](batch).to("cpu", torch.int64).flatten()


agent = Agent({"index": lambda batch: batch["action"]})
batch = {"action": torch.tensor([[1.0], [0.0]])}
values = torch.tensor([[0.5, 2.0], [-1.0, 3.0]])
print(agent.taken(values, batch).tolist(), agent.flat(batch).tolist())
