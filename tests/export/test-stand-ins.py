#!/usr/bin/env python3
# SPDX-License-Identifier: GPL-3.0-or-later
"""Models of transformers and transformer_lens, stood in for with their names, shapes and orders, as TAP.

Of transformers (docs, "Model outputs", BaseModelOutput): attentions is returned when output_attentions=True, a tuple
with one (batch_size, num_heads, sequence_length, sequence_length) for each layer, after the softmax; hidden_states is
a tuple with one (batch_size, sequence_length, hidden_size) for the output of the embeddings and one for each layer.
Where attention is "sdpa", attentions holds None (huggingface/transformers issue 30978, for ViT), or the call raises
ValueError "The `output_attentions` attribute is not supported when using the `attn_implementation` set to sdpa".
LLaMA repeats keys and values for the queries of a group (repeat_kv of models/llama/modeling_llama.py), so that
attentions has num_attention_heads heads, more than config.num_key_value_heads.

Of transformer_lens (components/abstract_attention.py): self.hook_pattern = HookPoint()  # [batch, head_index,
query_pos, key_pos]; run_with_cache(tokens, names_filter=..., return_type=None) returns the output and the cache,
whose names are blocks.{layer}.attn.hook_pattern and blocks.{layer}.hook_resid_pre [batch, pos, d_model].
"""
import os
from types import SimpleNamespace

from support import (check, close, export, export_split, interplay, load, np, refusal, run_in_folder, same_kernels,
                     slow_xi, softmax, tensor)

P, P_TEST, T, N0, H = 22, 10, 7, 5, 3


class GPT2MLP:
    pass


class LayerNorm:
    pass


class Network:
    """A transformer whose attention depends on what its layers see; in double precision."""

    def __init__(self, causal, n_layers=3, seed=0):
        rng = np.random.default_rng(seed)
        self.causal, self.n_layers = causal, n_layers
        self.embed, self.position = rng.standard_normal((11, N0)), rng.standard_normal((T, N0))
        self.W = rng.standard_normal((n_layers, H, N0, N0))
        self.V = rng.standard_normal((n_layers, H, N0, N0)) / N0
        self.largest = 0

    def forward(self, h, mask=None):
        self.largest = max(self.largest, len(h))
        hidden, attentions = [h], []
        for W, V in zip(self.W, self.V):
            logits = np.einsum("bqn,hnm,bkm->bhqk", h, W, h)
            if mask is not None:
                logits = np.where(np.asarray(mask, bool)[:, None, None, :], logits, -1e30)
            # As transformers adds its masks: a query that may look at nothing looks at all alike.
            if self.causal:
                logits = np.where(np.tril(np.ones((T, T), bool)), logits, -1e30)
            a = softmax(logits)
            h = h + np.einsum("bhqk,hnm,bkm->bqn", a, V, h)
            hidden.append(h)
            attentions.append(a)
        return hidden, attentions

    def embedded(self, ids):
        return self.embed[np.asarray(ids)] + self.position


class HuggingFace(Network):
    def __init__(self, model_type, sdpa=None, n_layers=3, **config):
        super().__init__(model_type in ("gpt2", "llama"), n_layers)
        self.config = SimpleNamespace(model_type=model_type, num_attention_heads=H, is_encoder_decoder=False, **config)
        self.main_input_name = "pixel_values" if model_type == "vit" else "input_ids"
        self.sdpa = sdpa
        self.training = True

    def eval(self):
        self.training = False

    def modules(self):
        return [GPT2MLP(), LayerNorm()]

    def __call__(self, output_attentions, output_hidden_states, return_dict, attention_mask=None, input_ids=None,
                 pixel_values=None):
        assert output_attentions and output_hidden_states and return_dict and not self.training
        if self.sdpa == "raises":
            raise ValueError("The `output_attentions` attribute is not supported when using the `attn_implementation` "
                             "set to sdpa. Please set it to 'eager' instead.")
        x = self.embedded(input_ids) if input_ids is not None else self.patches(np.asarray(pixel_values))
        hidden, attentions = self.forward(x, attention_mask)
        return SimpleNamespace(hidden_states=tuple(tensor(h) for h in hidden),
                               attentions=tuple(None if self.sdpa else tensor(a) for a in attentions))

    def patches(self, pixels):
        """[B, 1, 6, N0]: six patches, and a class token before them."""
        return np.concatenate([np.ones((len(pixels), 1, N0)), pixels[:, 0]], axis=1) + self.position


class TransformerLens(Network):
    def __init__(self, **cfg):
        super().__init__(True)
        self.cfg = SimpleNamespace(n_layers=self.n_layers, n_heads=H, **cfg)

    def run_with_cache(self, ids, return_type, names_filter):
        assert return_type is None
        hidden, attentions = self.forward(self.embedded(ids))
        cache = {}
        for l in range(self.n_layers):
            cache[f"blocks.{l}.hook_resid_pre"] = tensor(hidden[l])
            cache[f"blocks.{l}.attn.hook_pattern"] = tensor(attentions[l])
        assert sum(names_filter(n) for n in cache) == 3
        return None, {n: v for n, v in cache.items() if names_filter(n)}


