"""torch.utils.tensorboard: a building block over tf.summary."""

import io
import socket
import time

import numpy as np
import tensorflow as tf

from porter.rule import Object, block, port


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
        with self._at(global_step):
            tf.summary.image(tag, colours(image)[None])

    def add_figure(self, tag, figure, global_step=None, close=True):
        figures = figure if isinstance(figure, list) else [figure]
        images = [drawn(figure, close) for figure in figures]
        rows = [np.concatenate(images[i : i + 8], 1) for i in range(0, len(images), 8)]
        for i, row in enumerate(rows):  # black beside the last ones
            missing = rows[0].shape[1] - row.shape[1]
            rows[i] = np.pad(row, [(0, 0), (0, missing), (0, 0)])
        self.add_image(tag, np.concatenate(rows, 0), global_step, dataformats="HWC")

    def add_video(self, tag, vid_tensor, global_step=None, fps=4):
        frames = side_by_side(colours(np.asarray(vid_tensor)))
        _, height, width, channels = frames.shape
        image = tf.compat.v1.Summary.Image(
            height=height, width=width, colorspace=channels, encoded_image_string=gif(frames, fps)
        )
        value = tf.compat.v1.Summary.Value(tag=tag, image=image)
        self.add_summary(tf.compat.v1.Summary(value=[value]), global_step)

    def add_hparams(
        self, hparam_dict, metric_dict, hparam_domain_discrete=None, run_name=None, global_step=None
    ):
        parts = hparams(hparam_dict, metric_dict, hparam_domain_discrete)
        with SummaryWriter(f"{self.log_dir}/{run_name or time.time()}") as run:
            for part in parts:
                run.add_summary(part, global_step)
            for tag, value in metric_dict.items():
                run.add_scalar(tag, value, global_step)

    @property
    def file_writer(self):
        """What writes the file of this run: the writer itself has the same add_summary()."""
        return self

    def add_summary(self, summary, global_step=None):
        step = 0 if global_step is None else int(global_step)
        with self._at(step):
            tf.summary.experimental.write_raw_pb(summary.SerializeToString(), step)

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


@block
def colours(pixels):
    """Numbers in [0, 1] as bytes; bytes stay: torch cuts off and does not round."""
    if pixels.dtype == np.uint8:
        return pixels
    return np.clip(pixels * 255, 0, 255).astype(np.uint8)


@block
def drawn(figure, close):
    """The pixels of a figure of matplotlib: (height, width, 3)."""
    import matplotlib.pyplot as plt
    from matplotlib.backends.backend_agg import FigureCanvasAgg

    canvas = FigureCanvasAgg(figure)
    canvas.draw()
    pixels = np.array(canvas.buffer_rgba())[..., :3]
    if close:
        plt.close(figure)
    return pixels


@block
def side_by_side(videos):
    """Videos (N, T, C, H, W) as one of (T, rows * H, columns * W, C): N is filled up to 2**k."""
    count, frames, channels, height, width = videos.shape
    if count & (count - 1):
        black = np.zeros((2 ** count.bit_length() - count, *videos.shape[1:]), videos.dtype)
        videos = np.concatenate([videos, black])
    rows = 2 ** ((count.bit_length() - 1) // 2)
    columns = len(videos) // rows
    grid = videos.reshape(rows, columns, frames, channels, height, width)
    grid = grid.transpose(2, 0, 4, 1, 5, 3)
    return grid.reshape(frames, rows * height, columns * width, channels)


@block
def gif(frames, fps):
    """The bytes of an animated GIF of frames (T, H, W, C)."""
    from PIL import Image

    images = [Image.fromarray(f[..., 0] if f.shape[-1] == 1 else f) for f in frames]
    file = io.BytesIO()
    images[0].save(
        file, "GIF", save_all=True, append_images=images[1:], duration=1000 / fps, loop=0
    )
    return file.getvalue()


@port("torch.utils.tensorboard.summary.hparams")
def hparams(hparam_dict, metric_dict, hparam_domain_discrete=None) -> Object:
    """The three summaries of TensorBoard's page of hyperparameters.

    Not proven: tests/test_tensorboard.py compares them with torch's.
    """
    return hyperparameter_summaries(hparam_dict, metric_dict, hparam_domain_discrete)


@block
def hyperparameter_summaries(hparam_dict, metric_dict, domains=None):
    """Of a session: what it varies and measures, its values, and that it ended."""
    from tensorboard.plugins.hparams import api_pb2, metadata, plugin_data_pb2

    infos, start = [], plugin_data_pb2.SessionStartInfo()
    for name, value in hparam_dict.items():
        if value is None:
            continue
        if isinstance(value, str):
            info = api_pb2.HParamInfo(name=name, type=api_pb2.DATA_TYPE_STRING)
            field = "string_value"
        else:
            info = api_pb2.HParamInfo(name=name, type=api_pb2.DATA_TYPE_FLOAT64)
            field, value = "number_value", float(value)
        setattr(start.hparams[name], field, value)
        for choice in (domains or {}).get(name, ()):
            setattr(info.domain_discrete.values.add(), field, choice)
        infos.append(info)
    metrics = [api_pb2.MetricInfo(name=api_pb2.MetricName(tag=tag)) for tag in metric_dict]
    parts = {
        metadata.EXPERIMENT_TAG: {
            "experiment": api_pb2.Experiment(hparam_infos=infos, metric_infos=metrics)
        },
        metadata.SESSION_START_INFO_TAG: {"session_start_info": start},
        metadata.SESSION_END_INFO_TAG: {
            "session_end_info": plugin_data_pb2.SessionEndInfo(status=api_pb2.STATUS_SUCCESS)
        },
    }
    return tuple(tagged_summary(tag, **part) for tag, part in parts.items())


@block
def tagged_summary(tag, **part):
    """A summary without a value, which TensorBoard's plugin finds by its tag."""
    from tensorboard.plugins.hparams import metadata, plugin_data_pb2

    content = plugin_data_pb2.HParamsPluginData(version=metadata.PLUGIN_DATA_VERSION, **part)
    found = tf.compat.v1.SummaryMetadata()
    found.plugin_data.plugin_name = metadata.PLUGIN_NAME
    found.plugin_data.content = content.SerializeToString()
    return tf.compat.v1.Summary(value=[tf.compat.v1.Summary.Value(tag=tag, metadata=found)])
