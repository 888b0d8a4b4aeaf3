# Arrays of unknown callers are stored into: what a function does with them tells that they are.
import numpy as np
import torch


def prepro(I):
    I = I[35:195]
    I = I[::2, ::2, 0]
    I[I == 144] = 0
    I[I == 109] = 0
    I[I != 0] = 1
    return I.astype(np.float32).ravel()


def frame(img):
    img[img > 100] = 0
    img[:, 3] = 7
    return torch.from_numpy(img).float() / 255


def board(state):
    state = state.copy()
    state[state == 2] = 1
    return torch.tensor(state)


def discount(rewards, dones):
    out = np.zeros_like(rewards)
    out[dones == 1] = 0
    adv = rewards.copy()
    adv[..., 0] = 0
    return torch.as_tensor(out), adv


STEPS = {"prepro": prepro, "frame": frame, "board": board, "discount": discount}


def run(name, *args):
    return STEPS[name](*args)


picture = np.full((210, 160, 3), 144, np.uint8)
picture[100:110] = 30
print(int(run("prepro", picture).sum()), run("frame", picture[:, :, 0].copy()).mean().item())
print(run("board", np.array([[2, 1], [0, 2]])).tolist())
out, adv = run("discount", np.array([[1.0, 2.0], [3.0, 4.0]]), np.array([0, 1]))
print(out.tolist(), adv.tolist())
