from abc import ABC, abstractmethod
import torch


class Agent(ABC):
    def __init__(self, cfg):
        self.cfg = cfg
        self.stats = {}
        self.setup()

    @abstractmethod
    def setup(self): ...

    @abstractmethod
    def losses(self, batch): ...

    def update(self, batch):
        for _ in range(self.cfg["iters"]):
            for name, (loss, opt, net) in self.losses(batch).items():
                opt.zero_grad()
                loss.backward()
                torch.nn.utils.clip_grad_norm_(net.parameters(), self.cfg.get("clip", 1.0))
                opt.step()
                self.stats.setdefault(name, []).append(loss.item())


class ByPart(Agent):
    def update(self, batch):
        for _ in range(self.cfg["iters"]):
            for part in self.losses(batch):
                part.opt.zero_grad()
                part.loss.backward()
                torch.nn.utils.clip_grad_norm_(part.net.parameters(), self.cfg.get("clip", 1.0))
                part.opt.step()
                self.stats.setdefault(part.name, []).append(part.loss.item())
