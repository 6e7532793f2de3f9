# SPDX-License-Identifier: GPL-3.0-or-later
"""Long work in a thread, with progress; Ctrl+C ends it."""
import sys
import threading
import time
import warnings
import weakref
from typing import Any, Callable, Optional, Sequence, Union

from . import _library, _words
from ._case import Case
from ._errors import Doubt, InputError, unknown_names
from ._library import call, gio, give_list, gobject, lib, optional, own
from ._result import Result
from ._words import Numbers, Width

#: None: a bar of tqdm, if it is installed and the output is a terminal or notebook; False: no bar; or a function of the
#: fraction done, in [0, 1] or negative, and of a sentence.
ProgressLike = Union[None, bool, Callable[[float, str], None]]

# Seconds before a bar appears, between two updates, and for a thread to start.
_PATIENCE, _LOOK, _BEGIN = 0.5, 0.05, 5.0


class _Bar:
    """Shows progress."""

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
            warnings.simplefilter("ignore")  # missing widgets: the bar is a line of text then
            try:
                from tqdm.auto import tqdm  # pylint: disable=import-outside-toplevel
            except ImportError:
                return False
        return tqdm(total=1.0, bar_format="{l_bar}{bar}| {elapsed}<{remaining}", leave=False)

    def show(self, fraction: float, sentence: str) -> None:
        """Updates the bar. fraction: in [0, 1], or negative if unknown."""
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
        """Removes the bar."""
        if self._bar:
            self._bar.close()


class _Job:
    """One call of the library."""

    def __init__(self, threads: Optional[int]) -> None:
        self.state = (-1.0, "")
        self.begun, self.done = threading.Event(), threading.Event()
        self.error: Optional[BaseException] = None
        self.result: Optional[Result] = None
        self.options = own(self, lib.interplay_options_unref, lib.interplay_options_new())
        self.cancellable = own(self, gobject.g_object_unref, gio.g_cancellable_new())
        # The callback has a weak reference to the job: a strong one would make a cycle.
        weak = weakref.ref(self)

        def hear(fraction: float, _left: float, sentence: Optional[bytes], _data: Any) -> None:
            job = weak()
            if job is not None:
                job.state = fraction, sentence.decode() if sentence else ""

        self._hear = _library.Progress(hear)
        lib.interplay_options_set_progress(self.options, self._hear, None, None)
        if threads is not None:
            if threads < 1:
                raise InputError(f"threads={threads} must be at least 1.")
            lib.interplay_options_set_threads(self.options, threads)

    def _call(self, kind: str, case: Optional[Case], arguments: "tuple[Any, ...]") -> None:
        """Runs in a thread, which holds references to everything that C uses: the job, the case, and the arguments."""
        self.begun.set()
        try:
            first = () if case is None else (case._handle,)
            handle = call(f"results_{kind}", *first, *arguments, self.options, self.cancellable)
            self.result = Result(kind, case, handle=handle)
        except BaseException as error:  # pylint: disable=broad-except
            self.error = error
        finally:
            self.done.set()

    def _stop(self) -> None:
        """Waits until C has returned, also through several interrupts. is_alive() of the thread is not reliable:
        Python 3.9 to 3.11 may mark a thread as ended when join() is interrupted."""
        since = time.monotonic()
        while not self.done.is_set():
            try:
                gio.g_cancellable_cancel(self.cancellable)
                self.done.wait(_LOOK)
                if not self.begun.is_set() and time.monotonic() - since > _BEGIN:
                    return  # interrupted before there was a thread
            except KeyboardInterrupt:
                pass

    def run(self, kind: str, case: Optional[Case], *arguments: Any, progress: ProgressLike = None) -> Result:
        """Calls the function of this name with the case, its arguments, these options and the cancellable."""
        bar = _Bar(progress)
        try:
            try:
                threading.Thread(target=self._call, args=(kind, case, arguments), name="interplay", daemon=True).start()
            except RuntimeError:  # the system cannot start a thread
                self._call(kind, case, arguments)
            while not self.done.wait(_LOOK):
                bar.show(*self.state)
        except BaseException:
            self._stop()
            raise
        finally:
            bar.close()
        if self.error is not None:
            raise self.error
        assert self.result is not None
        message = lib.interplay_results_get_message(self.result._handle)
        if message is not None:
            warnings.warn(message.decode(), Doubt, stacklevel=4)
        return self.result


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


