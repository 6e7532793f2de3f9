# SPDX-License-Identifier: GPL-3.0-or-later
"""Results: arrays by their names, rows, figures, files."""
import html
import inspect
import os
import pathlib
import shutil
import subprocess
import tempfile
from typing import Any, Iterator, Optional, Union

import numpy as np

from ._case import Case
from ._errors import Error, InputError
from ._library import above, call, lib, optional, own, take_list, take_text

# Arrays of a sweep that its rows have in common; so have they those of the GP limit, and variances, where neither
# temperature nor variances differ.
_COMMON = {"heads", "head_layer", "head_index", "head_names", "path_names", "output_names", "class_names", "gp_lines",
           "gp_line_paths", "residual", "warnings", "examples"}
_FIGURES = (".svg", ".png", ".pdf", ".tex")
# Where a script begins to draw.
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


class Row(_Arrays):
    """One row of a sweep: arrays without the axis of rows."""

    def __init__(self, result: "Result", index: int) -> None:
        self._result, self._index = result, index
        self._arrays = {name: array[index] if name in result._by_row else array
                        for name, array in result._arrays.items()}

    def __repr__(self) -> str:
        return self._result._line(self._index)

    def to_arviz(self) -> Any:
        """The samples of this row as InferenceData: U with dims chain, draw, path, path_."""
        return self._result._inference_data(self._index)


