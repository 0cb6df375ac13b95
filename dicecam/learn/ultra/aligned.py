"""Rewrites an exported network so that ONNX Runtime need not rearrange its channels; same results.

ONNX Runtime computes convolutions on blocks of 8 or 16 channels. Where a map's channels fill no
whole blocks, or a map is cut apart, all of it is copied into plain order and back. So maps are
filled up with channels of zeros, which a block computes anyway, and a convolution whose result is
cut apart becomes one for each part. It knows onnx and no torch.
"""

from __future__ import annotations

from collections import defaultdict
from typing import Any

import numpy as np
import numpy.typing as npt

BLOCK = 8
"""Channels in a block of most processors. The widest take 16; filling up to those gained nothing
there (detector 18.5 ms of processor time, with 8 18.1, untouched 19.7) and costs others time."""

ELEMENTWISE = frozenset({"Add", "Mul"})
TOGETHER = frozenset({"Concat", *ELEMENTWISE})
PASSING = frozenset({"MaxPool", "Resize", "Sigmoid", *TOGETHER})
"""Operations that keep channels apart, so that those of zeros need not bother anyone."""

Numbers = npt.NDArray[Any]
Slots = npt.NDArray[np.int64]
"""Which channel of the original map stands in each channel; -1 for zeros."""


def align_channels(model: Any) -> Any:
    """Return an ONNX model that gives the same, its maps having whole blocks of channels.

    Args:
        model: `onnx.ModelProto` with its nodes in the order in which they are computed.
    """
    graph = _Graph(model)
    graph.part_convolutions()
    graph.fill_blocks()
    return graph.finished()