@_words.named
def sweep(case: Case, widths: Union[None, Width, Sequence[Width]] = None, temperature: Optional[Numbers] = None, *,
          variances: Any = None, best: bool = False, gp_paths: Any = None, threads: Optional[int] = None,
          progress: ProgressLike = None) -> Result:
    """The theory at every width and temperature, and the Gaussian-process limits that go with them.

    Parameters
    ----------
    case : Case
    widths : int, tuple, str, GP or list of these, optional
        N, (N_1, .., N_L, N_a) or ``interplay.GP``; by default those of the case.
    temperature : float or list, optional
        By default that of the case.
    variances : sequence or list of sequences, optional
        s0^2, s_1^2 .. s_L^2, s_a^2 [L + 2], or several such sets.
    best : bool
        Of each width only the temperature of the best accuracy.
    gp_paths : int, str or list, optional
        Subsets of paths whose GP limits are solved too, by number from 1 or name.
    threads : int, optional
        Number of threads, by default one a core; the numbers do not depend on it.
    progress : bool or callable, optional
        False shows no bar; a function gets the fraction done, in [0, 1] or negative, and a sentence.

    Returns
    -------
    Result
        n rows with U [n, Pi K, Pi K], action [n] (nats), accuracy [n] (mean_squared_error [n] of a regression, in squared
        units of the labels), mean_test [n, P'] and var_test, head_score [n, sum of H_l], eigenvalues, overlap, those of
        the GP limit with the ending _gp, and more.

    Warns
    -----
    Doubt
        A row did not converge.
    """
    job = _Job(threads)
    lib.interplay_options_set_variances(job.options, optional(_words.variances(variances)))
    lib.interplay_options_set_best(job.options, best)
    lib.interplay_options_set_gp_paths(job.options, optional(_words.gp_paths(gp_paths)))
    return job.run("sweep", case, optional(_words.widths(widths)), optional(_words.listed(temperature)),
                   progress=progress)


@_words.named
def sample(case: Case, width: Union[None, Width, Sequence[Width]] = None, temperature: Optional[Numbers] = None, *,
           widths: Union[None, Width, Sequence[Width]] = None, variances: Any = None, draws: int = 1000,
           chains: int = 4, warmup: int = 300, seed: int = 1, method: str = "auto", target_acceptance: float = 0.8,
           threads: Optional[int] = None, progress: ProgressLike = None) -> Result:
    """Samples of the exact posterior over U next to the theory, a row for each width and temperature.

    Parameters
    ----------
    case : Case
    width, widths, temperature, variances
        As those of sweep(); the GP limit has no samples.
    draws, chains, warmup : int
        ``draws`` of each of ``chains`` Markov chains after ``warmup`` transitions.
    seed : int
        Every chain draws from its own stream of it, whatever ``threads``.
    method : {"auto", "nuts", "tempered", "surrogate"}
    target_acceptance : float
        Mean acceptance to which the step size adapts.
    threads : int, optional
        Number of threads, by default one a core; the numbers do not depend on it.
    progress : bool or callable, optional
        False shows no bar; a function gets the fraction done, in [0, 1] or negative, and a sentence.

    Returns
    -------
    Result
        The arrays of sweep(), and posterior_U_mean [n, Pi K, Pi K], posterior_U_draws [n, chains draws, Pi K, Pi K],
        posterior_accuracy [n], posterior_rhat, posterior_ess_bulk, and more; to_arviz() makes InferenceData of it.

    Warns
    -----
    Doubt
        A diagnostic shows that the chains are not reliable.
    """
    job = _Job(threads)
    _set_sampler(job, chains, warmup, draws, seed, method, target_acceptance)
    lib.interplay_options_set_variances(job.options, optional(_words.variances(variances)))
    return job.run("sample", case, optional(_words.widths(_one(width, widths, "width or widths"))),
                   optional(_words.listed(temperature)), progress=progress)


@_words.named
def kernels(case: Case, width: Optional[Width] = None, temperature: Optional[float] = None, *, variances: Any = None,
            threads: Optional[int] = None, progress: ProgressLike = None) -> Result:
    """The path-path kernels of the training set at one width.

    Parameters
    ----------
    case : Case
    width : int, tuple, str or GP, optional
        N, (N_1, .., N_L, N_a) or ``interplay.GP``; by default the case's first.
    temperature : float, optional
        Of the posterior; by default that of the case.
    variances : sequence, optional
        s0^2, s_1^2 .. s_L^2, s_a^2 [L + 2].
    threads : int, optional
        Number of threads, by default one a core; the numbers do not depend on it.
    progress : bool or callable, optional
        False shows no bar; a function gets the fraction done, in [0, 1] or negative, and a sentence.

    Returns
    -------
    Result
        C [Pi, Pi, P, P] with C_pq = s0^2 / (N0 Pi) xi^p . xi^q, K [P, P] = sum of U_pq C_pq, K_gp, K_diagonal [P, P],
        U [Pi, Pi], y [P], alignment, and more.
    """
    again = {"width": None if width is None else _words.width(width), "temperature": _words.listed(temperature),
             "variances": _words.variances(variances)}
    job = _Job(threads)
    lib.interplay_options_set_variances(job.options, optional(again["variances"]))
    result = job.run("kernels", case, optional(again["width"]), optional(again["temperature"]), progress=progress)
    result._again = again
    return result


