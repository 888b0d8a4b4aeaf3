"""A parameter group of torch's as the dict that it is there, and groups that are added later."""

import collections.abc

from porter.rule import Nothing, Optimizer, ParamGroup, Unsupported, block, port
from rules.changing_options import changing
from rules.optim import ParamGroups, option_names
from rules.own_optimizer import GroupOptions


@block
@changing("momentum", "beta1", "beta2", "weight_decay", "eps", "dampening", "alpha")
class OptimizerGroup(GroupOptions, collections.abc.MutableMapping):
    """A group of an optimizer as a dict: its options are the optimizer's, others lie beside."""

    options = (
        "weight_decay", "momentum", "dampening", "nesterov", "eps", "amsgrad", "maximize", "alpha",
    )  # fmt: skip

    kept = ("momentum", "weight_decay", "eps", "dampening", "alpha")  # in variables

    def __init__(self, optimizer):
        others = vars(optimizer).setdefault("others", {})
        vars(self).update(optimizer=optimizer, others=others)

    def __getitem__(self, name):
        if name in self.others:
            return self.others[name]
        if name == "lr":
            return float(self.optimizer.learning_rate)
        if name == "params":
            return self.optimizer.params
        if name == "betas" and hasattr(self.optimizer, "beta2"):
            return self.optimizer.beta1, self.optimizer.beta2
        if name == "initial_lr" and hasattr(self.optimizer, name):
            return self.optimizer.initial_lr
        if name in self.options and hasattr(self.optimizer, name):
            return getattr(self.optimizer, name)
        raise KeyError(name)

    def __setitem__(self, name, value):
        if name == "lr":
            self.optimizer.learning_rate = value
        elif name == "betas" and name in self:
            self.optimizer.beta1, self.optimizer.beta2 = value
        elif name == "initial_lr" or (name in self.kept and name in self):
            setattr(self.optimizer, name, value)
        elif name in self and name not in self.others:
            if self[name] != value:
                raise NotImplementedError(f"{name} of an optimizer that is built already")
        else:
            self.others[name] = value

    def __delitem__(self, name):
        del self.others[name]

    def __iter__(self):
        known = [name for name in ("params", "lr", "betas", *self.options) if name in self]
        return iter([*known, *(name for name in self.others if name not in known)])

    def __len__(self):
        return len([*self])

    def __contains__(self, name):
        try:
            self[name]
        except KeyError:
            return False
        return True


@block
def as_dict(group):
    """A parameter group as a dict: `group.get("weight_decay", 0.0)`."""
    return group if hasattr(group, "keys") else OptimizerGroup(group)


@block
def default_options(optimizer):
    """What an optimizer was made with: torch gives it to the groups that are added."""
    first = vars(optimizer).get("first_options", {})
    now = {
        "lr": optimizer.first_rate,
        "decoupled_weight_decay": optimizer.decoupled,
        **{name: first.get(name, value) for name, value in vars(optimizer).items()},
    }
    if "beta1" in now:
        now["betas"] = now["beta1"], now["beta2"]
    return {name: now[name] for name in option_names(type(optimizer)) if name in now}


@block
def add_param_group(optimizer, param_group):
    """torch's optimizer.add_param_group(): it has parameters more, with options of their own."""
    if hasattr(optimizer, "add_param_group"):  # one of the program's own
        optimizer.add_param_group(param_group)
        return
    given = param_group["params"]
    params = [given] if hasattr(given, "assign") else list(given)
    if {id(param) for param in params} & {id(param) for param in optimizer.params}:
        raise ValueError("some parameters appear in more than one parameter group")
    if not isinstance(optimizer, ParamGroups):  # it becomes the first of its groups
        first = object.__new__(type(optimizer))
        vars(first).update(vars(optimizer))
        fresh = ParamGroups(type(first), [], **default_options(first))
        fresh.param_groups.append(first)
        vars(optimizer).clear()
        object.__setattr__(optimizer, "__class__", ParamGroups)  # Keras would look at its names
        vars(optimizer).update(vars(fresh))
    optimizer.param_groups.append(optimizer.made({**param_group, "params": params}))
    every = [param for group in optimizer.param_groups for param in group.params]
    vars(optimizer)["_trainable_variables"] = every


