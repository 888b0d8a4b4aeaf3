"""Hooks at the gradients of layers, where an update has the general form."""

import tensorflow as tf

from porter.rule import block
from rules.autograd import recording
from rules.hooks import HookHandle, hooked


@block
def has_gradient(tensor):
    """Whether the recording would give a trained variable a gradient through this tensor."""
    tape = getattr(recording.here, "tape", None)
    if tape is None or not tf.is_tensor(tensor) or not tensor.dtype.is_floating:
        return False
    trained = [v for v in tape.watched_variables() if getattr(v, "trained", True)]
    recording.here.asking = True  # no hook is called for that
    try:
        with tape.stop_recording():
            found = tape.gradient(tensor, trained)
    finally:
        recording.here.asking = False
    return any(gradient is not None for gradient in found)


@block
class BackwardEnds:
    """The two ends of one call of a layer: the gradients of its outputs, and of its inputs."""

    def __init__(self, layer):
        self.layer, self.upstream, self.through = layer, (), ()

    def of_inputs(self, inputs):
        self.through = [has_gradient(tensor) for tensor in inputs]
        if not any(self.through):
            return inputs

        @tf.custom_gradient
        def same(*tensors):
            return tuple(map(tf.identity, tensors)), lambda *found: self.called(found)

        new = iter(same(*(x for x, through in zip(inputs, self.through) if through)))
        return tuple(next(new) if through else x for x, through in zip(inputs, self.through))

    def of_output(self, output):
        many = isinstance(output, (tuple, list))
        outputs = output if many else [output]
        if not any(map(has_gradient, outputs)):
            return output

        @tf.custom_gradient
        def same(*tensors):
            return tuple(map(tf.identity, tensors)), self.reached

        outputs = same(*outputs)
        return type(output)(outputs) if many else outputs[0]

    def reached(self, *upstream):
        self.upstream = upstream
        if not any(self.through):
            self.called(())
        return list(upstream)

    def called(self, found):
        if getattr(recording.here, "asking", False):
            return list(found)
        found = iter(found)
        grads = tuple(next(found) if through else None for through in self.through)
        for hook in [*self.layer._backward_hooks.values()]:
            new = hook(self.layer, grads, self.upstream)
            if new is not None:
                grads = new if isinstance(new, tuple) else (new,)
        return [grad for grad, through in zip(grads, self.through) if through]


@block
def register_full_backward_hook(module, hook, prepend=False):
    """torch's module.register_full_backward_hook(), for what `with recording():` records."""
    layer = hooked(module)
    if not hasattr(layer, "_backward_hooks"):
        object.__setattr__(layer, "_backward_hooks", {})
        object.__setattr__(layer, "_backward_ends", lambda: BackwardEnds(layer))
    return HookHandle(layer._backward_hooks, hook, prepend)
