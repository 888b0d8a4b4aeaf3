"""torch.optim.LBFGS: its step() calls a closure as often as it needs.

Formulas: torch/optim/lbfgs.py. Vectors are NumPy's.
"""

import collections

import numpy as np

from porter.rule import block, port
from rules.autograd import gradient_of
from rules.optim import TorchOptimizer


@block
def cubic_minimum(one, other, bounds=None):
    """Where a cubic through two points (place, loss, gradient, slope) of a line is least."""
    (x1, f1, _, g1), (x2, f2, _, g2) = sorted((one, other), key=lambda point: point[0])
    low, high = bounds or (x1, x2)
    with np.errstate(all="ignore"):
        d1 = g1 + g2 - 3 * (f1 - f2) / (x1 - x2)
        square = d1**2 - g1 * g2
        if not square >= 0:
            return (low + high) / 2.0
        d2 = np.sqrt(square)
        return min(max(x2 - (x2 - x1) * ((g2 + d2 - d1) / (g2 - g1 + 2 * d2)), low), high)


@block
def strong_wolfe(at, start, t, size, tolerance, most):
    """A point of a line that meets the strong Wolfe conditions, and how many were looked at."""
    _, loss, _, slope = start
    before, point, count, done, stuck = start, at(t), 0, False, False
    while count < most:
        t = point[0]
        if point[1] > loss + 1e-4 * t * slope or (count > 1 and point[1] >= before[1]):
            bracket = [before, point]
            break
        if abs(point[3]) <= -0.9 * slope:
            bracket, done = [point], True
            break
        if point[3] >= 0:
            bracket = [before, point]
            break
        bounds = (t + 0.01 * (t - before[0]), t * 10)
        before, point = point, at(cubic_minimum(before, point, bounds))
        count += 1
    else:
        bracket = [start, point]
    low, high = (0, 1) if bracket[0][1] <= bracket[-1][1] else (1, 0)
    while not done and count < most:
        near, far = sorted(place for place, *_ in bracket)
        if (far - near) * size < tolerance:
            break
        t, margin = cubic_minimum(*bracket), 0.1 * (far - near)
        close = min(far - t, t - near) < margin
        if close and (stuck or t >= far or t <= near):
            t = far - margin if abs(t - far) < abs(t - near) else near + margin
            close = False
        point, stuck = at(t), close
        count += 1
        if point[1] > loss + 1e-4 * t * slope or point[1] >= bracket[low][1]:
            bracket[high] = point
            low, high = (0, 1) if bracket[0][1] <= bracket[1][1] else (1, 0)
            continue
        if abs(point[3]) <= -0.9 * slope:
            done = True
        elif point[3] * (bracket[high][0] - bracket[low][0]) >= 0:
            bracket[high] = bracket[low]
        bracket[low] = point
    return bracket[low], count + 1


@port("torch.optim.LBFGS")
class LBFGS(TorchOptimizer):
    """torch.optim.LBFGS. What it remembers of earlier steps is no part of its variables.

    Not proven: tests/programs/optimizers/lbfgs.py runs it on both sides.
    """

    def __init__(
        self,
        params,
        lr=1,
        max_iter=20,
        max_eval=None,
        tolerance_grad=1e-7,
        tolerance_change=1e-9,
        history_size=100,
        line_search_fn=None,
    ):
        super().__init__(params, lr)
        if line_search_fn not in (None, "strong_wolfe"):
            raise RuntimeError("only 'strong_wolfe' is supported")
        self.max_iter, self.max_eval = max_iter, max_eval or max_iter * 5 // 4
        self.tolerance_grad, self.tolerance_change = tolerance_grad, tolerance_change
        self.line_search_fn = line_search_fn
        self.turns, self.scale = 0, 1
        self.pairs = collections.deque(maxlen=history_size)
        self.direction = self.length = self.before = None

    def apply(self, grads, trainable_variables=None):
        raise TypeError("LBFGS has no step without a closure")

    @property
    def variables(self):
        raise TypeError("the state of LBFGS can't be saved")

    def flat_gradient(self):
        grads = [(gradient_of(param), param) for param in self.params]
        parts = [np.zeros(p.shape, p.dtype) if g is None else np.asarray(g) for g, p in grads]
        return np.concatenate([part.reshape(-1) for part in parts])

    def move(self, values, t=0.0):
        """Set the parameters to these values, a step along the direction behind them."""
        start = 0
        for param, value in zip(self.params, values):
            part = self.direction[start : start + value.size]
            param.assign(value + t * part.reshape(value.shape) if t else value)
            start += value.size

    def choose_direction(self, grad):
        """The gradient times the inverse Hessian, as the last steps tell it."""
        self.turns += 1
        if self.turns == 1:
            self.direction = -grad
            return
        y, s = grad - self.before, self.direction * self.length
        ys = y.dot(s)
        if ys > 1e-10:
            self.pairs.append((y, s, 1.0 / ys))
            self.scale = ys / y.dot(y)
        q, shares = -grad, []
        for y, s, ro in reversed(self.pairs):
            shares.append(s.dot(q) * ro)
            q -= y * shares[-1]
        q *= self.scale
        for y, s, ro in self.pairs:
            q += s * (shares.pop() - y.dot(q) * ro)
        self.direction = q

    def step(self, closure):
        def at(t):
            """The point that is t along the direction."""
            self.move(values, t)
            found = float(closure())
            grad = self.flat_gradient()
            self.move(values)
            return t, found, grad, grad.dot(self.direction)

        first = closure()
        loss, grad, calls = float(first), self.flat_gradient(), 1
        if abs(grad).max() <= self.tolerance_grad:
            return first
        for turn in range(1, self.max_iter + 1):
            self.choose_direction(grad)
            self.before, old_loss = grad, loss
            rate = float(self.learning_rate)
            self.length = min(1.0, 1.0 / abs(grad).sum()) * rate if self.turns == 1 else rate
            slope = grad.dot(self.direction)
            if slope > -self.tolerance_change:
                break
            values = [np.array(param) for param in self.params]
            if self.line_search_fn is not None:
                start, size = (0, loss, grad, slope), abs(self.direction).max()
                most = self.max_eval - calls
                point, count = strong_wolfe(
                    at, start, self.length, size, self.tolerance_change, most
                )
                self.length, loss, grad, _ = point
                self.move(values, self.length)
                calls += count
            else:
                self.move(values, self.length)
                if turn != self.max_iter:  # else nobody asks
                    loss, grad = float(closure()), self.flat_gradient()
                    calls += 1
            if turn == self.max_iter or calls >= self.max_eval:
                break
            if abs(grad).max() <= self.tolerance_grad:
                break
            if abs(self.direction * self.length).max() <= self.tolerance_change:
                break
            if abs(loss - old_loss) < self.tolerance_change:
                break
        return first
