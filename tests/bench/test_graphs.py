"""What the graphs of a phase cost: counted from traces of known functions."""

import tensorflow as tf

from porter.bench.graphs import Graph, Traces


def counted(run, phase=7):
    traces = Traces()
    with traces.recording(lambda: phase):
        run()
    return traces.counted()


def test_arguments_results_and_operations():
    @tf.function
    def norm(x, y):
        return tf.sqrt(tf.reduce_sum(x * y)), x + 1.0

    found = counted(lambda: norm(tf.ones(3), tf.ones(3)))
    assert found == {7: Graph(arguments=2, results=2, operations=4)}


def test_what_a_graph_captures_is_no_transfer():
    weight = tf.Variable(tf.ones(3))

    @tf.function
    def scaled(x):
        return x * weight

    found = counted(lambda: scaled(tf.ones(3)))
    assert found[7].arguments == 1
    assert found[7].operations == 2, "the product, and the variable is read"


def test_branches_and_loops_count_with_what_is_in_them():
    @tf.function
    def looped(x):
        for _ in tf.range(3):
            x = tf.sin(x)
        return x

    @tf.function
    def sine(x):
        return tf.sin(x)

    loop = counted(lambda: looped(tf.ones(3)))[7]
    assert loop.operations > counted(lambda: sine(tf.ones(3)))[7].operations
    assert loop.results == 1


def test_the_largest_trace_of_a_function_counts_and_functions_of_a_phase_add_up():
    @tf.function
    def body(x, twice):
        return tf.sin(tf.cos(x)) if twice else tf.sin(x)

    @tf.function
    def act(x):
        return tf.tanh(x)

    def run():
        body(tf.ones(3), False)
        body(tf.ones(3), True)
        act(tf.ones(3))

    assert counted(run) == {7: Graph(arguments=2, results=2, operations=3)}


def test_what_is_traced_outside_of_phases_is_left_out():
    @tf.function
    def sine(x):
        return tf.sin(x)

    assert counted(lambda: sine(tf.ones(3)), phase=None) == {}
