"""In float64, arrays and tensors that share memory in the original go on doing so."""

import subprocess
import sys

HEAD = """
import numpy as np
import torch
if {double}:
    from porter.equivalence.sides.torch_precision import use
    use("float64")


def show(*values):
    print(*[np.asarray(value, dtype=np.float64).tolist() for value in values])


"""
PROGRAM = """\
a = np.zeros(3, np.float32)
x = torch.from_numpy(a)
a[0] = 1
show(x)
x[1] = 2
show(a)
b = np.zeros((2, 3), np.float32)
y = torch.as_tensor(b)
r = y[1]
b[1, 0] = 3
show(r)
r.add_(1)
show(b)
v = y.view(-1)
v[0] = 9
show(b)
d = y.detach()
b[0, 1] = 4
show(d)
d.zero_()
show(b)
y.numpy()[0, 0] = 5
show(b, y)
y.copy_(torch.ones(2, 3))
show(b)
n = y.numpy()
b[0, 0] = 7
show(n)
def f():
    c = np.arange(4, dtype=np.float32); t = torch.from_numpy(c); c *= 2; return t, c
t, c = f()
show(t)
c[0] = 8
show(t.sum(), t)
torch.add(t, 1, out=t)
show(c)
t += 1
show(c)
t.data[0] = 3
show(c)
t.data.mul_(2)
show(c)
w = torch.from_numpy(c[1:3])
c[1] = 100
show(w)
w.fill_(6)
show(c)
z = torch.utils.data.TensorDataset(torch.from_numpy(b))
b[:] = 2
show(z[0][0])
print(float(t[0]), t.tolist(), t[1].item(), [float(q) for q in t], len(t))
s = t.reshape(2, 2)
c[3] = 77
show(s)
u = t.clone()
c[0] = 5
show(u)
k = t.to("cpu")
c[0] = 6
show(k)
g = t.float()
c[0] = 7
show(g)
l = torch.nn.functional.relu_(t)
show(c)
h = np.zeros(2, np.float32)
e = torch.tensor(h)
h[0] = 1
show(e)
m = torch.from_numpy(np.zeros(2, np.float32))
m[0] = 1
show(m)
o = m.numpy()
o[1] = 2
show(m)
torch.nn.init.ones_(t)
show(c)
it = torch.stack([t, t])
c[0] = 3
show(it)
"""


def run(double: bool) -> list[str]:
    program = HEAD.format(double=double) + PROGRAM
    command = [sys.executable, "-c", program]
    return subprocess.run(command, capture_output=True, text=True, check=True).stdout.splitlines()


def test_what_shares_memory_does_so_in_float64() -> None:
    assert run(double=True) == run(double=False)
