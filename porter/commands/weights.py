"""`porter weights`: a trained agent's files, from PyTorch to TensorFlow and back."""

from __future__ import annotations

import argparse
import os
from pathlib import Path

from porter import terminal

UNPAIRED, COULD_NOT_RUN = 1, 2
_EPILOG = """\
examples:
  porter weights actor.pth -o actor.weights.h5 --model agent_tf:Actor --arg state_dim=17
  porter weights agent.pth -o agent_tf --model agent_tf:TD3        (networks and optimizers)
  porter weights actor=run_actor actor_optimizer=run_opt -o agent_tf --model agent_tf:TD3
  porter weights actor.weights.h5 -o actor.pth --model agent:Actor

The program of --model is imported and the class is built. PyTorch's files are read with
weights_only=True: nothing that they hold is run. The output appears whole or not at all.

exit codes:
  0  everything was moved
  1  something has no partner: it is named, and nothing is written without --partial
  2  a file could not be read or written, a class not be built, or the command line is wrong
"""


def add(commands: argparse._SubParsersAction[argparse.ArgumentParser]) -> None:
    """The parser."""
    parser = commands.add_parser(
        "weights",
        help="move a trained agent's weights and optimizer state to TensorFlow, or back",
        description="Moves weights and optimizer state between PyTorch's and TensorFlow's files.",
        epilog=_EPILOG,
        formatter_class=argparse.RawDescriptionHelpFormatter,
    )
    add = parser.add_argument
    add(
        "inputs",
        nargs="+",
        metavar="[NAME=]FILE",
        help="a file that torch.save wrote, NAME is where it belongs in the model; or one of "
        "TensorFlow's: X.weights.h5, or the prefix of a checkpoint",
    )
    add(
        "-o",
        "--output",
        metavar="OUT",
        type=Path,
        required=True,
        help="X.weights.h5 is Keras's file, any other name the prefix of a checkpoint; "
        "from TensorFlow's file it is a file of state_dicts",
    )
    add("--model", metavar="MODULE:CLASS", required=True, help="the class that OUT is for")
    add(
        "--arg",
        dest="arguments",
        metavar="NAME=VALUE",
        action="append",
        default=[],
        help="an argument of the class, such as state_dim=17",
    )
    add("--key", metavar="KEY", default="", help="take this entry of a PyTorch file")
    add("--part", metavar="ATTRIBUTE", default="", help="write this part of the model alone")
    add(
        "--port",
        metavar="MODULE:CLASS",
        help="the class that wrote TensorFlow's file; default: MODULE_tf of --model",
    )
    add("--partial", action="store_true", help="write although something has no partner")
    parser.set_defaults(run=run)


def run(arguments: argparse.Namespace) -> int:
    """Move, report, and give the exit code."""
    for name, value in (
        ("KERAS_BACKEND", "tensorflow"),
        ("TF_CPP_MIN_LOG_LEVEL", "3"),
        ("CUDA_VISIBLE_DEVICES", ""),  # files need no GPU
    ):
        os.environ.setdefault(name, value)
    try:
        from porter.equivalence.weights.bond import TransferError
        from porter.equivalence.weights.move import Request, move
    except ImportError as error:
        terminal.error(f"{error}; pip install 'porter-rl[check]'")
        return COULD_NOT_RUN
    names = ("inputs", "output", "model", "arguments", "key", "part", "port", "partial")
    try:
        outcome = move(Request(**{name: getattr(arguments, name) for name in names}))
    except TransferError as error:
        terminal.error(error)
        return COULD_NOT_RUN
    for line in outcome.unpaired:
        print(f"no partner: {line}")
    for line in outcome.left_out:
        print(f"left out: {line}")
    if outcome.unpaired and not arguments.partial:
        print("nothing is written; --partial writes what has a partner")
        return UNPAIRED
    print(f"{', '.join(arguments.inputs)} -> {arguments.output}: {', '.join(outcome.moved)}")
    return 0
