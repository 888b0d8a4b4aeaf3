import copy
from collections import defaultdict

import torch


class AverageMeter:
    def __init__(self):
        self.sum, self.n = 0.0, 0

    def update(self, value, n=1):
        self.sum += float(value) * n
        self.n += n

    @property
    def avg(self):
        return self.sum / max(self.n, 1)


class Trainer:
    def __init__(self, model, optimizer, scheduler=None, clip=None, patience=2):
        self.model, self.optimizer, self.scheduler = model, optimizer, scheduler
        self.clip, self.patience = clip, patience
        self.best, self.best_state, self.bad = float("inf"), None, 0
        self.history = defaultdict(list)

    def _epoch(self, loader, train):
        self.model.train(train)
        loss_m, acc_m = AverageMeter(), AverageMeter()
        for x, y in loader:
            if train:
                logits, loss = self.model(x, y)
                self.optimizer.zero_grad(set_to_none=True)
                loss.backward()
                if self.clip is not None:
                    torch.nn.utils.clip_grad_norm_(self.model.parameters(), self.clip)
                self.optimizer.step()
            else:
                with torch.no_grad():
                    logits, loss = self.model(x, y)
            loss_m.update(loss.item(), x.size(0))
            acc_m.update((logits.argmax(-1) == y).float().mean(), len(x))
        return loss_m.avg, acc_m.avg

    def fit(self, train, val, epochs):
        for epoch in range(epochs):
            tl, ta = self._epoch(train, True)
            vl, va = self._epoch(val, False)
            if self.scheduler is not None:
                self.scheduler.step(vl) if isinstance(
                    self.scheduler, torch.optim.lr_scheduler.ReduceLROnPlateau
                ) else self.scheduler.step()
            for k, v in dict(train_loss=tl, train_acc=ta, val_loss=vl, val_acc=va).items():
                self.history[k].append(round(v, 4))
            if vl < self.best - 1e-6:
                self.best, self.bad = vl, 0
                self.best_state = copy.deepcopy(self.model.state_dict())
            else:
                self.bad += 1
                if self.bad >= self.patience:
                    break
        if self.best_state is not None:
            self.model.load_state_dict(self.best_state)
        return self.history
