"""`one_op` and devices: a train body runs where the program asks for it, as a tf.function does."""

import subprocess
import sys
from pathlib import Path

from tests.test_helper_module import ALL, helper_module

PROGRAM = """
import tensorflow as tf
from torch_compat import one_op

cpu = tf.config.list_physical_devices("CPU")[0]
tf.config.set_logical_device_configuration(cpu, [tf.config.LogicalDeviceConfiguration()] * 2)


def double(x):
    return 2 * tf.sin(x)


def number(x):
    return x.device[-1]


with tf.device("CPU:1"):
    weight = tf.Variable(tf.ones(3))


@one_op
@tf.function
def updated(x):
    weight.assign_add(x)
    return weight.read_value()


x = tf.ones(3)
for function in (tf.function(double), one_op(tf.function(double))):
    first = function(x)
    with tf.device("CPU:1"):
        second = function(x)
    print(number(first), number(second), bool(tf.reduce_all(first == second)))
updated(x), updated(x)
print(number(weight), weight.numpy().tolist())
"""


def test_one_op_follows_the_device_of_its_caller(tmp_path: Path) -> None:
    (tmp_path / "torch_compat.py").write_text(helper_module(ALL))
    (tmp_path / "main.py").write_text(PROGRAM)
    command = [sys.executable, "main.py"]
    found = subprocess.run(command, cwd=tmp_path, capture_output=True, text=True, check=False)
    assert found.returncode == 0, found.stderr
    of_function, of_one_op, updated = found.stdout.splitlines()
    assert of_function == of_one_op == "0 1 True"
    assert updated == "1 [3.0, 3.0, 3.0]"