rng = np.random.default_rng(5)
ids = rng.integers(0, 11, (P + P_TEST, T))
y = np.where(rng.random(P + P_TEST) > 0.5, 1, -1)


def one(model, folder, out="case.npz", x=ids, labels=y, **options):
    path = os.path.join(folder, out)
    summary = export_split(model, path, P, x, labels, batch=4, **{"dtype": "float64", **options})
    return path, load(path), summary


def last(count):
    return np.eye(T)[[T - 1] * count]


def test_gpt2(folder):
    model = HuggingFace("gpt2")
    x = model.embedded(ids)
    hidden, attention = model.forward(x)
    model.largest = 0
    path, case, summary = one(model, folder, layers=[0, 2], heads=[[0, 2], [1]], level="attention")
    check(summary["level"] == "attention" and model.largest == 4, "GPT-2: batches of four")
    check(close(case["x_train"], x[:P]) and close(case["x_test"], x[P:]), "inputs are what the embeddings give")
    check(close(case["attn_train_1"], attention[0][:P, [0, 2]]) and close(case["attn_test_2"], attention[2][P:, [1]])
          and "attn_train_3" not in case, "attention of the chosen layers and heads, as [example, head, query, key]")
    check(str(case["readout"]) == "last" and list(case["heads"]) == [2, 1]
          and list(case["head_names"]) == ["L0H0", "L0H2", "L2H1"], "readout, heads and their names")
    check(any("MLPs" in w for w in case["warnings"]) and any("Norms" in w for w in case["warnings"])
          and any("Residual" in w for w in case["warnings"]) and any("Of 3 layers, 2" in w for w in case["warnings"]),
          "what lies outside the theory is written down")
    paths, case, _ = one(model, folder, "paths.npz", layers=[0, 2], heads=[[0, 2], [1]], level="paths")
    chosen = [attention[0][:, [0, 2]], attention[2][:, [1]]]
    check(close(case["xi_train"], slow_xi(x, chosen, last(P + P_TEST))[:P]), "path features are those of a slow loop")
    check(same_kernels(path, paths, folder), "both levels have the same kernels")
    for each in (path, paths):
        ran = interplay("sweep", each, "--widths", "10,100")
        check(ran.returncode == 0 and "Norms are taken as given" in ran.stderr, "it is solved, and warned of " + ran.stderr)
    ran = interplay("figure", path, "--out", os.path.join(folder, "figures"))
    check(ran.returncode == 0 and "Warning: Norms" in ran.stderr and len(os.listdir(os.path.join(folder, "figures"))) == 1,
          "its figure is drawn " + ran.stderr)
    _, case, _ = one(model, folder, layers=[1, 2], level="attention", dtype="float32")
    check(case["x_train"].dtype == np.float32, "in the precision asked for")
    _, case, _ = one(model, folder, layers=[1], inputs="hidden", level="attention")
    check(close(case["x_train"], hidden[1][:P]), "or what enters the first chosen layer")
    _, case, _ = one(model, folder, layers=[0], readout="mean", level="paths")
    check(any("causal mask" in w for w in case["warnings"]), "a causal mask with another readout")


def test_padding(folder):
    model = HuggingFace("gpt2")
    mask = np.ones((P + P_TEST, T), int)
    mask[::2, 5:] = 0
    mask[3, 4:] = 0
    x = model.embedded(ids)
    _, attention = model.forward(x, mask)
    r = np.zeros((P + P_TEST, T))
    r[np.arange(P + P_TEST), mask.sum(1) - 1] = 1
    _, case, summary = one(model, folder, mask=mask, layers=[0, 1])
    check(summary["level"] == "paths" and close(case["xi_train"], slow_xi(x, attention[:2], r)[:P]),
          "padded to the right: path features of the last real token of each")
    changed = ids.copy()
    changed[mask == 0] = 1
    _, other, _ = one(model, folder, x=changed, mask=mask, layers=[0, 1])
    check(close(case["xi_test"], other["xi_test"]), "which do not depend on what is in the padding")
    _, case, _ = one(model, folder, mask=mask, layers=[0, 1], readout="mean")
    check(close(case["xi_train"], slow_xi(x, attention[:2], mask / mask.sum(1, keepdims=True))[:P]),
          "or of the mean over its real tokens")
    said = refusal(one, model, folder, mask=mask, layers=[0], level="attention")
    check("--level paths" in str(said), "one readout for all is refused")
    # All queries of padding look at all keys alike, later ones too; the mask is causal all the same.
    left = np.array(mask[:, ::-1])
    _, case, summary = one(HuggingFace("gpt2"), folder, mask=left, layers=[0, 1], level="attention")
    check(summary["readout"] == "last" and not np.triu(case["attn_train_1"], 1).any(), "padded to the left: causal")
    _, attention = HuggingFace("bert").forward(x, left)
    options = {"mask": left, "layers": [0, 1], "readout": "last"}
    path, case, _ = one(HuggingFace("bert"), folder, level="attention", **options)
    paths, _, _ = one(HuggingFace("bert"), folder, "paths.npz", level="paths", **options)
    check(np.allclose(case["attn_train_1"].sum(-1), 1) and same_kernels(path, paths, folder),
          "padded to the left, both levels have the same kernels")


