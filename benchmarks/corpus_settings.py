"""How the programs of the corpus are started, and what makes their runs short.

Settings only: which script runs a file, its arguments, and constants that are smaller here.
"""

from dataclasses import dataclass

Edit = tuple[str, str]  # a regular expression of the port's text, and what is there instead


@dataclass(frozen=True)
class Settings:
    """How one file is run. `script` starts it where it does not run by itself."""

    script: str = ""
    arguments: str = ""
    edits: tuple[Edit, ...] = ()  # of the script
    empty: tuple[str, ...] = ()  # files that are emptied
    seconds: int = 40  # of processor time


def settings(path: str) -> Settings:
    """Those of a file of the corpus; a file that is not in the table runs as it is."""
    return _TABLE.get(path, Settings())


# -- cleanrl -------------------------------------------------------------------------------------

_MEMORY = "--learning-starts 40 --buffer-size 500 --batch-size 8 --no-cuda"
_OFTEN = f"{_MEMORY} --train-frequency 1"
_ROLLOUT = "--num-envs 2 --num-steps 16 --no-cuda"
_CONTINUOUS = "--num-steps 64 --num-minibatches 4 --no-cuda"
_SEQUENCES = "--num-envs 2 --num-steps 8 --num-minibatches 2 --no-cuda"
_PHASES = "--num-envs 2 --num-steps 16 --n-iteration 1 --num-minibatches 2 --num-aux-rollouts 1"
_CLEANRL = {
    **dict.fromkeys(("dqn", "c51", "dqn_atari", "c51_atari", "rainbow_atari"), _OFTEN),
    **dict.fromkeys(("ddpg_continuous_action", "td3_continuous_action"), _MEMORY),
    "sac_continuous_action": _MEMORY,
    "sac_atari": f"{_MEMORY} --update-frequency 1",
    **dict.fromkeys(("ppo", "ppo_atari", "ppo_atari_envpool", "ppo_procgen"), _ROLLOUT),
    **dict.fromkeys(("pqn", "pqn_atari_envpool", "ppo_rnd_envpool"), _ROLLOUT),
    **dict.fromkeys(("ppo_atari_lstm", "pqn_atari_envpool_lstm"), _SEQUENCES),
    **dict.fromkeys(("ppo_continuous_action", "rpo_continuous_action"), _CONTINUOUS),
    "ppo_pettingzoo_ma_atari": "--num-envs 2 --num-steps 16 --cuda False",
    "ppo_atari_multigpu": "--local-num-envs 2 --num-steps 16 --no-cuda",
    "ppg_procgen": f"{_PHASES} --e-auxiliary 2 --n-aux-grad-accum 1 --no-cuda",
    "qdagger_dqn_atari_impalacnn": f"{_OFTEN} --teacher-steps 60 --offline-steps 60",
}

# -- other repositories --------------------------------------------------------------------------

_SHORT = (r"memory\.size\(\) ?> ?\d+", "memory.size() > 40")
_MINIMAL = {
    **dict.fromkeys(("dqn", "ddpg", "sac"), Settings(edits=(_SHORT,))),
    "acer": Settings(edits=((r"memory\.size\(\) ?> ?\d+", "memory.size() > 5"),)),
}
_CELLS = (
    (r"^epochs = \d+", "epochs = 40"),
    (r"^batch_size = \d+", "batch_size = 20"),
    (r"^max_games = \d+", "max_games = 3"),
)
_PPO = ((r"max_ep_len = \d+", "max_ep_len = 50"),)
_OFF_POLICY = ((r"(start_steps|update_after)=\d+", r"\1=100"),)
_UNSAVED = ((r"logger\.save_state\(.*\)", "pass"),)  # of whole networks, which the port refuses
_FEWER = ((r"train_v_iters=\d+", "train_v_iters=4"), *_UNSAVED)
_SPINUP = ("spinup/__init__.py",)  # it imports agents of TensorFlow 1
_RAINBOW = (
    "--architecture data-efficient --hidden-size 32 --memory-capacity 500 --learn-start 60 "
    "--evaluation-size 10 --batch-size 4 --replay-frequency 1 --disable-cuda"
)
_COMMON = ("common/__init__.py",)  # it imports as Python 2 did
_EXPERT = ((r"np\.load\(\"expert_traj\.npy\"\)", "np.random.normal(size=(1000, 4))"),)
_OTHERS = {
    **{
        f"RL-Adventure-2/{name}.ipynb": Settings(empty=_COMMON)
        for name in ("1.actor-critic", "2.gae", "3.ppo")
    },
    "RL-Adventure-2/9.her.ipynb": Settings(edits=((r"loss\[0\]", "float(loss)"),)),
    "RL-Adventure-2/8.gail.ipynb": Settings(edits=_EXPERT, empty=_COMMON),
    **{
        f"TD3/{name}.py": Settings(
            "main.py", f"--policy {name} --start_timesteps 60 --batch_size 32"
        )
        for name in ("DDPG", "OurDDPG", "TD3")
    },
    "PPO-PyTorch/PPO.py": Settings("train.py", edits=_PPO),
    "Rainbow/agent.py": Settings("main.py", _RAINBOW),
    "pytorch-A3C/utils.py": Settings("discrete_A3C.py"),
    "pytorch-a3c/train.py": Settings("main.py", "--num-processes 1"),
    "pytorch_sac/agent/sac.py": Settings(
        "train.py", "num_seed_steps=40 agent.params.batch_size=16 num_train_steps=2000 device=cpu"
    ),
    "DeepReinforcementLearningInAction/Chapter 3/Ch3_book.ipynb": Settings(edits=_CELLS),
    **{
        f"spinningup/spinup/algos/pytorch/{name}/{name}.py": Settings(
            arguments="--hid 16", edits=(*_OFF_POLICY, *_UNSAVED), empty=_SPINUP
        )
        for name in ("ddpg", "td3", "sac")
    },
    **{
        f"spinningup/spinup/algos/pytorch/{name}/{name}.py": Settings(
            arguments="--hid 16 --cpu 1 --steps 60", edits=_FEWER, empty=_SPINUP
        )
        for name in ("ppo", "vpg")
    },
    **{
        f"spinningup/spinup/examples/pytorch/pg_math/{name}_pg.py": Settings(
            edits=((r"batch_size=\d+", "batch_size=100"),)
        )
        for name in ("1_simple", "2_rtg")
    },
}

_SMALLER = {  # a helper was tried out on 600 million numbers
    "ppg_procgen": ((r"uniform\(\[400, 30, 100, 100, 5\]\)", "uniform([4, 3, 10, 10, 5])"),),
    "qdagger_dqn_atari_impalacnn": (  # a teacher that knows nothing, for its weights are far away
        (r"^ *tf\.train\.Checkpoint\(teacher_model\).*$", ""),
        (r"= evaluate\(", "= (lambda *arguments, **options: [1.0])("),
    ),
    "rainbow_atari": (  # NumPy no longer takes an array of one number for the number
        (r"^( *self\.buffer_\w+\[idx\] = )(action|reward|done)$", r"\1np.asarray(\2).item()"),
    ),
}
_TABLE = {
    **{
        f"cleanrl/cleanrl/{name}.py": Settings(arguments=text, edits=_SMALLER.get(name, ()))
        for name, text in _CLEANRL.items()
    },
    **{f"minimalRL/{name}.py": given for name, given in _MINIMAL.items()},
    **_OTHERS,
}
