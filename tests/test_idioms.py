"""Every torch name that the 106 real files use: a rule, a part of an update step, or a reason."""

from __future__ import annotations

import pytest

from porter.pipeline import Converted, convert
from porter.rulebook import Rulebook

BOOK = Rulebook.load()
# The names of a survey of 12 public repositories, by where they belong.
NAMES = {
    "torch.nn": """
        Linear Module Sequential ReLU Conv2d Flatten Tanh Parameter MSELoss Identity LayerNorm
        Softmax LSTM CrossEntropyLoss LeakyReLU BCELoss ConvTranspose2d ModuleList Unflatten
        Sigmoid NLLLoss MaxPool2d LSTMCell Dropout
    """,
    "torch.optim": """
        Adam RAdam AdamW
    """,
    "torch": """
        no_grad device manual_seed tensor Tensor zeros cat from_numpy clamp max zeros_like
        FloatTensor float32 min log save tanh exp argmax float stack arange as_tensor rand randn
        randint load squeeze sum linspace ones pow mean int32 softmax normal where randn_like
        multinomial relu einsum uint8 sqrt get_num_threads int64 flatten randperm
        set_num_threads empty long clip add mm inference_mode full selu equal gather tril
        set_default_device bool repeat_interleave prod diag diag_embed log_softmax abs
        LongTensor matmul
    """,
    "torch.cuda": """
        is_available device_count empty_cache get_device_name manual_seed_all manual_seed
    """,
    "torch.nn.functional": """
        relu softmax mse_loss smooth_l1_loss log_softmax elu softplus normalize tanh linear
        max_pool2d relu6 sigmoid
    """,
    "torch.distributions": """
        Categorical Normal MultivariateNormal kl_divergence Transform TransformedDistribution
        Bernoulli
    """,
    "torch.utils.tensorboard": """
        SummaryWriter
    """,
    "torch.nn.utils": """
        clip_grad_norm_
    """,
    "torch.nn.init": """
        constant_ orthogonal_ normal_ kaiming_normal_
    """,
    "torch.multiprocessing": """
        Process Value Queue cpu_count Pipe Pool Lock
    """,
    "torchvision.datasets": """
        MNIST
    """,
    "torch.utils.data": """
        DataLoader
    """,
    "torch.distributed": """
        init_process_group all_reduce
    """,
    "torch.distributed.ReduceOp": """
        SUM
    """,
    "torch.distributions.constraints": """
        real interval
    """,
    "torchvision.transforms.functional": """
        to_pil_image affine to_tensor
    """,
    "torchvision.transforms": """
        Compose ToTensor Normalize
    """,
    "Tensor": """
        backward mean numpy item to float detach cpu view unsqueeze flatten sum reshape gather
        long exp squeeze copy_ std abs max pow clone size clamp expand_as uniform_ permute
        sample mul_ repeat log_prob entropy floor ceil index_add_ fill_ log tolist expand add_
        flip div_ clip argmax multinomial numel transpose share_memory_ norm view_as type
        masked_fill gt lt nelement sort int byte mul sqrt_ ger sign min data shape requires_grad
        grad _grad grad_fn device dtype
    """,
    "Module": """
        parameters to state_dict load_state_dict weight bias apply train share_memory eval
        named_parameters zero_grad
    """,
    "Optimizer": """
        step zero_grad param_groups load_state_dict state_dict share_memory
    """,
    "Distribution": """
        sample log_prob entropy rsample logits probs
    """,
}
ALL = [f"{home}.{name}" for home, names in NAMES.items() for name in names.split()]
# What the engine ports by itself, each in a program that has it.
STEP = """
import torch
from torch import nn
from torch.distributions import Categorical

class Net(nn.Module):
    def __init__(self):
        super().__init__()
        self.fc = nn.Linear(3, 2)

    def forward(self, x):
        return self.fc(x)

net = Net()
optimizer = torch.optim.Adam(net.parameters())
x = torch.ones(4, 3)
"""
UPDATE = """
loss = net(x).mean()
{zero}.zero_grad()
loss.backward()
nn.utils.clip_grad_norm_(net.parameters(), 0.5)
optimizer.step()
"""
DRAW = "print(Categorical(logits=net(x)).{})"
PROCESSES = """
import torch.multiprocessing as mp

def work(net, end, *others):
    end.send(net(x).sum().item())

net.share_memory()
here, there = mp.Pipe()
print(mp.cpu_count(), mp.Value("i", 0).value, mp.Queue().empty(), mp.Pool(2).map(abs, [-1]))
with mp.Lock():
    mp.Process(target=work, args=(net, there)).start()
"""
BY_THE_ENGINE = {
    **{
        f"torch.multiprocessing.{name}": PROCESSES
        for name in "Process Value Queue cpu_count Pipe Pool Lock".split()
    },
    "torch.nn.utils.clip_grad_norm_": UPDATE.format(zero="optimizer"),
    "Tensor.backward": UPDATE.format(zero="optimizer"),
    "Module.zero_grad": UPDATE.format(zero="net"),
    "Optimizer.step": UPDATE.format(zero="optimizer"),
    "Optimizer.zero_grad": UPDATE.format(zero="optimizer"),
    "Tensor.sample": DRAW.format("sample()"),
    "Tensor.log_prob": DRAW.format("log_prob(torch.zeros(4))"),
    "Tensor.entropy": DRAW.format("entropy()"),
    "Distribution.sample": DRAW.format("sample()"),
    "Distribution.rsample": "print(torch.distributions.Normal(net(x), 1.0).rsample())",
    "Distribution.log_prob": DRAW.format("log_prob(torch.zeros(4))"),
    "Distribution.entropy": DRAW.format("entropy()"),
    "Distribution.logits": DRAW.format("logits"),
    "Distribution.probs": DRAW.format("probs"),
    "Tensor.index_add_": "x.index_add_(0, torch.tensor([1]), torch.ones(1, 3))",
    "Tensor.div_": "x.div_(2)",
    "Tensor.sqrt_": "x.sqrt_()",
    "Tensor.grad": "a = net(x).mean(); print(a.grad)",
    "Tensor._grad": "a = net(x).mean(); print(a._grad)",
}
REFUSED = {  # by the engine, with the reason
    "Tensor.grad_fn": "a = net(x).mean(); print(a.grad_fn)",
}


@pytest.mark.parametrize("name", sorted(set(ALL) - BY_THE_ENGINE.keys() - REFUSED.keys()))
def test_a_name_has_a_rule_or_a_reason(name: str) -> None:
    rule = BOOK.find(name) or BOOK.find(name.replace("Tensor.", "Parameter."))
    assert rule is not None
    assert rule.is_class or rule.returns or "Unsupported" in rule.source


@pytest.mark.parametrize("name", BY_THE_ENGINE)
def test_what_the_engine_ports(name: str) -> None:
    program = BY_THE_ENGINE[name]
    assert not program or name.rpartition(".")[2] in program
    outcome = convert(STEP + program, "agent.py")
    assert isinstance(outcome, Converted)
    assert not [f for f in outcome.findings if f.code.startswith("P")]


@pytest.mark.parametrize("name", REFUSED)
def test_what_the_engine_refuses(name: str) -> None:
    outcome = convert(STEP + REFUSED[name], "agent.py")
    assert isinstance(outcome, Converted)
    [finding] = outcome.findings
    assert finding.message == f"{name}: a tensor keeps no gradient, tape.gradient() returns it"


def test_the_engines_names_need_no_rule() -> None:
    assert set(ALL) >= BY_THE_ENGINE.keys()
    assert not [name for name in BY_THE_ENGINE if BOOK.find(name)]
