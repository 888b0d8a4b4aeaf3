"""Events must name the user's own lines, also from inside a tf.function."""

import linecache

import pytest
import tensorflow as tf

from porter.equivalence.sites import stack


def lines():
    """The text of the program's frames, innermost first, without this function's own."""
    sites = stack(lambda path: path == __file__)
    return [linecache.getline(site.path, site.line).strip() for site in sites[1:]]


def test_plain_calls_are_listed_innermost_first():
    def inner():
        return lines()

    found = inner()
    assert found == ["return lines()", "found = inner()"]


@pytest.mark.parametrize("place", ["body", "branch"])
def test_lines_of_a_traced_function(place):
    seen = {}

    def note(name):
        seen[name] = lines()

    @tf.function
    def body(x):
        note("body")
        if tf.reduce_sum(x) > 0:
            note("branch")
            x = x * 2
        return x

    body(tf.ones(3))
    assert seen[place][1] == f'note("{place}")'
    assert seen[place][-1] == "body(tf.ones(3))"
