#!/usr/bin/env python3
# SPDX-License-Identifier: GPL-3.0-or-later
"""Writes the attention of a PyTorch model as a case that Interplay opens.

From checkpoint to window in three commands (DATA.npz holds the arrays train, test, y_train, y_test):

    python3 export-attention.py gpt2 --data DATA.npz --layers 0,5 --heads 0-3 --out case.npz
    interplay-cli sweep case.npz
    interplay case.npz

MODEL is one of

  NAME or FOLDER             a Hugging Face model (GPT-2, BERT, ViT, LLaMA families); needs transformers
  transformer_lens:NAME      a TransformerLens model; needs transformer_lens
  FILE.py:FUNCTION           a function of yours that returns an nn.Module: with torch.nn.MultiheadAttention in
                             it (nn.TransformerEncoder too), or one that computes attention in its forward() by
                             scaled_dot_product_attention or a softmax over [batch, heads, query, key]; or with
                             --modules, submodules that give attention out. FILE.py may import its neighbours
  FILE.pt                    arrays of a case as the authors of the theory keep theirs (x_zeros_train,
                             y_labels_train, w_q_weigts, ...), or with the names of Interplay's data format

or, in Python, where a model is at hand (this file copied beside yours as export_attention.py):

    from export_attention import export_case
    export_case(model, "case.npz", ids_train, y_train, ids_test, y_test, layers=[0, 5], heads=[0, 1, 2, 3])

The examples are what the model takes: token numbers [P, T], images [P, C, H, W], or tokens [P, T, N0], all of
one length; shorter ones are padded, with a mask (mask_train, mask_test [P, T]; 1 is a token) to say so. Labels
are +1 and -1, or 0 and 1; classes, whole numbers from 0, with --classes; other numbers with --regression.

Texts of the tokens come along, and Interplay shows them in the place of numbers, where there are any: those of the
tokenizer with --train FILE.tsv; with --tokens those of a tokenizer, or of a list of texts by number; those that FUNCTION
returns beside its model, (model, texts), as such a list or a tokenizer; or tokens_train, tokens_test [P, T] of DATA.npz.

How right the model itself is on the test examples is told beside what the GP limit of the theory makes of each readout,
so that a readout that was guessed wrong is seen; and what the theory makes of the case, where interplay-cli is found.

What is written. "attention": x_* (what the embeddings give to layer 0), and attn_*_1, attn_*_2, ... of the chosen
layers and heads, [P, heads, query, key]. "paths": path features xi_* [P, Pi, N0] instead,

    xi^p(x) = sum_t x_t alpha^p_t,    alpha^p = O^{1,h1} O^{2,h2} ... O^{L,hL} r,    O[key, query] = attention^T

from the right, so that only vectors over tokens are kept; the first layer's head changes slowest. Attention is
written up to 500 MB, beyond that "auto" takes the smaller file: for a ViT with 600 examples, 197 tokens and two layers
of 12 heads 265 MB instead of 2.2 GB. Examples go through the model in batches, and arrays grow on disk: never is all attention in memory.

Why attention, and not the query and key weights, which Interplay reads too? In layer 1 they are as good. Beyond
it the attention of a real transformer depends on the hidden state that layer sees, after values, residuals, MLPs
and norms, while Interplay computes it from the bare inputs: query and key weights would give wrong attention.

What the theory takes, and what it leaves out. It takes inputs and attention as they are, and asks what a Bayesian
network would learn whose values are linear with random weights, a layer after the other, read out at one token or
at their mean. Residual connections, MLPs and norms are no part of it; nor that heads of a query group share their
values, as in LLaMA; and early tokens under a causal mask, read out by a mean, have seen less than late ones. What
of this a model has is written beside the numbers (the text array "warnings"), and Interplay shows it.

Nothing is written unless all of it is right: every failure is one sentence. The file is made beside its place, which
takes twice its room for a while, and renamed when it is whole. Needs torch and numpy.
"""
import argparse
import fnmatch
import importlib.util
import inspect
import json
import os
import shutil
import subprocess
import sys
import tempfile
import weakref

try:
    import numpy as np
except ImportError:
    sys.exit("export-attention: there is no NumPy for this Python: install numpy, or run it with a Python that has it.")

# The largest numbers of layers, heads in a layer and paths that Interplay solves (core/case).
MAX_LAYERS, MAX_HEADS, MAX_PATHS = 8, 64, 4096
# The largest deviation of the sum of a row of attention from 1: half precision has 2^-11 for each token.
SUM_TOLERANCE = 1e-2
# Bytes of path features, and of their vectors over tokens, in one block.
BLOCK_BYTES = 256e6
# Examples of each set on which readouts are compared; fewer if path features would need more than these bytes.
COMPARED_EXAMPLES, COMPARED_BYTES = 400, 5e8
COMPARED_LEAST = 20
# Seconds in which the program must solve the case for the comparison.
THEORY_SECONDS = 60
# Bytes up to which attention is written even if path features are smaller: two panels are drawn from attention.
ATTENTION_BYTES = 5e8
READOUTS = ("last", "first", "mean")
DEFAULT_TEMPERATURE = 0.01
# Names of arrays: those of the authors of the theory, and those of Interplay.
AUTHORS = {"x_zeros_train": "x_train", "x_zeros_test": "x_test", "y_labels_train": "y_train", "y_labels_test": "y_test"}
OPTIONAL = ("heads", "readout", "temperature", "variances", "path_names", "head_names", "name")


class ExportError(ValueError):
    """One sentence says what is wrong, where, and what would be right."""


def need_torch():
    try:
        import torch  # pylint: disable=import-outside-toplevel
    except ImportError:
        raise ExportError("There is no PyTorch for this Python: install torch, or run this with a Python that has "
                          "it.") from None
    return torch


def to_numpy(tensor):
    """Returns an array of a tensor on any device, or of a value that NumPy converts; bfloat16 becomes float32."""
    if not hasattr(tensor, "detach"):
        return np.asarray(tensor)
    tensor = tensor.detach()
    if str(getattr(tensor, "dtype", "")).endswith("bfloat16"):
        tensor = tensor.float()
    return np.asarray(tensor.cpu().numpy())


# ---- Models: each returns for a batch the inputs x [B, T, N0] and the attention [B, H, T, T] of the chosen layers.


class Model:
    """The base class of all kinds of models. Facts are sentences on parts of the model outside the theory."""

    output = None  # the model's output for the last batch, if it is more than hidden states
    cls = False  # True if the first token represents the sequence, as in BERT and ViT
    residual_known = True

    def __init__(self, model, inputs):
        self.model = model
        self.inputs = inputs
        self.facts = module_facts(model)
        if hasattr(model, "eval"):
            model.eval()

    def run(self, batch, layers):
        """Returns x, [attention], n_layers. batch: input of the model; layers: sorted numbers from 0, None for all."""
        raise NotImplementedError

    def add_facts(self, *facts):
        """Adds sentences that are not in the list yet."""
        self.facts = list(dict.fromkeys([*self.facts, *facts]))


FACT_OF_MLPS = "MLPs are taken as given: they shape the attention of later layers, but no path goes through them."
FACT_OF_NORMS = "Norms are taken as given: they shape attention, but inputs reach the readout without them."


def module_facts(model):
    """Returns the MLPs and norms, found by the class names of modules."""
    names = [type(m).__name__.lower() for m in model.modules()] if hasattr(model, "modules") else []
    facts = []
    if any(word in name for name in names for word in ("mlp", "feedforward", "ffn", "intermediate", "encoderlayer")):
        facts.append(FACT_OF_MLPS)
    if any("norm" in name for name in names):
        facts.append(FACT_OF_NORMS)
    return facts


def check_layers(layers, n_layers):
    layers = list(range(n_layers)) if layers is None else layers
    bad = [l for l in layers if not 0 <= l < n_layers]
    if bad:
        raise ExportError(f"Layer {bad[0]} was asked for, but the model has {n_layers}, 0 to {n_layers - 1}.")
    if len(layers) > MAX_LAYERS:
        raise ExportError(f"Attention of {len(layers)} layers was asked for, and Interplay solves at most {MAX_LAYERS}: "
                          "choose some by --layers.")
    return layers


class HuggingFace(Model):
    """A model of transformers. With output_attentions its output has .attentions, a tuple with
    [batch, heads, query, key] for each layer, after the softmax, and .hidden_states, the output of the embeddings
    and of each layer. With grouped queries there is attention for every query head."""

    def __init__(self, model, inputs):
        super().__init__(model, inputs)
        config = model.config
        self.cls = getattr(config, "model_type", "") in ("bert", "roberta", "distilbert", "electra", "vit", "deit", "beit",
                                                         "dinov2")
        self.main_input = getattr(model, "main_input_name", "input_ids")
        # The model without its head computes no logits over a vocabulary.
        classifies = "Classification" in type(model).__name__
        self.base = model if classifies else getattr(model, "base_model", model)
        if getattr(config, "is_encoder_decoder", False):
            raise ExportError("The model has an encoder and a decoder, whose attention is of several kinds: export its "
                              "encoder alone (model.get_encoder()).")
        heads, groups = getattr(config, "num_attention_heads", None), getattr(config, "num_key_value_heads", None)
        if heads and groups and groups < heads:
            self.facts.append(f"Query groups share values: {heads} heads have {groups} values in the model, and values of "
                              "their own in the theory.")
        if getattr(config, "rope_theta", None) or getattr(config, "rope_parameters", None):
            self.facts.append("Positions are rotations of queries and keys: they are in the attention, and not in the inputs.")

    def run(self, batch, layers):
        try:
            out = self.base(**batch, output_attentions=True, output_hidden_states=True, return_dict=True)
        except ValueError as error:
            if "output_attentions" not in str(error):
                raise
            out = None
        attentions = getattr(out, "attentions", None)
        if not attentions or any(a is None for a in attentions):
            raise ExportError("The model gives no attention out (its attention is \"sdpa\" or \"flash_attention_2\"): load it "
                              "with attn_implementation=\"eager\".")
        self.output = getattr(out, "logits", None)
        layers = check_layers(layers, len(attentions))
        first = layers[0] if self.inputs == "hidden" else 0
        self.add_facts(f"The inputs are the hidden states that enter layer {first}, counted from 0.")
        return out.hidden_states[first], [attentions[l] for l in layers], len(attentions)


