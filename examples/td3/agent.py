"""Twin Delayed DDPG (Fujimoto et al., 2018), on Pendulum by default."""

import argparse
import copy
import shutil
from pathlib import Path

import gymnasium as gym
import numpy as np
import torch
import torch.nn as nn
import torch.nn.functional as F
from torch.utils.tensorboard import SummaryWriter
from tqdm import tqdm

device = torch.device("cuda" if torch.cuda.is_available() else "cpu")


class Actor(nn.Module):
    """The policy: a state's action, scaled to the environment's range."""

    def __init__(self, state_dim, action_dim, max_action):
        super().__init__()
        self.fc1 = nn.Linear(state_dim, 256)
        self.fc2 = nn.Linear(256, 256)
        self.out = nn.Linear(256, action_dim)
        self.max_action = max_action

    def forward(self, state):
        x = F.relu(self.fc1(state))
        x = F.relu(self.fc2(x))
        return self.max_action * torch.tanh(self.out(x))


def q_network(inputs):
    hidden = nn.Linear(inputs, 256), nn.ReLU(), nn.Linear(256, 256), nn.ReLU()
    return nn.Sequential(*hidden, nn.Linear(256, 1))


class Critic(nn.Module):
    """Two independent estimates of Q(s, a)."""

    def __init__(self, state_dim, action_dim):
        super().__init__()
        self.net1 = q_network(state_dim + action_dim)
        self.net2 = q_network(state_dim + action_dim)

    def forward(self, state, action):
        x = torch.cat([state, action], dim=1)
        return self.net1(x), self.net2(x)

    def q1(self, state, action):
        """The first estimate alone, which is all that the actor needs."""
        return self.net1(torch.cat([state, action], dim=1))


class ReplayBuffer:
    """The most recent transitions, in arrays; samples are tensors on the device."""

    def __init__(self, state_dim, action_dim, capacity=100_000):
        self.capacity = capacity
        self.position = 0
        self.size = 0
        self.state = np.zeros((capacity, state_dim))
        self.action = np.zeros((capacity, action_dim))
        self.reward = np.zeros((capacity, 1))
        self.next_state = np.zeros((capacity, state_dim))
        self.not_done = np.zeros((capacity, 1))

    def add(self, state, action, reward, next_state, done):
        self.state[self.position] = state
        self.action[self.position] = action
        self.reward[self.position] = reward
        self.next_state[self.position] = next_state
        self.not_done[self.position] = 1.0 - done
        self.position = (self.position + 1) % self.capacity
        self.size = min(self.size + 1, self.capacity)

    def sample(self, batch_size):
        rows = np.random.randint(0, self.size, size=batch_size)
        return (
            torch.FloatTensor(self.state[rows]).to(device),
            torch.FloatTensor(self.action[rows]).to(device),
            torch.FloatTensor(self.reward[rows]).to(device),
            torch.FloatTensor(self.next_state[rows]).to(device),
            torch.FloatTensor(self.not_done[rows]).to(device),
        )