def test_families(folder):
    pixels = rng.standard_normal((P + P_TEST, 1, T - 1, N0))
    model = HuggingFace("vit")
    path, case, _ = one(model, folder, x=pixels, layers=[1])
    check(str(case["readout"]) == "first" and case["heads"][0] == H, "ViT: read out at its class token")
    check(interplay("sweep", path, "--widths", "10").returncode == 0, "and solved")
    _, case, _ = one(HuggingFace("llama", num_key_value_heads=1, rope_theta=1e4), folder, layers=[0])
    check(any("Query groups share values: 3 heads have 1" in w for w in case["warnings"])
          and any("Positions are rotations" in w for w in case["warnings"]), "LLaMA: query groups share values")
    _, case, _ = one(HuggingFace("bert"), folder, layers=[0], labels=(y > 0).astype(int))
    check(set(case["y_train"]) == {0, 1} and str(case["readout"]) == "first", "BERT: labels 0 and 1")
    model = TransformerLens(attn_only=True, normalization_type=None, n_key_value_heads=None,
                            positional_embedding_type="standard")
    x = model.embedded(ids)
    hidden, attention = model.forward(x)
    _, case, _ = one(model, folder, layers=[0, 2], level="attention")
    check(close(case["attn_test_2"], attention[2][P:]) and close(case["x_train"], x[:P]), "TransformerLens: hook_pattern")
    check(not any("MLPs" in w or "Norms" in w for w in case["warnings"]), "attention only, without norms")
    _, case, _ = one(model, folder, layers=[1, 2], level="attention", name="toy")
    check(str(case["name"]) == "toy", "called as asked")
    path, case, _ = one(model, folder, layers=[0, 1], level="auto", residual=True)
    check(list(case["residual"]) == [1, 1] and any("by the array residual" in w for w in case["warnings"]),
          "residual connections where they are asked for")
    solved = interplay("sweep", path, "--widths", "10")
    check(solved.returncode == 0, f"and solved: {solved.stderr}")


def test_smaller(folder):
    """The issue's sizes: a ViT, P = 600, 197 tokens of width 768, two layers of 12 heads, in single precision."""
    attention, paths = export.sizes_of([600], [197], 768, [list(range(12))] * 2, 4)
    check(abs(paths - 265e6) < 1e6 and abs(attention - 197 * 768 * 600 * 4 - 2.2e9) < 5e7, "ViT: 265 MB against 2.2 GB")
    model = HuggingFace("gpt2")
    check(one(model, folder, layers=[0])[2]["level"] == "attention", "attention is written where it is small")
    export.ATTENTION_BYTES = 0
    check(one(model, folder, layers=[0])[2]["level"] == "paths", "few paths: path features are smaller")
    check(one(HuggingFace("gpt2", n_layers=5), folder)[2]["level"] == "attention", "many paths: attention is smaller")
    whole = export.path_features(*(lambda m: (m[0][0], m[1], last(P + P_TEST)))(model.forward(model.embedded(ids))))
    export.BLOCK_BYTES = 1
    blocks = export.path_features(*(lambda m: (m[0][0], m[1], last(P + P_TEST)))(model.forward(model.embedded(ids))))
    check(close(whole, blocks), "in blocks of one example as in one")


def test_grouped(_folder):
    """Six queries of two groups: query head h has the key of group h // 3, whatever the mask."""
    query, key = rng.standard_normal((2, 6, T, 4)), rng.standard_normal((2, 2, T, 4))
    lower, some = np.tril(np.ones((T, T), bool)), rng.random((T, T)) > 0.3
    some[:, 0] = True
    added = rng.standard_normal((T, T))
    options = {"plain": ({}, 0), "causal": ({"is_causal": True}, np.where(lower, 0, -np.inf)), "scaled": ({"scale": 0.3}, 0),
               "masked": ({"attn_mask": tensor(some)}, np.where(some, 0, -np.inf)),
               "with a mask that is added": ({"attn_mask": tensor(added)}, added)}
    for name, (how, mask) in options.items():
        expected = [softmax(query[:, h] @ np.swapaxes(key[:, h // 3], 1, 2) * how.get("scale", 0.5) + mask) for h in range(6)]
        found = export.attention_weights(tensor(query), tensor(key), None, enable_gqa=True, **how)
        check(close(np.asarray(found), np.stack(expected, 1)), f"grouped queries, {name}: each has the key of its group")
    same = export.attention_weights(tensor(query), tensor(query), None)
    check(close(np.asarray(same), softmax(query @ np.swapaxes(query, 2, 3) / 2)), "without groups each has its own")


def test_nothing_left(folder):
    check(sorted(n for n in os.listdir(folder) if n.startswith(".")) == [], "nothing is left beside the files")


run_in_folder(test_gpt2, test_padding, test_families, test_smaller, test_grouped, test_nothing_left)
