"""Hooks of layers: what a program has run at each call of a layer, or at its gradients."""

import tensorflow as tf

from porter.rule import Module, Nothing, Object, Unsupported, block, port


@block
def hooked(layer):
    """The layer, with a class of its own whose calls run its hooks, as those of torch's layers."""
    if hasattr(layer, "_forward_hooks"):
        return layer
    base = type(layer)

    def call(self, *inputs, **options):
        if not tf.executing_eagerly():
            raise RuntimeError("hooks run in Python: call the network outside of a tf.function")
        for hook in [*self._forward_pre_hooks.values()]:
            inputs, options = hook(self, inputs, options)
        ends = self._backward_ends() if hasattr(self, "_backward_ends") else None
        given = inputs if ends is None else ends.of_inputs(inputs)
        output = base.__call__(self, *given, **options)
        for hook in [*self._forward_hooks.values()]:
            output = hook(self, inputs, options, output)
        return output if ends is None else ends.of_output(output)

    def copied(self, memo):
        raise NotImplementedError("a copy of a layer with hooks")

    parts = {"__call__": call, "__deepcopy__": copied, "__module__": base.__module__}
    object.__setattr__(layer, "__class__", type(base.__name__, (base,), parts))
    for kind in ("_forward_hooks", "_forward_pre_hooks"):
        object.__setattr__(layer, kind, {})  # none that Keras looks into
    return layer


@block
class HookHandle:
    """What registering a hook gives: its remove() takes the hook away."""

    def __init__(self, hooks, hook, prepend=False):
        self.hooks, self.id, behind = hooks, object(), {} if not prepend else dict(hooks)
        if prepend:
            hooks.clear()
        hooks[self.id] = hook
        hooks.update(behind)

    def remove(self) -> Nothing:
        self.hooks.pop(self.id, None)

    def __enter__(self):
        return self

    def __exit__(self, *error):
        self.remove()


@block
def forward_hook(layer, hook, prepend=False, with_kwargs=False):
    """torch's module.register_forward_hook(): the hook may give another output."""

    def run(layer, inputs, options, output):
        given = (inputs, options) if with_kwargs else (inputs,)
        new = hook(layer, *given, output)
        return output if new is None else new

    return HookHandle(hooked(layer)._forward_hooks, run, prepend)


@block
def forward_pre_hook(layer, hook, prepend=False, with_kwargs=False):
    """torch's module.register_forward_pre_hook(): the hook may give other inputs."""

    def run(layer, inputs, options):
        new = hook(layer, inputs, options) if with_kwargs else hook(layer, inputs)
        if new is None:
            return inputs, options
        if with_kwargs:
            return new
        return (new if isinstance(new, tuple) else (new,)), options

    return HookHandle(hooked(layer)._forward_pre_hooks, run, prepend)


@block
def backward_hook(layer, hook):
    """torch's module.register_full_backward_hook() of a hook that reads the outputs' gradients."""

    def told(upstream):
        if hook(layer, (None,), upstream) is not None:
            raise NotImplementedError("a hook that makes another gradient")

    def run(layer, inputs, options, output):
        many = isinstance(output, (tuple, list))

        @tf.custom_gradient
        def same(*outputs):
            def gradient(*upstream):
                told(upstream)
                return upstream

            return tuple(map(tf.identity, outputs)), gradient

        outputs = same(*(output if many else [output]))
        return type(output)(outputs) if many else outputs[0]

    return HookHandle(hooked(layer)._forward_hooks, run)


@port("Module.register_forward_hook")
def register_forward_hook(
    module: Module, hook, *, prepend=False, with_kwargs=False, always_call=False
) -> Object:
    """Run a function behind each call of a layer.

    >>> [net.register_forward_hook(lambda m, inputs, output: output * 2), net(x)][1]
    >>> [net.register_forward_hook(lambda m, inputs, output: output * 2).remove(), net(x)][1]
    """
    if always_call:
        raise Unsupported("a hook that runs after an error, too")
    return forward_hook(module, hook, prepend=prepend, with_kwargs=with_kwargs)


@port("Module.register_forward_pre_hook")
def register_forward_pre_hook(module: Module, hook, *, prepend=False, with_kwargs=False) -> Object:
    """Run a function ahead of each call of a layer.

    >>> [net.register_forward_pre_hook(lambda m, inputs: (inputs[0] * 2,)), net(x)][1]
    """
    return forward_pre_hook(module, hook, prepend=prepend, with_kwargs=with_kwargs)


@port("Module.register_full_backward_hook", "Module.register_backward_hook")
def register_backward_hook(module: Module, hook, prepend=False) -> Object:
    """Run a function when the gradient of a layer's output is known.

    Not proven: it takes a backward pass; tests/programs/hooks/grad_cam.py runs it.
    """
    if prepend:
        raise Unsupported("the order of hooks at gradients")
    return backward_hook(module, hook)


@port("Module.register_full_backward_pre_hook", "Module.register_state_dict_pre_hook")
def other_hook(module: Module, hook, prepend=False) -> Nothing:
    """Hooks.

    Not proven: it is refused.
    """
    raise Unsupported("Keras has no such hooks: do it where the network is called")
