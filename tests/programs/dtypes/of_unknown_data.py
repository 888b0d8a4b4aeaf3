import torch


class Env:
    def step(self):
        return 1


env = Env()
rs = []
for _ in range(3):
    rs.append(getattr(env, "st" + "ep")())
t = torch.tensor(rs)
print((t * 0.5).tolist(), (t / 3).tolist(), (t - 0.1).tolist())