class _Graph:
    """An ONNX graph while it is rewritten."""

    def __init__(self, model: Any) -> None:
        import onnx

        self._model = onnx.ModelProto()
        self._model.CopyFrom(model)
        self._graph = self._model.graph
        to_array = onnx.numpy_helper.to_array
        self._numbers: dict[str, Numbers] = {
            one.name: to_array(one) for one in self._graph.initializer
        }
        for node in self._graph.node:
            if node.op_type == "Constant" and node.attribute[0].name == "value":
                self._numbers[node.output[0]] = to_array(node.attribute[0].t)
        self._new: set[str] = set()

    def finished(self) -> Any:
        """Return the model with its new numbers in place, those no longer used dropped."""
        import onnx

        used = {name for node in self._graph.node for name in node.input}
        kept = [one for one in self._graph.initializer if one.name in used]
        kept += [
            onnx.numpy_helper.from_array(self._numbers[name], name)
            for name in sorted(self._new & used)
        ]
        del self._graph.initializer[:], self._graph.value_info[:]
        self._graph.initializer.extend(kept)
        onnx.checker.check_model(self._model)
        return self._model

    def part_convolutions(self) -> None:
        """Replace activated convolutions whose result is only cut apart by one for each part."""
        users, made_by = self._users(), self._made_by()
        dropped: set[int] = set()
        parts_of: dict[int, list[Any]] = {}
        for product in self._graph.node:
            chain = _activated(product, made_by)
            cutters = users[product.output[0]]
            cuts = [self._cuts(cutter) for cutter in cutters]
            if chain is None or not cuts or not all(cuts):
                continue
            conv, sigmoid = chain
            # The convolution feeds its own activation and nothing else.
            alone = len(users[conv.output[0]]) == 2 and len(users[sigmoid.output[0]]) == 1
            if not alone or _number(conv, "group", 1) != 1:
                continue
            dropped |= {id(node) for node in (conv, sigmoid, product, *cutters)}
            parts_of[id(conv)] = [
                node
                for some in cuts
                for name, span in some
                for node in self._part(conv, name, span)
            ]
        nodes: list[Any] = []
        for node in self._graph.node:
            nodes += parts_of.get(id(node), [])
            if id(node) not in dropped:
                nodes.append(node)
        nodes = [type(node).FromString(node.SerializeToString()) for node in nodes]
        del self._graph.node[:]
        self._graph.node.extend(nodes)

    def fill_blocks(self) -> None:
        """Fill maps up to whole blocks of channels wherever nothing counts their channels."""
        plain = self._counted()
        while clashes := self._layout(plain)[1]:
            plain |= clashes
        slots, _ = self._layout(plain)
        for node in self._graph.node:
            if node.op_type != "Conv":
                continue
            weight, own = self._numbers[node.input[1]], slots[node.output[0]]
            if _number(node, "group", 1) > 1:
                _set_number(node, "group", len(own))
            elif node.input[0] in slots:
                weight = _placed(weight, slots[node.input[0]], 1)
            self._renew(node, 1, _placed(weight, own, 0))
            if len(node.input) > 2:
                self._renew(node, 2, _placed(self._numbers[node.input[2]], own, 0))

    def _users(self) -> dict[str, list[Any]]:
        """Return the nodes that take each value."""
        users = defaultdict(list)
        for node in self._graph.node:
            for name in node.input:
                users[name].append(node)
        return users

    def _made_by(self) -> dict[str, Any]:
        """Return the node that makes each value."""
        return {name: node for node in self._graph.node for name in node.output}

    def _cuts(self, node: Any) -> list[tuple[str, slice]]:
        """Return what a node that cuts channels apart makes of which of them; else nothing."""
        inputs = [self._numbers.get(name) for name in node.input[1:]]
        if any(one is None for one in inputs):
            return []
        known = [one.ravel().tolist() for one in inputs if one is not None]
        if node.op_type == "Split" and _number(node, "axis", 0) == 1 and known:
            ends = np.cumsum(known[0]).tolist()
            spans = zip([0, *ends[:-1]], ends, strict=True)
            return [(name, slice(*span)) for name, span in zip(node.output, spans, strict=True)]
        if node.op_type == "Slice" and known[2:] and known[2:] in ([[1]], [[1], [1]]):
            start, end = known[0][0], known[1][0]
            return [(node.output[0], slice(start, end))] if 0 <= start < end else []
        return []

    def _part(self, conv: Any, name: str, span: slice) -> list[Any]:
        """Return the nodes that compute some channels of an activated convolution."""
        from onnx import helper

        scores, share = f"{name}.scores", f"{name}.share"
        part = helper.make_node("Conv", list(conv.input), [scores], f"{conv.name}.{span.start}")
        part.attribute.extend(conv.attribute)
        for place in range(1, len(conv.input)):
            self._renew(part, place, self._numbers[conv.input[place]][span])
        return [
            part,
            helper.make_node("Sigmoid", [scores], [share], f"{part.name}.sigmoid"),
            helper.make_node("Mul", [scores, share], [name], f"{part.name}.mul"),
        ]

    def _renew(self, node: Any, place: int, numbers: Numbers) -> None:
        """Give a node other numbers as one of its inputs."""
        name = f"{node.input[place]}.of.{node.output[0]}"
        self._numbers[name] = np.ascontiguousarray(numbers)
        self._new.add(name)
        node.input[place] = name

    def _passes(self, node: Any) -> bool:
        """Tell whether a node keeps the channels of its maps apart."""
        if node.op_type == "Concat":
            return _number(node, "axis", 0) == 1
        # A Resize with four inputs is told all sizes, the number of channels too.
        return node.op_type in PASSING and not (node.op_type == "Resize" and len(node.input) > 3)

    def _maps(self) -> set[str]:
        """Return the maps that convolutions make, whatever was done to them since."""
        maps: set[str] = set()
        for node in self._graph.node:
            inputs = set(node.input if node.op_type in TOGETHER else node.input[:1])
            if node.op_type == "Conv" or (self._passes(node) and inputs <= maps):
                maps |= set(node.output)
        return maps

    def _counted(self) -> set[str]:
        """Return the maps whose channels something counts; they stay as they are."""
        users, maps = self._users(), self._maps()
        counted = {one.name for one in self._graph.output} & maps
        for name in maps:
            for user in users[name]:
                if user.op_type == "Conv":
                    free = self._is_free(user)
                else:
                    free = user.output[0] in maps or self._asks_only_for_sides(user, users)
                if not free:
                    counted.add(name)
        return counted

    def _is_free(self, conv: Any) -> bool:
        """Tell whether a convolution can be given other channels."""
        groups, weight = _number(conv, "group", 1), self._numbers[conv.input[1]]
        return groups == 1 or (groups == len(weight) and weight.shape[1] == 1)

    def _asks_only_for_sides(self, node: Any, users: dict[str, list[Any]]) -> bool:
        """Tell whether a node takes the shape of a map and then nothing but its other sizes."""
        if node.op_type != "Shape":
            return False
        chosen = [
            self._numbers.get(user.input[1]) if user.op_type == "Gather" else None
            for user in users[node.output[0]]
        ]
        return all(one is not None and not np.isin(one, (1, -3)).any() for one in chosen)

    def _layout(self, plain: set[str]) -> tuple[dict[str, Slots], set[str]]:
        """Return where the channels of each map would stand, and which maps must be plain too.

        Args:
            plain: Maps that are known to have to stay as they are.
        """
        slots: dict[str, Slots] = {}
        clashes: set[str] = set()
        maps = self._maps()
        for node in self._graph.node:
            name = node.output[0] if node.output else ""
            given = {one: slots[one] for one in node.input if one in slots}
            if node.op_type == "Conv":
                count = len(self._numbers[node.input[1]])
                if _number(node, "group", 1) > 1 and given and self._is_free(node):
                    slots[name] = next(iter(given.values()))
                else:
                    missing = 0 if name in plain else -count % BLOCK
                    slots[name] = np.concatenate((np.arange(count), np.full(missing, -1)))
                    continue
            elif name not in maps:
                continue
            elif node.op_type == "Concat":
                slots[name] = _joined([slots[one] for one in node.input])
            else:
                slots[name] = next(iter(given.values()))
            filled = {one for one, some in given.items() if (some < 0).any()}
            unlike = any(not np.array_equal(one, slots[name]) for one in given.values())
            if name in plain or (node.op_type in ELEMENTWISE and unlike):
                clashes |= filled
        return slots, clashes - plain


