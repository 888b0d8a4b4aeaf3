import numpy as np


class Box:
    def __init__(self, low, high, shape):
        self.low, self.high, self.shape = (
            np.full(shape, low, np.float32),
            np.full(shape, high, np.float32),
            shape,
        )


class Env:
    def __init__(self, seed):
        self.rng = np.random.RandomState(seed)
        self.observation_space, self.action_space = Box(-2, 2, (3,)), Box(-1, 1, (1,))

    def reset(self):
        self.s, self.t = self.rng.randn(3).astype(np.float32), 0
        return self.s

    def step(self, a):
        self.t += 1
        self.s = (0.8 * self.s + 0.2 * float(a[0]) + 0.05 * self.rng.randn(3)).astype(np.float32)
        return self.s, -float((self.s**2).sum()), self.t >= 5, {}


class VecEnv:
    def __init__(self, n):
        self.envs = [Env(i) for i in range(n)]
        self.num_envs = n

    def reset(self):
        return np.stack([e.reset() for e in self.envs])

    def step(self, acts):
        out = []
        for e, a in zip(self.envs, acts):
            s, r, d, i = e.step(a)
            out.append((e.reset() if d else s, r, d, i))
        s, r, d, i = zip(*out)
        return np.stack(s), np.array(r, dtype=np.float32), np.array(d), i
