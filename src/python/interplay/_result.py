# SPDX-License-Identifier: GPL-3.0-or-later
"""Results: arrays by their names, rows, figures, files."""
import html
import inspect
import io
import operator
import os
import pathlib
import re
import secrets
import shutil
import subprocess
import tempfile
import zipfile
from typing import Any, Callable, Iterator, Optional, SupportsIndex, Union, overload

import numpy as np

from ._case import Case, load_case
from ._case_in_results import CALL, CASE_FILE, add_case, read_case
from ._errors import Error, FileError, InputError
from ._library import above, call, lib, optional, own, take_list, take_text

# Arrays that all rows of a sweep share. Rows also share variances and arrays of the GP limit if neither
# temperature nor variances differ.
_COMMON = {"heads", "head_layer", "head_index", "head_names", "path_names", "output_names", "class_names", "gp_lines",
           "gp_line_paths", "residual", "warnings", "examples"}
# Arrays posterior_* with a number for each draw, by their names in arviz.
_DRAW_STATS = ("energy", "acceptance_rate", "tree_depth", "diverging")
_FIGURES = (".svg", ".png", ".pdf", ".tex")
# Kinds of results that C reads from files.
_READ = ("sweep", "sample", "map", "dynamics")
# The array by which each kind of results is recognized; the first match counts.
_KINDS = {"map": "x_name", "dynamics": "experiment", "kernels": "K_diagonal", "prune": "accuracy_after",
          "sample": "posterior_U_mean", "sweep": "action"}
# The panel that a notebook shows of each kind; of an experiment in time the entropy, if there is one.
_SHOWN = {"sweep": "all", "sample": "all", "kernels": "kernels", "prune": "pruning", "map": "map"}
# The width of the page in a notebook, and the height of title, controls and table around the figure, in pixels.
_WIDTH, _AROUND = 720, 150
# The line of a script at which it begins to draw.
_MAIN = "\nfigure = plt.figure("


class _Arrays:
    """Arrays by their names."""

    _arrays: "dict[str, np.ndarray]"

    def __getattr__(self, name: str) -> np.ndarray:
        if name.startswith("_"):
            raise AttributeError(name)
        try:
            return self._arrays[name]
        except KeyError:
            raise AttributeError(f"There is no array “{name}” here, only {', '.join(self._arrays)}.") from None

    def __dir__(self) -> "list[str]":
        return [*super().__dir__(), *self._arrays]

    def keys(self) -> "list[str]":
        """The names of the arrays, as in the file that save() writes."""
        return list(self._arrays)


    def __contains__(self, name: object) -> bool:
        return name in self._arrays


class Row(_Arrays):
    """One row of a sweep: arrays without the axis of rows."""

    def __init__(self, result: "Result", index: int) -> None:
        self._result, self._index = result, index
        self._arrays = {name: array[index] if name in result._by_row else array
                        for name, array in result._arrays.items()}

    def __repr__(self) -> str:
        return self._result._line(self._index)

    def __reduce__(self) -> "tuple[Callable[..., Row], tuple[Any, ...]]":
        return Row, (self._result, self._index)

    def to_arviz(self) -> Any:
        """The samples of this row as InferenceData: U with dims chain, draw, path, path_."""
        return self._result._inference_data(self._index)


