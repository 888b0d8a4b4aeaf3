"""The SummaryWriter block against torch's: the event files of both are read back and compared."""

import torch  # before TensorFlow

# isort: split
import socket
import time

import numpy as np
import pytest
import tensorflow as tf
from tensorboard.backend.event_processing.event_accumulator import EventAccumulator
from tensorboard.util import tensor_util
from torch.utils.tensorboard import SummaryWriter

from porter.rulebook import Rulebook

NAMES = {"np": np, "socket": socket, "tf": tf, "time": time}
exec(Rulebook.load().paste({"SummaryWriter"}), NAMES)
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


def reopened(writer, tensor, root):
    w = writer(root, filename_suffix=".x", max_queue=5, flush_secs=1)
    w.add_scalar("a", True, 1)
    w.close()
    time.sleep(1.1)  # a file's name has the second in which it began
    w.add_scalar("a", 2.0, 2)
    w.close()
    w.close()
    assert len(list(root.glob("*.x"))) == 2


@pytest.mark.parametrize("use", [scalars, texts, reopened], ids=lambda use: use.__name__)
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
