# SPDX-License-Identifier: GPL-3.0-or-later
"""Work that takes long: in a thread of its own, with progress, ended by Ctrl-C."""
import sys
import threading
import time
import warnings
from typing import Any, Callable, Optional, Sequence, Union

from . import _library, _words
from ._case import Case
from ._errors import Doubt, InputError
from ._library import call, gio, give_list, gobject, lib, optional
from ._result import Result
from ._words import Numbers, Width

#: None: a bar of tqdm, where that is installed and somebody sees it; False: none; or a function of how much is done,
#: in [0, 1] or negative, and of a sentence.
ProgressLike = Union[None, bool, Callable[[float, str], None]]

# Seconds before a bar is shown, and between two looks.
_PATIENCE, _LOOK = 0.5, 0.05


class _Bar:
    """Shows how far work is."""

    def __init__(self, progress: ProgressLike) -> None:
        self._progress = progress
        self._begin = time.monotonic()
        self._bar: Any = None
        self._last: Any = None

    def _open(self) -> Any:
        seen = sys.stderr.isatty() or "ipykernel" in sys.modules
        if self._progress is False or (self._progress is None and not seen):
            return False
        with warnings.catch_warnings():
            warnings.simplefilter("ignore")  # that widgets are missing: it is a line of text then
            try:
                from tqdm.auto import tqdm  # pylint: disable=import-outside-toplevel
            except ImportError:
                return False
        return tqdm(total=1.0, bar_format="{l_bar}{bar}| {elapsed}<{remaining}", leave=False)

    def show(self, fraction: float, sentence: str) -> None:
        """How much is done, in [0, 1] or negative."""
        if (fraction, sentence) == self._last:
            return
        self._last = fraction, sentence
        if callable(self._progress):
            self._progress(fraction, sentence)
            return
        if self._bar is None and time.monotonic() - self._begin > _PATIENCE:
            self._bar = self._open()
        if self._bar:
            self._bar.set_description_str(sentence, refresh=False)
            self._bar.n = max(fraction, 0.0)
            self._bar.refresh()

    def close(self) -> None:
        """Takes it away."""
        if self._bar:
            self._bar.close()


class _Job:
    """One call of the library."""

    def __init__(self, threads: Optional[int]) -> None:
        self._state = (-1.0, "")
        self._hear = _library.Progress(self._on_progress)
        self.options = lib.interplay_options_new()
        self.cancellable = gio.g_cancellable_new()
        lib.interplay_options_set_progress(self.options, self._hear, None, None)
        if threads is not None:
            if threads < 1:
                raise InputError(f"threads={threads} must be at least 1.")
            lib.interplay_options_set_threads(self.options, threads)

    def __enter__(self) -> "_Job":
        return self

    def __exit__(self, *_: Any) -> None:
        lib.interplay_options_unref(self.options)
        gobject.g_object_unref(self.cancellable)

    def _on_progress(self, fraction: float, _left: float, sentence: Optional[bytes], _data: Any) -> None:
        self._state = fraction, sentence.decode() if sentence else ""

    def run(self, name: str, *arguments: Any, progress: ProgressLike = None) -> int:
        """A function that gives results: its arguments, these options, the cancellable."""
        done: "dict[str, Any]" = {}

        def work() -> None:
            try:
                done["result"] = call(name, *arguments, self.options, self.cancellable)
            except BaseException as error:  # pylint: disable=broad-except
                done["error"] = error

        thread = threading.Thread(target=work, name="interplay", daemon=True)
        bar = _Bar(progress)
        try:
            thread.start()
        except RuntimeError:  # the system gives no thread
            work()
        try:
            while thread.is_alive():
                thread.join(_LOOK)
                bar.show(*self._state)
        except BaseException:
            gio.g_cancellable_cancel(self.cancellable)
            thread.join()
            raise
        finally:
            bar.close()
        if "error" in done:
            raise done["error"]
        return done["result"]


