"""TFE907: input queues and their threads, which tf.data replaced."""

from __future__ import annotations

import ast
from collections.abc import Iterator

from porter.linter import legacy
from porter.linter.file import File
from porter.linter.finding import Finding
from porter.linter.rule import Invalid, Rule

_DATA = "a tf.data.Dataset"
_THREADS = "threading.Thread and queue.Queue around a tf.function, or a tf.data.Dataset"
INSTEAD = {
    "FixedLengthRecordReader": "tf.data.FixedLengthRecordDataset",
    "TFRecordReader": "tf.data.TFRecordDataset",
    "TextLineReader": "tf.data.TextLineDataset",
    "WholeFileReader": "tf.data.Dataset.list_files and tf.io.read_file",
    "train.QueueRunner": _THREADS,
    "train.add_queue_runner": _THREADS,
    "train.batch": f"{_DATA} with batch",
    "train.input_producer": _DATA,
    "train.limit_epochs": f"{_DATA} with repeat",
    "train.queue_runner": _THREADS,
    "train.range_input_producer": _DATA,
    "train.shuffle_batch": f"{_DATA} with shuffle and batch",
    "train.slice_input_producer": "tf.data.Dataset.from_tensor_slices",
    "train.start_queue_runners": "remove it: a loop over a dataset needs none",
    "train.string_input_producer": "tf.data.Dataset.list_files",
}


class QueueRunner(Rule):
    """Queue runners and their readers are gone from TensorFlow 2.

    ### What it does
    Finds `tf.train.QueueRunner`, `start_queue_runners`, the readers, and `tf.train.Coordinator`
    where it stops such threads.

    ### Why is this bad?
    They fill queues of a graph by running it in a session, and neither is there any more: they
    raise `AttributeError`.

    ### Example
    ```python
    runner = tf.train.QueueRunner(queue, [queue.enqueue(op) for op in ops])
    tf.train.add_queue_runner(runner)
    coord = tf.train.Coordinator()
    threads = tf.train.start_queue_runners(sess, coord)
    ```

    ### Use instead
    ```python
    results = queue.Queue(maxsize=50)


    def work(function):
        while not stop.is_set():
            results.put(function().numpy())


    threads = [threading.Thread(target=work, args=[function]) for function in functions]
    ```

    ### When not
    Code for TensorFlow 1 alone. A `tf.train.Coordinator` for threads of one's own still works.
    """

    id = "TFE907"
    name = "queue-runner"
    message = "`{old}` belongs to the queues of TensorFlow 1"
    advice = "{new}"
    valid = (
        """
        coord = tf.train.Coordinator()
        threads = [threading.Thread(target=work, args=[coord]) for work in workers]
        coord.join(threads)
        """,
        """
        for batch in tf.data.TFRecordDataset(files).batch(32):
            step(batch)
        """,
    )
    invalid = (
        Invalid(
            """
            runner = tf.train.QueueRunner(queue, ops)  # TFE907
            tf.train.queue_runner.add_queue_runner(runner)  # TFE907
            coord = tf.train.Coordinator()  # TFE907
            threads = tf.train.start_queue_runners(sess, coord)  # TFE907
            """
        ),
    )

    def visit_Attribute(self, node: ast.Attribute, file: File) -> Iterator[Finding]:
        old = legacy.used(node, file)
        new = legacy.replacement(old, INSTEAD)
        if old == "train.Coordinator" and file.once(_has_runners, file.tree.module):
            new = "a threading.Event"
        if new:
            yield self.found(node, file, old=ast.unparse(node), new=new)


def _has_runners(module: ast.Module, file: File) -> bool:
    """Whether queue runners are made or started in this file."""
    used = (node.attr for node in file.tree.of(ast.Attribute))
    return any("queue_runner" in name or name == "QueueRunner" for name in used)
