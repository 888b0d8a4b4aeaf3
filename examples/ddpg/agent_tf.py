"""Deep Deterministic Policy Gradient (Lillicrap et al., 2016), on Pendulum by default."""

import argparse
import os
import shutil
from pathlib import Path

os.environ.setdefault("TF_ENABLE_ONEDNN_OPTS", "1")  # faster networks without AVX-512
os.environ.setdefault("TF_FORCE_GPU_ALLOW_GROWTH", "true")  # others may use the GPU as well

import gymnasium as gym
import numpy as np
import tensorflow as tf
from torch_compat import Adam, Linear, SummaryWriter, TorchModel, from_array, one_op
from tqdm import tqdm


class Actor(TorchModel):
    """The policy: a state's action, scaled to the environment's range."""

    def __init__(self, state_dim, action_dim, max_action):
        super().__init__()
        self.fc1 = Linear(state_dim, 256)
        self.fc2 = Linear(256, 256)
        self.out = Linear(256, action_dim)
        self.max_action = max_action

    def call(self, state):
        x = tf.nn.relu(self.fc1(state))
        x = tf.nn.relu(self.fc2(x))
        return self.max_action * tf.tanh(self.out(x))


class Critic(TorchModel):
    """Q(s, a). As in the paper, the action joins at the second layer."""

    def __init__(self, state_dim, action_dim):
        super().__init__()
        self.fc1 = Linear(state_dim, 256)
        self.fc2 = Linear(256 + action_dim, 256)
        self.out = Linear(256, 1)

    def call(self, state, action):
        x = tf.nn.relu(self.fc1(state))
        x = tf.nn.relu(self.fc2(tf.concat([x, action], axis=1)))
        return self.out(x)


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
            from_array(self.state[rows], tf.float32),
            from_array(self.action[rows], tf.float32),
            from_array(self.reward[rows], tf.float32),
            from_array(self.next_state[rows], tf.float32),
            from_array(self.not_done[rows], tf.float32),
        )


class DDPG:
    def __init__(self, state_dim, action_dim, max_action, discount=0.99, tau=0.005):
        self.actor = Actor(state_dim, action_dim, max_action)
        self.actor_target = Actor(state_dim, action_dim, max_action)
        self.actor_target.set_weights(self.actor.get_weights())
        self.actor_optimizer = Adam(self.actor.trainable_variables, lr=1e-4)

        self.critic = Critic(state_dim, action_dim)
        self.critic_target = Critic(state_dim, action_dim)
        self.critic_target.set_weights(self.critic.get_weights())
        self.critic_optimizer = Adam(
            self.critic.trainable_variables, lr=1e-3, weight_decay=1e-2
        )

        self.discount = discount
        self.tau = tau

    def select_action(self, state):
        state = from_array(state.reshape(1, -1), tf.float32)
        return self._call_actor(state).numpy().flatten()

    @one_op
    @tf.function
    def _call_actor(self, state):
        return self.actor(state)

    def train(self, replay_buffer, batch_size=128):
        """One update of the critic, the actor and both targets; returns the losses."""
        state, action, reward, next_state, not_done = replay_buffer.sample(batch_size)
        critic_loss, actor_loss = self._train_body(state, action, reward, next_state, not_done)

        return critic_loss, actor_loss

    @one_op
    @tf.function
    def _train_body(self, state, action, reward, next_state, not_done):
        # The critic regresses on the one-step return, bootstrapped from the target networks
        next_value = self.critic_target(next_state, self.actor_target(next_state))
        target_value = tf.stop_gradient(reward + not_done * self.discount * next_value)
        with tf.GradientTape() as tape:
            critic_loss = tf.reduce_mean(tf.square(self.critic(state, action) - target_value))

        grads = tape.gradient(critic_loss, self.critic_optimizer.params)
        self.critic_optimizer.apply(grads)

        with tf.GradientTape() as tape:
            # The actor climbs the critic
            actor_loss = -tf.reduce_mean(self.critic(state, self.actor(state)))

        grads = tape.gradient(actor_loss, self.actor_optimizer.params)
        self.actor_optimizer.apply(grads)

        # The targets follow slowly
        for param, target_param in zip(
            self.critic.trainable_variables, self.critic_target.trainable_variables
        ):
            target_param.assign(self.tau * param + (1 - self.tau) * target_param)

        for param, target_param in zip(
            self.actor.trainable_variables, self.actor_target.trainable_variables
        ):
            target_param.assign(self.tau * param + (1 - self.tau) * target_param)
        return critic_loss, actor_loss

    def save(self, folder):
        tf.train.Checkpoint(self.actor).write(folder / "actor")
        tf.train.Checkpoint(self.actor_optimizer).write(folder / "actor_optimizer")
        tf.train.Checkpoint(self.critic).write(folder / "critic")
        tf.train.Checkpoint(self.critic_optimizer).write(folder / "critic_optimizer")

    def load(self, folder):
        tf.train.Checkpoint(self.actor).read(folder / "actor").assert_consumed()
        self.actor_target.set_weights(self.actor.get_weights())
        tf.train.Checkpoint(self.actor_optimizer).read(folder / "actor_optimizer").assert_consumed()
        tf.train.Checkpoint(self.critic).read(folder / "critic").assert_consumed()
        self.critic_target.set_weights(self.critic.get_weights())
        tf.train.Checkpoint(self.critic_optimizer).read(
            folder / "critic_optimizer"
        ).assert_consumed()


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
    parser.add_argument("--seed", type=int, default=0)
    parser.add_argument("--logs", default="runs/ddpg", help="folder for TensorBoard")
    parser.add_argument("--log-freq", type=int, default=100, help="steps between logged losses")
    parser.add_argument("--checkpoints", metavar="FOLDER", help="go on from here, and save here")
    args = parser.parse_args()

    env = gym.make(args.env)
    env.action_space.seed(args.seed)
    np.random.seed(args.seed)
    tf.random.set_seed(args.seed)

    state_dim = env.observation_space.shape[0]
    action_dim = env.action_space.shape[0]
    max_action = float(env.action_space.high[0])

    agent = DDPG(state_dim, action_dim, max_action, args.discount, args.tau)
    replay_buffer = ReplayBuffer(state_dim, action_dim)
    checkpoints = CheckpointManager(agent, args.checkpoints) if args.checkpoints else None
    first_step = checkpoints.restore() if checkpoints else 0

    writer = SummaryWriter(args.logs)
    sizes = (args.batch_size, state_dim), (args.batch_size, action_dim)
    writer.add_graph(agent.critic, [tf.zeros(size) for size in sizes])

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
            critic_loss, actor_loss = agent.train(replay_buffer, args.batch_size)
            if step % args.log_freq == 0:
                writer.add_scalar("loss/critic", critic_loss.numpy().item(), step)
                writer.add_scalar("loss/actor", actor_loss.numpy().item(), step)

        if (step + 1) % args.eval_freq == 0:
            average = evaluate(agent, args.env, args.seed)
            writer.add_scalar("return/evaluation", average, step + 1)
            progress.write(f"step {step + 1}: average return {average:.1f}")
            if checkpoints:
                checkpoints.save(step + 1)

    writer.close()


if __name__ == "__main__":
    main()