@port("Optimizer.add_param_group")
def add_group(optimizer: Optimizer, param_group) -> Nothing:
    """One more group.

    Not proven: tests/programs/optimizers/groups_that_are_added.py does.
    """
    return add_param_group(optimizer, param_group)


@port("Either.add_param_group")
def add_group_to_either(optimizer, param_group) -> Nothing:
    """The same of what may be an optimizer of the program's own.

    Not proven: what is not known is no proof's; programs show it.
    """
    return add_param_group(optimizer, param_group)


@port("ParamGroup.in")
def group_has(key, group: ParamGroup) -> bool:
    """Whether a group has an option.

    Not proven: tests/programs/optimizers/groups_as_dicts.py does.
    """
    return key in as_dict(group)


@port("ParamGroup.not in")
def group_lacks(key, group: ParamGroup) -> bool:
    """Whether a group has no option of this name.

    Not proven: tests/programs/optimizers/groups_as_dicts.py does.
    """
    return key not in as_dict(group)


@port("ParamGroup.get")
def group_get(group: ParamGroup, key, default=None) -> Nothing:
    """An option of a group, or a default.

    Not proven: tests/programs/optimizers/groups_as_dicts.py does.
    """
    return as_dict(group).get(key, default)


@port("ParamGroup.setdefault")
def group_setdefault(group: ParamGroup, key, default=None) -> Nothing:
    """An option of a group, which is set where there is none.

    Not proven: tests/programs/optimizers/groups_as_dicts.py does.
    """
    return as_dict(group).setdefault(key, default)


@port("ParamGroup.keys")
def group_keys(group: ParamGroup) -> Nothing:
    """The names of its options.

    Not proven: tests/programs/optimizers/groups_as_dicts.py does.
    """
    return as_dict(group).keys()


@port("ParamGroup.items")
def group_items(group: ParamGroup) -> Nothing:
    """Its options by their names.

    Not proven: tests/programs/optimizers/groups_as_dicts.py does.
    """
    return as_dict(group).items()


@port("ParamGroup.update")
def group_update(group: ParamGroup, options) -> Nothing:
    """Several options at once.

    Not proven: tests/programs/optimizers/groups_as_dicts.py does.
    """
    return as_dict(group).update(options)


@port("ParamGroup.[]")
def group_item(group: ParamGroup, key) -> Nothing:
    """What has no attribute of the port's: `group["name"]`, `group[key]`.

    Not proven: tests/programs/optimizers/groups_as_dicts.py does.
    """
    return as_dict(group)[key]


@block
def saved_groups(optimizer):
    """The groups as torch's state_dict() has them: dicts with the numbers of their parameters."""
    found, count = [], 0
    for group in map(as_dict, optimizer.param_groups):
        numbers = [*range(count, count + len(group["params"]))]
        found.append({**group, "params": numbers})
        count += len(numbers)
    return found


@port("Optimizer.saved_groups")
def groups_of_state(optimizer: Optimizer) -> Nothing:
    """The options as they are now: `optimizer.state_dict()["param_groups"]`.

    Not proven: tests/programs/optimizers/groups_as_dicts.py does.
    """
    return saved_groups(optimizer)


@block
def set_group_option(group, name, value):
    """torch's group[name] = value."""
    as_dict(group)[name] = value


@port("ParamGroup.amsgrad=", "ParamGroup.maximize=", "ParamGroup.nesterov=")
def set_built_in(group: ParamGroup, value) -> Nothing:
    """What an optimizer is built with: its variables and its formula.

    Not proven: tests/programs/optimizers/built_in_options.py does.
    """
    raise Unsupported("an optimizer is built with maximize, nesterov and amsgrad: make a new one")


@port("ParamGroup.[]=")
def set_group_item(group: ParamGroup, key, value) -> Nothing:
    """`group["name"] = value`, `group[key] = value`.

    Not proven: tests/programs/optimizers/groups_as_dicts.py does.
    """
    return set_group_option(group, key, value)
