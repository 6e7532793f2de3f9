# SPDX-License-Identifier: GPL-3.0-or-later
"""Cases: examples as path features, and the shape of the network."""
import ctypes
import importlib.util
import os
import pathlib
import re
import tempfile
import warnings
from typing import Any, Callable, Optional, Union

import numpy as np

from . import _library, _words
from ._errors import Doubt, InputError, unknown_names
from ._library import above, call, give_list, lib, own


# Names of the arrays of a case, in Interplay's files and in the authors'.
_NAMES = ("heads", "readout", "temperature", "variances", "residual", "warnings", "classes", "class_names", "output_names",
          "path_names", "head_names", "xi_train", "xi_test", "x_train", "x_test", "y_train", "y_test", "tokens_train",
          "tokens_test", "mask_train", "mask_test", "attn_train_1", "attn_test_1", "w_1", "wq_1", "wk_1")
_NAME = re.compile(r"(xi|x|y|tokens|mask|x_zeros|y_labels)_(train|test(_.+)?)|attn_(train|test(_.+)?)_[0-9]+|w[qk]?_[0-9]+|"
                   r"w_[qk]_weigts|trained_(widths|u|readout)|ref_.*|" + "|".join(_NAMES))

# The begin of the note on the level of attention, which every case has: no warning.
_LEVEL = "Read as "


def _is_text(value: Any) -> bool:
    return isinstance(value, str) or np.asarray(value).dtype.kind in "US"


def _texts(value: Any) -> "list[str]":
    array = np.ravel(value)
    return np.char.decode(array, "utf-8", "replace").tolist() if array.dtype.kind == "S" else array.tolist()


def _as_numbers(name: str, value: Any) -> np.ndarray:
    """Returns float64 in C order: the array itself if it has this form."""
    if hasattr(value, "detach"):  # a tensor of PyTorch
        value = value.detach().cpu()
    if np.ma.is_masked(value):
        raise InputError(f"The array {name} has masked values: fill them, or leave these examples out.")
    array = np.asarray(value)
    if array.dtype.kind not in "biuf":
        raise InputError(f"The array {name} holds {array.dtype.name}, and numbers are expected.")
    return np.ascontiguousarray(array, dtype=np.float64) if array.ndim > 0 else array.astype(np.float64)


def _add(arrays: int, name: str, value: Any) -> None:
    if isinstance(value, str):
        lib.interplay_arrays_add_text(arrays, name.encode(), value.encode())
    elif _is_text(value):
        shape = np.shape(value)
        if len(shape) == 2 and shape[1] > 0:
            lib.interplay_arrays_add_token_texts(arrays, name.encode(), give_list(_texts(value)), shape[1])
        else:
            lib.interplay_arrays_add_texts(arrays, name.encode(), give_list(_texts(value)))
    else:
        array = _as_numbers(name, value)
        if array.ndim > 6:
            raise InputError(f"The array {name} has {array.ndim} dimensions, and at most 6 are expected.")
        shape = (ctypes.c_size_t * max(array.ndim, 1))(*array.shape)
        lib.interplay_arrays_add(arrays, name.encode(), array.ctypes.data, array.ndim, shape)


