"""Memory that weights share with the entries of a dict: `p.data = shadow[name]`."""

import tensorflow as tf

from porter.rule import block
from rules.autograd import watched_variable


@block
def set_memory(param, value):
    """torch's param.data = value: entries that shared its memory keep what it was."""
    holders = vars(watched_variable(param)).setdefault("holders", [])
    for entries, key in holders:
        there = key in entries if isinstance(entries, dict) else key < len(entries)
        if there and entries[key] is param:
            entries[key] = tf.identity(param)
    holders.clear()
    param.assign(value)


@block
def keep_memory(entries, key, param):
    """torch's entries[key] = param.data: the entry changes with the parameter."""
    entries[key] = param
    vars(watched_variable(param)).setdefault("holders", []).append((entries, key))


@block
def lend_memory(param, entries, key):
    """torch's param.data = entries[key]: the parameter changes with the entry."""
    value = tf.identity(entries[key])
    set_memory(param, value)
    keep_memory(entries, key, param)
