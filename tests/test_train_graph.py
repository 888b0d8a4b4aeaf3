"""examples/ddpg/train_graph.py: what TensorBoard shows is the whole update."""

import subprocess
import sys
from pathlib import Path

import tensorflow as tf

SCRIPT = Path(__file__).parents[1] / "examples" / "ddpg" / "train_graph.py"


def test_the_train_body_is_shown(tmp_path):
    command = [sys.executable, SCRIPT, tmp_path]
    subprocess.run(command, capture_output=True, check=True, timeout=300)
    (path,) = tmp_path.glob("events*")
    events = tf.compat.v1.train.summary_iterator(str(path))
    (graph,) = [event.graph_def for event in events if event.graph_def]
    operations = [node.op for node in tf.compat.v1.GraphDef.FromString(graph).node]
    forward = 6 + 3 + 6  # the target networks', the critic's and the actor's losses
    assert operations.count("MatMul") > forward
    assert operations.count("AssignVariableOp") > 12
