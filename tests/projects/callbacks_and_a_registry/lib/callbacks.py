class Callback:
    def on_step(self, trainer, info):
        pass

    def on_end(self, trainer):
        pass


class Log(Callback):
    def __init__(self, every=2):
        self.every, self.rows = every, []

    def on_step(self, trainer, info):
        if trainer.step % self.every == 0:
            self.rows.append({k: round(float(v), 4) for k, v in info.items()})

    def on_end(self, trainer):
        for row in self.rows:
            print(row)


class Anneal(Callback):
    def __init__(self, factor):
        self.factor = factor

    def on_step(self, trainer, info):
        for opt in trainer.agent.opts.values():
            for g in opt.param_groups:
                g["lr"] *= self.factor