def _result(handle: int, case: Optional[Case], kind: str) -> Result:
    result = Result(handle, case, kind)
    message = lib.interplay_results_get_message(handle)
    if message is not None:
        warnings.warn(message.decode(), Doubt, stacklevel=3)
    return result


def _one(one: Any, several: Any, names: str) -> Any:
    if one is not None and several is not None:
        raise InputError(f"Give {names}, and not both.")
    return one if several is None else several


def _set_sampler(job: _Job, chains: int, warmup: int, draws: int, seed: int, method: str, target: float) -> None:
    for name, value in (("chains", chains), ("warmup", warmup), ("draws", draws), ("seed", seed)):
        if not 0 <= value < 2**(64 if name == "seed" else 32):
            raise InputError(f"{name}={value} must be a whole number of at least 0.")
    lib.interplay_options_set_sampler(job.options, chains, warmup, draws, seed)
    call("options_set_method", job.options, method.encode(), target)


def sweep(case: Case, widths: Union[None, Width, Sequence[Width]] = None, temperature: Optional[Numbers] = None, *,
          variances: Any = None, best: bool = False, gp_paths: Any = None, threads: Optional[int] = None,
          progress: ProgressLike = None) -> Result:
    """The theory at every width and temperature, a row each, and the Gaussian-process limits that go with them.

    ``widths``: 10, (N_1, .., N_L, N_a), interplay.GP, or a list of these; by default those of the case.
    ``temperature``: one number or a list; by default that of the case. ``variances``: s0^2, s_1^2 .. s_L^2, s_a^2, or
    a list of such sets. ``best``: of each width only the temperature of the best accuracy. ``gp_paths``: subsets of
    paths whose GP limits are wanted too, by number from 1 or name. The numbers do not depend on ``threads``.

    Gives n rows with U [n, Pi K, Pi K], action [n] (nats), accuracy [n] (mean_squared_error of a regression),
    mean_test [n, P'], var_test, head_score [n, sum of H_l], eigenvalues, overlap, those of the GP limit with the ending
    _gp, and more. A row that did not converge is warned of (interplay.Doubt).
    """
    with _Job(threads) as job:
        lib.interplay_options_set_variances(job.options, optional(_words.variances(variances)))
        lib.interplay_options_set_best(job.options, best)
        lib.interplay_options_set_gp_paths(job.options, optional(_words.gp_paths(gp_paths)))
        handle = job.run("results_sweep", case._handle, optional(_words.widths(widths)),
                         optional(_words.listed(temperature)), progress=progress)
    return _result(handle, case, "sweep")


def sample(case: Case, width: Union[None, Width, Sequence[Width]] = None, temperature: Optional[Numbers] = None, *,
           widths: Union[None, Width, Sequence[Width]] = None, variances: Any = None, draws: int = 1000,
           chains: int = 4, warmup: int = 300, seed: int = 1, method: str = "auto", target_acceptance: float = 0.8,
           threads: Optional[int] = None, progress: ProgressLike = None) -> Result:
    """Samples of the exact posterior over U beside the theory, a row for each width and temperature.

    ``draws`` of each of ``chains`` Markov chains after ``warmup`` transitions; every chain draws from its own stream of
    ``seed``, whatever ``threads``. ``method``: "auto", "nuts", "tempered" or "surrogate".

    Gives what sweep() does, and posterior_U_mean [n, Pi K, Pi K], posterior_U_draws [n, chains draws, Pi K, Pi K],
    posterior_accuracy [n], posterior_rhat, posterior_ess_bulk, and more; to_arviz() makes InferenceData of it.
    """
    with _Job(threads) as job:
        _set_sampler(job, chains, warmup, draws, seed, method, target_acceptance)
        lib.interplay_options_set_variances(job.options, optional(_words.variances(variances)))
        handle = job.run("results_sample", case._handle,
                         optional(_words.widths(_one(width, widths, "width or widths"))),
                         optional(_words.listed(temperature)), progress=progress)
    return _result(handle, case, "sample")


