"""The SummaryWriter block against torch's: the event files of both are read back and compared."""

import torch  # before TensorFlow

# isort: split
import io
import socket
import time

import numpy as np
import pytest
import tensorflow as tf
from matplotlib.figure import Figure
from PIL import Image
from tensorboard.backend.event_processing.event_accumulator import EventAccumulator
from tensorboard.util import tensor_util
from torch.utils.tensorboard import SummaryWriter
from torch.utils.tensorboard.summary import hparams

from porter.rulebook import Rulebook

NAMES = {"io": io, "np": np, "socket": socket, "tf": tf, "time": time}
exec(Rulebook.load().paste({"SummaryWriter", "hparams"}), NAMES)
SIDES = {
    "torch": (SummaryWriter, torch.tensor),
    "tf": (NAMES["SummaryWriter"], tf.constant),
}


def written(folder, use, side):
    """The events of each run below the folder: {run: {tag: [(step, value), …]}}."""
    writer, tensor = SIDES[side]
    root = folder / side
    use(writer, tensor, root)
    runs = {}
    for run in {path.parent for path in root.rglob("events*")}:
        events = EventAccumulator(str(run)).Reload()
        tags = events.Tags()
        found = runs[str(run.relative_to(root))] = {}
        for tag in tags["scalars"]:
            found[tag] = [(e.step, e.value) for e in events.Scalars(tag)]
        for tag in tags["tensors"]:
            found[tag] = [
                (e.step, tensor_util.make_ndarray(e.tensor_proto)) for e in events.Tensors(tag)
            ]
        for tag in tags["histograms"]:
            found[tag] = [(e.step, e.histogram_value) for e in events.Histograms(tag)]
    return runs


def scalars(writer, tensor, root):
    with writer(root) as w:
        w.add_scalar("losses/td loss", tensor(0.1), 3)
        w.add_scalar("losses/td loss", np.array([2.5]), global_step=np.int64(7))
        w.add_scalar("charts/SPS", 120)
        w.add_scalars("re/turn", {"mean": 1.5, "max": tensor([4.0])}, 2)
        assert w.get_logdir() == w.log_dir == root


def texts(writer, tensor, root):
    w = writer(str(root))
    w.add_text("hyperparameters", "|a|b|\n|-|-|", 1)
    w.flush()


HYPERPARAMETERS = {"lr": 0.1, "net": "mlp", "bias": True, "units": 3, "seed": None}


def hyperparameters(writer, tensor, root):
    with writer(root) as w:
        w.add_hparams(HYPERPARAMETERS, {"loss": 2.0}, run_name="one", global_step=5)
        assert w.file_writer is not None


def reopened(writer, tensor, root):
    w = writer(root, filename_suffix=".x", max_queue=5, flush_secs=1)
    w.add_scalar("a", True, 1)
    w.close()
    time.sleep(1.1)  # a file's name has the second in which it began
    w.add_scalar("a", 2.0, 2)
    w.close()
    w.close()
    assert len(list(root.glob("*.x"))) == 2


@pytest.mark.parametrize(
    "use", [scalars, texts, reopened, hyperparameters], ids=lambda use: use.__name__
)
def test_same_events(use, tmp_path):
    theirs, ours = (written(tmp_path, use, side) for side in SIDES)
    assert theirs.keys() == ours.keys()
    for run, tags in theirs.items():
        assert tags.keys() == ours[run].keys()
        for tag, events in tags.items():
            for (step, value), (our_step, our_value) in zip(events, ours[run][tag], strict=True):
                assert step == our_step
                np.testing.assert_array_equal(np.asarray(value), our_value)


def test_histograms_hold_the_same_values(tmp_path):
    def use(writer, tensor, root):
        with writer(root) as w:
            w.add_histogram("weights", tensor([[0.5, -1.0], [2.0, 2.0]]), 4)

    ((step, torch_value),) = written(tmp_path, use, "torch")["."]["weights"]
    ((our_step, buckets),) = written(tmp_path, use, "tf")["."]["weights"]
    assert step == our_step == 4
    assert (buckets[0, 0], buckets[-1, 1]) == (torch_value.min, torch_value.max) == (-1, 2)
    assert buckets[:, 2].sum() == torch_value.num == 4


def test_a_network_is_shown_as_a_graph(tmp_path):
    class Twice(tf.keras.Model):
        def call(self, x, y):
            return tf.tanh(2 * x) + y

    writer = NAMES["SummaryWriter"](tmp_path)
    writer.add_graph(Twice(), (tf.zeros((3, 2)), tf.zeros((3, 1))))
    writer.add_graph(tf.keras.layers.ReLU(), tf.zeros((3, 2)))
    writer.close()
    found = [
        {node.op for node in tf.compat.v1.GraphDef.FromString(event.graph_def).node}
        for path in tmp_path.glob("events*")
        for event in tf.compat.v1.train.summary_iterator(str(path))
        if event.graph_def
    ]
    assert len(found) == 2
    assert {"Mul", "Tanh", "AddV2"} <= found[0]
    assert "Relu" in found[1]


