# SPDX-License-Identifier: GPL-3.0-or-later
"""A mask of heads that pruning wrote, read and applied as who prunes a model in PyTorch does."""
import json
import os

from support import check, interplay, run_in_folder


class Layer:
    """What a transformer's layer is to prune_heads: the heads that it has."""

    def __init__(self, n):
        self.heads = list(range(n))


class Model:
    """Takes prune_heads() as transformers.PreTrainedModel does: {layer: heads that go}, from 0, and heads that are gone
    already are gone (modeling_utils.py, PreTrainedModel.prune_heads)."""

    def __init__(self, counts):
        self.layers = [Layer(n) for n in counts]

    def prune_heads(self, heads_to_prune):
        for layer, heads in heads_to_prune.items():
            assert isinstance(layer, int) and set(heads) <= set(self.layers[layer].heads)
            self.layers[layer].heads = [h for h in self.layers[layer].heads if h not in heads]


def prune(case, order, n, folder):
    path = os.path.join(folder, "mask.json")
    return interplay("prune", case, "--order", order, "--remove", str(n), "--mask", path, "--width", "20", "--random", "0",
                     "--no-resolve"), path


def test_masks(folder):
    for case, order in (("example-attention", "score"), ("example-weights", "entropy"), ("example-paths", "gradient")):
        done, path = prune(case, order, 1, folder)
        check(done.returncode in (0, 3), f"{case} is pruned by {order}")
        with open(path) as file:
            mask = json.load(file)
        check(mask["interplay_head_mask"] == 1 and mask["ordered_by"] == order and mask["removed"] == 1
              and mask["settings"]["command"] == "prune", "it says of what")
        heads = [h for h in mask["heads"] if not h["residual"]]
        flat = [bit for layer in mask["mask"] for bit in layer]
        check(flat == [int(h["kept"]) for h in heads] and sum(flat) == len(flat) - 1, "the mask is that of the heads")
        free = [h for h in heads if len(mask["mask"][h["layer"]]) > 1]
        least = (max if order == "entropy" else min)(free, key=lambda h: h[order])
        check(not least["kept"], "the head that goes is worth least")
        places = [(h["model_layer"], h["model_head"]) if mask["counted_as"] == "model" else (h["layer"], h["head"])
                  for h in heads]
        model = Model([1 + max((p[1] for p in places if p[0] == l), default=0) for l in range(1 + max(p[0] for p in places))])
        before = [list(layer.heads) for layer in model.layers]
        eval(mask["pytorch"], {"model": model})
        gone = {(l, h) for l, had in enumerate(before) for h in had} - {(l, h) for l, layer in enumerate(model.layers)
                                                                        for h in layer.heads}
        check(gone == {p for p, h in zip(places, heads) if not h["kept"]}, "the line takes these heads from a model")
        check(mask["pytorch"] in done.stdout.splitlines(), "the line is printed")
        other = Model([len(had) for had in before])
        other.prune_heads({int(layer): heads for layer, heads in mask["prune_heads"].items()})
        check([l.heads for l in other.layers] == [l.heads for l in model.layers], "the dictionary does the same")
        try:
            import torch
        except ImportError:
            torch = None
        if hasattr(torch, "tensor"):
            rows = [torch.tensor(layer, dtype=torch.float32) for layer in mask["mask"]]
            check(sum(float(r.sum()) for r in rows) == len(flat) - 1, "the mask is a tensor a layer")
    done, _ = prune("example-paths", "entropy", 1, folder)
    check(done.returncode == 1 and "There is no order by entropy" in done.stderr, "an order that cannot be known is refused")


run_in_folder(test_masks)
