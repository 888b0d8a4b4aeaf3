"""torch.nn's containers: layers and parameters in lists and dictionaries.

What they hold are attributes as well, under torch's names: tf.train.Checkpoint does not look into
lists. A name that Keras has itself gets an underscore.
"""

import collections

import keras

from porter.rule import block, port
from rules.linear import Layer
from rules.model import TorchModel


@port("torch.nn.Sequential")
class Sequential(TorchModel):
    """torch.nn.Sequential: layers and plain functions applied in order, to any input rank.

    >>> nn.Sequential(nn.Linear(3, 2), nn.Tanh())(x)
    >>> nn.Sequential(nn.Linear(3, 2), nn.ReLU())[-1](x)
    """

    def __init__(self, *layers):
        super().__init__()
        self._held = {}
        self.hold(layers[0] if layers and isinstance(layers[0], dict) else layers)

    def add_module(self, name, layer):
        if name in self._held:
            self.hold({**self._held, name: layer})
        else:
            self._held[name] = layer
            setattr(self, f"{name}_" if name in dir(self) else name, layer)

    def append(self, layer):
        self.add_module(str(len(self)), layer)
        return self

    def extend(self, layers):
        for layer in layers:
            self.append(layer)
        return self

    def __iadd__(self, layers):
        return self.extend(layers)

    def insert(self, index, layer):
        layers = list(self)
        layers.insert(index, layer)
        return self.hold(layers)

    def pop(self, index):
        layer = self[index]
        del self[index]
        return layer

    def __delitem__(self, index):
        layers = list(self)
        del layers[index]
        self.hold(layers)

    def hold(self, layers):
        """These layers from now on, in this order, numbered again where they have no names."""
        self._tracker.unlock()  # Keras takes up none once a network has been called
        for name, layer in self._held.items():
            delattr(self, name if name in vars(self) else f"{name}_")
            self._tracker.untrack(layer)
        self._held = {}
        named = layers.items() if isinstance(layers, dict) else enumerate(layers)
        for name, layer in named:
            self.add_module(str(name), layer)
        return self

    def call(self, x):
        for step in self:
            x = step(x)
        return x

    def __len__(self):
        return len(self._held)

    def __iter__(self):
        return iter(list(self._held.values()))

    def __getitem__(self, index):
        if isinstance(index, slice):
            return Sequential(dict(list(self._held.items())[index]))
        return list(self)[index]

    def given(self):
        return (dict(self._held),), {}


@port("torch.nn.ModuleList")
class ModuleList(Layer):
    """torch.nn.ModuleList: a list whose layers belong to the network.

    >>> nn.ModuleList([nn.ReLU(), nn.Tanh()])[-1](x)
    >>> len(nn.ModuleList([nn.ReLU(), nn.Tanh()])[:1])
    """

    def __init__(self, modules=()):
        super().__init__()
        self._held = []
        self.extend(modules)

    def append(self, module):
        setattr(self, str(len(self)), module)
        self._held.append(module)
        return self

    def extend(self, modules):
        for module in modules:
            self.append(module)
        return self

    def __iadd__(self, modules):
        return self.extend(modules)

    def insert(self, index, module):
        rest = self._held[index:]
        for place, layer in enumerate(rest, len(self) - len(rest)):
            delattr(self, str(place))
            self._tracker.untrack(layer)  # else its variables would keep their place
        del self._held[len(self) - len(rest) :]
        self.append(module).extend(rest)

    def pop(self, index):
        module = self[index]
        del self[index]
        return module

    def __delitem__(self, index):
        modules = list(self)
        del modules[index]
        self._tracker.unlock()
        for place, layer in enumerate(self._held):
            delattr(self, str(place))
            self._tracker.untrack(layer)
        self._held = []
        self.extend(modules)

    def __len__(self):
        return len(self._held)

    def __iter__(self):
        return iter(list(self._held))

    def __getitem__(self, index):
        return type(self)(self._held[index]) if isinstance(index, slice) else self._held[index]

    def given(self):
        return (list(self._held),), {}


