"""Networks rewritten for blocks of channels give what they gave before."""

from __future__ import annotations

import numpy as np
import pytest

onnx = pytest.importorskip("onnx", reason="the train extra is not installed")
onnxruntime = pytest.importorskip("onnxruntime")

from dicecam.learn.ultra.aligned import BLOCK, align_channels  # noqa: E402

pytestmark = pytest.mark.train


class Net:
    """Puts a small network together, its weights drawn at random."""

    def __init__(self):
        self.nodes, self.numbers = [], []
        self.rng = np.random.default_rng(3)

    def constant(self, values, name):
        self.numbers.append(onnx.numpy_helper.from_array(np.asarray(values), name))
        return name

    def node(self, kind, inputs, *outputs, **attributes):
        self.nodes.append(onnx.helper.make_node(kind, inputs, list(outputs), **attributes))
        return outputs[0]

    def conv(self, source, name, given, made, *, side=1, groups=1):
        shape = (made, given // groups, side, side)
        weight = (self.rng.normal(size=shape) / np.sqrt(np.prod(shape[1:]))).astype(np.float32)
        bias = self.rng.normal(size=made).astype(np.float32)
        inputs = [source, self.constant(weight, f"{name}.w"), self.constant(bias, f"{name}.b")]
        return self.node("Conv", inputs, name, group=groups, pads=[side // 2] * 4)

    def active(self, source, name, given, made, **options):
        scores = self.conv(source, f"{name}.conv", given, made, **options)
        return self.node("Mul", [scores, self.node("Sigmoid", [scores], f"{name}.s")], name)

    def halves(self, source, channels):
        half, axis = channels // 2, self.constant(np.array([1]), f"{source}.axis")
        ends = [self.constant(np.array([at * half]), f"{source}.{at}") for at in range(3)]
        return [
            self.node("Slice", [source, ends[at], ends[at + 1], axis], f"{source}.half{at}")
            for at in range(2)
        ]

    def model(self, output, shape):
        float32 = onnx.TensorProto.FLOAT
        graph = onnx.helper.make_graph(
            self.nodes,
            "net",
            [onnx.helper.make_tensor_value_info("images", float32, [1, 3, "h", "w"])],
            [onnx.helper.make_tensor_value_info(output, float32, shape)],
            self.numbers,
        )
        opset = [onnx.helper.make_opsetid("", 17)]
        return onnx.helper.make_model(graph, opset_imports=opset, ir_version=8)


def _run(model):
    images = np.random.default_rng(1).random((1, 3, 12, 20), dtype=np.float32)
    session = onnxruntime.InferenceSession(model.SerializeToString())
    return session.run(None, {"images": images})[0]


def _kinds(model):
    return [node.op_type for node in model.graph.node]


def _made(model):
    """Return how many channels each convolution makes."""
    sizes = {one.name: one.dims[0] for one in model.graph.initializer}
    return [sizes[node.input[1]] for node in model.graph.node if node.op_type == "Conv"]


def test_a_block_of_yolo_needs_no_cut_and_has_whole_blocks_of_channels():
    """Halves, a bottleneck with its shortcut, all joined: the same numbers, up to rounding."""
    net = Net()
    first = net.active("images", "first", 3, 24, side=3)
    left, right = net.halves(net.active(first, "cut", 24, 24), 24)
    narrow = net.active(net.active(right, "down", 12, 6, side=3), "up", 6, 12, side=3)
    added = net.node("Add", [right, narrow], "added")
    joined = net.node("Concat", [left, right, added], "joined", axis=1)
    deep = net.active(joined, "each", 36, 36, side=3, groups=36)
    pooled = net.node("MaxPool", [deep], "pooled", kernel_shape=[3, 3], pads=[1, 1, 1, 1])
    model = net.model(net.conv(pooled, "last", 36, 5), [1, 5, "h", "w"])
    aligned = align_channels(model)

    assert "Slice" in _kinds(model)
    assert "Slice" not in _kinds(aligned)
    assert all(count % BLOCK == 0 for count in _made(aligned)[:-1])
    assert _made(aligned)[-1] == 5
    assert _run(aligned) == pytest.approx(_run(model), abs=1e-4)


def test_a_map_whose_channels_are_counted_stays_as_it_is():
    """What is reshaped or multiplied with constants for each channel has no zeros put in."""
    net = Net()
    seen = net.active("images", "seen", 3, 10)
    scale = net.constant(net.rng.normal(size=(1, 10, 1, 1)).astype(np.float32), "scale")
    scaled = net.node("Mul", [seen, scale], "scaled")
    shape = net.constant(np.array([1, 10, -1]), "shape")
    model = net.model(net.node("Reshape", [scaled, shape], "flat"), [1, 10, "n"])
    aligned = align_channels(model)

    assert _made(aligned) == [10]
    assert (_run(aligned) == _run(model)).all()


def test_maps_filled_up_in_other_places_are_not_added():
    """Two joined halves of twelve and one map of 24 channels have their zeros elsewhere."""
    net = Net()
    left, right = (net.active("images", name, 3, 12) for name in ("left", "right"))
    joined = net.node("Concat", [left, right], "joined", axis=1)
    added = net.node("Add", [joined, net.active("images", "whole", 3, 24)], "added")
    model = net.model(net.conv(added, "last", 24, 2), [1, 2, "h", "w"])

    assert _run(align_channels(model)) == pytest.approx(_run(model), abs=1e-4)


def test_a_map_that_is_also_used_whole_is_cut_as_before():
    """Its convolution is not done twice."""
    net = Net()
    whole = net.active("images", "whole", 3, 32)
    left, right = net.halves(whole, 32)
    joined = net.node("Concat", [right, left, whole], "joined", axis=1)
    model = net.model(net.conv(joined, "last", 64, 2), [1, 2, "h", "w"])
    aligned = align_channels(model)

    assert _kinds(aligned) == _kinds(model)
    assert _run(aligned) == pytest.approx(_run(model), abs=1e-4)


def test_the_sides_of_a_map_may_be_asked_for():
    """Taking height and width of a shape counts no channels; taking all of it does."""
    net = Net()
    seen = net.active("images", "seen", 3, 5)
    shape = net.node("Shape", [seen], "sizes")
    sides = net.node("Gather", [shape, net.constant(np.array([2, 3]), "sides")], "side")
    ones = net.node("ConstantOfShape", [sides], "ones")
    scores = net.conv(seen, "last", 5, 4)
    flat = net.node("ReduceMean", [scores], "mean", axes=[0, 1], keepdims=0)
    model = net.model(net.node("Add", [flat, ones], "sum"), ["h", "w"])
    aligned = align_channels(model)

    assert _made(aligned) == [BLOCK, 4]
    assert _run(aligned) == pytest.approx(_run(model), abs=1e-4)