class Result(_Arrays):
    """Results of one computation. Arrays are attributes with the names of the file of results: r.U, r.accuracy.

    Rows of a sweep are r[0], r[1:], .. and can be iterated. A notebook shows the linked page of a result. A result
    is copied and pickled by value: the file that save() writes, with the case.
    """

    def __init__(self, kind: str, case: Optional[Case], *, handle: Optional[int] = None, data: bytes = b"",
                 again: "Optional[dict[str, Any]]" = None, stem: str = "results") -> None:
        self._kind, self._case, self._data, self._again, self._stem = kind, case, data, again, stem
        self._pointer = None if handle is None else own(self, lib.interplay_results_unref, handle)
        if handle is not None:
            with tempfile.TemporaryDirectory(prefix="interplay-") as folder:
                path = pathlib.Path(folder, "results.npz")
                call("results_save_npz", handle, None, os.fsencode(path))
                self._data = path.read_bytes()
        with np.load(io.BytesIO(self._data)) as file:
            self._arrays = {name: file[name] for name in file.files if name not in (CALL, CASE_FILE)}
            self._has_case = CALL in file.files
        self._n = len(self._arrays["temperature"]) if kind in ("sweep", "sample") else 0
        self._by_row = {name for name in self._arrays if self._is_by_row(name)}

    def __reduce__(self) -> "tuple[Callable[..., Result], tuple[Any, ...]]":
        return _restored, (self._kind, self._case, self._data, self._again, self._stem)

    @property
    def _handle(self) -> int:
        """The result of the library. A copy or a loaded file makes it at first use: rows, maps and
        trajectories are read, kernels and heads are computed again."""
        if self._pointer is None and self._kind in _READ:
            self._pointer = own(self, lib.interplay_results_unref, self._read())
        elif self._pointer is None:
            self._made = self._compute()
            self._pointer = self._made._handle
        return self._pointer

    def _read(self) -> int:
        name = self._case.name if self._case is not None else self._stem
        with tempfile.TemporaryDirectory(prefix="interplay-") as folder:
            path = os.path.join(folder, name.replace(os.sep, "-") + ".npz")  # figures of maps have the name of their file
            self._write(path)
            return call("results_load", os.fsencode(path), None)

    def _compute(self) -> "Result":
        if self._again is None:
            raise InputError(f"This file of {self._kind} has no case to draw: call interplay.{self._kind}() of its case, "
                             "and save that.")
        from . import _work  # pylint: disable=import-outside-toplevel
        return getattr(_work, self._kind)(self._case, progress=False, **self._again)

    def _write(self, path: str) -> None:
        pathlib.Path(path).write_bytes(self._data)

    def _is_by_row(self, name: str) -> bool:
        array = self._arrays[name]
        differ = self._n > 0 and self._arrays["variances"].ndim == 2
        of_prior = name == "variances" or name.endswith("_gp") or "_gp_" in name
        return (array.ndim > 0 and array.shape[0] == self._n and name not in _COMMON and (differ or not of_prior))

    def __len__(self) -> int:
        return self._n

    @overload
    def __getitem__(self, key: str) -> np.ndarray: ...

    @overload
    def __getitem__(self, key: SupportsIndex) -> Row: ...

    @overload
    def __getitem__(self, key: slice) -> "list[Row]": ...

    def __getitem__(self, key: Union[SupportsIndex, slice, str]) -> "Union[Row, list[Row], np.ndarray]":
        if isinstance(key, str):
            return self._arrays[key]
        if not self._n:
            raise TypeError(f"Results of {self._kind} have no rows.")
        if isinstance(key, slice):
            return [Row(self, i) for i in range(self._n)[key]]
        try:
            row = operator.index(key)
        except TypeError:
            raise TypeError(f"A row is a whole number or a slice, and an array a name: {key!r} is none of them.") from None
        if not -self._n <= row < self._n:
            raise IndexError(f"There is no row {row}: there are {self._n}.")
        return Row(self, row % self._n)

    def __iter__(self) -> Iterator[Row]:
        return (self[i] for i in range(self._n))

    @property
    def panels(self) -> "list[str]":
        """The names of the figures of this result."""
        return take_list(lib.interplay_results_list_panels(self._handle))

    def save(self, path: Union[str, os.PathLike], panel: Optional[str] = None, size: Optional[str] = None) -> None:
        """Writes the result as .npz or .csv (rows); a figure as .svg, .png, .pdf or .tex; the linked page as .html.

        ``size``: "neurips" (the default), "icml", "nature", "slide", "4x3in", "89x60mm"; it sets the size of text too.
        """
        ending = os.path.splitext(path)[1]
        if ending in (*_FIGURES, ".html"):
            call("results_save_html" if ending == ".html" else "results_save_figure", self._handle, optional(panel),
                 optional(size), os.fsencode(path), None)
        elif ending == ".csv" and self._n:
            call("results_save_csv", self._handle, os.fsencode(path))
        elif ending == ".npz":
            self._save_npz(os.fspath(path))
        else:
            raise InputError(f"“{os.fspath(path)}” must end in .npz, {'.csv, ' if self._n else ''}"
                             f"{', '.join(_FIGURES)} or .html.")

    def _file(self) -> bytes:
        """Returns the file of results, with the case and the call for kernels and heads: their figures need them."""
        if self._case is None or self._again is None or self._has_case:
            return self._data
        return add_case(self._data, self._case, self._again)

    def _save_npz(self, path: str) -> None:
        """Writes a temporary file that replaces @path when it is complete."""
        folder = os.path.dirname(os.path.abspath(path))
        if not os.path.isdir(folder):
            raise FileError(f"“{path}” cannot be written: there is no folder “{folder}”.")
        part = f"{path}.{secrets.token_hex(4)}"
        try:
            with open(part, "xb") as file:
                file.write(self._file())
            os.replace(part, path)
        except OSError as error:
            if os.path.exists(part):
                os.unlink(part)
            raise FileError(f"“{path}” cannot be written: {error.strerror}.") from None

    def script(self, panel: Optional[str] = None, size: Optional[str] = None, file: str = "results.npz") -> str:
        """Returns the script for NumPy and matplotlib that draws a figure from @file, which save() wrote."""
        return take_text(call("results_to_script", self._handle, optional(panel), optional(size), file.encode()))

    def plot(self, panel: Optional[str] = None, ax: Any = None, size: Optional[str] = None) -> Any:
        """Draws a figure by matplotlib, with the script that the window copies: in ``ax``, or as a new figure.

        Returns
        -------
        matplotlib.axes.Axes, or an array of them
            The axes of the figure; an array if the panel has several axes.
        """
        try:
            import matplotlib as mpl  # pylint: disable=import-outside-toplevel
        except ImportError:
            raise Error("There is no matplotlib for this Python: install it, or save the figure as .svg, .png or "
                        ".pdf.") from None
        with tempfile.TemporaryDirectory(prefix="interplay-") as folder, mpl.rc_context():
            path = os.path.join(folder, "results.npz")
            self._write(path)
            text = self.script(panel, size, path)
            drawn: "dict[str, Any]" = {"__name__": "interplay_figure"}
            if ax is None:
                exec(compile(text.replace("\nplt.show()\n", "\n"), "<figure>", "exec"), drawn)
                _settle(drawn["figure"])
                axes = [one for one in drawn["figure"].axes if not hasattr(one, "_colorbar")]
                return axes[0] if len(axes) == 1 else np.array(axes, dtype=object)
            above_main, main = text.split(_MAIN)
            calls = [line for line in main.splitlines() if line.endswith("(figure)")]
            if len(calls) != 1:
                raise InputError(f"“{panel or 'all'}” is several panels, which need a figure of their own: leave out "
                                 "ax.")
            drawn["figure"] = _Place(ax, panel)
            exec(compile(above_main, "<figure>", "exec"), drawn)
            drawn[calls[0].removesuffix("(figure)")](_Place(ax, panel))
            _settle(ax)
            return ax

    def to_html(self, panel: Optional[str] = None, size: Optional[str] = None) -> str:
        """Returns the linked page, which needs neither a server nor a network."""
        with tempfile.TemporaryDirectory(prefix="interplay-") as folder:
            path = pathlib.Path(folder, "page.html")
            self.save(path, panel, size)
            return path.read_text(encoding="utf-8")

    def _repr_html_(self) -> Optional[str]:
        """Returns one figure of the linked page in a frame of its height."""
        shown = _SHOWN.get(self._kind, "entropy")
        try:
            page = self.to_html(shown if shown in self.panels else self.panels[0])
        except (Error, IndexError):
            return None
        size = re.search(r'viewBox="0 0 ([0-9.]+) ([0-9.]+)"', page)
        ratio = float(size[2]) / float(size[1]) if size else 0.75
        return (f'<iframe srcdoc="{html.escape(page)}" style="width: 100%; max-width: {_WIDTH}px; height: '
                f'{_WIDTH * ratio + _AROUND:.0f}px; border: 0" title="{html.escape(self._title())}" '
                'sandbox="allow-scripts allow-downloads"></iframe>')

    def _title(self) -> str:
        if self._case is None:
            return str(self._arrays.get("experiment", self._kind))
        return f"{self._kind} of {self._case.name}"

    def _setting(self, i: int) -> str:
        """Returns the text of a setting: N = 10, T = 0.01"""
        widths = np.atleast_1d(self.widths[i])
        if np.isinf(widths).any():
            text = "GP"
        else:
            text = ":".join(f"{width:.0f}" for width in (widths[:1] if (widths == widths[0]).all() else widths))
        return f"N = {text}, T = {self.temperature[i]:g}"

    def _line(self, i: int) -> str:
        score = "mean_squared_error" if "mean_squared_error" in self._arrays else "accuracy"
        words = [self._setting(i), f"{score} {self._arrays[score][i]:.4f}"]
        if f"posterior_{score}" in self._arrays:
            words.append(f"sampled {self._arrays['posterior_' + score][i]:.4f}")
        return ", ".join(words)

    def __repr__(self) -> str:
        lines = [f"<interplay.Result, {self._title()}>"]
        if self._n:
            lines += [f"  {self._line(i)}" for i in range(self._n)]
        else:
            lines += [f"  {name} {list(array.shape)}" for name, array in self._arrays.items() if array.ndim > 0]
        return "\n".join(lines)

    def _table(self) -> "tuple[list[str], dict[str, np.ndarray]]":
        """Returns the dimensions of to_pandas() and to_xarray(), and the arrays with one number for each element."""
        if self._n:
            dims, shape = ["row"], (self._n,)
        elif self._kind == "map":
            dims, shape = ["y", "x"][-self._arrays["accuracy"].ndim:], self._arrays["accuracy"].shape
        elif self._kind == "dynamics":
            dims, shape = ["time"], self._arrays["time"].shape
        elif self._kind == "prune":
            dims, shape = ["head"], self._arrays["head_score"].shape
        else:
            raise InputError("Kernels are arrays of pairs of examples, and no table: use their arrays.")
        if self._kind == "map" and len(shape) > 2:
            dims, shape = ["y", "x"], shape[1:]
        return dims, {name: array for name, array in self._arrays.items()
                      if array.shape == shape and (not self._n or name in self._by_row)}

    def to_pandas(self) -> Any:
        """The numbers as a table (pandas.DataFrame): a line for each row of a sweep, cell of a map, moment or head.

        Arrays with further dimensions, such as U, are in to_xarray() only.
        """
        try:
            import pandas  # pylint: disable=import-outside-toplevel
        except ImportError:
            raise Error("There is no pandas for this Python: install it, or save the results as .csv.") from None
        dims, arrays = self._table()
        columns = {name: np.ravel(array) for name, array in arrays.items()}
        if self._n:
            columns = {"setting": [self._setting(i) for i in range(self._n)], **columns}
        if self._kind == "map":
            grid = np.meshgrid(*(self._arrays[dim] for dim in dims), indexing="ij")
            columns = {**{dim: np.ravel(one) for dim, one in zip(dims, grid)}, **columns}
        return pandas.DataFrame(columns)

    def to_xarray(self) -> Any:
        """Returns all arrays with names of their dimensions (xarray.Dataset)."""
        try:
            import xarray  # pylint: disable=import-outside-toplevel
        except ImportError:
            raise Error("There is no xarray for this Python: install it, or use the arrays.") from None
        first, counted = self._table()
        lengths = counted[next(iter(counted))].shape
        variables = {}
        for name, array in self._arrays.items():
            n = len(lengths) if array.shape[:len(lengths)] == lengths and (not self._n or name in self._by_row) else 0
            rest = [f"{name}_{i}" for i in range(array.ndim - n)]
            paths = len(self._arrays.get("path_names", ()))
            if len(rest) >= 2 and paths and array.shape[-2:] == (paths, paths):
                rest[-2:] = ["path", "path_"]
            is_coordinate = name in first and array.ndim == 1
            variables[name] = ([name] if is_coordinate else first[:n] + rest, array)
        names = {dim: [str(name) for name in self.path_names] for dim in ("path", "path_")
                 if any(dim in dims for dims, _ in variables.values())}
        return xarray.Dataset(variables, coords=names, attrs={"title": self._title()})

    def to_arviz(self) -> Any:
        """The samples as arviz has them (InferenceData, or from arviz 1 on a DataTree): the group posterior holds U
        with dims chain, draw, path, path_, and of several rows setting after draw; the group sample_stats holds energy,
        acceptance_rate, tree_depth and diverging of each draw.
        """
        return self._inference_data(0 if self._n == 1 else None)

    def _inference_data(self, row: Optional[int]) -> Any:
        if "posterior_U_draws" not in self._arrays:
            raise InputError("There are no samples here: interplay.sample() makes some.")
        try:
            import arviz  # pylint: disable=import-outside-toplevel
        except ImportError:
            raise Error("There is no arviz for this Python: install it, or use posterior_U_draws.") from None
        chains, draws = int(self.posterior_chains), self.posterior_U_draws
        n, total, side = draws.shape[:3]
        stats = {name: self._arrays[f"posterior_{name}"] for name in _DRAW_STATS}
        stats["diverging"] = stats["diverging"] == 1
        groups = {"posterior": {"U": draws}, "sample_stats": stats}
        names = [str(name) for name in self.path_names]
        if side > len(names):
            outputs = [str(name) for name in self.output_names]
            names = [f"{path}, {output}" for path in names for output in outputs]
        coords: "dict[str, Any]" = {"path": names, "path_": names}
        if row is None:
            coords["setting"] = [self._setting(i) for i in range(n)]
        dims = {}
        for group in groups.values():
            for name, array in group.items():
                by_chain = array.reshape(n, chains, total // chains, *array.shape[2:])
                group[name] = np.moveaxis(by_chain, 0, 2) if row is None else by_chain[row]
                dims[name] = ["setting"] * (row is None) + (["path", "path_"] if name == "U" else [])
        how = {"coords": coords, "dims": dims}
        # Up to arviz 0.23 groups are parameters, from 1.0 on they are keys of one parameter.
        old = "posterior" in inspect.signature(arviz.from_dict).parameters
        data = arviz.from_dict(**groups, **how) if old else arviz.from_dict(groups, **how)
        rows = slice(None) if row is None else row
        data["posterior"].attrs.update({
            "inference_library": "interplay", "inference_library_version": str(self.version),
            "divergences": np.asarray(self._arrays["posterior_divergences"])[rows],
            "sampling_time": float(np.sum(np.asarray(self._arrays["posterior_seconds"])[rows]))})
        return data


def _restored(kind: str, case: Optional[Case], data: bytes, again: "Optional[dict[str, Any]]", stem: str) -> Result:
    return Result(kind, case, data=data, again=again, stem=stem)


def load(path: Union[str, os.PathLike]) -> "Union[Case, Result]":
    """Loads a file that save() wrote: a case, or results. Also loads any .npz or .safetensors with the arrays of Case,
    and a network of "train".

    Results plot, convert and save as before. Rows, maps and trajectories have no case: figures of examples are
    drawn of sweep(case). Kernels and heads have the case that save() put into their file.
    """
    try:
        with np.load(path) as file:
            names = set(file.files)
    except (OSError, ValueError, AttributeError, TypeError, zipfile.BadZipFile):
        return load_case(path)  # raises an error with the reason
    if not ({"settings", "version"} <= names or {"C", "K", "K_diagonal"} <= names):
        return load_case(path)
    kind = next((kind for kind, name in _KINDS.items() if name in names), None)
    if kind is None:
        raise InputError(f"“{os.fspath(path)}” holds results of none of {', '.join(_KINDS)}.")
    data = pathlib.Path(path).read_bytes()
    if CALL in names:
        case, again = read_case(data)
        return Result(kind, case, data=data, again=again)
    result = Result(kind, None, data=data, stem=pathlib.Path(path).stem)
    if kind in _READ:
        result._pointer = own(result, lib.interplay_results_unref, call("results_load", os.fsencode(path), None))
    return result


def _settle(artist: Any) -> None:
    """Sets the fonts of formulas, which a script chooses only while it runs."""
    from matplotlib.text import Text  # pylint: disable=import-outside-toplevel
    for text in artist.findobj(Text):
        text.set_math_fontfamily("dejavusans")


class _Place:
    """Existing axes with the methods of a figure that a script calls."""

    def __init__(self, ax: Any, panel: Optional[str]) -> None:
        self._ax, self._panel = ax, panel

    def subplots(self, *shape: int, **_: Any) -> Any:
        """Returns the axes, if one is requested."""
        if any(size != 1 for size in shape):
            raise self._refuse()
        return self._ax

    def __getattr__(self, name: str) -> Any:
        raise self._refuse()

    def _refuse(self) -> InputError:
        return InputError(f"“{self._panel}” has several axes, which need a figure of their own: leave out ax.")


def open_window(thing: Union[Result, Case, str, os.PathLike, None] = None) -> None:
    """Opens results, a case or a file in Interplay's window if it is installed, and returns at once."""
    program = next((str(folder / "bin" / "interplay") for folder in above()
                    if os.access(folder / "bin" / "interplay", os.X_OK)), None) or shutil.which("interplay")
    if program is None:
        raise Error("There is no window here: the program “interplay” is not installed beside this package, nor in "
                    "PATH.")
    if not (os.environ.get("DISPLAY") or os.environ.get("WAYLAND_DISPLAY")):
        raise Error("There is no display to open a window on.")
    path = thing
    if isinstance(thing, (Result, Case)):
        name = thing.name if isinstance(thing, Case) else thing._title()
        stem = "".join(letter if letter.isalnum() or letter in " -_" else "-" for letter in name)
        path = os.path.join(tempfile.mkdtemp(prefix="interplay-"), f"{stem}.npz")
        thing.save(path)
    subprocess.Popen([program, *([os.fspath(path)] if path is not None else [])],  # pylint: disable=consider-using-with
                     start_new_session=True, stdin=subprocess.DEVNULL)
