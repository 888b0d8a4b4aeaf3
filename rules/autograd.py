"""torch's autograd: variables hold gradients, to which backward() adds. Building blocks.

What has no form of its own is ported so: it is right whatever stands between, and runs eagerly.
"""

import contextlib
import threading

import keras
import tensorflow as tf

from porter.rule import block
from rules.clip import clip_grad_norm, clip_grad_value, grad_norm
from rules.graph import graph


@block
class recording:
    """Records what is computed under `with recording():`, for backward().

    A recording inside of another one is a part of it. Each thread has its own.
    """

    here = threading.local()

    def __enter__(self):
        self.outer = getattr(recording.here, "tape", None)
        if self.outer is None:
            recording.here.tape, recording.here.hooks = tf.GradientTape(persistent=True), []
            recording.here.kept = []
            recording.here.tape.__enter__()
        return recording.here.tape

    def __exit__(self, *error):
        if self.outer is None:
            tape, recording.here.tape, recording.here.hooks = recording.here.tape, None, []
            recording.here.kept = []
            tape.__exit__(*error)


@block
def watched_variable(param):
    """TensorFlow's own variable, which a tape sees; Keras's is around it. A tensor is itself."""
    return param.value if isinstance(param, keras.Variable) else param


@block
def gradient_of(param):
    """torch's param.grad: the gradients that backward() has added up, or None."""
    return getattr(watched_variable(param), "gradient", None)


@block
def hold_gradient(param, gradient):
    """torch's param.grad = gradient."""
    watched_variable(param).gradient = gradient


@block
def grad_variable(param):
    """torch's param.grad as a variable, which may be changed in place; None if there is none."""
    held = gradient_of(param)
    if held is not None and not isinstance(held, tf.Variable):
        held = tf.Variable(held, trainable=False)
        hold_gradient(param, held)
    return held


@block
def change_gradient(param, gradient):
    """param.grad gets another value in place: whoever keeps it as a variable sees that."""
    held = gradient_of(param)
    if isinstance(held, tf.Variable):
        held.assign(gradient)
    else:
        hold_gradient(param, gradient)


@block
class register_hook:
    """torch's tensor.register_hook(hook): the hook may make another gradient of the tensor's."""

    def __init__(self, tensor, hook):
        self.tensor, self.hook = tensor, hook
        if hasattr(tensor, "assign"):
            self.hooks = vars(watched_variable(tensor)).setdefault("hooks", [])
        elif getattr(recording.here, "tape", None) is None:
            raise RuntimeError(
                "register_hook() needs a tensor that is computed while it is recorded"
            )
        else:
            self.hooks = recording.here.hooks
        self.hooks.append(self)

    def remove(self):
        self.hooks.remove(self)

    def __call__(self, gradient):
        new = self.hook(gradient)
        return gradient if new is None else new


@block
def retain_grad(tensor):
    """torch's tensor.retain_grad(): backward() adds its gradient to what the tensor holds."""
    if hasattr(tensor, "assign"):
        return  # as all variables do
    if getattr(recording.here, "tape", None) is None:
        raise RuntimeError("retain_grad() needs a tensor that is computed while it is recorded")
    if all(kept is not tensor for kept in recording.here.kept):
        recording.here.kept.append(tensor)


@block
def recorded_gradients(outputs, inputs, given):
    """What was recorded, differentiated; what goes through a tensor with hooks is theirs."""
    tape, hooked = recording.here.tape, {}
    for hook in recording.here.hooks:
        hooked.setdefault(id(hook.tensor), []).append(hook)
    for hook in hooked.pop(id(outputs), ()):  # of the loss itself: what it begins with
        given = hook(tf.ones_like(outputs) if given is None else given)
    tensors = [hooks[0].tensor for hooks in hooked.values()]
    found = tape.gradient(outputs, [*inputs, *tensors], output_gradients=given)
    later = set()
    for hooks in reversed(hooked.values()):
        tensor, at = hooks[0].tensor, len(found) - 1 - len(later)
        if found[at] is not None:
            new = found[at]
            for hook in hooks:
                new = hook(new)
            through = tape.gradient(tensor, [*inputs, *tensors], output_gradients=new - found[at])
            if any(through[i] is not None for i in later):
                raise RuntimeError("hooks have to be registered in the order of their tensors")
            through[at] = None
            pairs = zip(found, through)
            found = [f if t is None else t if f is None else f + t for f, t in pairs]
        later.add(at)
    return found[: len(inputs)]