def _activated(product: Any, made_by: dict[str, Any]) -> tuple[Any, Any] | None:
    """Return convolution and sigmoid of a node that is x * sigmoid(x); None for any other."""
    if product.op_type != "Mul" or len(product.input) != 2:
        return None
    for name, other in (tuple(product.input), tuple(reversed(product.input))):
        conv, sigmoid = made_by.get(name), made_by.get(other)
        if conv is None or sigmoid is None or conv.op_type != "Conv":
            continue
        if sigmoid.op_type == "Sigmoid" and sigmoid.input[0] == name:
            return conv, sigmoid
    return None


def _joined(given: list[Slots]) -> Slots:
    """Return the slots of maps that are joined."""
    joined, before = [], 0
    for one in given:
        joined.append(np.where(one < 0, -1, one + before))
        before += int(one.max()) + 1
    return np.concatenate(joined)


def _placed(values: Numbers, slots: Slots, axis: int) -> Numbers:
    """Return numbers with those of each channel put where it stands, zeros elsewhere."""
    shape = [1] * values.ndim
    shape[axis] = len(slots)
    taken = np.take(values, np.maximum(slots, 0), axis)
    return np.where((slots >= 0).reshape(shape), taken, values.dtype.type(0))


def _number(node: Any, name: str, default: int) -> int:
    """Return a whole number that describes a node."""
    return next((int(one.i) for one in node.attribute if one.name == name), default)


def _set_number(node: Any, name: str, value: int) -> None:
    """Change a whole number that describes a node."""
    next(one for one in node.attribute if one.name == name).i = value