class Result(_Arrays):
    """What work came to. Its arrays are attributes, by the names of files of results: r.U, r.accuracy.

    Rows of a sweep are r[0], r[1], .. and can be looped over. In a notebook it shows itself as the linked page.
    """

    def __init__(self, handle: int, case: Optional[Case], kind: str) -> None:
        self._handle = own(self, "results_unref", handle)
        self._case, self._kind = case, kind
        with tempfile.TemporaryDirectory(prefix="interplay-") as folder:
            path = os.path.join(folder, "results.npz")
            self._write(path)
            with np.load(path) as file:
                self._arrays = {name: file[name] for name in file.files}
        self._n = lib.interplay_results_get_n_settings(handle) if kind in ("sweep", "sample") else 0
        self._by_row = {name for name in self._arrays if self._is_by_row(name)}

    def _write(self, path: str) -> None:
        call("results_save_npz", self._handle, None, os.fsencode(path))

    def _is_by_row(self, name: str) -> bool:
        array = self._arrays[name]
        differ = self._n > 0 and self._arrays["variances"].ndim == 2
        of_prior = name == "variances" or name.endswith("_gp") or "_gp_" in name
        return (array.ndim > 0 and array.shape[0] == self._n and name not in _COMMON and (differ or not of_prior))

    def __len__(self) -> int:
        return self._n

    def __getitem__(self, key: Union[int, str]) -> Any:
        if isinstance(key, str):
            return self._arrays[key]
        if not self._n:
            raise TypeError(f"Results of {self._kind} have no rows.")
        if not -self._n <= key < self._n:
            raise IndexError(f"There is no row {key}: there are {self._n}.")
        return Row(self, key % self._n)

    def __iter__(self) -> Iterator[Row]:
        return (self[i] for i in range(self._n))

    @property
    def panels(self) -> "list[str]":
        """Names of figures that can be drawn of it."""
        return take_list(lib.interplay_results_list_panels(self._handle))

    def save(self, path: Union[str, os.PathLike], panel: Optional[str] = None, size: Optional[str] = None) -> None:
        """Writes it as .npz or .csv (rows); a figure as .svg, .png, .pdf or .tex; the linked page as .html.

        ``size``: "neurips" (the default), "icml", "nature", "slide", "4x3in", "89x60mm"; its text suits it.
        """
        ending = os.path.splitext(path)[1]
        if ending in (*_FIGURES, ".html"):
            call("results_save_html" if ending == ".html" else "results_save_figure", self._handle, optional(panel),
                 optional(size), os.fsencode(path), None)
        elif ending == ".csv" and self._n:
            call("results_save_csv", self._handle, os.fsencode(path))
        elif ending == ".npz":
            self._write(os.fspath(path))
        else:
            raise InputError(f"“{os.fspath(path)}” must end in .npz, {'.csv, ' if self._n else ''}"
                             f"{', '.join(_FIGURES)} or .html.")

    def script(self, panel: Optional[str] = None, size: Optional[str] = None, file: str = "results.npz") -> str:
        """The script for NumPy and matplotlib that draws a figure from the file that save() wrote under that name."""
        return take_text(call("results_to_script", self._handle, optional(panel), optional(size), file.encode()))

    def plot(self, panel: Optional[str] = None, ax: Any = None, size: Optional[str] = None) -> Any:
        """Draws a figure by matplotlib, by the script that the window copies: in ``ax``, else as a new figure.

        Gives the figure.
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
                return drawn["figure"]
            above_main, main = text.split(_MAIN)
            calls = [line for line in main.splitlines() if line.endswith("(figure)")]
            if len(calls) != 1:
                raise InputError(f"“{panel or 'all'}” is several panels, which need a figure of their own: leave out "
                                 "ax.")
            exec(compile(above_main, "<figure>", "exec"), drawn)
            drawn[calls[0].removesuffix("(figure)")](_Place(ax, panel))
            _settle(ax)
            return ax.figure

    def to_html(self, panel: Optional[str] = None, size: Optional[str] = None) -> str:
        """The linked page, one text that needs neither a server nor a network."""
        with tempfile.TemporaryDirectory(prefix="interplay-") as folder:
            path = pathlib.Path(folder, "page.html")
            self.save(path, panel, size)
            return path.read_text(encoding="utf-8")

    def _repr_html_(self) -> Optional[str]:
        try:
            page = self.to_html()
        except Error:
            return None
        return (f'<iframe srcdoc="{html.escape(page)}" style="width: 100%; height: 640px; border: 0" '
                f'title="{html.escape(self._title())}" sandbox="allow-scripts allow-downloads"></iframe>')

    def _title(self) -> str:
        if self._case is None:
            return str(self._arrays.get("experiment", self._kind))
        return f"{self._kind} of {self._case.name}"

    def _setting(self, i: int) -> str:
        """N = 10, T = 0.01"""
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

    def to_arviz(self) -> Any:
        """The samples as arviz has them (InferenceData, or from arviz 1 on a DataTree): the group posterior holds U
        with dims chain, draw, path, path_, and of several rows setting after draw. Statistics of single draws are not
        kept, so that there is no group sample_stats; attributes of the group have the count of divergences.
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
        U = draws.reshape(n, chains, total // chains, side, side)
        names = [str(name) for name in self.path_names]
        if side > len(names):
            outputs = [str(name) for name in self.output_names]
            names = [f"{path}, {output}" for path in names for output in outputs]
        coords: "dict[str, Any]" = {"path": names, "path_": names}
        dims = ["path", "path_"]
        if row is None:
            U = np.moveaxis(U, 0, 2)
            coords["setting"] = [self._setting(i) for i in range(n)]
            dims.insert(0, "setting")
        else:
            U = U[row]
        groups = {"posterior": {"U": U}}
        how = {"coords": coords, "dims": {"U": dims}}
        # Up to arviz 0.23 groups are parameters, from 1.0 on they are the keys of one.
        old = "posterior" in inspect.signature(arviz.from_dict).parameters
        data = arviz.from_dict(**groups, **how) if old else arviz.from_dict(groups, **how)
        rows = slice(None) if row is None else row
        data["posterior"].attrs.update({
            "inference_library": "interplay", "inference_library_version": str(self.version),
            "divergences": np.asarray(self._arrays["posterior_divergences"])[rows],
            "sampling_time": float(np.sum(np.asarray(self._arrays["posterior_seconds"])[rows]))})
        return data


def _settle(artist: Any) -> None:
    """The fonts of formulas, which scripts choose for as long as they run."""
    from matplotlib.text import Text  # pylint: disable=import-outside-toplevel
    for text in artist.findobj(Text):
        text.set_math_fontfamily("dejavusans")


class _Place:
    """Axes in the place of a figure that makes its own."""

    def __init__(self, ax: Any, panel: Optional[str]) -> None:
        self._ax, self._panel = ax, panel

    def subplots(self, *shape: int, **_: Any) -> Any:
        """The one there is."""
        if any(size != 1 for size in shape):
            raise self._refuse()
        return self._ax

    def __getattr__(self, name: str) -> Any:
        raise self._refuse()

    def _refuse(self) -> InputError:
        return InputError(f"“{self._panel}” has several axes, which need a figure of their own: leave out ax.")


def open_window(thing: Union[Result, Case, str, os.PathLike, None] = None) -> None:
    """Opens results, a case or a file in Interplay's window, where there is one, and returns at once."""
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
