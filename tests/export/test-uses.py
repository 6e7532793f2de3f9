#!/usr/bin/env python3
# SPDX-License-Identifier: GPL-3.0-or-later
"""How captured attention is used: of one source, unchanged, on the values, a layer after the other; with PyTorch, as TAP."""
import os

from support import check, close, export, load, needs_torch, np, run_in_folder, torch

rng = needs_torch(4)
torch.set_default_dtype(torch.float32)
P, T, N0, H, VOCABULARY = 8, 6, 8, 2, 11
x = rng.standard_normal((P, T, N0)).astype(np.float32)
ids = rng.integers(0, VOCABULARY, (P, T))
y = np.array([1, -1] * (P // 2))
nn, functional = torch.nn, torch.nn.functional


def split(h):
    """[B, H, T, N0 / H]"""
    return h.view(len(h), -1, H, N0 // H).transpose(1, 2)


def joined(h):
    return h.transpose(1, 2).reshape(len(h), -1, N0)


class Attention(nn.Module):
    """@between: what is done to the weights before they multiply the values."""

    def __init__(self, between=lambda weights, mask: weights):
        super().__init__()
        self.q, self.k, self.v = (nn.Linear(N0, N0) for _ in range(3))
        self.between = between
        self.dot = Dot(self)

    def forward(self, h, memory=None, mask=None):
        memory = h if memory is None else memory
        return self.dot(self.q(h), self.k(memory), self.v(memory), mask)


class Dot(nn.Module):
    """Takes queries, keys and values that are projected already."""

    def __init__(self, owner):
        super().__init__()
        self.owner = [owner]  # no submodule

    def forward(self, q, k, v, mask):
        weights = torch.softmax(split(q) @ split(k).transpose(-2, -1) / 2, -1)
        return joined(self.owner[0].between(weights, mask) @ split(v))


class Whole(nn.Module):
    """Attention on token numbers, read out by the mean. @parts: what is called with the hidden state, and gives its like."""

    def __init__(self, *parts):
        super().__init__()
        self.embed, self.parts, self.out = nn.Embedding(VOCABULARY, N0), nn.ModuleList(parts), nn.Linear(N0, 1)

    def forward(self, tokens):
        h = self.embed(tokens)
        for part in self.parts:
            h = h + part(h)
        return self.out(h.mean(1))[:, 0]


class Beside(nn.Module):
    """Two attentions of the same tokens, added."""

    def __init__(self):
        super().__init__()
        self.one, self.two = Attention(), Attention()

    def forward(self, h):
        return self.one(h) + self.two(h)


class Across(nn.Module):
    """Queries of the tokens, keys of what another layer made of them."""

    def __init__(self):
        super().__init__()
        self.encode, self.attend = Attention(), Attention()

    def forward(self, h):
        return self.attend(h, self.encode(h))


class Scored(nn.Module):
    """A softmax that multiplies nothing."""

    def forward(self, h):
        return h * torch.softmax(split(h) @ split(h).transpose(-2, -1), -1).amax((1, 2, 3))[:, None, None]


def written(model, folder, data=ids, **options):
    path = os.path.join(folder, "case.npz")
    summary = export.export_case(model, path, data, y, data, y, **options)
    return load(path), summary


def refuses(model, folder, *words, data=ids, **options):
    """Whether one sentence names all of this."""
    try:
        written(model, folder, data, **options)
    except export.ExportError as error:
        return all(word in str(error) for word in words) or print(f"# it said: {error}")
    print("# it was written")
    return False


def test_sources(folder):
    model = Whole(Attention(), Attention())
    found, summary = written(model, folder, level="attention")
    check(close(found["x_train"], model.embed(torch.from_numpy(ids)).detach().numpy()),
          "inputs are the tokens, not the queries that enter the module of the softmax")
    check(any("parts.0" in str(fact) for fact in found["warnings"]) and summary["level"] == "attention", "and the module is named")
    check(refuses(Whole(Across()), folder, "layer 1", "different tokens", "--layers"), "cross-attention of one length")
    check(not refuses(Whole(Across()), folder, layers=[0]), "but for layers without it")
    transformer = nn.Transformer(N0, H, 1, 1, 16, batch_first=True)
    transformer.forward = lambda source: nn.Transformer.forward(transformer, source, source * 2)
    check(refuses(transformer, folder, "layer 1", "decoder", "--layers", data=x)
          and refuses(transformer, folder, "layer 2", "multihead_attn", "different tokens", data=x, layers=[1, 2]),
          "that of nn.Transformer")
    check(refuses(Whole(Beside()), folder, "layer 1", "beside"), "attention beside attention")


def test_uses(folder):
    mix = nn.Parameter(torch.rand(H, H))
    check(refuses(Whole(Attention(lambda w, _: w * torch.ones(T, T).tril())), folder, "layer 0", "mul", "softmax"),
          "a mask after the softmax")
    check(refuses(Whole(Attention(lambda w, _: torch.einsum("bhqk,hg->bgqk", w, mix))), folder, "layer 0", "einsum"),
          "heads mixed after the softmax")
    check(refuses(Whole(Attention(lambda w, _: w.transpose(-2, -1))), folder, "layer 0"), "weights that are turned")
    check(refuses(Whole(Scored()), folder, "layer 0", "no values"), "a softmax that is no attention")
    check(not refuses(Whole(Attention(lambda w, _: functional.dropout(w, 0.5, False).contiguous())), folder), "dropout is none")


class Padded(nn.Module):
    """Takes tokens and a mask, by this name; looks at padding where it does not use it."""

    def __init__(self, used):
        super().__init__()
        self.embed, self.layer, self.used = nn.Embedding(VOCABULARY, N0), Masked(), used

    def forward(self, tokens, mask):
        return self.layer(self.embed(tokens), mask if self.used else torch.ones_like(mask)).mean((1, 2))


class Masked(nn.Module):
    def forward(self, h, mask):
        scores = (split(h) @ split(h).transpose(-2, -1)).masked_fill(mask[:, None, None] == 0, -1e9)
        return joined(torch.softmax(scores, -1) @ split(h))


class Shaped(nn.Module):
    """A model with a .config, as nanoGPT has one, and logits and no loss."""

    def __init__(self, shape):
        super().__init__()
        self.embed, self.layer = nn.Embedding(VOCABULARY, N0), InShape(shape)
        self.config = type("Config", (), {"n_layer": 1})()

    def forward(self, tokens):
        return self.layer(self.embed(tokens))[:, :, :3], None


class InShape(nn.Module):
    """@shape: of the attention"""

    def __init__(self, shape):
        super().__init__()
        self.shape = shape

    def forward(self, h):
        q = split(h)
        if self.shape == "groups":
            q = q[:, :, None]
        elif self.shape == "batch":
            q = q.flatten(0, 1)
        elif self.shape == "one head":
            q = h
        return (torch.softmax(q @ q.transpose(-2, -1), -1) @ q).reshape(h.shape)


def test_shapes(folder):
    mask = np.ones((P, T), bool)
    mask[::2, -2:] = False
    check(refuses(Padded(False), folder, "padding", "%", mask_train=mask, mask_test=mask), "weight on padding")
    check(not refuses(Padded(True), folder, mask_train=mask, mask_test=mask), "forward(tokens, mask)")
    for shape, heads in (("plain", H), ("groups", H), ("batch", H), ("one head", 1)):
        model = Shaped(shape)
        found, _ = written(model, folder, level="attention")
        h = model.embed(torch.from_numpy(ids)).detach()
        q = h[:, None] if heads == 1 else split(h)
        check(close(found["attn_train_1"], torch.softmax(q @ q.transpose(-2, -1), -1).numpy()), f"attention of {shape}")
    plain = written(Shaped("plain"), folder)[0]["y_train"]
    check(np.array_equal(plain, y), "a .config that is none of transformers")
    model = Shaped("plain")
    small = written(model, folder, level="attention")[0]["x_train"]
    for kind in ("uint16", ">i8", ">u2"):
        check(close(written(model, folder, ids.astype(kind), level="attention")[0]["x_train"], small), f"tokens of {kind}")


run_in_folder(test_sources, test_uses, test_shapes)