def kernels(case: Case, width: Optional[Width] = None, temperature: Optional[float] = None, *, variances: Any = None,
            threads: Optional[int] = None, progress: ProgressLike = None) -> Result:
    """The path-path kernels of the training set at one width.

    Gives C [Pi, Pi, P, P] with C_pq = s0^2 / (N0 Pi) xi^p . xi^q, K [P, P] = sum of U_pq C_pq, K_gp, K_diagonal
    [P, P], U [Pi, Pi], y [P], alignment, ..
    """
    with _Job(threads) as job:
        lib.interplay_options_set_variances(job.options, optional(_words.variances(variances)))
        handle = job.run("results_kernels", case._handle, None if width is None else _words.width(width).encode(),
                         optional(_words.listed(temperature)), progress=progress)
    return _result(handle, case, "kernels")


def map(case: Case, x: Any, y: Any = None, *,  # pylint: disable=redefined-builtin
        width: Optional[Width] = None, temperature: Optional[float] = None, variances: Any = None, seeds: Any = None,
        threads: Optional[int] = None, progress: ProgressLike = None) -> Result:
    """The theory over any one or two parameters.

    ``x``, ``y``: ("N", [5, 10, interplay.GP]), {"T": [0.01, 0.1]} or "N=5:500:20": widths N, N1 .. Na, the temperature
    T, variances s0 .. sa, the number of training examples P, or a parameter of a built-in case by its flag.
    ``seeds``: range(1, 9): seeds of a built-in case, of which means and deviations are taken. Of a case in memory the
    axes are widths, T and variances.

    Gives x [X], y [Y], and [Y, X] (or [X]) of accuracy, accuracy_gp, gain, action (nats), alignment,
    off_diagonal_share, U (its diagonal, the path last), ..; with seeds [S, Y, X] and accuracy_mean, accuracy_sd, accuracy_se.
    """
    text = _words.axis(x)
    if text is None:
        raise InputError("A map needs its axis x.")
    with _Job(threads) as job:
        lib.interplay_options_set_variances(job.options, optional(_words.variances(variances)))
        lib.interplay_options_set_seeds(job.options, optional(_words.seeds(seeds)))
        handle = job.run("results_map", case._handle, text.encode(), optional(_words.axis(y)),
                         None if width is None else _words.width(width).encode(),
                         optional(_words.listed(temperature)), progress=progress)
    return _result(handle, case, "map")


def prune(case: Case, width: Optional[Width] = None, temperature: Optional[float] = None, *, order: str = "score",
          test: Optional[str] = None, random_orders: int = 200, seed: Optional[int] = None, resolve: bool = True,
          threads: Optional[int] = None, progress: ProgressLike = None) -> Result:
    """What each head is worth, and the accuracy as heads are removed one after the other.

    ``order``: "score" (least first), "reverse", "entropy", "gradient" or "random". ``resolve``: whether the theory is
    solved anew without each head. ``seed``: of the random orders.

    Gives head_score [sum of H_l] with head_layer and head_index (from 0), drop_theory, drop_resolved (accuracy lost
    without each), order, accuracy_after [points] in this order and accuracy_after_score, .._random, ..
    """
    if random_orders < 0 or random_orders > 1000:
        raise InputError(f"random_orders={random_orders} must be from 0 to 1000.")
    with _Job(threads) as job:
        call("options_set_pruning", job.options, order.encode(), optional(test), random_orders,
             -1 if seed is None else seed, resolve)
        handle = job.run("results_prune", case._handle, None if width is None else _words.width(width).encode(),
                         optional(_words.listed(temperature)), progress=progress)
    return _result(handle, case, "prune")


def dynamics(name: str, *, threads: Optional[int] = None, progress: ProgressLike = None,
             **parameters: Any) -> Result:
    """What happens in time while attention is learned: dynamics("joma-joint", rate=0.05).

    Parameters are flags of "interplay-cli dynamics NAME". Gives time [S] and what is recorded at these times.
    """
    with _Job(threads) as job:
        handle = job.run("results_dynamics", name.encode(), give_list(_words.flags(parameters)), progress=progress)
    return _result(handle, None, "dynamics")