class TD3:
    def __init__(
        self,
        state_dim,
        action_dim,
        max_action,
        discount=0.99,
        tau=0.005,
        policy_noise=0.2,
        noise_clip=0.5,
        policy_freq=2,
    ):
        self.actor = Actor(state_dim, action_dim, max_action).to(device)
        self.actor_target = copy.deepcopy(self.actor)
        self.actor_optimizer = torch.optim.Adam(self.actor.parameters(), lr=1e-3)

        self.critic = Critic(state_dim, action_dim).to(device)
        self.critic_target = copy.deepcopy(self.critic)
        self.critic_optimizer = torch.optim.Adam(self.critic.parameters(), lr=1e-3)

        self.max_action = max_action
        self.discount = discount
        self.tau = tau
        self.policy_noise = policy_noise * max_action
        self.noise_clip = noise_clip * max_action
        self.policy_freq = policy_freq
        self.updates = 0

    def select_action(self, state):
        state = torch.FloatTensor(state.reshape(1, -1)).to(device)
        return self.actor(state).cpu().data.numpy().flatten()

    def train(self, replay_buffer, batch_size=128):
        """One update of the critics; every policy_freq-th also of the actor and the targets."""
        self.updates += 1
        state, action, reward, next_state, not_done = replay_buffer.sample(batch_size)

        with torch.no_grad():
            # Smooth the target policy: similar actions should have similar values
            noise = torch.randn_like(action) * self.policy_noise
            noise = noise.clamp(-self.noise_clip, self.noise_clip)
            next_action = self.actor_target(next_state) + noise
            next_action = next_action.clamp(-self.max_action, self.max_action)

            # The smaller of the two estimates counters overestimation
            next_q1, next_q2 = self.critic_target(next_state, next_action)
            target_q = reward + not_done * self.discount * torch.min(next_q1, next_q2)

        q1, q2 = self.critic(state, action)
        critic_loss = F.mse_loss(q1, target_q) + F.mse_loss(q2, target_q)

        self.critic_optimizer.zero_grad()
        critic_loss.backward()
        self.critic_optimizer.step()

        # The actor waits until the critics have settled a little
        if self.updates % self.policy_freq == 0:
            actor_loss = -self.critic.q1(state, self.actor(state)).mean()

            self.actor_optimizer.zero_grad()
            actor_loss.backward()
            self.actor_optimizer.step()

            # The targets follow slowly
            for param, target_param in zip(
                self.critic.parameters(), self.critic_target.parameters()
            ):
                target_param.data.copy_(self.tau * param.data + (1 - self.tau) * target_param.data)

            for param, target_param in zip(self.actor.parameters(), self.actor_target.parameters()):
                target_param.data.copy_(self.tau * param.data + (1 - self.tau) * target_param.data)

        return critic_loss

    def save(self, folder):
        torch.save(self.actor.state_dict(), folder / "actor")
        torch.save(self.actor_optimizer.state_dict(), folder / "actor_optimizer")
        torch.save(self.critic.state_dict(), folder / "critic")
        torch.save(self.critic_optimizer.state_dict(), folder / "critic_optimizer")

    def load(self, folder):
        self.actor.load_state_dict(torch.load(folder / "actor"))
        self.actor_target.load_state_dict(self.actor.state_dict())
        self.actor_optimizer.load_state_dict(torch.load(folder / "actor_optimizer"))
        self.critic.load_state_dict(torch.load(folder / "critic"))
        self.critic_target.load_state_dict(self.critic.state_dict())
        self.critic_optimizer.load_state_dict(torch.load(folder / "critic_optimizer"))


class CheckpointManager:
    """An agent's checkpoints, each in a folder named by its step: only the newest are kept."""

    def __init__(self, agent, folder, max_to_keep=3):
        self.agent, self.folder, self.max_to_keep = agent, Path(folder), max_to_keep

    @property
    def checkpoints(self):
        """The newest comes first."""
        return sorted(self.folder.glob("step_*[0-9]"), reverse=True)

    def save(self, step):
        checkpoint = self.folder / f"step_{step:08d}"
        unfinished = checkpoint.with_suffix(".part")
        unfinished.mkdir(parents=True, exist_ok=True)
        self.agent.save(unfinished)
        unfinished.replace(checkpoint)
        for old in self.checkpoints[self.max_to_keep :]:
            shutil.rmtree(old)

    def restore(self):
        """Bring back the newest checkpoint, and return its step; 0 if there is none."""
        if not self.checkpoints:
            return 0
        newest = self.checkpoints[0]
        self.agent.load(newest)
        return int(newest.name.removeprefix("step_"))


