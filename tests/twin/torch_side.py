"""Run the original and record its state before every update: `-m twin.torch_side CASE FOLDER`."""

import contextlib
import sys
from pathlib import Path
from unittest import mock

import numpy as np
import torch
from torch.optim.optimizer import register_optimizer_step_pre_hook

from .program import Case, Enough, SetupError, filled_buffer, load
from .tape import Tape, torch_on


def state_of(roots):
    """Weights by path ("critic.net.0.weight") and slots by "optimizer/path/slot", as arrays."""
    modules = {n: m for n, m in roots.items() if isinstance(m, torch.nn.Module)}
    paths = {f"{n}.{p}": v for n, m in modules.items() for p, v in m.named_parameters()}
    state = {path: value.detach().numpy().copy() for path, value in paths.items()}
    names = {id(value): path for path, value in paths.items()}
    for name, optimizer in roots.items():
        if isinstance(optimizer, torch.optim.Optimizer):
            for parameter in optimizer.param_groups[0]["params"]:
                for slot, value in optimizer.state.get(parameter, {}).items():
                    if value is not None:
                        state[f"{name}/{names[id(parameter)]}/{slot}"] = np.array(value)
    return state


class Recorder:
    """Writes the state before update 0, 1, ... to FOLDER/<n>.npz, and stops after the last."""

    def __init__(self, folder, case):
        self.folder = folder
        self.case = case
        self.updates = 0

    def before_update(self, roots):
        state = state_of(roots)
        wrong = [p for p, v in state.items() if v.ndim and v.dtype != self.case.dtype]
        if wrong or not state:
            raise SetupError(f"not {self.case.dtype}: {wrong or 'nothing to compare'}")
        np.savez(self.folder / f"{self.updates}.npz", **state)
        if self.updates == self.case.updates:
            raise Enough
        self.updates += 1


def precision(dtype):
    """Everything in this dtype, also where a program says float32."""
    stack = contextlib.ExitStack()
    if dtype == "float64":
        torch.set_default_dtype(torch.float64)
        for target, name, wide in (
            (torch, "float32", torch.float64),
            (torch, "float", torch.float64),
            (torch, "FloatTensor", torch.DoubleTensor),
            (torch.Tensor, "float", torch.Tensor.double),
        ):
            stack.enter_context(mock.patch.object(target, name, wide))
    return stack


def train(namespace, case, recorder):
    """The class-shaped program: build the agent and train it on a filled buffer."""
    agent = namespace[case.agent](*case.arguments)
    buffer = filled_buffer(namespace, case, np.random.default_rng(case.seed))
    np.random.seed(case.seed)
    while True:
        recorder.before_update(vars(agent))
        agent.train(buffer, case.batch_size)


def main(case_file, folder):
    case, folder = Case.load(Path(case_file)), Path(folder)
    torch.set_num_threads(1)
    torch.manual_seed(case.seed)
    recorder, tape = Recorder(folder, case), Tape(case.seed)
    with precision(case.dtype), torch_on(tape):
        namespace, execute = load(case.original, case.edits, case.argv)
        if not case.agent:
            register_optimizer_step_pre_hook(lambda *_: recorder.before_update(namespace))
        try:
            execute()
            if case.agent:
                train(namespace, case, recorder)
            raise SetupError(f"{case.original} ended after {recorder.updates} updates")
        except Enough:
            (folder / "draws").write_text(str(tape.draws))


if __name__ == "__main__":
    main(*sys.argv[1:])
