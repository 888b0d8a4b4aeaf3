import torch


class Trainer:
    def __init__(self, agent, data, callbacks=()):
        self.agent, self.data, self.callbacks, self.step = agent, data, list(callbacks), 0

    def run(self, steps):
        for _ in range(steps):
            batch = {
                k: torch.as_tensor(v, dtype=torch.float32) for k, v in self.data(self.step).items()
            }
            info = self.agent.update(batch)
            self.step += 1
            for cb in self.callbacks:
                cb.on_step(self, info)
        for cb in self.callbacks:
            cb.on_end(self)