@block
def backward(loss, gradient=None, retain_graph=None, create_graph=False, inputs=None):
    """torch's loss.backward(): its gradients are added to those that the variables hold."""
    del retain_graph  # a recording keeps the graph until it ends
    if own := getattr(loss, "backward", None):  # a class of the program's own
        own()
        return
    tape = getattr(recording.here, "tape", None)
    if tape is None:
        raise RuntimeError("backward() needs the loss to be computed under `with recording():`")
    every = [*tape.watched_variables(), *recording.here.kept]
    variables = every if inputs is None else map(watched_variable, inputs)
    variables = [variable for variable in variables if getattr(variable, "trained", True)]
    with contextlib.nullcontext() if create_graph else tape.stop_recording():
        gradients = recorded_gradients(loss, variables, gradient)
        if all(new is None for new in gradients):
            raise RuntimeError("no trained variable was used for this loss while it was recorded")
        for variable, new in reversed([*zip(variables, gradients)]):  # hooks of the last come first
            if new is not None:
                before, new = gradient_of(variable), tf.convert_to_tensor(new)
                for hook in getattr(variable, "hooks", ()):
                    new = hook(new)
                if isinstance(before, tf.Variable):  # whoever has it sees it grow, as with torch
                    before.assign_add(new)
                else:
                    hold_gradient(variable, new if before is None else before + new)


@block
def gradients(
    outputs, inputs, grad_outputs=None, retain_graph=None, create_graph=False, only_inputs=True,
    allow_unused=None,
):  # fmt: skip
    """torch.autograd.grad of what was recorded: a list with a gradient for each input."""
    del retain_graph, only_inputs
    tape = getattr(recording.here, "tape", None)
    if tape is None:
        raise RuntimeError("gradients() needs its outputs to be computed under `with recording():`")
    one = tf.is_tensor(inputs) or isinstance(inputs, keras.Variable)
    inputs = [inputs] if one else list(inputs)
    with contextlib.nullcontext() if create_graph else tape.stop_recording():
        found = recorded_gradients(outputs, inputs, grad_outputs)
    if not allow_unused and any(gradient is None for gradient in found):
        raise RuntimeError("an input was not used for these outputs while they were recorded")
    return [x if x is None or create_graph else tf.stop_gradient(x) for x in found]


@block
def zero_grad(owner, set_to_none=True):
    """Forget the gradients of an optimizer's parameters, or of a network's, or make them zeros."""
    if hasattr(owner, "zero_grad"):  # a class of the program's own
        owner.zero_grad()
        return
    for param in owner.params if hasattr(owner, "params") else owner.trainable_variables:
        held = gradient_of(param)
        if set_to_none:
            hold_gradient(param, None)
        elif held is not None:
            change_gradient(param, tf.zeros_like(held))


@block
def step(optimizer, closure=None):
    """torch's optimizer.step(): apply the gradients that the parameters hold."""
    if hasattr(optimizer, "step"):  # a schedule, or a class of the program's own
        return optimizer.step() if closure is None else optimizer.step(closure)
    loss = None if closure is None else closure()
    held = [gradient_of(param) for param in optimizer.params]
    graph(optimizer.apply)([g if g is None else tf.convert_to_tensor(g) for g in held])
    return loss


@block
def clip_held_norm(params, max_norm, norm_type=2.0, error_if_nonfinite=False):
    """torch.nn.utils.clip_grad_norm_: gradients scaled to a norm of max_norm; gives the norm."""
    params = list(params)
    grads = [gradient_of(param) for param in params]
    clipped = clip_grad_norm(grads, max_norm, norm_type, error_if_nonfinite)
    for param, grad in zip(params, clipped):
        change_gradient(param, grad)
    return grad_norm(grads, norm_type)


@block
def clip_held_value(params, clip_value):
    """torch.nn.utils.clip_grad_value_: limit the gradients to +-clip_value."""
    params = list(params)
    grads = [gradient_of(param) for param in params]
    for param, grad in zip(params, clip_grad_value(grads, clip_value)):
        change_gradient(param, grad)