class TransformerLens(Model):
    """A HookedTransformer: hook_pattern of a block is [batch, head, query, key], hook_resid_pre is its input."""

    def __init__(self, model, inputs):
        super().__init__(model, inputs)
        config = model.cfg
        self.facts = []
        if not getattr(config, "attn_only", False):
            self.facts.append(FACT_OF_MLPS)
        if getattr(config, "normalization_type", None):
            self.facts.append(FACT_OF_NORMS)
        groups = getattr(config, "n_key_value_heads", None)
        if groups and groups < config.n_heads:
            self.facts.append(f"Query groups share values: {config.n_heads} heads have {groups} values in the model, and "
                              "values of their own in the theory.")
        if getattr(config, "positional_embedding_type", "standard") == "rotary":
            self.facts.append("Positions are rotations of queries and keys: they are in the attention, and not in the inputs.")

    def run(self, batch, layers):
        n_layers = self.model.cfg.n_layers
        layers = check_layers(layers, n_layers)
        x = f"blocks.{layers[0] if self.inputs == 'hidden' else 0}.hook_resid_pre"
        self.add_facts(f"The inputs are those of {x}, before the norm of that block.")
        patterns = [f"blocks.{l}.attn.hook_pattern" for l in layers]
        wanted = {x, *patterns}
        batch = dict(batch)
        _, cache = self.model.run_with_cache(batch.pop("input_ids"), return_type=None,
                                             names_filter=lambda name: name in wanted, **batch)
        return cache[x], [cache[p] for p in patterns], n_layers


class MultiheadAttention(Model):
    """A module that contains torch.nn.MultiheadAttention. Every call is made with need_weights=True and
    average_attn_weights=False, which returns [batch, heads, query, key]. The layers are the calls in order; the
    inputs are the queries of the first."""

    residual_known = False

    def run(self, batch, layers):
        calls, undo = [], []
        for module in self.model.modules():
            # The fast path of the encoder computes a layer without calling forward() of its attention.
            for name in ("activation_relu_or_gelu", "enable_nested_tensor", "use_nested_tensor"):
                if hasattr(module, name):
                    undo.append((module, name, getattr(module, name)))
                    setattr(module, name, 0)
            if is_multihead(module):
                undo.append((module, "forward", vars(module).get("forward")))
                module.forward = recorder(module, module.forward, calls)
        try:
            with Sources(self.model) as sources, capture(None, sources):
                self.output = call_model(self.model, batch)
        finally:
            for module, name, value in undo:
                if name == "forward" and value is None:
                    del module.forward
                else:
                    setattr(module, name, value)
        layers = check_layers(layers, len(calls))
        check_calls(sources.calls, layers)
        first = layers[0] if self.inputs == "hidden" else 0
        self.add_facts(*sources.facts(sources.calls[first]))
        return calls[first][0], [calls[l][1] for l in layers], len(calls)


def is_multihead(module):
    return any(c.__name__ == "MultiheadAttention" for c in type(module).__mro__)


def recorder(module, forward, calls):
    signature = inspect.signature(forward)

    def record(*args, **kwargs):
        given = signature.bind(*args, **kwargs)
        given.apply_defaults()
        asked, averaged = given.arguments["need_weights"], given.arguments["average_attn_weights"]
        given.arguments.update(need_weights=True, average_attn_weights=False)
        out, weights = forward(*given.args, **given.kwargs)
        query = given.arguments["query"]
        if weights.ndim != 4 or weights.shape[2] != weights.shape[3]:
            raise ExportError(f"Attention of layer {len(calls)} has shape {list(weights.shape)} where [batch, heads, tokens, "
                              "tokens] is expected: only self-attention of a batch makes a case.")
        calls.append((query if module.batch_first else query.transpose(0, 1), weights))
        return out, (weights.mean(1) if averaged else weights) if asked else None

    return record


class OwnModules(Model):
    """Any module. Submodules whose names match a pattern return attention, [batch, heads, query, key],
    in the order of their calls (an nn.Softmax, an nn.Identity that attention passes). The inputs are the output of
    one more submodule, or the input of the model if it is [batch, tokens, width]."""

    residual_known = False

    def __init__(self, model, inputs, modules, input_module):
        super().__init__(model, inputs)
        named = dict(model.named_modules())
        self.attention = [named[n] for n in named if any(fnmatch.fnmatchcase(n, p) for p in modules.split(","))]
        if not self.attention:
            raise ExportError(f"No submodule is called \"{modules}\": there are {listed(n for n in named if n)}.")
        if input_module is not None and input_module not in named:
            raise ExportError(f"No submodule is called \"{input_module}\" (--input-module): there are "
                              f"{listed(n for n in named if n)}.")
        self.input_module = named.get(input_module) if input_module is not None else None

    def run(self, batch, layers):
        calls, x, handles = [], [], []

        def take(_module, _args, out):
            tensors = [t for t in (out if isinstance(out, (tuple, list)) else [out]) if getattr(t, "ndim", 0) == 4]
            if not tensors:
                raise ExportError("A module of --modules gives no tensor [batch, heads, query, key] out: name one that does.")
            calls.append(tensors[-1])

        for module in self.attention:
            handles.append(module.register_forward_hook(take))
        if self.input_module is not None:
            handles.append(self.input_module.register_forward_hook(
                lambda _m, _a, out: x.append(out[0] if isinstance(out, (tuple, list)) else out)))
        try:
            self.output = call_model(self.model, batch)
        finally:
            for handle in handles:
                handle.remove()
        layers = check_layers(layers, len(calls))
        names = {module: name for name, module in self.model.named_modules()}
        self.add_facts(f"The inputs are what {names[self.input_module]} gives out." if x else "The inputs are what enters the model.")
        return x[0] if x else next(iter(batch.values())), [calls[l] for l in layers], len(calls)


class Captured(Model):
    """A model whose forward() computes attention: by scaled_dot_product_attention, or by a softmax over the last of four
    dimensions [batch, heads, query, key]. The layers are these calls in order; the inputs are the input,
    [batch, tokens, width], of the innermost module that contains the first call."""

    residual_known = False

    def run(self, batch, layers):
        taken, examples = [], len(next(iter(batch.values())))
        with Sources(self.model) as sources, capture(taken.append, sources):
            self.output = call_model(self.model, batch)
        if not taken:
            raise ExportError(f"{type(self.model).__name__} is neither a model of transformers or transformer_lens, nor has it a "
                              "torch.nn.MultiheadAttention in it, nor does it compute attention by "
                              "scaled_dot_product_attention or a softmax over [batch, heads, query, key]: name the modules "
                              "that give attention out (--modules).")
        layers = check_layers(layers, len(taken))
        check_calls(sources.calls, layers)
        entered = sources.calls[layers[0] if self.inputs == "hidden" else 0]
        if entered.x is None:
            raise ExportError("The module that computes attention takes no tokens [batch, tokens, width] of its own: name one "
                              "that gives them out (--input-module), and those that give attention out (--modules).")
        self.add_facts(*sources.facts(entered))
        return entered.x, [as_heads(taken[l], examples) for l in layers], len(taken)


def capture(take, sources):
    """Calls take() with the attention of every call that computes some, except nn.MultiheadAttention
    (None). sources.hear() gets every call of PyTorch."""
    from torch.overrides import TorchFunctionMode  # pylint: disable=import-outside-toplevel

    class Capture(TorchFunctionMode):
        def __torch_function__(self, func, types, args=(), kwargs=None):
            kwargs = kwargs or {}
            name = getattr(func, "__name__", "")
            out = func(*args, **kwargs)
            sources.hear(name, args, kwargs, out)
            if take is None:
                if name == "multi_head_attention_forward":
                    sources.attend(*args[:3], out)
                return out
            if name == "scaled_dot_product_attention":
                query, key, value = (args + tuple(kwargs.get(n) for n in ("query", "key", "value")[len(args):]))[:3]
                take(attention_weights(*args, **kwargs))
                sources.attend(query, key, value, out)
            elif is_attention(name, out, args, kwargs):
                take(out)
                sources.attend(*sources.product_of(args[0] if args else kwargs["input"]), None, out)
            return out

    return Capture()


def is_attention(name, out, args, kwargs):
    """Returns True for a softmax over the last of three to five dimensions with as many keys as queries."""
    if name != "softmax" or not 3 <= out.ndim <= 5 or out.shape[-2] != out.shape[-1] or out.shape[-1] < 2:
        return False
    return (args[1] if len(args) > 1 else kwargs.get("dim")) in (-1, out.ndim - 1)


def as_heads(weights, examples):
    """Returns attention as [batch, heads, query, key] if it has groups of heads, heads in the batch, or one head."""
    if weights.ndim == 5:
        return weights.flatten(1, 2)
    if weights.ndim == 3:
        return weights.unflatten(0, (examples, -1)) if len(weights) % examples == 0 else weights
    return weights


# ---- How captured attention is used


PRODUCTS = ("matmul", "__matmul__", "__rmatmul__", "bmm", "baddbmm", "einsum")
# Functions that show an MLP (rectifiers), and functions that show a norm (division by the spread).
ACTIVATIONS = ("relu", "relu_", "gelu", "silu", "elu", "celu", "selu", "leaky_relu", "mish", "hardswish", "softplus", "glu")
MOVES = ("reshape", "view", "flatten", "unflatten", "squeeze", "unsqueeze", "expand", "contiguous", "to", "float", "double",
         "half", "type", "type_as", "__getitem__", "select")
