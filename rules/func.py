"""torch.func: functions of functions. Each becomes a block that has a tape of its own."""

import keras
import tensorflow as tf

from porter.rule import Module, Object, Tensor, Unsupported, block, port
from rules.modules import named_variables


@block
def grad_and_value(func, argnums=0):
    """torch.func.grad_and_value: zeros where the result does not depend on an argument."""

    def derived(*args, **kwargs):
        several = isinstance(argnums, (list, tuple))
        given = [*args]
        for i in argnums if several else (argnums,):  # the values of variables are watched
            given[i] = tf.nest.map_structure(tf.convert_to_tensor, args[i])
        sources = tuple(given[i] for i in argnums) if several else given[argnums]
        with tf.GradientTape() as tape:
            tape.watch(sources)
            value = func(*given, **kwargs)
        grads = tf.nest.flatten(tape.gradient(value, sources))
        pairs = zip(grads, tf.nest.flatten(sources))
        grads = [tf.zeros_like(x) if grad is None else grad for grad, x in pairs]
        return tf.nest.pack_sequence_as(sources, grads), value

    return derived


@block
def grad_of(func, argnums=0):
    """torch.func.grad: the gradient of func by its argument argnums."""
    return lambda *args, **kwargs: grad_and_value(func, argnums)(*args, **kwargs)[0]


@block
def jacobian_of(func, argnums=0):
    """torch.func.jacrev: the Jacobian of func by its argument argnums."""

    def derived(*args):
        x = tf.convert_to_tensor(args[argnums])
        with tf.GradientTape() as tape:
            tape.watch(x)
            value = func(*args[:argnums], x, *args[argnums + 1 :])
        return tape.jacobian(value, x, unconnected_gradients="zero")

    return derived


@block
def vmapped(func, in_dims=0):
    """torch.vmap over the first dimension; an argument whose dimension is None stays whole."""

    def mapped(*args):
        dims = in_dims if isinstance(in_dims, tuple) else (in_dims,) * len(args)
        rows = [i for i, dim in enumerate(dims) if dim is not None]
        sizes = [tf.shape(args[i])[0] for i in rows]
        for size in sizes[1:]:
            tf.debugging.assert_equal(size, sizes[0], "vmap: different sizes")

        def one(row):
            given = list(args)
            for i, x in zip(rows, row):
                given[i] = x
            return func(*given)

        return tf.vectorized_map(one, tuple(args[i] for i in rows))

    return mapped


@block
def pulled_back(func, *primals):
    """torch.func.vjp: the value, and the function that gives the products with the Jacobians."""
    with tf.GradientTape(persistent=True) as tape:
        tape.watch(primals)
        value = func(*primals)
    return value, lambda v: tape.gradient(value, primals, v, unconnected_gradients="zero")


@block
def pushed_forward(func, primals, tangents):
    """torch.func.jvp: the value, and the product of the Jacobian with the tangents."""
    with tf.autodiff.ForwardAccumulator(primals, tangents) as accumulator:
        value = func(*primals)
    return value, accumulator.jvp(value, unconnected_gradients="zero")


@port("torch.func.grad")
def grad(func, argnums=0, has_aux=False) -> Object:
    """The function that gives the gradient.

    >>> torch.func.grad(lambda v: v[0, 0] * v[1, 1])(x)
    >>> torch.func.grad(lambda v, w: v[0, 0] * w[1, 1], argnums=(0, 1))(x, y)
    """
    if has_aux:
        raise Unsupported("has_aux: let the function give the loss alone")
    return grad_of(func, argnums=argnums)


@port("torch.func.grad_and_value")
def grad_and_value_(func, argnums=0, has_aux=False) -> Object:
    """The function that gives the gradient and the value.

    >>> torch.func.grad_and_value(lambda v: v[0, 0] * v[1, 1])(x)
    """
    if has_aux:
        raise Unsupported("has_aux: let the function give the loss alone")
    return grad_and_value(func, argnums=argnums)


@port("torch.func.jacrev")
def jacrev(func, argnums=0, *, has_aux=False, chunk_size=None) -> Object:
    """The function that gives the Jacobian.

    >>> torch.func.jacrev(lambda v: v * v[0])(x)
    """
    del chunk_size
    if has_aux or argnums != 0:
        raise Unsupported("only the Jacobian by the first argument is ported")
    return jacobian_of(func)


@port("torch.func.jacfwd")
def jacfwd(func, argnums=0, has_aux=False, *, randomness="error") -> Object:
    """The same Jacobian, by another way.

    >>> torch.func.jacfwd(lambda v: v * v[0])(x)
    """
    if has_aux or argnums != 0:
        raise Unsupported("only the Jacobian by the first argument is ported")
    return jacobian_of(func)


@port("torch.func.hessian")
def hessian(func, argnums=0) -> Object:
    """The function that gives the second derivatives.

    >>> torch.func.hessian(lambda v: v[0, 0] * v[1] * v[2])(x)
    """
    if argnums != 0:
        raise Unsupported("only the Hessian by the first argument is ported")
    return jacobian_of(jacobian_of(func))