class Case:
    """Training and test examples, and the shape of the network.

    With P training examples, P' test examples, L layers of H_l heads, Pi = H_1 .. H_L paths, T tokens and width N0 of
    a token: labels ``y_train`` [P] and ``y_test`` [P'] (+1 and -1, or 0 and 1, for two classes; any numbers for
    regression; [P, K] for K outputs; whole numbers with ``class_names`` for K > 2 classes), and attention at one of
    three levels:

    - ``xi_train`` [P, Pi, N0] and ``xi_test``, path features without any 1/sqrt, with ``heads`` [L];
    - ``x_train`` [P, T, N0], ``x_test``, and for each layer ``attn_train_1`` [P, H_1, T query, T key], ``attn_test_1``,
      whose rows sum to 1;
    - ``x_train``, ``x_test``, and for each layer ``w_1`` [H_1, N0, N0] (key left, query right), or ``wq_1`` and
      ``wk_1`` [H_1, G, N0].

    Optional: ``readout`` ("mean", "last", "first"), ``temperature``, ``variances`` [L + 2], ``residual`` [L],
    ``path_names`` [Pi], ``head_names``, texts of tokens ``tokens_train`` [P, T] and ``tokens_test``, empty where there is
    no token, ``mask_train`` and ``mask_test`` [P, T], 0 for padding, further test sets as ``x_test_NAME`` and
    ``y_test_NAME``.

    Raises InputError with a sentence where arrays are wrong or do not fit, and TypeError where a name is none of these.
    What was recognized or mapped, and what of the model lies outside the theory, is warned of (interplay.Doubt).

    A case is copied and pickled by value.
    """

    def __init__(self, name: str = "case", **arrays: Any) -> None:
        for key in arrays:
            if not _NAME.fullmatch(key):
                raise TypeError(f"Case() has no array {key!r}{_words.nearest(key, _NAMES)}")
        handle = lib.interplay_arrays_new()
        try:
            for key, value in arrays.items():
                if value is not None:
                    _add(handle, key, value)
            self._take(call("case_new", name.encode(), handle, None))
        finally:
            lib.interplay_arrays_free(handle)
        self._warn()

    def _take(self, handle: int) -> None:
        self._handle = own(self, lib.interplay_case_unref, handle)
        self._again: "Optional[tuple[Callable[..., Case], tuple[Any, ...]]]" = None

    @classmethod
    def _made(cls, name: str, parameters: "dict[str, Any]") -> "Case":
        self = cls.__new__(cls)
        words = give_list(_words.flags(parameters))
        with unknown_names():
            self._take(call("case_make", os.fsencode(name), words, None))
        return self

    def _warn(self) -> None:
        for sentence in [note for note in self.notes if not note.startswith(_LEVEL)] + self.warnings:
            warnings.warn(f"{self.name}: {sentence}", Doubt, stacklevel=3)

    def __reduce__(self) -> "tuple[Callable[..., Case], tuple[Any, ...]]":
        """Pickles name and parameters of a built-in case, or the file that save() writes."""
        if self._again is not None:
            return self._again
        with tempfile.TemporaryDirectory(prefix="interplay-") as folder:
            path = pathlib.Path(folder, "case.npz")
            self.save(path)
            return of_bytes, (path.read_bytes(), self.name)

    @property
    def name(self) -> str:
        """The name in files and messages."""
        return lib.interplay_case_get_name(self._handle).decode()

    @property
    def heads(self) -> "list[int]":
        """[L] heads of each layer, an identity head of a residual connection included."""
        layers = lib.interplay_case_get_n_layers(self._handle)
        return [lib.interplay_case_get_n_heads(self._handle, layer) for layer in range(layers)]

    @property
    def path_names(self) -> "list[str]":
        """[Pi] names of the paths; the head of layer 1 is the slowest digit."""
        paths = lib.interplay_case_get_n_paths(self._handle)
        return [lib.interplay_case_get_path_name(self._handle, path).decode() for path in range(paths)]

    @property
    def n_train(self) -> int:
        """P, the number of training examples."""
        return lib.interplay_case_get_n_train(self._handle)

    @property
    def tests(self) -> "dict[str, int]":
        """Numbers of examples of the test sets by name, the main one first."""
        return {lib.interplay_case_get_test_name(self._handle, test).decode():
                lib.interplay_case_get_n_test(self._handle, test)
                for test in range(lib.interplay_case_get_n_tests(self._handle))}

    @property
    def n_outputs(self) -> int:
        """K, the number of outputs: 1 for two classes and for regression."""
        return lib.interplay_case_get_n_outputs(self._handle)

    @property
    def is_regression(self) -> bool:
        """True if labels are real numbers; results then have mean squared errors in place of accuracies."""
        return bool(lib.interplay_case_is_regression(self._handle))

    @property
    def notes(self) -> "list[str]":
        """Sentences on arrays that were recognized or converted."""
        return self._sentences("note")

    @property
    def warnings(self) -> "list[str]":
        """Sentences on parts of the model outside the theory."""
        return self._sentences("warning")

    def _sentences(self, kind: str) -> "list[str]":
        found: "list[str]" = []
        get = getattr(lib, f"interplay_case_get_{kind}")
        while (text := get(self._handle, len(found))) is not None:
            found.append(text.decode())
        return found

    def save(self, path: Union[str, os.PathLike]) -> None:
        """Writes the case as .npz: tokens with attention or weights if it was made of these, else path features."""
        call("case_save", self._handle, os.fsencode(path))

    def __repr__(self) -> str:
        tests = ", ".join(f"{count} of “{name}”" for name, count in self.tests.items())
        return (f"<interplay.Case {self.name}: {self.n_train} training examples, tests {tests}, heads {self.heads}, "
                f"{len(self.path_names)} paths>")