TURNS = ("permute", "transpose", "swapaxes", "swapdims", "movedim")
NORMS = ("layer_norm", "rms_norm", "group_norm", "batch_norm", "instance_norm", "normalize", "rsqrt")


def tensors_in(things):
    """Yields the tensors in arguments, lists and dicts."""
    for thing in things:
        if hasattr(thing, "detach"):
            yield thing
        elif isinstance(thing, (list, tuple)):
            yield from tensors_in(thing)
        elif isinstance(thing, dict):
            yield from tensors_in(thing.values())


class ByTensor:
    """A map from tensors to values that holds no reference to the tensors."""

    def __init__(self):
        self.items = {}

    def get(self, tensor, default=None):
        found = self.items.get(id(tensor))
        return found[1] if found is not None and found[0]() is tensor else default

    def set(self, tensor, value):
        self.items[id(tensor)] = (weakref.ref(tensor), value)


class Frame:
    """A call of a module: its input tokens [batch, tokens, width], and for every tensor computed in it
    the inputs that it depends on and the calls of attention that it has passed."""

    def __init__(self, name, args):
        self.name = name
        self.inputs = []
        for tensor in tensors_in(args):
            if tensor.ndim == 3 and tensor.is_floating_point() and not any(tensor is other for other in self.inputs):
                self.inputs.append(tensor)
        self.labels = ByTensor()
        for tensor in tensors_in(args):
            self.labels.set(tensor, frozenset([("other", 0)]))
        for i, tensor in enumerate(self.inputs):
            self.labels.set(tensor, frozenset([("input", i)]))

    def of(self, tensor):
        return self.labels.get(tensor, frozenset())


class Call:
    """A call that computes attention: its module, its tokens, and what is wrong with it."""

    def __init__(self, module):
        self.module = module
        self.x, self.x_module, self.x_norm = None, None, None
        self.sources = frozenset()  # labels of the tensors that it depends on, in the module whose input is x
        self.follows = None  # calls that its queries have passed, if they are known
        self.wrong = None
        self.used = False


class Sources:
    """Follows tensors through one call of a model, from the inputs of modules to attention and then to values."""

    def __init__(self, model):
        self.names = {module: name for name, module in model.named_modules()}
        self.frames, self.calls, self.handles = [], [], []
        self.products, self.weights, self.normed = ByTensor(), ByTensor(), ByTensor()
        self.heard = set()  # names of functions

    def __enter__(self):
        for module in self.names:
            self.handles.append(module.register_forward_pre_hook(self._enter_module))
            self.handles.append(module.register_forward_hook(self._leave_module))
        return self

    def __exit__(self, *_exception):
        for handle in self.handles:
            handle.remove()

    def _enter_module(self, module, args):
        self.frames.append(Frame(self.names[module] or type(module).__name__, args))

    def _leave_module(self, _module, _args, _out):
        self.frames.pop()

    def facts(self, call):
        """Returns sentences on parts of the model outside the theory, found by its calls, and on the source of its inputs."""
        found = []
        if self.heard.intersection(ACTIVATIONS):
            found.append(FACT_OF_MLPS)
        if self.heard.intersection(NORMS):
            found.append(FACT_OF_NORMS)
        passed = f", behind the norm {call.x_norm}" if call.x_norm else ""
        return found + ([f"The inputs are what enters {call.x_module}{passed}."] if call.x_module else [])

    def hear(self, name, args, kwargs, out):
        """Records a call of PyTorch: its output depends on its inputs."""
        given, made = list(tensors_in((args, kwargs))), list(tensors_in((out,)))
        if not made:
            return
        self.heard.add(name)
        for frame in self.frames:
            labels = frozenset().union(*(frame.of(tensor) for tensor in given))
            for tensor in made:
                frame.labels.set(tensor, labels)
        if name in NORMS and name != "rsqrt":
            self.normed.set(made[0], self.frames[-1].name if self.frames else name)
        self._follow_products(name, given, made[0])
        self._follow_weights(name, args, given, made[0])

    def _follow_products(self, name, given, out):
        """Records products of queries and keys, which are scores, also after sums and masks."""
        if name in PRODUCTS and len(given) >= 2:
            self.products.set(out, (given[-2], given[-1]))
            return
        known = [pair for pair in map(self.products.get, given) if pair is not None]
        if len(known) == 1:
            self.products.set(out, known[0])

    def product_of(self, scores):
        """Returns queries and keys of scores, or None for each."""
        return self.products.get(scores, (None, None))

    def _follow_weights(self, name, args, given, out):
        """Checks that weights multiply values as the softmax returned them."""
        for tensor in given:
            call, changed, turned = self.weights.get(tensor, (None, None, False))
            if call is None:
                continue
            if name in PRODUCTS and self._multiplies(name, args, tensor, turned):
                call.used = True
                if changed is not None:
                    call.wrong = call.wrong or f"is changed by {changed} between the softmax and the values"
                self._check_values(call, [other for other in given if other is not tensor])
            elif out.numel() == tensor.numel() and out.is_floating_point():
                same = out.shape == tensor.shape and bool((out - tensor).abs().nan_to_num().max() <= SUM_TOLERANCE)
                turns = not same and out.shape == tensor.shape and name in TURNS
                self.weights.set(out, (call, changed if same or name in MOVES + TURNS else name, turned != turns))
            elif name in ("linear", "conv2d", *PRODUCTS):
                self.weights.set(out, (call, name, turned))

    @staticmethod
    def _multiplies(name, args, weights, turned):
        """Returns True if a product sums over the keys, the last axis of weights that are not transposed."""
        if name != "einsum":
            return list(tensors_in(args))[-1 if turned else -2] is weights
        text, operands = args[0], list(tensors_in(args[1:]))
        if not isinstance(text, str) or "->" not in text:
            return True
        left, right = text.replace(" ", "").split("->")
        letters = left.split(",")[next(i for i, operand in enumerate(operands) if operand is weights)]
        query, key = (letters[-1], letters[-2]) if turned else (letters[-2], letters[-1])
        return key not in right and query in right

    def _check_values(self, call, values):
        """Checks that values depend on the same tokens as queries and keys, in the module that has these as input."""
        own = ("call", self.calls.index(call))
        for frame in self.frames:
            if call.sources and any(tensor is call.x for tensor in frame.inputs):
                for tensor in values:
                    if frame.of(tensor) and frame.of(tensor) - {own} != call.sources:
                        call.wrong = call.wrong or "has values that come from other tokens than its keys"

    def attend(self, query, key, value, out):
        """Records a call of attention. @out: its weights, or its output if it has values. All others: (nullable)."""
        call = Call(self.frames[-1].name if self.frames else "")
        label = ("call", len(self.calls))
        self.calls.append(call)
        given = [tensor for tensor in (query, key, value) if tensor is not None]
        if len(given) >= 2:
            self._find_input(call, given)
        else:
            entered = next((frame for frame in reversed(self.frames) if len(frame.inputs) == 1), None)
            call.x, call.x_module = (entered.inputs[0], entered.name) if entered is not None else (None, None)
        if self.frames and given and self.frames[0].of(given[0]):
            call.follows = {n for kind, n in self.frames[0].of(given[0]) if kind == "call"}
        for frame in self.frames:
            for tensor in tensors_in((out,)):
                frame.labels.set(tensor, frame.of(tensor) | {label})
        if value is None:
            self.weights.set(out, (call, None, False))
        else:
            call.used = True

    def _find_input(self, call, given):
        """Returns the innermost module with one input of tokens on which queries, keys and values depend."""
        differ = False
        for frame in reversed(self.frames):
            labels = [frame.of(tensor) for tensor in given]
            if not all(labels):
                continue
            inputs = {n for kind, n in labels[0] if kind == "input"}
            if len(set(labels)) > 1:
                differ = True
            elif len(inputs) == 1:
                call.x, call.x_module = frame.inputs[inputs.pop()], frame.name
                call.x_norm, call.sources = self.normed.get(call.x), labels[0]
                return
        if differ:
            call.wrong = "has queries and keys that come from different tokens, as cross-attention has"


def check_calls(calls, layers):
    """Refuses calls that are not self-attention of one layer after the other."""
    for at, layer in enumerate(layers):
        call = calls[layer]
        where = f"Attention of layer {layer} ({call.module})"
        if call.wrong is not None:
            raise ExportError(f"{where} {call.wrong}: choose layers without it (--layers).")
        if not call.used:
            raise ExportError(f"{where} is a softmax that multiplies no values: choose layers without it (--layers).")
        if at > 0 and call.follows is not None and layers[at - 1] not in call.follows:
            raise ExportError(f"{where} does not follow that of layer {layers[at - 1]} but stands beside it: the theory has one "
                              "layer after the other; choose one of them (--layers).")


