_REG = {}


def register(kind, name=None):
    def deco(obj):
        _REG.setdefault(kind, {})[name or obj.__name__.lower()] = obj
        return obj

    return deco


def build(kind, name, *args, **kwargs):
    return _REG[kind][name](*args, **kwargs)