def evaluate(agent, env_name, seed, episodes=10):
    """The average return without exploration noise, over the same episodes every time."""
    env = gym.make(env_name)
    total = 0.0
    for episode in range(episodes):
        state, _ = env.reset(seed=seed + 100 + episode)
        over = False
        while not over:
            state, reward, terminated, truncated, _ = env.step(agent.select_action(state))
            over = terminated or truncated
            total += float(reward)
    env.close()
    return total / episodes


def main():
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--env", default="Pendulum-v1")
    parser.add_argument("--steps", type=int, default=15_000, help="environment steps")
    parser.add_argument("--start-steps", type=int, default=1_000, help="random steps at first")
    parser.add_argument("--eval-freq", type=int, default=5_000, help="steps between evaluations")
    parser.add_argument("--batch-size", type=int, default=128)
    parser.add_argument("--noise", type=float, default=0.1, help="exploration, of the range")
    parser.add_argument("--discount", type=float, default=0.99)
    parser.add_argument("--tau", type=float, default=0.005, help="how fast the targets follow")
    parser.add_argument("--policy-noise", type=float, default=0.2, help="on the target's action")
    parser.add_argument("--noise-clip", type=float, default=0.5, help="limit of that noise")
    parser.add_argument("--policy-freq", type=int, default=2, help="critic updates per actor's")
    parser.add_argument("--seed", type=int, default=0)
    parser.add_argument("--logs", default="runs/td3", help="folder for TensorBoard")
    parser.add_argument("--log-freq", type=int, default=100, help="steps between logged losses")
    parser.add_argument("--checkpoints", metavar="FOLDER", help="go on from here, and save here")
    args = parser.parse_args()

    env = gym.make(args.env)
    env.action_space.seed(args.seed)
    np.random.seed(args.seed)
    torch.manual_seed(args.seed)

    state_dim = env.observation_space.shape[0]
    action_dim = env.action_space.shape[0]
    max_action = float(env.action_space.high[0])

    agent = TD3(
        state_dim,
        action_dim,
        max_action,
        args.discount,
        args.tau,
        args.policy_noise,
        args.noise_clip,
        args.policy_freq,
    )
    replay_buffer = ReplayBuffer(state_dim, action_dim)
    checkpoints = CheckpointManager(agent, args.checkpoints) if args.checkpoints else None
    first_step = checkpoints.restore() if checkpoints else 0

    writer = SummaryWriter(args.logs)
    sizes = (args.batch_size, state_dim), (args.batch_size, action_dim)
    writer.add_graph(agent.critic, [torch.zeros(size).to(device) for size in sizes])

    state, _ = env.reset(seed=args.seed)
    episode_return = 0.0
    progress = tqdm(range(first_step, args.steps), desc="training", unit="step")
    for step in progress:
        if step < args.start_steps:
            action = env.action_space.sample()
        else:
            noise = np.random.normal(0, args.noise * max_action, size=action_dim)
            action = (agent.select_action(state) + noise).clip(-max_action, max_action)

        next_state, reward, terminated, truncated, _ = env.step(action)
        # Running out of time is no property of the state: only termination ends the bootstrap
        replay_buffer.add(state, action, reward, next_state, float(terminated))
        state = next_state
        episode_return += float(reward)
        if terminated or truncated:
            writer.add_scalar("return/training", episode_return, step)
            state, _ = env.reset()
            episode_return = 0.0

        # A restored agent has to see something first, too
        if replay_buffer.size > args.start_steps:
            critic_loss = agent.train(replay_buffer, args.batch_size)
            if step % args.log_freq == 0:
                writer.add_scalar("loss/critic", critic_loss.item(), step)

        if (step + 1) % args.eval_freq == 0:
            average = evaluate(agent, args.env, args.seed)
            writer.add_scalar("return/evaluation", average, step + 1)
            progress.write(f"step {step + 1}: average return {average:.1f}")
            if checkpoints:
                checkpoints.save(step + 1)

    writer.close()


if __name__ == "__main__":
    main()