def attention_weights(query, key, _value, attn_mask=None, dropout_p=0.0, is_causal=False, scale=None, enable_gqa=False):
    """Returns the attention of scaled_dot_product_attention without dropout, by the definition in its documentation."""
    torch = need_torch()
    if enable_gqa:
        key = key.repeat_interleave(query.shape[-3] // key.shape[-3], -3)
    logits = query @ key.transpose(-2, -1) * (query.shape[-1] ** -0.5 if scale is None else scale)
    if is_causal:
        seen = torch.ones(logits.shape[-2:], dtype=torch.bool, device=logits.device).tril()
        logits = logits.masked_fill(~seen, -float("inf"))
    if attn_mask is not None:
        logits = logits.masked_fill(~attn_mask, -float("inf")) if attn_mask.dtype == torch.bool else logits + attn_mask
    return torch.softmax(logits, -1)


def call_model(model, batch):
    """Calls the model: the first of the batch is positional, the others have the names of the model's parameters."""
    batch = dict(batch)
    first = batch.pop(next(iter(batch)))
    named = inspect.signature(model.forward).parameters
    if "attention_mask" in batch and "attention_mask" not in named:
        mask = batch.pop("attention_mask")
        padding = [n for n in ("src_key_padding_mask", "key_padding_mask") if n in named]
        if padding:
            batch[padding[0]] = mask == 0
        elif "mask" in named:
            batch["mask"] = mask
        else:
            raise ExportError(f"{type(model).__name__}.forward() takes no attention_mask, mask nor src_key_padding_mask, so that "
                              "it would look at padding: give it one of these.")
    return model(first, **batch)


def recognize(model, inputs="embeddings", modules=None, input_module=None):
    """Returns the wrapper for this kind of model."""
    if isinstance(model, Model):
        return model
    if modules is not None:
        return OwnModules(model, inputs, modules, input_module)
    if hasattr(model, "run_with_cache") and hasattr(model, "cfg"):
        return TransformerLens(model, inputs)
    config = getattr(model, "config", None)  # a config without model_type is not of Hugging Face
    if hasattr(config, "model_type") or (config is not None and not hasattr(model, "named_modules")):
        return HuggingFace(model, inputs)
    if hasattr(model, "modules"):
        multihead = any(is_multihead(m) for m in model.modules())
        return MultiheadAttention(model, inputs) if multihead else Captured(model, inputs)
    raise ExportError(f"A {type(model).__name__} is no PyTorch model: give an nn.Module.")


# ---- Examples


def listed(words, most=8):
    words = [str(w) for w in words]
    return ", ".join(words[:most]) + (f" and {len(words) - most} more" if len(words) > most else "")


def as_torch_takes_it(array):
    """Returns native byte order, and signed integers above 8 bits: tokens are often uint16."""
    if array.dtype.kind == "u" and array.dtype.itemsize > 1:
        return array.astype(np.int64)
    return array.astype(array.dtype.newbyteorder("="), copy=False) if array.dtype.kind in "iuf" else array


def as_examples(inputs, mask, name, main_input):
    """Returns inputs by name, each an array with P rows, and the mask [P, T], or None without padding."""
    inputs = dict(inputs) if hasattr(inputs, "keys") else {main_input: inputs}
    given = inputs.get("attention_mask")
    for key, value in inputs.items():
        if isinstance(value, (list, tuple)):
            lengths = sorted({len(v) for v in value if hasattr(v, "__len__")})
            if len(lengths) > 1:
                raise ExportError(f"The examples of {name} have {lengths[0]} to {lengths[-1]} tokens: pad them to one length, "
                                  f"and say which tokens are real by a mask (mask_{name} [P, T]).")
        inputs[key] = to_numpy(value)
        inputs[key] = as_torch_takes_it(inputs[key])
        if inputs[key].dtype == object or inputs[key].ndim == 0 or len(inputs[key]) == 0:
            raise ExportError(f"The inputs of {name} are no array of numbers with an example a row: pad them to one length, "
                              f"and say which tokens are real by a mask (mask_{name} [P, T]).")
    sizes = {k: len(v) for k, v in inputs.items()}
    if len(set(sizes.values())) > 1:
        raise ExportError(f"The inputs of {name} have different numbers of examples: {sizes}.")
    mask = to_numpy(mask if mask is not None else given) != 0 if mask is not None or given is not None else None
    if mask is not None:
        P = next(iter(sizes.values()))
        if mask.ndim != 2 or len(mask) != P:
            raise ExportError(f"The mask of {name} has shape {list(mask.shape)} where [{P}, tokens] is expected.")
        if not mask.any(axis=1).all():
            raise ExportError(f"The mask of {name} leaves example {int(np.argmin(mask.any(axis=1)))} no token at all.")
        inputs["attention_mask"] = mask.astype(np.int64)
    return inputs, mask


def as_labels(y, P, name, regression, classes):
    """Returns labels: +1 and -1 or 0 and 1 for two classes; integers from 0 for more."""
    y = to_numpy(y)
    if y.dtype == bool:
        y = y.astype(np.int64)
    if y.ndim != 1 or len(y) != P:
        raise ExportError(f"The labels y_{name} have shape {list(y.shape)} where [{P}] is expected, one for each example.")
    if y.dtype.kind not in "iuf" or not np.isfinite(y).all():
        raise ExportError(f"The labels y_{name} must be finite numbers, +1 and -1 or 0 and 1.")
    values = np.unique(y)
    if classes:
        if not np.array_equal(y, np.floor(y)) or y.min() < 0:
            raise ExportError(f"The labels y_{name} take the values {listed(values)}: classes are whole numbers from 0.")
        return y.astype(np.int64)
    if not regression and not set(values) <= {-1, 1} and not set(values) <= {0, 1}:
        raise ExportError(f"The labels y_{name} take the values {listed(values)}: two classes are +1 and -1 or 0 and 1; pass "
                          "classes (--classes) where there are more, or regression (--regression) to fit the numbers.")
    return y.astype(np.float64)


# ---- Texts of tokens


def text_of(tokens):
    """Returns the function from a token number to its text. tokens: a tokenizer, a function, texts by number, or a
    vocabulary (numbers by text)."""
    if hasattr(tokens, "convert_ids_to_tokens"):
        # A tokenizer's sign for the space before a word becomes a space, its signs for bytes become these bytes.
        def text(number):
            piece = tokens.convert_ids_to_tokens(number)
            return piece.replace("\u2581", " ") if "\u2581" in piece else tokens.decode([number])
        return text
    if hasattr(tokens, "id_to_token"):
        return lambda number: tokens.decode([number], skip_special_tokens=False) or tokens.id_to_token(number)
    if callable(tokens):
        return tokens
    if hasattr(tokens, "items") and all(isinstance(v, (int, np.integer)) for v in tokens.values()):
        tokens = {number: text for text, number in tokens.items()}
    return lambda number: tokens[number]


def token_texts(tokens, examples, mask, name, T):
    """Returns [P, T] texts, empty at padding. tokens: as for text_of(), or texts [P, T] of both sets by name."""
    ids = next(iter(examples.values()))
    if hasattr(tokens, "keys") and set(tokens) == {"train", "test"}:
        texts = np.asarray(tokens[name])
    elif ids.ndim != 2 or ids.dtype.kind not in "iu":
        raise ExportError(f"Texts of tokens go by token numbers [P, T], and the inputs of {name} are {ids.dtype} {list(ids.shape)}: "
                          "give the texts themselves, tokens_train and tokens_test [P, T].")
    else:
        distinct, place = np.unique(ids, return_inverse=True)
        texts, text = [], text_of(tokens)
        for number in distinct:
            try:
                texts.append(str(text(int(number))))
            except (LookupError, TypeError, ValueError):
                raise ExportError(f"There is no text for token {number} of the examples of {name}: give one for every number from 0 "
                                  f"to {distinct[-1]}.") from None
        texts = np.array(texts)[place.reshape(ids.shape)]
    if texts.dtype.kind not in "US" or texts.shape != (len(ids), T):
        raise ExportError(f"The texts of tokens of {name} are {texts.dtype} {list(texts.shape)} where texts [{len(ids)}, {T}] are "
                          "expected, one for each token that the model sees.")
    return texts if mask is None else np.where(mask, texts, np.zeros((), texts.dtype))


def load_tokens(what):
    """Reads --tokens: texts by number, one a line, or JSON; else a tokenizer of transformers."""
    if what.endswith((".txt", ".json")):
        try:
            with open(what, encoding="utf-8", newline="\n") as file:
                tokens = json.load(file) if what.endswith(".json") else file.read().split("\n")
        except (OSError, ValueError) as error:
            raise ExportError(f"{what} could not be read as texts of tokens: {error}") from None
        if not isinstance(tokens, (list, dict)):
            raise ExportError(f"{what} holds neither a list of texts nor numbers by text.")
        return tokens
    return load_tokenizer(what)


def load_tokenizer(name):
    try:
        from transformers import AutoTokenizer  # pylint: disable=import-outside-toplevel
    except ImportError:
        raise ExportError("A tokenizer needs transformers, which this Python has not: install it, or give token numbers by --data and "
                          "their texts as a list, --tokens FILE.txt.") from None
    try:
        return AutoTokenizer.from_pretrained(name)
    except (OSError, ValueError) as error:
        raise ExportError(f"transformers could not load the tokenizer “{name}”: {str(error).splitlines()[0]}") from None


# ---- Attention of a batch


def check_batch(x, attention, layers):
    if x.ndim != 3:
        raise ExportError(f"The inputs of layer 0 have shape {list(x.shape)} where [examples, tokens, width] is expected.")
    if not np.isfinite(x).all():
        raise ExportError("The inputs hold NaN or infinity: use a precision in which the model gives finite numbers.")
    for layer, a in zip(layers, attention):
        if a.ndim != 4 or a.shape[0] != len(x) or a.shape[2:] != (x.shape[1], x.shape[1]):
            raise ExportError(f"Attention of layer {layer} has shape {list(a.shape)} where [{len(x)}, heads, {x.shape[1]}, "
                              f"{x.shape[1]}] is expected: query and key run over the tokens of the inputs.")


def check_padding(attention, mask, layer, start):
    """Refuses attention of a real token to padding."""
    if mask is None:
        return
    weight = np.where(mask[:, None, :], (attention * ~mask[:, None, None, :]).sum(axis=3), 0)
    if np.nanmax(weight, initial=0) > SUM_TOLERANCE:
        i, h, t = (int(v) for v in np.unravel_index(np.nanargmax(weight), weight.shape))
        raise ExportError(f"Attention of layer {layer}, head {h}, example {start + i}, query {t} puts {weight[i, h, t]:.0%} of its "
                          "weight on padding: mask padding before the softmax.")


def mend_padding(attention, mask):
    """Sets the attention of padding to itself: no real token depends on it, and it may be NaN."""
    if mask is None:
        return
    for i, t in np.argwhere(~mask):
        attention[i, :, t, :] = 0
        attention[i, :, t, t] = 1


def check_rows(attention, layer, start):
    sums = attention.sum(axis=3, dtype=np.float64)
    bad = ~(np.abs(sums - 1) <= SUM_TOLERANCE)
    if bad.any():
        i, h, t = (int(v) for v in np.argwhere(bad)[0])
        if not np.isfinite(sums[i, h, t]):
            raise ExportError(f"Attention of layer {layer}, head {h}, example {start + i}, query {t} is not finite: padding needs "
                              "a mask, or the model a higher precision.")
        raise ExportError(f"Attention of layer {layer}, head {h}, example {start + i}, query {t} sums to {sums[i, h, t]:.3g} over "
                          "its keys, not to 1: take it after the softmax, without dropout.")


def is_causal(attention):
    T = attention.shape[-1]
    return T > 1 and not attention[..., np.triu(np.ones((T, T), bool), 1)].any()


def readout_vectors(readout, mask, count, T):
    """Returns the readout r [examples, T] over real tokens."""
    mask = np.ones((count, T), bool) if mask is None else mask
    r = np.zeros((count, T))
    if readout == "mean":
        r[:] = mask / mask.sum(axis=1, keepdims=True)
    elif readout == "first":
        r[np.arange(count), mask.argmax(axis=1)] = 1
    else:
        r[np.arange(count), T - 1 - mask[:, ::-1].argmax(axis=1)] = 1
    return r


def path_features(x, attention, r):
    """Returns xi [P, Pi, N0] for x [P, T, N0], attention L x [P, H, query, key] and r [P, T], in double precision, from the
    right, in blocks of examples. The head of layer 1 is the slowest index."""
    P, T, N0 = x.shape
    Pi = int(np.prod([a.shape[1] for a in attention]))
    block = max(1, int(BLOCK_BYTES / (8 * Pi * (2 * T + N0))))
    xi = np.empty((P, Pi, N0))
    for start in range(0, P, block):
        rows = slice(start, start + block)
        alpha = r[rows, None, :].astype(np.float64)
        for a in reversed(attention):
            # alpha[b, h, suffix, key] = sum_query alpha[b, suffix, query] attention[b, h, query, key]
            alpha = np.matmul(alpha[:, None], a[rows].astype(np.float64))
            alpha = alpha.reshape(len(alpha), -1, T)
        np.matmul(alpha, x[rows].astype(np.float64), out=xi[rows])
    return xi


# ---- Choices


def choose_heads(heads, layers, counts):
    """Returns the chosen heads of every chosen layer. heads: None, a list for all layers, or a list of lists."""
    if heads is None:
        chosen = [list(range(n)) for n in counts]
    elif len(heads) and isinstance(heads[0], (list, tuple, range)):
        if len(heads) != len(layers):
            raise ExportError(f"Heads are given for {len(heads)} layers, but {len(layers)} are chosen: give one list for each, or "
                              "one for all.")
        chosen = [list(h) for h in heads]
    else:
        chosen = [list(heads) for _ in counts]
    for layer, taken, count in zip(layers, chosen, counts):
        bad = [h for h in taken if not 0 <= h < count]
        if bad:
            raise ExportError(f"Head {bad[0]} of layer {layer} was asked for, but the layer has {count}, 0 to {count - 1}.")
        if not taken or len(set(taken)) < len(taken):
            raise ExportError(f"The heads of layer {layer} must be one or more, each of them once.")
        if len(taken) > MAX_HEADS:
            raise ExportError(f"Layer {layer} has {len(taken)} heads, and Interplay solves at most {MAX_HEADS} in a layer: choose "
                              "some by --heads.")
    paths = int(np.prod([len(c) for c in chosen], dtype=np.float64))
    if paths > MAX_PATHS:
        raise ExportError(f"{' x '.join(str(len(c)) for c in chosen)} heads make {paths} paths, and Interplay solves at most "
                          f"{MAX_PATHS}, up to 256 in comfort: choose fewer layers (--layers) or heads (--heads).")
    return chosen


def sizes_of(examples, T, N0, heads, itemsize):
    """Returns the bytes of the file at both levels. T: tokens of each set."""
    Pi = int(np.prod([len(h) for h in heads]))
    n_heads = sum(len(h) for h in heads)
    attention = sum(P * t * (N0 + n_heads * t) for P, t in zip(examples, T)) * itemsize
    return attention, sum(examples) * Pi * N0 * itemsize


def why_not_attention(readout, masks, lengths):
    """Returns the reason why a case cannot be written at the level of attention, or None."""
    if len(set(lengths)) > 1:
        return f"training examples have {lengths[0]} tokens and test examples {lengths[1]}"
    for mask in masks:
        if mask is None:
            continue
        if readout == "mean":
            return "the mean over the real tokens differs from example to example"
        if not mask[:, 0 if readout == "first" else -1].all():
            return f"the {readout} real token is padding in some examples"
    return None


class Writer:
    """Writes arrays that grow on disk, and then one file, which takes its name when it is complete."""

    def __init__(self, out):
        self.out = out
        self.folder = os.path.dirname(os.path.abspath(out))
        if not os.path.isdir(self.folder):
            raise ExportError(f"There is no folder {self.folder} to write {os.path.basename(out)} into.")
        try:
            self.scratch = tempfile.TemporaryDirectory(prefix=".export-attention-", dir=self.folder)
        except OSError as error:
            raise ExportError(f"Nothing can be written into {self.folder}: {error.strerror}.") from None
        self.arrays = {}

    def grow(self, name, shape, dtype):
        path = os.path.join(self.scratch.name, name + ".npy")
        try:
            self.arrays[name] = np.lib.format.open_memmap(path, mode="w+", dtype=dtype, shape=shape)
            # Without space for the whole file a later write would end the program without a message.
            if hasattr(os, "posix_fallocate"):
                with open(path, "r+b") as file:
                    os.posix_fallocate(file.fileno(), 0, os.path.getsize(path))
        except OSError as error:
            size = int(np.prod(shape, dtype=np.float64)) * np.dtype(dtype).itemsize / 1e6
            raise ExportError(f"There is no room in {self.folder} for {name} {list(shape)}, {size:.3g} MB (twice that while "
                              f"the file is made): {error.strerror}.") from None
        return self.arrays[name]

    def finish(self):
        path = os.path.join(self.scratch.name, "case.npz")
        try:
            with open(path, "wb") as file:
                np.savez(file, **self.arrays)
                file.flush()
                os.fsync(file.fileno())
            os.replace(path, self.out)
        except OSError as error:
            raise ExportError(f"{self.out} could not be written: {error.strerror}.") from None

    def __enter__(self):
        return self

    def __exit__(self, *exception):
        self.arrays.clear()
        self.scratch.cleanup()


# ---- Readouts compared


def decisions(output, classes):
    """Returns the model's prediction for each example, +1 or -1 or a class; None if its output has no such form."""
    if isinstance(output, (tuple, list)):
        output = output[0] if output else None
    output = getattr(output, "logits", output)
    if not hasattr(output, "ndim") or not hasattr(output, "detach"):
        return None
    o = to_numpy(output)
    if o.ndim == 3:
        o = o[:, -1]  # the prediction of a language model is at the last token
    if o.ndim == 2 and o.shape[1] == 1:
        o = o[:, 0]
    if classes:
        return o.argmax(1) if o.ndim == 2 else None
    if o.ndim == 2 and o.shape[1] == 2:
        return np.where(o[:, 1] > o[:, 0], 1, -1)
    if o.ndim != 1:
        return None
    is_probability = o.min() >= 0 and o.max() <= 1
    return np.where(o > (0.5 if is_probability else 0), 1, -1)


def targets_of(y, classes):
    """Returns the labels of the theory: +1 and -1, or a column a class, 1 - 1/K for the right one and -1/K for others."""
    if classes is None:
        return np.where(y > 0, 1.0, -1.0)
    return (y[:, None] == classes).astype(float) - 1 / len(classes)


def gp_accuracy(xi, y, xi_test, y_test, temperature, classes):
    """Returns the accuracy of the GP limit, whose kernel is K = sum_p xi^p . xi^p / (N0 Pi)."""
    a, b = (v.reshape(len(v), -1) for v in (xi, xi_test))
    K = a @ a.T / a.shape[1]
    mean = b @ a.T / a.shape[1] @ np.linalg.lstsq(K + temperature * np.eye(len(K)), targets_of(y, classes), rcond=None)[0]
    right = (classes[mean.argmax(1)] == y_test) if classes is not None else (mean > 0) == (y_test > 0)
    return float(right.mean())


class Comparison:
    """Path features of the first examples by every readout, and the accuracy of the model."""

    def __init__(self, heads, N0, classes):
        Pi = int(np.prod([len(h) for h in heads], dtype=np.float64))
        with_identity = int(np.prod([len(h) + 1 for h in heads], dtype=np.float64))
        self.residuals = [False, True] if with_identity <= MAX_PATHS else [False]
        paths = 3 * (Pi + (with_identity if len(self.residuals) > 1 else 0))
        self.most = int(min(COMPARED_EXAMPLES, COMPARED_BYTES / (2 * 8 * paths * N0)))
        self.classes = classes
        self.xi = {}
        self.labels = {"train": [], "test": []}
        self.said = []
        self.right, self.seen = 0, 0

    def add(self, set_name, x, attention, real, y, output):
        """Adds a batch with its labels and the model's output."""
        said = decisions(output, self.classes)
        if set_name == "test" and said is not None and len(said) == len(y):
            self.right += int(((said == y) if self.classes else (said > 0) == (y > 0)).sum())
            self.seen += len(y)
        n = min(len(x), self.most - sum(len(v) for v in self.labels[set_name]))
        if self.most < COMPARED_LEAST or n <= 0:
            return
        self.labels[set_name].append(y[:n])
        T = x.shape[1]
        real = real[:n] if real is not None else None
        identity = np.broadcast_to(np.eye(T), (n, 1, T, T))
        for readout in READOUTS:
            r = readout_vectors(readout, real, n, T)
            for residual in self.residuals:
                used = [np.concatenate((a[:n], identity), 1) if residual else a[:n] for a in attention]
                self.xi.setdefault((readout, residual, set_name), []).append(path_features(x[:n], used, r))

    def finish(self, readout, residual, temperature):
        """Returns the accuracies, and a sentence if another readout is far better."""
        result = {"model": self.right / self.seen if self.seen else None, "gp": {}, "readout": readout, "residual": residual,
                  "note": None}
        if not self.labels["train"] or not self.labels["test"]:
            return result
        y, y_test = (np.concatenate(self.labels[s]) for s in ("train", "test"))
        classes = np.unique(y) if self.classes else None
        for (which, identity, set_name), xi in self.xi.items():
            if set_name == "train":
                result["gp"][which, identity] = gp_accuracy(np.concatenate(xi), y,
                                                            np.concatenate(self.xi[which, identity, "test"]), y_test,
                                                            temperature, classes)
        own = result["gp"].get((readout, residual), 0.0)
        best = max(result["gp"], key=result["gp"].get)
        spread = np.sqrt(2 * 0.25 / len(y_test))
        if result["gp"][best] > own + 2 * spread:
            words = f"--readout {best[0]}" + (" --residual" if best[1] else "")
            result["note"] = (f"The readout looks wrong: as written the GP limit is right on {own:.2f} of the test examples, "
                              f"and on {result['gp'][best]:.2f} with {words}.")
        return result


# ---- Export


def tensors(source, inputs, size, device):
    """Yields the rows of every batch and the input of the model."""
    torch = need_torch()
    P = len(next(iter(inputs.values())))
    # Double precision of NumPy becomes the precision of the model.
    parameters = source.model.parameters() if hasattr(source.model, "parameters") else ()
    precision = next((p.dtype for p in parameters if p.is_floating_point()), None)
    for start in range(0, P, size):
        rows = slice(start, min(start + size, P))
        batch = {k: torch.from_numpy(np.ascontiguousarray(v[rows])) for k, v in inputs.items()}
        if device is not None:
            batch = {k: v.to(device) for k, v in batch.items()}
        if precision is not None:
            batch = {k: v.to(precision) if v.is_floating_point() else v for k, v in batch.items()}
        yield rows, batch


def batches(source, inputs, mask, layers, size, device):
    """Yields the first row of every batch, x, attention as arrays, and the mask."""
    torch = need_torch()
    for rows, batch in tensors(source, inputs, size, device):
        start = rows.start
        try:
            with torch.no_grad():
                x, attention, n_layers = source.run(batch, layers)
        except ExportError:
            raise
        except (RuntimeError, TypeError, IndexError, ValueError) as error:
            raise ExportError(f"The model does not take the examples of shape {[list(v.shape) for v in batch.values()]}: "
                              f"{(str(error).splitlines() or [type(error).__name__])[0].rstrip('.')}.") from error
        chosen = check_layers(layers, n_layers)
        x, attention = to_numpy(x), [to_numpy(a) for a in attention]
        check_batch(x, attention, chosen)
        yield start, x, attention, None if mask is None else mask[rows], chosen, n_layers


def warnings_of(source, chosen, n_layers, residual, causal, readout, level):
    if residual:
        facts = ["Residual connections are the identity, by the array residual."]
    elif source.residual_known:
        facts = ["Residual connections are left out: every path goes through a head of every layer."]
    else:
        facts = ["Residual connections, where the model has any, are left out: every path goes through a head of every layer."]
    if len(chosen) < n_layers:
        facts.append(f"Of {n_layers} layers, {len(chosen)} were taken: {listed(chosen)}, counted from 0.")
    facts += source.facts
    # At the level of attention Interplay finds that out.
    if causal and readout != "last" and level == "paths":
        facts.append(f"A causal mask with the readout “{readout}”: early tokens have seen less than the last.")
    return facts


def export_case(model, out, train, y_train, test, y_test, *, mask_train=None, mask_test=None, layers=None, heads=None,
                level="auto", readout=None, dtype="float32", name=None, regression=False, classes=False, inputs="embeddings",
                modules=None, input_module=None, temperature=None, residual=False, batch=16, device=None, progress=None, tokens=None):
    """Writes a case of a model's attention and returns its content (level, shape of each array, warnings, and accuracy of
    the model and of each readout as "compared").

    model: of transformers, of transformer_lens, or an nn.Module; train, test: inputs with P rows, or several
    by name (input_ids, attention_mask); y_*: [P]; mask_*: [P, T], 1 is a token; layers: numbers from 0, all by
    default; heads: numbers from 0 for all layers, or a list of such lists; level: "attention", "paths", or "auto":
    attention up to 500 MB, else the smaller file; readout: "last", "first" or "mean"; by default "last" with a causal
    mask, "first" if the first token represents the sequence (BERT, ViT), else "mean"; inputs: "embeddings", or "hidden",
    inputs of the first chosen layer;
    modules, input_module: names of submodules that return attention [B, H, query, key] and inputs [B, T, N0];
    temperature: of the theory, 0.01 by default; residual: True writes residual = 1 for every
    layer; classes: True if y are classes, integers from 0; batch: examples in one call; progress: function of the number
    of examples that are done and of their total;
    tokens: a tokenizer, a function or a list from a token number to its text, or the texts [P, T] of both sets,
    {"train":, "test":}."""
    dtype = np.dtype(dtype)
    if dtype not in (np.float16, np.float32, np.float64):
        raise ExportError(f"Arrays cannot be written as {dtype}: choose float16, float32 or float64.")
    if level not in ("auto", "attention", "paths"):
        raise ExportError(f"There is no level \"{level}\": choose auto, attention or paths.")
    if readout not in (None, "last", "first", "mean"):
        raise ExportError(f"There is no readout \"{readout}\": choose last, first or mean.")
    if residual and level == "paths":
        raise ExportError("Path features have residual connections in them or not: --residual is for the level attention.")
    if layers is not None:
        layers = [int(l) for l in layers]
        if not layers or sorted(set(layers)) != layers:
            raise ExportError("Layers must be one or more, from the first to the last, each of them once.")
    if temperature is not None and not 0 <= temperature < np.inf:
        raise ExportError(f"The temperature is {temperature}: 0 or a positive number is needed.")
    if batch < 1:
        raise ExportError(f"A batch cannot have {batch} examples: at least 1.")
    was_training = getattr(model, "training", False)
    try:
        return write_case(recognize(model, inputs, modules, input_module), out, (train, y_train, mask_train),
                          (test, y_test, mask_test), layers, heads, level, readout, dtype, name, regression, classes,
                          temperature, residual, batch, device, progress, tokens)
    finally:
        if was_training and hasattr(model, "train"):
            model.train()


def head_names(layers, heads, residual):
    """Returns names with the checkpoint's numbers from 0; a residual connection is the last head of its layer."""
    return [name for layer, taken in zip(layers, heads)
            for name in [f"L{layer}H{head}" for head in taken] + ([f"L{layer} id"] if residual else [])]


def write_case(source, out, train, test, layers, heads, level, readout, dtype, name, regression, classes, temperature,
               residual, batch, device, progress, tokens):
    """Writes the case after export_case() has checked its arguments. train, test: examples, labels and mask."""
    main_input = getattr(source, "main_input", "input_ids")
    sets = []
    for set_name, (given, y, mask) in (("train", train), ("test", test)):
        examples, mask = as_examples(given, mask, set_name, main_input)
        P = len(next(iter(examples.values())))
        sets.append((set_name, examples, as_labels(y, P, set_name, regression, classes), mask, P))
    # The first example of each set shows the shapes of the model's output.
    looks = [next(batches(source, {k: v[:1] for k, v in s[1].items()}, None if s[3] is None else s[3][:1], layers, 1, device))
             for s in sets]
    _, x, attention, real, chosen, n_layers = looks[0]
    attention = [np.array(a) for a in attention]
    for a in attention:
        mend_padding(a, real)
    taken = choose_heads(heads, chosen, [a.shape[1] for a in attention])
    N0, lengths = x.shape[2], [look[1].shape[1] for look in looks]
    for i, (s, T) in enumerate(zip(sets, lengths)):
        if s[3] is not None and s[3].shape[1] != T:
            raise ExportError(f"The mask of {s[0]} is for {s[3].shape[1]} tokens, but the model sees {T}.")
        if s[3] is not None and s[3].all():
            sets[i] = (*s[:3], None, s[4])
    if readout is None:
        readout = "last" if all(is_causal(a) for a in attention) else "first" if source.cls else "mean"
    obstacle = why_not_attention(readout, [s[3] for s in sets], lengths)
    sizes = sizes_of([s[4] for s in sets], lengths, N0, taken, dtype.itemsize)
    if level == "attention" and obstacle:
        raise ExportError(f"The level attention has one readout for all examples, but {obstacle}: choose --level paths.")
    if level == "auto":
        small = sizes[0] <= max(sizes[1], ATTENTION_BYTES)
        level = "attention" if residual or (small and not obstacle) else "paths"
        if residual and obstacle:
            raise ExportError(f"--residual needs the level attention, which has one readout for all examples, but {obstacle}.")
    causal = True
    comparison = None if regression else Comparison(taken, N0, classes)
    with Writer(out) as writer:
        done, total = 0, sum(s[4] for s in sets)
        for (set_name, examples, y, mask, P), T in zip(sets, lengths):
            writer.arrays[f"y_{set_name}"] = y
            if tokens is not None:
                writer.arrays[f"tokens_{set_name}"] = token_texts(tokens, examples, mask, set_name, T)
            if level == "paths":
                xi_to = writer.grow(f"xi_{set_name}", (P, int(np.prod([len(t) for t in taken])), N0), dtype)
            else:
                x_to = writer.grow(f"x_{set_name}", (P, T, N0), dtype)
                attention_to = [writer.grow(f"attn_{set_name}_{l}", (P, len(t), T, T), dtype) for l, t in enumerate(taken, 1)]
            for start, x, attention, real, _, _ in batches(source, examples, mask, layers, batch, device):
                if x.shape[1:] != (T, N0):
                    raise ExportError(f"Tokens of {set_name} have shape {list(x.shape[1:])} from example {start} on, and "
                                      f"{[T, N0]} before: pad all to one length, with a mask.")
                rows = slice(start, start + len(x))
                # The output of the model must not change.
                attention = [np.array(a[:, t]) for a, t in zip(attention, taken)]
                for layer, a in zip(chosen, attention):
                    check_padding(a, real, layer, start)
                    mend_padding(a, real)
                    check_rows(a, layer, start)
                    causal = causal and is_causal(a)
                if comparison is not None:
                    comparison.add(set_name, x, attention, real, y[rows], source.output)
                with np.errstate(over="ignore"):
                    if level == "paths":
                        xi_to[rows] = path_features(x, attention, readout_vectors(readout, real, len(x), T))
                    else:
                        x_to[rows] = x
                        for to, a in zip(attention_to, attention):
                            to[rows] = a
                if dtype == np.float16 and not np.isfinite((xi_to if level == "paths" else x_to)[rows]).all():
                    raise ExportError(f"Numbers of the {set_name} set are too large for float16 (above 65504): choose --dtype "
                                      "float32.")
                done += len(x)
                if progress is not None:
                    progress(done, total)
        facts = warnings_of(source, chosen, n_layers, residual, causal and max(lengths) > 1, readout, level)
        writer.arrays.update(heads=np.array([len(t) for t in taken]), readout=np.array(readout),
                             head_names=np.array(head_names(chosen, taken, residual)),
                             name=np.array(name or type(source.model).__name__), warnings=np.array(facts))
        if temperature is not None:
            writer.arrays["temperature"] = np.array(float(temperature))
        if residual:
            writer.arrays["residual"] = np.ones(len(chosen))
        if classes:
            writer.arrays["classes"] = np.array(True)
        compared = (comparison.finish(readout, residual, DEFAULT_TEMPERATURE if temperature is None else temperature)
                    if comparison is not None else None)
        summary = {"level": level, "bytes": sizes[level == "paths"], "other_bytes": sizes[level != "paths"], "warnings": facts,
                   "readout": readout, "compared": compared, "shapes": {k: v.shape for k, v in writer.arrays.items()}}
        writer.finish()
    return summary


# ---- Arrays of the authors


def load_pt(path, trust):
    """Loads a file of torch.save: only tensors, unless the caller trusts the file."""
    torch = need_torch()
    shown = os.path.basename(path)
    can = "weights_only" in inspect.signature(torch.load).parameters
    if not can and not trust:
        raise ExportError(f"This PyTorch cannot read “{shown}” without running the code that may be in it: use 1.13 or later, or "
                          "say --trust where you know who wrote it.")
    try:
        return torch.load(path, map_location="cpu", **({"weights_only": not trust} if can else {}))
    except FileNotFoundError:
        raise ExportError(f"There is no file “{path}”.") from None
    except Exception as error:  # pylint: disable=broad-except
        if trust:
            raise ExportError(f"“{shown}” could not be read by torch.load: {str(error).splitlines()[0]}") from None
        raise ExportError(f"“{shown}” holds more than tensors, or is damaged, and reading it may run code: say --trust where you "
                          "know who wrote it.") from None


def export_arrays(arrays, out, *, layers=None, heads=None, readout=None, dtype="float64", name=None, shown="the file"):
    """Writes a case of arrays by name: names of the authors ([L, H, N0, G] query and key weights become wq_l, wk_l
    [H, G, N0]) or of Interplay's data format, unchanged. In these networks attention of every layer depends on the
    inputs of the network, so that it follows from the weights."""
    if not hasattr(arrays, "items") or not all(isinstance(k, str) for k in arrays):
        raise ExportError(f"“{shown}” holds no arrays by name, but a {type(arrays).__name__}: save a dict with x_train, y_train, ....")
    named = {AUTHORS.get(k, k): v for k, v in arrays.items()}
    weights = [to_numpy(arrays[k]) for k in ("w_q_weigts", "w_k_weigts") if k in arrays]
    if not any(k in named for k in ("x_train", "xi_train")):
        if any(k.endswith(".weight") for k in named):
            raise ExportError(f"“{shown}” holds the weights of a network, {listed(named, 3)}, and no examples: load it into its "
                              "model in a FILE.py with a function that returns it, and export FILE.py:FUNCTION.")
        raise ExportError(f"“{shown}” has no x_train (x_zeros_train) or xi_train, only {listed(named)}.")
    if len(weights) == 1:
        raise ExportError(f"“{shown}” has only one of w_q_weigts and w_k_weigts: both are needed.")
    if not weights and (layers is not None or heads is not None):
        raise ExportError(f"Layers and heads can be chosen of w_q_weigts and w_k_weigts only, which “{shown}” has not.")
    with Writer(out) as writer:
        for key, value in named.items():
            if key.startswith("w_") and key.endswith("_weigts"):
                continue
            if key.startswith(("x_", "xi_", "y_", "attn_", "w_", "wq_", "wk_")) or key in OPTIONAL:
                value = value if isinstance(value, str) else to_numpy(value)
                writer.arrays[key] = value.astype(dtype) if getattr(value, "dtype", np.dtype(str)).kind == "f" else np.asarray(value)
        if weights:
            writer.arrays.update(authors_weights(weights, layers, heads, dtype, writer.arrays, shown))
        for set_name in ("train", "test"):
            x = writer.arrays.get(f"x_{set_name}", writer.arrays.get(f"xi_{set_name}"))
            y = writer.arrays.get(f"y_{set_name}")
            if x is None or y is None:
                raise ExportError(f"“{shown}” has no {'inputs' if x is None else 'labels'} of the set {set_name}: "
                                  f"{'x' if x is None else 'y'}_{set_name} is missing.")
            # Some files of the authors have labels [P, 1].
            writer.arrays[f"y_{set_name}"] = as_labels(y.reshape(-1), len(x), set_name, True, False)
        if readout is not None:
            writer.arrays["readout"] = np.array(readout)
        if name is not None:
            writer.arrays["name"] = np.array(name)
        summary = {"level": "weights" if weights else "as in the file", "bytes": sum(a.nbytes for a in writer.arrays.values()),
                   "warnings": [], "readout": str(writer.arrays.get("readout", "mean")),
                   "shapes": {k: v.shape for k, v in writer.arrays.items()}}
        writer.finish()
    return summary


def authors_weights(weights, layers, heads, dtype, arrays, shown):
    wq, wk = weights
    N0 = arrays["x_train"].shape[-1] if "x_train" in arrays else None
    if wq.ndim != 4 or wq.shape != wk.shape or wq.shape[2] != N0:
        raise ExportError(f"In “{shown}”, w_q_weigts and w_k_weigts have shapes {list(wq.shape)} and {list(wk.shape)} where "
                          f"[layers, heads, {N0}, G] is expected, with the width of x_train.")
    chosen = check_layers(layers, wq.shape[0])
    taken = choose_heads(heads, chosen, [wq.shape[1]] * len(chosen))
    out = {"heads": np.array([len(t) for t in taken])}
    for l, (layer, t) in enumerate(zip(chosen, taken), 1):
        out[f"wq_{l}"] = wq[layer, t].transpose(0, 2, 1).astype(dtype)
        out[f"wk_{l}"] = wk[layer, t].transpose(0, 2, 1).astype(dtype)
    return out


# ---- Command line


def parse_numbers(text, what):
    """Returns the numbers of "0,5" or "0-3,7"."""
    numbers = []
    for part in text.split(","):
        first, dash, last = part.strip().partition("-")
        if not first.isdigit() or (dash and not last.isdigit()):
            raise ExportError(f"{what} “{text}” is no list of numbers from 0: write 0,5 or 0-3.")
        numbers += range(int(first), int(last if dash else first) + 1)
    return numbers


def parse_heads(text):
    """Returns the heads of "0-3" for all layers, or of "0,1/4,5" for one layer after the other."""
    lists = [parse_numbers(part, "--heads") for part in text.split("/")]
    return lists if len(lists) > 1 else lists[0]


def load_model(text, trust):
    """Loads the model that --model names."""
    if text.startswith("transformer_lens:"):
        try:
            from transformer_lens import HookedTransformer  # pylint: disable=import-outside-toplevel
        except ImportError:
            raise ExportError("There is no transformer_lens for this Python: install it to export a model of it.") from None
        return HookedTransformer.from_pretrained(text.partition(":")[2])
    path, colon, function = text.rpartition(":")
    if colon and path.endswith(".py"):
        if not os.path.isfile(path):
            raise ExportError(f"There is no file “{path}”.")
        spec = importlib.util.spec_from_file_location("model_of_export", path)
        module = importlib.util.module_from_spec(spec)
        # As when the file is run, it may import modules of its folder.
        sys.path.insert(0, os.path.dirname(os.path.abspath(path)))
        spec.loader.exec_module(module)
        if not callable(getattr(module, function, None)):
            raise ExportError(f"“{path}” has no function {function}: name one that returns a model.")
        return getattr(module, function)()
    if text.endswith(".py"):
        raise ExportError(f"Which function of “{text}” returns the model? Write {text}:FUNCTION.")
    if os.path.isfile(text):
        return load_pt(text, trust)
    try:
        from transformers import AutoModel  # pylint: disable=import-outside-toplevel
    except ImportError:
        raise ExportError(f"“{text}” is no file, and for a model of Hugging Face there is no transformers for this Python: "
                          "install it.") from None
    try:
        return AutoModel.from_pretrained(text, attn_implementation="eager")
    except (OSError, ValueError) as error:
        raise ExportError(f"transformers could not load “{text}”: {str(error).splitlines()[0]}") from None


def load_table(path, tokenizer):
    """Reads lines of a label, a tab and a text; returns token numbers padded to the longest."""
    y, texts = [], []
    with open(path, encoding="utf-8") as file:
        for number, line in enumerate(file, 1):
            label, tab, text = line.rstrip("\n").partition("\t")
            try:
                y.append(float(label))
            except ValueError:
                tab = ""
            if not tab:
                raise ExportError(f"Line {number} of {path} is no label and text with a tab between them: write “1<tab>text”.")
            texts.append(text)
    return texts, np.array(y)


def load_data(arguments):
    """Loads inputs, labels and masks of both sets."""
    if (arguments.data is None) == (arguments.train is None or arguments.test is None):
        raise ExportError("Which examples? Give --data FILE.npz (arrays train, test, y_train, y_test, and mask_train, mask_test "
                          "where tokens are padded), or --train FILE.tsv and --test FILE.tsv (label, tab, text).")
    if arguments.data is not None:
        try:
            with np.load(arguments.data, allow_pickle=False) as file:
                data = {k: file[k] for k in file.files if k in ("train", "test", "y_train", "y_test", "mask_train", "mask_test",
                                                                "tokens_train", "tokens_test")}
        except (OSError, ValueError, EOFError) as error:
            raise ExportError(f"{arguments.data} could not be read as an .npz of plain arrays: {error}") from None
        missing = [k for k in ("train", "y_train", "test", "y_test") if k not in data]
        if missing:
            raise ExportError(f"{arguments.data} has no array {listed(missing)}: train, test, y_train and y_test are needed.")
        if ("tokens_train" in data) != ("tokens_test" in data):
            raise ExportError(f"{arguments.data} has texts of tokens of one set: tokens_train and tokens_test go together.")
        if "tokens_train" in data:
            data["tokens"] = {name: data[f"tokens_{name}"] for name in ("train", "test")}
        return data
    tokenizer = load_tokenizer(arguments.model)
    if tokenizer.pad_token is None:
        tokenizer.pad_token = tokenizer.eos_token
    data = {}
    for name, path in (("train", arguments.train), ("test", arguments.test)):
        texts, data[f"y_{name}"] = load_table(path, tokenizer)
        tokens = tokenizer(texts, padding=True, return_tensors="np")
        data[name], data[f"mask_{name}"] = tokens["input_ids"], tokens["attention_mask"]
    data["tokens"] = tokenizer
    return data


def parse(argv):
    parser = argparse.ArgumentParser(prog="export-attention.py", description=__doc__,
                                     formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("model", metavar="MODEL", help="a model, as above")
    parser.add_argument("--out", "-o", metavar="case.npz", required=True, help="the case to write")
    parser.add_argument("--data", metavar="FILE.npz", help="train, test: what the model takes; y_train, y_test; mask_*")
    parser.add_argument("--train", metavar="FILE.tsv", help="label, tab, text: for models with a tokenizer")
    parser.add_argument("--test", metavar="FILE.tsv", help="the same, to test on")
    parser.add_argument("--tokens", metavar="WHAT", help="texts of tokens: a tokenizer of Hugging Face by its name or folder, FILE.txt "
                        "with a text a line from number 0, or FILE.json, a list or numbers by text")
    parser.add_argument("--layers", metavar="LIST", help="layers, counted from 0: 0,5 (all)")
    parser.add_argument("--heads", metavar="LIST", help="heads, counted from 0: 0-3 for all layers, 0,1/4,5 for each (all)")
    parser.add_argument("--level", choices=("auto", "attention", "paths"), default="auto", help="what is written (the smaller)")
    parser.add_argument("--readout", choices=("last", "first", "mean"), help="which tokens are read (by the kind of model)")
    parser.add_argument("--inputs", choices=("embeddings", "hidden"), default="embeddings",
                        help="x: what the embeddings give, or what enters the first chosen layer")
    parser.add_argument("--modules", metavar="NAMES", help="submodules that give attention out: layers.*.softmax")
    parser.add_argument("--input-module", metavar="NAME", help="the submodule that gives x out, with --modules")
    parser.add_argument("--dtype", choices=("float16", "float32", "float64"), help="precision of the arrays (float32)")
    parser.add_argument("--temperature", type=float, metavar="T", help="that the theory is solved at (0.01)")
    parser.add_argument("--residual", action="store_true", help="write residual = 1 for every layer")
    labels = parser.add_mutually_exclusive_group()
    labels.add_argument("--classes", action="store_true", help="labels are classes, whole numbers from 0")
    labels.add_argument("--regression", action="store_true", help="labels are any numbers")
    parser.add_argument("--name", help="what the case is called (by the model)")
    parser.add_argument("--batch", type=int, default=16, metavar="n", help="examples that go through the model at once (16)")
    parser.add_argument("--device", help="where the model runs: cpu, cuda (as it is loaded)")
    parser.add_argument("--trust", action="store_true", help="read a .pt that may run code: where you know who wrote it")
    return parser.parse_args(argv)


def run(arguments):
    layers = parse_numbers(arguments.layers, "--layers") if arguments.layers not in (None, "all") else None
    heads = parse_heads(arguments.heads) if arguments.heads is not None else None
    need_torch()
    model = load_model(arguments.model, arguments.trust)
    model, tokens = model if isinstance(model, tuple) and len(model) == 2 else (model, None)
    if os.path.isfile(arguments.model) and not hasattr(model, "modules"):
        if arguments.level != "auto":
            raise ExportError("Arrays keep the level they have: --level is for models.")
        return export_arrays(model, arguments.out, layers=layers, heads=heads, readout=arguments.readout,
                             dtype=arguments.dtype or "float64", name=arguments.name, shown=os.path.basename(arguments.model))
    if arguments.device is not None:
        model = model.to(arguments.device)
    data = load_data(arguments)
    tokens = load_tokens(arguments.tokens) if arguments.tokens is not None else data.get("tokens", tokens)

    def progress(done, total):
        if sys.stderr.isatty():
            print(f"\r{done} of {total} examples", end="\n" if done == total else "", file=sys.stderr, flush=True)

    return export_case(model, arguments.out, data["train"], data["y_train"], data["test"], data["y_test"],
                       mask_train=data.get("mask_train"), mask_test=data.get("mask_test"), layers=layers, heads=heads,
                       level=arguments.level, readout=arguments.readout, dtype=arguments.dtype or "float32",
                       name=arguments.name or os.path.basename(arguments.model.rstrip("/")), regression=arguments.regression,
                       classes=arguments.classes, inputs=arguments.inputs, modules=arguments.modules, input_module=arguments.input_module,
                       temperature=arguments.temperature, residual=arguments.residual, batch=arguments.batch,
                       device=arguments.device, progress=progress, tokens=tokens)


def find_program():
    """Returns the path of interplay-cli: installed with this file, built next to it, or on the PATH; None without it."""
    here = os.path.dirname(os.path.abspath(__file__))
    for path in (os.path.join(here, "..", "..", "bin", "interplay-cli"), os.path.join(here, "..", "build", "interplay-cli")):
        if os.access(path, os.X_OK):
            return path
    return shutil.which("interplay-cli")


def theory_accuracy(path):
    """Returns the accuracy at the narrowest default width, and that width; None if it takes too long."""
    program = find_program()
    if program is None:
        return None
    try:
        ran = subprocess.run([program, "sweep", path, "--json"], capture_output=True, timeout=THEORY_SECONDS, check=False)
        row = json.loads(ran.stdout)["rows"][0]
        return float(row["accuracy"]), row["widths"][0]
    except (subprocess.TimeoutExpired, OSError, ValueError, KeyError, IndexError, TypeError):
        return None


def tell_compared(compared, path):
    """Prints the accuracies of the model, the theory and the GP limit on the same test examples."""
    if compared is None or not compared["gp"]:
        return
    told = [] if compared["model"] is None else [f"the model {compared['model']:.3f}"]
    solved = theory_accuracy(path)
    if solved is not None:
        told.append(f"the theory at N = {solved[1]} {solved[0]:.3f}")
    told.append(f"its GP limit {compared['gp'][compared['readout'], compared['residual']]:.3f}")
    print("  Right on the test examples: " + ", ".join(told))
    print("  GP limit by readout: " + ", ".join(f"{which}{' + residual' if identity else ''} {accuracy:.3f}"
                                                for (which, identity), accuracy in compared["gp"].items()))
    if compared["note"] is not None:
        print(f"  Note: {compared['note']}")


def main(argv=None):
    try:
        arguments = parse(argv)
        summary = run(arguments)
    except ExportError as error:
        print(f"export-attention: {error}", file=sys.stderr)
        return 1
    except KeyboardInterrupt:
        print("export-attention: Stopped; no file was written.", file=sys.stderr)
        return 130
    print(f"{arguments.out}: {summary['bytes'] / 1e6:.3g} MB, level {summary['level']}, readout {summary['readout']}")
    if "other_bytes" in summary:
        print(f"  (level {'attention' if summary['level'] == 'paths' else 'paths'}: {summary['other_bytes'] / 1e6:.3g} MB)")
    for key, shape in summary["shapes"].items():
        if shape:
            print(f"  {key:14} {list(shape)}")
    for fact in summary["warnings"]:
        print(f"  Warning: {fact}")
    tell_compared(summary.get("compared"), arguments.out)
    return 0


if __name__ == "__main__":
    sys.exit(main())
