"""Faults in a port with batch normalisation: statistics, modes, optimizers of both kinds."""

from .model import Base, Fault, Rewrite

INNER = "self.inner = BatchNorm1d(8, eps=1e-4, momentum=0.2)"
TRAIN = "        set_mode(self.actor, True)\n"
GOAL = "next_q = self.target_critic(next_states, self.target_actor(next_states))"
ACTOR_LOSS = "actor_loss = -tf.reduce_mean(self.critic(states, self.actor(states)))"
CRITIC = "x = tf.nn.relu(self.norm(self.first(state)) + self.action(action))"
CRITIC_OPTIMIZER = "lr=0.01, betas=(0.9, 0.99), weight_decay=1e-2"
PAIRS = "zip(target.trainable_variables, net.trainable_variables)"
TARGETS = (
    "        for target, net in ((self.target_actor, self.actor), "
    "(self.target_critic, self.critic)):\n            self._update_targets(target, net)\n"
)

NORMED = Base(
    "normed",
    faults=(
        Fault("another momentum", INNER, INNER.replace("momentum=0.2", "momentum=0.1"),
              "BatchNorm momentum"),
        Fault("momentum as Keras has it", INNER, INNER.replace("momentum=0.2", "momentum=0.8"),
              "BatchNorm momentum"),
        Fault("another epsilon", INNER, INNER.replace("eps=1e-4", "eps=1e-3"), "epsilon"),
        Fault("trains in evaluation mode", TRAIN, "", "BatchNorm in evaluation mode",
              at="return action + 0.1"),
        Fault("target in training mode", "        set_mode(self.target_critic, False)\n", "",
              "BatchNorm in training mode", at="self.actor_optimizer = SGD("),
        Fault("acts in training mode",
              "        set_mode(self.actor, False)\n        action", "        action",
              "BatchNorm in training mode", at="action = without_first("),
        Fault("one normalisation left out", CRITIC, CRITIC.replace("self.norm(self.first(state))",
              "self.first(state)"), "missing call"),
        Fault("normalised behind the sum", CRITIC,
              "x = tf.nn.relu(self.norm(self.first(state) + self.action(action)))",
              "edited statement"),
        Fault("momentum missing", "lr=0.02, momentum=0.9)", "lr=0.02)", "momentum missing"),
        Fault("Nesterov's momentum", "lr=0.02, momentum=0.9)",
              "lr=0.02, momentum=0.9, nesterov=True)", "another nesterov"),
        Fault("other betas", CRITIC_OPTIMIZER, CRITIC_OPTIMIZER.replace("0.99", "0.999"),
              "other betas"),
        Fault("weight decay of the other kind", CRITIC_OPTIMIZER,
              CRITIC_OPTIMIZER + ", decoupled_weight_decay=True", "another decoupled_weight_decay"),
        Fault("action of the trained actor", GOAL, GOAL.replace("self.target_actor", "self.actor"),
              "wrong network"),
        Fault("the actor's critic is the target", ACTOR_LOSS,
              ACTOR_LOSS.replace("self.critic", "self.target_critic"), "wrong network"),
        Fault("sign of the actor's loss", ACTOR_LOSS, ACTOR_LOSS.replace("-tf", "tf"),
              "gradient sign"),
        Fault("another tau", "self.tau = 0.05", "self.tau = 0.01", "another tau"),
        Fault("statistics copied, too", TARGETS,
              TARGETS + "        self.target_critic.norm.running_mean.assign("
              "self.critic.norm.running_mean)\n", "edited statement",
              at="self.target_critic.norm.running_mean.assign("),
        Fault("only one target moves", TARGETS,
              "        self._update_targets(self.target_critic, self.critic)\n",
              "target not updated"),
    ),
    rewrites=(
        Rewrite("momentum as a difference", INNER,
                "self.inner = BatchNorm1d(8, eps=0.0001, momentum=1 - 0.8)"),
        Rewrite("the sum the other way round", CRITIC,
                "x = tf.nn.relu(self.action(action) + self.norm(self.first(state)))"),
    ),
)  # fmt: skip