@pytest.mark.parametrize("dataformats", ["CHW", "HWC", "HW"])
@pytest.mark.parametrize("dtype", [np.uint8, np.float32])
def test_images_are_the_same(dataformats, dtype, tmp_path):
    sizes = [{"C": 3, "H": 4, "W": 5}[axis] for axis in dataformats]
    pixels = np.random.default_rng(0).uniform(-0.1, 1.1, sizes)
    pixels = (pixels.clip(0, 1) * 255 if dtype is np.uint8 else pixels).astype(dtype)
    shown = {}
    for side, (writer, tensor) in SIDES.items():
        with writer(tmp_path / side) as w:
            w.add_image("i", tensor(pixels), 3, dataformats=dataformats)
        events = EventAccumulator(str(tmp_path / side)).Reload()
        if side == "torch":
            (event,) = events.Images("i")
            data = event.encoded_image_string
        else:
            (event,) = events.Tensors("i")
            data = event.tensor_proto.string_val[2]
        assert event.step == 3
        shown[side] = tf.io.decode_png(data, channels=3).numpy()
    np.testing.assert_array_equal(shown["tf"], shown["torch"])


def figure(level):
    """A figure of matplotlib, 40 pixels wide and 30 high."""
    found = Figure(figsize=(0.4, 0.3), dpi=100)
    found.add_axes((0, 0, 1, 1)).plot([0, 1], [level, 1 - level])
    return found


@pytest.mark.parametrize("count", [0, 1, 2, 10])
def test_figures_are_the_same(count, tmp_path):
    shown = {}
    for side, (writer, _) in SIDES.items():
        figures = [figure(i / 10) for i in range(count)] or figure(0.5)
        with writer(tmp_path / side) as w:
            w.add_figure("f", figures, 2, close=False)
        events = EventAccumulator(str(tmp_path / side)).Reload()
        if side == "torch":
            data = events.Images("f")[0].encoded_image_string
        else:
            data = events.Tensors("f")[0].tensor_proto.string_val[2]
        shown[side] = tf.io.decode_png(data, channels=3).numpy()
    np.testing.assert_array_equal(shown["tf"], shown["torch"])


@pytest.mark.parametrize("count", [1, 3, 4])
@pytest.mark.parametrize("dtype", [np.uint8, np.float32])
def test_a_video_has_the_frames_that_torch_lays_out(count, dtype, tmp_path):
    from torch.utils.tensorboard._utils import _prepare_video

    rng = np.random.default_rng(1)
    videos = (rng.uniform(size=(count, 5, 3, 4, 6)) < 0.5) * (255 if dtype is np.uint8 else 1)
    with NAMES["SummaryWriter"](tmp_path) as writer:
        writer.add_video("v", tf.constant(videos.astype(dtype)), 7, fps=10)
    (event,) = EventAccumulator(str(tmp_path)).Reload().Images("v")
    film = Image.open(io.BytesIO(event.encoded_image_string))
    frames = []
    for i in range(film.n_frames):
        film.seek(i)
        frames.append(np.asarray(film.convert("RGB")))
    expected = (_prepare_video(videos.astype(dtype)) * 255).astype(np.uint8)
    assert event.step == 7
    assert film.info["duration"] == 100
    np.testing.assert_array_equal(frames, expected)


def test_hyperparameters_are_the_same_summaries():
    metrics, domains = {"loss": 2.0, "return": 1}, {"net": ["mlp", "cnn"], "units": [3, 5]}
    for given in ({}, {"hparam_domain_discrete": domains}):
        theirs, ours = (f(HYPERPARAMETERS, metrics, **given) for f in (hparams, NAMES["hparams"]))
        for one, other in zip(theirs, ours, strict=True):
            assert one.SerializeToString(True) == other.SerializeToString(True)


@pytest.mark.parametrize("side", SIDES)
def test_default_folder(side, tmp_path, monkeypatch):
    monkeypatch.chdir(tmp_path)
    writer = SIDES[side][0](comment="_c")
    writer.close()
    (run,) = (tmp_path / "runs").iterdir()
    started, _, rest = run.name.rpartition("_" + socket.gethostname())
    assert rest == "_c"
    time.strptime("2024 " + started, "%Y %b%d_%H-%M-%S")
    assert str(writer.log_dir) == f"runs/{run.name}"


@pytest.mark.parametrize(("side", "error"), [("torch", AssertionError), ("tf", ValueError)])
def test_a_scalar_is_one_number(side, error, tmp_path):
    writer, tensor = SIDES[side]
    with writer(tmp_path) as w, pytest.raises(error):
        w.add_scalar("a", tensor([1.0, 2.0]), 1)