def load_case(path: Union[str, os.PathLike]) -> Case:
    """A case from a file: .npz or .safetensors with the arrays of Case, or a network that "train" wrote."""
    if not os.path.exists(path):
        path = os.path.join(".", path) if os.sep not in os.fspath(path) else path  # not the name of an example
    case = Case._made(os.fspath(path), {})  # pylint: disable=protected-access
    case._warn()  # pylint: disable=protected-access
    return case


def of_bytes(data: bytes, name: str) -> Case:
    """A case of this name from a file in memory."""
    with tempfile.TemporaryDirectory(prefix="interplay-") as folder:
        path = pathlib.Path(folder, name.replace(os.sep, "-") + ".npz")
        path.write_bytes(data)
        return Case._made(str(path), {})  # pylint: disable=protected-access


def _example(name: str, parameters: "dict[str, Any]") -> Case:
    case = Case._made(name, parameters)  # pylint: disable=protected-access
    case._again = _example, (name, parameters)  # pylint: disable=protected-access
    return case


def example(name: str, **parameters: Any) -> Case:
    """A built-in case by its name, with flags of the command line as keywords: example("hmc4", noise_parallel=2)."""
    return _example(name, parameters)


def examples() -> "list[str]":
    """The names of built-in cases."""
    return _library.take_list(lib.interplay_case_list_built_in())


def _exporter() -> Any:
    """The module tools/export-attention.py, installed or in the sources."""
    for folder in above():
        for place in (folder / "share" / "interplay-0", folder / "interplay-0", folder / "tools"):
            path = place / "export-attention.py"
            if path.is_file():
                spec = importlib.util.spec_from_file_location("interplay_export_attention", path)
                assert spec is not None and spec.loader is not None
                module = importlib.util.module_from_spec(spec)
                spec.loader.exec_module(module)
                return module
    raise InputError("The exporter export-attention.py is not installed beside this package.")


def from_torch(model: Any, x: Any, y: Any, x_test: Any, y_test: Any, *, path: Optional[Union[str, os.PathLike]] = None,
               **options: Any) -> Case:
    """The case of a PyTorch model: its attention on the examples.

    ``x`` is what the model takes: token numbers [P, T], images [P, C, H, W], or tokens [P, T, N0]; ``y`` [P] are
    labels. Options are those of export_case() in export-attention.py: layers, heads, readout, level, mask_train, tokens
    (a tokenizer, or texts by token number), ... A readout that looks wrong is warned of (interplay.Doubt). With
    ``path`` the case is also kept in that file. Needs torch.
    """
    exporter = _exporter()
    with tempfile.TemporaryDirectory(prefix="interplay-") as folder:
        out = pathlib.Path(path) if path is not None else pathlib.Path(folder, "model.npz")
        try:
            summary = exporter.export_case(model, str(out), x, y, x_test, y_test, **options)
        except exporter.ExportError as error:
            raise InputError(str(error)) from None
        note = (summary["compared"] or {}).get("note")
        if note:
            warnings.warn(note, Doubt, stacklevel=2)
        return load_case(out)