@port("torch.autograd.functional.jacobian")
def jacobian(
    func, inputs: Tensor, create_graph=False, strict=False, vectorize=False,
    strategy="reverse-mode"
) -> Tensor:  # fmt: skip
    """The Jacobian at one tensor.

    >>> torch.autograd.functional.jacobian(lambda v: v * v[0], x)
    """
    del strict, vectorize, strategy
    if create_graph:
        raise Unsupported("create_graph: call it under the tape of the other derivative")
    return jacobian_of(func)(inputs)


@port("torch.autograd.functional.hessian")
def functional_hessian(
    func, inputs: Tensor, create_graph=False, strict=False, vectorize=False,
    outer_jacobian_strategy="reverse-mode"
) -> Tensor:  # fmt: skip
    """The second derivatives at one tensor.

    >>> torch.autograd.functional.hessian(lambda v: v[0, 0] * v[1, 1] * v[1, 2], x)
    """
    del strict, vectorize, outer_jacobian_strategy
    if create_graph:
        raise Unsupported("create_graph: call it under the tape of the other derivative")
    return jacobian_of(jacobian_of(func))(inputs)


@port("torch.vmap", "torch.func.vmap")
def vmap(func, in_dims=0, out_dims=0, randomness="error", *, chunk_size=None) -> Object:
    """The function for a batch: over the first dimension of the arguments.

    >>> torch.vmap(lambda v: v * v[0])(x)
    >>> torch.func.vmap(lambda v, w: v * w, in_dims=(0, None))(x, y)
    """
    del chunk_size
    if out_dims != 0:
        raise Unsupported("out_dims: transpose the result")
    if in_dims not in (
        0, (0,), (0, 0), (0, None), (None, 0), (0, 0, 0), (None, 0, 0), (0, None, None),
        (0, 0, None), (None, None, 0), (None, 0, 0, 0), (None, 0, None), (0, None, 0),
    ):  # fmt: skip
        raise Unsupported("in_dims other than 0 and None: transpose the argument")
    return vmapped(func, in_dims=in_dims)


@port("torch.func.vjp")
def vjp(func, *primals, has_aux=False) -> Object:
    """The value, and a function for products of vectors with the Jacobians.

    >>> torch.func.vjp(lambda v, w: v * w, x, y)[0]
    >>> torch.func.vjp(lambda v, w: v * w, x, y)[1](q)
    """
    if has_aux:
        raise Unsupported("has_aux: let the function give the loss alone")
    return pulled_back(func, *primals)


@port("torch.func.jvp")
def jvp(func, primals, tangents, *, strict=False, has_aux=False) -> Object:
    """The value, and the product of the Jacobian with the tangents.

    >>> torch.func.jvp(lambda v, w: v * w, (x, y), (q, x))
    """
    del strict
    if has_aux:
        raise Unsupported("has_aux: let the function give the loss alone")
    return pushed_forward(func, primals, tangents)


@block
def called_with(network, weights, args, kwargs):
    """A call of a network with other weights, by torch's names; it keeps its own behind it.

    What a call changes (running statistics) changes where it was given, as in torch.
    """
    own = dict(named_variables(network))
    given = {}
    for part in weights if isinstance(weights, (tuple, list)) else (weights,):
        given |= part
    if missing := given.keys() - own.keys():
        raise KeyError(f"{type(network).__name__} has no {', '.join(sorted(missing))}")
    values = {key: tf.cast(value, own[key].dtype) for key, value in given.items()}
    eager = tf.config.functions_run_eagerly()
    tf.config.run_functions_eagerly(True)  # a graph made before has the network's own weights
    try:
        with keras.StatelessScope([(own[key], value) for key, value in values.items()]) as scope:
            result = network(*(args if isinstance(args, tuple) else (args,)), **(kwargs or {}))
    finally:
        tf.config.run_functions_eagerly(eager)
    for key, variable in own.items():
        new = scope.get_current_value(variable)
        if new is None or new is values.get(key):
            continue
        if key not in given:
            variable.assign(new)
        elif hasattr(given[key], "assign"):
            given[key].assign(new)
        else:
            raise NotImplementedError(f"the call changes {key}, and a tensor can't change")
    return result


@port("torch.func.functional_call", "torch.nn.utils.stateless.functional_call")
def functional_call(
    module: Module, parameter_and_buffer_dicts, args=None, kwargs=None, *, tie_weights=True,
    strict=False,
) -> Tensor:  # fmt: skip
    """A network with other weights for one call.

    >>> torch.func.functional_call(net, {"bias": torch.ones(2)}, (x,))
    >>> torch.func.functional_call(net, {k: p * 2 for k, p in net.named_parameters()}, x)
    """
    if not tie_weights or strict:
        raise Unsupported("tie_weights=False and strict=True")
    return called_with(module, parameter_and_buffer_dicts, () if args is None else args, kwargs)


@port("torch.func.stack_module_state")
def stack_module_state(*args, **kwargs) -> Object:
    """The weights of several networks, stacked.

    Not proven: it is refused.
    """
    raise Unsupported("call the networks one by one: tf.vectorized_map maps tensors alone")
