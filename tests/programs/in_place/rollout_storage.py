import numpy as np
import torch
import torch.nn as nn
import torch.optim as optim


class RolloutStorage:
    def __init__(self, num_steps, num_processes, obs_shape):
        self.obs = torch.zeros(num_steps + 1, num_processes, *obs_shape)
        self.rewards = torch.zeros(num_steps, num_processes, 1)
        self.value_preds = torch.zeros(num_steps + 1, num_processes, 1)
        self.returns = torch.zeros(num_steps + 1, num_processes, 1)
        self.actions = torch.zeros(num_steps, num_processes, 1).long()
        self.masks = torch.ones(num_steps + 1, num_processes, 1)
        self.num_steps = num_steps
        self.step = 0

    def to(self, device):
        self.obs = self.obs.to(device)
        self.rewards = self.rewards.to(device)
        self.value_preds = self.value_preds.to(device)
        self.returns = self.returns.to(device)
        self.actions = self.actions.to(device)
        self.masks = self.masks.to(device)

    def insert(self, obs, actions, value_preds, rewards, masks):
        self.obs[self.step + 1].copy_(obs)
        self.actions[self.step].copy_(actions)
        self.value_preds[self.step].copy_(value_preds)
        self.rewards[self.step].copy_(rewards)
        self.masks[self.step + 1].copy_(masks)
        self.step = (self.step + 1) % self.num_steps

    def after_update(self):
        self.obs[0].copy_(self.obs[-1])
        self.masks[0].copy_(self.masks[-1])

    def compute_returns(self, next_value, use_gae, gamma, lam):
        if use_gae:
            self.value_preds[-1] = next_value
            gae = 0
            for step in reversed(range(self.rewards.size(0))):
                delta = (
                    self.rewards[step]
                    + gamma * self.value_preds[step + 1] * self.masks[step + 1]
                    - self.value_preds[step]
                )
                gae = delta + gamma * lam * self.masks[step + 1] * gae
                self.returns[step] = gae + self.value_preds[step]
        else:
            self.returns[-1] = next_value
            for step in reversed(range(self.rewards.size(0))):
                self.returns[step] = (
                    self.returns[step + 1] * gamma * self.masks[step + 1] + self.rewards[step]
                )

    def generator(self, advantages, rng, n):
        num_steps, num_processes = self.rewards.size()[0:2]
        perm = rng.permutation(num_steps * num_processes)
        for i in range(0, len(perm), n):
            indices = perm[i : i + n]
            obs = self.obs[:-1].view(-1, *self.obs.size()[2:])[indices]
            actions = self.actions.view(-1, self.actions.size(-1))[indices]
            returns = self.returns[:-1].view(-1, 1)[indices]
            adv = advantages.view(-1, 1)[indices]
            yield obs, actions, returns, adv


class Policy(nn.Module):
    def __init__(self):
        super().__init__()
        self.v = nn.Linear(3, 1)
        self.pi = nn.Linear(3, 2)

    def forward(self, x):
        return self.v(x), torch.log_softmax(self.pi(x), -1)


def main():
    rng = np.random.default_rng(0)
    net = Policy()
    with torch.no_grad():
        for p in net.parameters():
            p.copy_(torch.linspace(-1, 1, p.numel()).reshape(p.shape))
    opt = optim.RMSprop(net.parameters(), lr=1e-2)
    st = RolloutStorage(8, 4, (3,))
    st.to("cpu")
    obs = torch.from_numpy(rng.normal(size=(4, 3)).astype(np.float32))
    st.obs[0].copy_(obs)
    for update in range(5):
        for t in range(8):
            with torch.no_grad():
                value, logp = net(st.obs[t])
                action = logp.argmax(1, keepdim=True)
            obs = torch.from_numpy(rng.normal(size=(4, 3)).astype(np.float32))
            reward = torch.from_numpy(rng.normal(size=(4, 1))).float()
            masks = torch.FloatTensor([[0.0] if d else [1.0] for d in rng.random(4) < 0.2])
            st.insert(obs, action, value, reward, masks)
        with torch.no_grad():
            nv = net(st.obs[-1])[0]
        st.compute_returns(nv, update % 2 == 0, 0.9, 0.95)
        advantages = st.returns[:-1] - st.value_preds[:-1]
        advantages = (advantages - advantages.mean()) / (advantages.std() + 1e-5)
        for o, a, ret, adv in st.generator(advantages, rng, 16):
            v, lp = net(o)
            loss = (ret - v).pow(2).mean() - (lp.gather(1, a) * adv).mean()
            opt.zero_grad()
            loss.backward()
            opt.step()
        st.after_update()
        print(f"{loss.item():.6f} {st.returns.mean().item():.6f} {advantages.std().item():.6f}")


main()
