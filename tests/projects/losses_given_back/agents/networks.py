import torch

from common import Policy, build_mlp, utils


class Networks:
    def setup(self):
        c = self.cfg
        self.pi = Policy(c["obs"], c["act"]).to(utils.device)
        self.v = build_mlp([c["obs"], 4, 1], "tanh").to(utils.device)
        self.pi_opt = torch.optim.Adam(self.pi.parameters(), lr=c["lr"])
        self.v_opt = torch.optim.Adam(self.v.parameters(), lr=c["lr"] * 2)

    @torch.no_grad()
    def act(self, obs, noise):
        obs = utils.to_tensor(obs)
        d = self.pi.dist(obs)
        a = d.mean + d.stddev * utils.to_tensor(noise)
        return utils.to_numpy(a), self.v(obs).item(), d.log_prob(a).sum(-1).item()
