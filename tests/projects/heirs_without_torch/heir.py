from base import Base


class Clipped:
    limit = 0.5

    def target(self, r, x):
        return super().target(r, x).clamp(-self.limit, self.limit)


class Agent(Clipped, Base):
    def __init__(self, net):
        super().__init__(net)
        self.penalty = 0.1

    def extra(self, q):
        return self.penalty * q.abs().mean()