@_words.named
def map(case: Case, x: Any, y: Any = None, *,  # pylint: disable=redefined-builtin
        width: Optional[Width] = None, temperature: Optional[float] = None, variances: Any = None, seeds: Any = None,
        threads: Optional[int] = None, progress: ProgressLike = None) -> Result:
    """The theory over any one or two parameters.

    Parameters
    ----------
    case : Case
    x, y : tuple, dict or str
        ("N", [5, 10, interplay.GP]), {"T": [0.01, 0.1]} or "N=5:500:20": widths N, N1 .. Na, the temperature T, variances
        s0 .. sa, the number of training examples P, or a parameter of a built-in case by its name. Of a case in memory
        the axes are widths, T and variances.
    width : int, tuple, str or GP, optional
        N, (N_1, .., N_L, N_a) or ``interplay.GP``; by default the case's first.
    temperature : float, optional
        Of the posterior; by default that of the case.
    variances : sequence, optional
        s0^2, s_1^2 .. s_L^2, s_a^2 [L + 2].
    seeds : range, int or str, optional
        range(1, 9): seeds of a built-in case, of which means and deviations are taken.
    threads : int, optional
        Number of threads, by default one a core; the numbers do not depend on it.
    progress : bool or callable, optional
        False shows no bar; a function gets the fraction done, in [0, 1] or negative, and a sentence.

    Returns
    -------
    Result
        x [X], y [Y], and [Y, X] (or [X]) of accuracy, accuracy_gp, gain, action (nats), alignment, off_diagonal_share, U
        (its diagonal, the path last), and more; with seeds [S, Y, X] and accuracy_mean, accuracy_sd, accuracy_se.
    """
    text = _words.axis(x)
    if text is None:
        raise InputError("A map needs its axis x.")
    job = _Job(threads)
    lib.interplay_options_set_variances(job.options, optional(_words.variances(variances)))
    lib.interplay_options_set_seeds(job.options, optional(_words.seeds(seeds)))
    return job.run("map", case, text.encode(), optional(_words.axis(y)),
                   None if width is None else _words.width(width).encode(), optional(_words.listed(temperature)),
                   progress=progress)


@_words.named
def prune(case: Case, width: Optional[Width] = None, temperature: Optional[float] = None, *, order: str = "score",
          test: Optional[str] = None, random_orders: int = 200, seed: Optional[int] = None, resolve: bool = True,
          threads: Optional[int] = None, progress: ProgressLike = None) -> Result:
    """Scores of heads, and the accuracy as heads are removed one after the other.

    Parameters
    ----------
    case : Case
    width : int, tuple, str or GP, optional
        N, (N_1, .., N_L, N_a) or ``interplay.GP``; by default the case's first.
    temperature : float, optional
        Of the posterior; by default that of the case.
    order : {"score", "reverse", "entropy", "gradient", "random"}
        In which heads go; "score" removes the least first.
    test : str, optional
        Name of the test set; by default the first.
    random_orders : int
        Random orders beside it, 0 to 1000.
    seed : int, optional
        Of the random orders; by default that of the case.
    resolve : bool
        Whether the theory is solved anew without each head.
    threads : int, optional
        Number of threads, by default one a core; the numbers do not depend on it.
    progress : bool or callable, optional
        False shows no bar; a function gets the fraction done, in [0, 1] or negative, and a sentence.

    Returns
    -------
    Result
        head_score [sum of H_l] with head_layer and head_index (from 0) and head_names, drop_theory and drop_resolved
        (accuracy lost without each), order, accuracy_after [points] in this order and accuracy_after_score, .._random,
        and more.
    """
    if random_orders < 0 or random_orders > 1000:
        raise InputError(f"random_orders={random_orders} must be from 0 to 1000.")
    job = _Job(threads)
    call("options_set_pruning", job.options, order.encode(), optional(test), random_orders,
         -1 if seed is None else seed, resolve)
    again = {"width": None if width is None else _words.width(width), "temperature": _words.listed(temperature),
             "order": order, "test": test, "random_orders": random_orders, "seed": seed, "resolve": resolve}
    result = job.run("prune", case, optional(again["width"]), optional(again["temperature"]), progress=progress)
    result._again = again
    return result


@_words.named
def dynamics(name: str, *, threads: Optional[int] = None, progress: ProgressLike = None,
             **parameters: Any) -> Result:
    """A trajectory of attention during training: dynamics("joma-joint", rate=0.05).

    Parameters
    ----------
    name : str
        An experiment, as ``interplay-cli cases`` lists them.
    threads : int, optional
        Number of threads, by default one a core; the numbers do not depend on it.
    progress : bool or callable, optional
        False shows no bar; a function gets the fraction done, in [0, 1] or negative, and a sentence.
    **parameters
        Flags of ``interplay-cli dynamics NAME``.

    Returns
    -------
    Result
        time [S], and the quantities at these times.
    """
    words = give_list(_words.flags(parameters))
    with unknown_names():
        return _Job(threads).run("dynamics", None, name.encode(), words, progress=progress)
