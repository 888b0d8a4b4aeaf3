"""torch.utils.tensorboard: a building block over tf.summary."""

import socket
import time

import numpy as np
import tensorflow as tf

from porter.rule import port


@port(
    "torch.utils.tensorboard.SummaryWriter", "torch.utils.tensorboard.writer.SummaryWriter",
    note="TensorBoard shows the same, but the event files hold tensors where torch writes plain"
    " scalars, histograms of 30 buckets, graphs of TensorFlow's operations, and the time of a call",
)  # fmt: skip
class SummaryWriter:
    """torch.utils.tensorboard.SummaryWriter: the same runs, tags and steps, by tf.summary.

    Not proven: tests/test_tensorboard.py reads the event files of both.
    """

    def __init__(
        self, log_dir=None, comment="", *, max_queue=10, flush_secs=120, filename_suffix=""
    ):
        if not log_dir:
            started = time.strftime("%b%d_%H-%M-%S")
            log_dir = f"runs/{started}_{socket.gethostname()}{comment}"
        self.log_dir = log_dir
        self.options = {"max_queue": max_queue, "flush_millis": 1000 * flush_secs}
        self.options["filename_suffix"] = filename_suffix
        self.writers = {}
        self._writer(log_dir)  # the event file is there at once

    def _writer(self, log_dir):
        if log_dir not in self.writers:
            self.writers[log_dir] = tf.summary.create_file_writer(str(log_dir), **self.options)
        return self.writers[log_dir]

    def _at(self, global_step, log_dir=None):
        step = 0 if global_step is None else int(global_step)
        return self._writer(log_dir or self.log_dir).as_default(step)

    def get_logdir(self):
        return self.log_dir

    def add_scalar(self, tag, scalar_value, global_step=None, walltime=None):
        del walltime  # TensorFlow's writer has the time of the call
        with self._at(global_step):
            tf.summary.scalar(tag, np.squeeze(scalar_value))

    def add_scalars(self, main_tag, tag_scalar_dict, global_step=None):
        run = f"{self.log_dir}/{main_tag.replace('/', '_')}"
        for tag, scalar_value in tag_scalar_dict.items():  # a run of its own for each line
            with self._at(global_step, f"{run}_{tag}"):
                tf.summary.scalar(main_tag, np.squeeze(scalar_value))

    def add_text(self, tag, text_string, global_step=None):
        with self._at(global_step):
            tf.summary.text(f"{tag}/text_summary", [text_string])

    def add_histogram(self, tag, values, global_step=None):
        with self._at(global_step):
            tf.summary.histogram(tag, values)

    def add_image(self, tag, img_tensor, global_step=None, *, dataformats="CHW"):
        image = np.asarray(img_tensor)
        image = image[..., None] if dataformats == "HW" else image
        axes = dataformats if len(dataformats) == 3 else "HWC"
        image = image.transpose([axes.index(axis) for axis in "HWC"])
        if image.dtype != np.uint8:  # cut off, not rounded
            image = np.clip(image * 255, 0, 255).astype(np.uint8)
        with self._at(global_step):
            tf.summary.image(tag, image[None])

    def add_graph(self, model, input_to_model=None, verbose=False, use_strict_trace=True):
        inputs = input_to_model if isinstance(input_to_model, (list, tuple)) else [input_to_model]
        trace = tf.function(model).get_concrete_function(*inputs)
        with self._at(0):
            tf.summary.graph(trace.graph)

    def flush(self):
        for writer in self.writers.values():
            writer.flush()

    def close(self):
        for writer in self.writers.values():
            writer.close()
        self.writers.clear()  # what is added from now on begins new event files

    def __enter__(self):
        return self

    def __exit__(self, *exception):
        self.close()
