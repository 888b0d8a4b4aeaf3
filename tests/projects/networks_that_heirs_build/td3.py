from copy import deepcopy
import torch
from base import AgentBase, CriticBase, build_mlp
from ddpg import Actor, AgentDDPG


class CriticTwin(CriticBase):
    def __init__(self, dims, state_dim, action_dim):
        super().__init__(state_dim, action_dim)
        self.net = build_mlp([state_dim + action_dim, *dims, 2])


class AgentTD3(AgentBase):
    def __init__(self, dims, state_dim, action_dim, args):
        super().__init__(dims, state_dim, action_dim, args)
        self.act = Actor(dims, state_dim, action_dim).to(self.device)
        self.cri = CriticTwin(dims, state_dim, action_dim).to(self.device)
        self.act_target = deepcopy(self.act)
        self.cri_target = deepcopy(self.cri)
        self.act_optimizer = torch.optim.SGD(self.act.parameters(), self.lr)
        self.cri_optimizer = torch.optim.SGD(self.cri.parameters(), self.lr)

    def update_net(self, batch):
        state, action, reward, next_state = batch
        with torch.no_grad():
            next_q = self.cri_target.get_q_values(next_state, self.act_target(next_state)).min(dim=1)[0]
            label = (reward + self.gamma * next_q).view(-1, 1).repeat(1, 2)
        q = self.cri.get_q_values(state, action)
        obj_critic = self.criterion(q, label)
        self.optimizer_update(self.cri_optimizer, obj_critic)
        self.soft_update(self.cri_target, self.cri, self.tau)
        obj_actor = -self.cri_target(state, self.act(state)).mean()
        self.optimizer_update(self.act_optimizer, obj_actor)
        self.soft_update(self.act_target, self.act, self.tau)
        return obj_critic.item(), obj_actor.item()