@port("torch.nn.ModuleDict")
class ModuleDict(Layer):
    """torch.nn.ModuleDict: a dictionary whose layers belong to the network.

    >>> nn.ModuleDict({"a": nn.ReLU(), "b": nn.Tanh()})["b"](x)
    >>> len(nn.ModuleDict([["a", nn.ReLU()]]))
    """

    def __init__(self, modules=()):
        super().__init__()
        self._held = {}
        self.update(modules)

    def update(self, modules):
        for name, module in dict(modules).items():
            self[name] = module

    def keys(self):
        return self._held.keys()

    def values(self):
        return self._held.values()

    def items(self):
        return self._held.items()

    def __len__(self):
        return len(self._held)

    def __iter__(self):
        return iter(self._held)

    def __contains__(self, name):
        return name in self._held

    def __getitem__(self, name):
        return self._held[name]

    def __setitem__(self, name, module):
        setattr(self, f"{name}_" if name in dir(self) else name, module)
        self._held[name] = module

    def __delitem__(self, name):
        module = self[name]
        self._tracker.unlock()  # Keras takes up none once a network has been called
        delattr(self, name if name in vars(self) else f"{name}_")
        self._held = {key: part for key, part in self.items() if key != name}
        if not any(part is module for part in self.values()):
            self._tracker.untrack(module)

    def pop(self, name):
        module = self[name]
        del self[name]
        return module

    def clear(self):
        for name in list(self):
            del self[name]

    def given(self):
        return (dict(self._held),), {}


@port("torch.nn.ParameterList")
class ParameterList(ModuleList):
    """torch.nn.ParameterList: a list whose variables belong to the network.

    >>> nn.ParameterList([x, y])[1]
    """

    def append(self, value):
        return super().append(value if isinstance(value, keras.Variable) else keras.Variable(value))

    def given(self):
        return ([part.numpy() for part in self._held],), {}


@port("torch.nn.ParameterDict")
class ParameterDict(ModuleDict):
    """torch.nn.ParameterDict: a dictionary whose variables belong to the network.

    >>> nn.ParameterDict({"a": x})["a"]
    >>> list(nn.ParameterDict({"b": x, "a": x}))
    >>> list(nn.ParameterDict([("b", x), ("a", x)]))
    """

    def update(self, parameters):
        plain = isinstance(parameters, dict) and not isinstance(parameters, collections.OrderedDict)
        super().update(sorted(parameters.items()) if plain else parameters)  # torch's order

    def __setitem__(self, name, value):
        super().__setitem__(
            name, value if isinstance(value, keras.Variable) else keras.Variable(value)
        )

    def given(self):
        return ([(name, part.numpy()) for name, part in self.items()],), {}


@block
def put_layer(network, name, layer):
    """network.name = layer, or network[name] = layer, in the place of the one that is there.

    Keras would keep both, and takes up none once a network has been called.
    """
    if not isinstance(network, keras.layers.Layer):
        setattr(network, name, layer)
        return
    parts = getattr(network, "_held", None)  # of a container
    if isinstance(parts, list) and str(name).isdigit():
        name = int(name)
    held = (isinstance(parts, dict) and callable(layer)) or isinstance(name, int)
    if held:
        keys = list(parts) if isinstance(parts, dict) else range(len(parts))
        key = keys[name] if isinstance(name, int) else name
        taken = f"{key}_" in vars(network) or (key not in parts and key in dir(network))
        name = f"{key}_" if taken else str(key)
    old, layers = getattr(network, name, None), network._layers
    place = next((i for i, one in enumerate(layers) if one is old), len(layers))
    known = any(one is layer for one in layers)
    network._tracker.unlock()
    setattr(network, name, layer)
    if held:
        parts[key] = layer
    if not any(one is old for one in vars(network).values()):
        network._tracker.untrack(old)
        if not known and layers and layers[-1] is layer:
            layers.insert(place, layers.pop())


@block
def remove_layer(network, name):
    """del network.name: Keras would keep its variables."""
    if not isinstance(network, keras.layers.Layer):
        delattr(network, name)
        return
    old = getattr(network, name)
    network._tracker.unlock()
    delattr(network, name)
    if not any(one is old for one in vars(network).values()):
        network._tracker.untrack(old)
