# SPDX-License-Identifier: GPL-3.0-or-later
"""libinterplay by ctypes: the interpreter's lock is free during calls."""
import ctypes
import glob
import os
import pathlib
import threading
import weakref
from ctypes import CFUNCTYPE, POINTER, byref, c_char_p, c_double, c_int, c_int64, c_size_t, c_uint, c_uint64, c_void_p
from typing import Any, Callable, Iterator, Optional

from ._errors import OF_CODE, Error, without_dashes
from ._version import VERSION

__version__ = VERSION

_BLAS_THREADS = "OPENBLAS_NUM_THREADS"
FOLDER = pathlib.Path(__file__).resolve().parent


def above() -> Iterator[pathlib.Path]:
    """Returns the folders that contain this package, innermost first: one of them is the prefix."""
    return iter(FOLDER.parents)


def _candidates() -> Iterator[str]:
    """Yields paths of libinterplay: of the environment, of this prefix, of the linker."""
    if os.environ.get("INTERPLAY_LIBRARY"):
        yield os.environ["INTERPLAY_LIBRARY"]
        return
    for folder in above():
        for pattern in (".interplay.mesonpy.libs/libinterplay.so.0*", "lib*/libinterplay.so.0", "lib/*/libinterplay.so.0"):
            yield from glob.glob(os.path.join(glob.escape(str(folder)), pattern))
    yield "libinterplay.so.0"


def _has_threads() -> bool:
    """Returns True if the system can start a thread."""
    thread = threading.Thread(target=bool)
    try:
        thread.start()
    except RuntimeError:
        return False
    thread.join()
    return True


def _load_blas() -> Optional[ctypes.CDLL]:
    """Loads OpenBLAS with its default threads. OpenBLAS ends a program in which it cannot start threads: it is
    loaded with one thread then."""
    before = os.environ.get(_BLAS_THREADS)
    if not _has_threads():
        os.environ[_BLAS_THREADS] = "1"
    try:
        return ctypes.CDLL("libopenblas.so.0")
    except OSError:
        return None
    finally:
        if before is None:
            os.environ.pop(_BLAS_THREADS, None)
        else:
            os.environ[_BLAS_THREADS] = before


def _load(name: str) -> ctypes.CDLL:
    """Loads libinterplay, which sets OpenBLAS to one thread, and restores the number: NumPy may share OpenBLAS."""
    blas = _load_blas()
    threads = blas.openblas_get_num_threads() if blas else 1
    try:
        return ctypes.CDLL(name)
    finally:
        if blas:
            blas.openblas_set_num_threads(threads)


def _open() -> ctypes.CDLL:
    why = None
    for name in _candidates():
        try:
            return _load(name)
        except OSError as error:
            why = error
    raise ImportError(f"There is no libinterplay.so.0 that can be loaded ({why}): install it, or say in "
                      "INTERPLAY_LIBRARY where it is.")


lib = _open()
glib = ctypes.CDLL("libglib-2.0.so.0")
gio = ctypes.CDLL("libgio-2.0.so.0")
gobject = ctypes.CDLL("libgobject-2.0.so.0")


class GError(ctypes.Structure):
    """An error of GLib: domain, code, message."""

    _fields_ = [("domain", ctypes.c_uint32), ("code", c_int), ("message", c_char_p)]


Progress = CFUNCTYPE(None, c_double, c_double, c_char_p, c_void_p)
_ERROR = POINTER(POINTER(GError))
_TEXTS = POINTER(c_char_p)
_WORK = (c_void_p, c_void_p, _ERROR)  # options, cancellable, error

# Types of the value and of the arguments of every function.
_FUNCTIONS = {
    "check_version": (c_char_p, c_uint, c_uint, c_uint),
    "error_quark": (ctypes.c_uint32,),
    "arrays_new": (c_void_p,),
    "arrays_free": (None, c_void_p),
    "arrays_add": (None, c_void_p, c_char_p, c_void_p, c_uint, POINTER(c_size_t)),
    "arrays_add_text": (None, c_void_p, c_char_p, c_char_p),
    "arrays_add_texts": (None, c_void_p, c_char_p, _TEXTS),
    "arrays_add_token_texts": (None, c_void_p, c_char_p, _TEXTS, c_size_t),
    "case_new": (c_void_p, c_char_p, c_void_p, c_void_p, _ERROR),
    "case_make": (c_void_p, c_char_p, _TEXTS, c_void_p, _ERROR),
    "case_list_built_in": (c_void_p,),
    "case_save": (c_int, c_void_p, c_char_p, _ERROR),
    "case_unref": (None, c_void_p),
    "case_get_name": (c_char_p, c_void_p),
    "case_get_n_layers": (c_uint, c_void_p),
    "case_get_n_heads": (c_uint, c_void_p, c_uint),
    "case_get_n_paths": (c_size_t, c_void_p),
    "case_get_path_name": (c_char_p, c_void_p, c_size_t),
    "case_get_n_train": (c_size_t, c_void_p),
    "case_get_n_tests": (c_uint, c_void_p),
    "case_get_n_test": (c_size_t, c_void_p, c_uint),
    "case_get_test_name": (c_char_p, c_void_p, c_uint),
    "case_get_n_outputs": (c_uint, c_void_p),
    "case_get_output_name": (c_char_p, c_void_p, c_uint),
    "case_is_regression": (c_int, c_void_p),
    "case_get_note": (c_char_p, c_void_p, c_uint),
    "case_get_warning": (c_char_p, c_void_p, c_uint),
    "options_new": (c_void_p,),
    "options_unref": (None, c_void_p),
    "options_set_threads": (None, c_void_p, c_uint),
    "options_set_progress": (None, c_void_p, Progress, c_void_p, c_void_p),
    "options_set_variances": (None, c_void_p, c_char_p),
    "options_set_best": (None, c_void_p, c_int),
    "options_set_gp_paths": (None, c_void_p, c_char_p),
    "options_set_seeds": (None, c_void_p, c_char_p),
    "options_set_sampler": (None, c_void_p, c_uint, c_uint, c_uint, c_uint64),
    "options_set_method": (c_int, c_void_p, c_char_p, c_double, _ERROR),
    "options_set_pruning": (c_int, c_void_p, c_char_p, c_char_p, c_uint, c_int64, c_int, _ERROR),
    "results_sweep": (c_void_p, c_void_p, c_char_p, c_char_p, *_WORK),
    "results_sample": (c_void_p, c_void_p, c_char_p, c_char_p, *_WORK),
    "results_kernels": (c_void_p, c_void_p, c_char_p, c_char_p, *_WORK),
    "results_prune": (c_void_p, c_void_p, c_char_p, c_char_p, *_WORK),
    "results_map": (c_void_p, c_void_p, c_char_p, c_char_p, c_char_p, c_char_p, *_WORK),
    "results_dynamics": (c_void_p, c_char_p, _TEXTS, *_WORK),
    "results_load": (c_void_p, c_char_p, c_void_p, _ERROR),
    "results_unref": (None, c_void_p),
    "results_get_n_settings": (c_uint, c_void_p),
    "results_get_message": (c_char_p, c_void_p),
    "results_list_panels": (c_void_p, c_void_p),
    "results_save_npz": (c_int, c_void_p, c_void_p, c_char_p, _ERROR),
    "results_save_csv": (c_int, c_void_p, c_char_p, _ERROR),
    "results_save_figure": (c_int, c_void_p, c_char_p, c_char_p, c_char_p, c_void_p, _ERROR),
    "results_save_html": (c_int, c_void_p, c_char_p, c_char_p, c_char_p, c_void_p, _ERROR),
    "results_to_script": (c_void_p, c_void_p, c_char_p, c_char_p, c_char_p, _ERROR),
}


def _declare(library: ctypes.CDLL, name: str, result: Any, *arguments: Any) -> None:
    function = getattr(library, name)
    function.restype, function.argtypes = result, arguments


for _name, _types in _FUNCTIONS.items():
    _declare(lib, "interplay_" + _name, *_types)
_declare(glib, "g_error_free", None, POINTER(GError))
_declare(glib, "g_free", None, c_void_p)
_declare(glib, "g_strfreev", None, c_void_p)
_declare(gio, "g_cancellable_new", c_void_p)
_declare(gio, "g_cancellable_cancel", None, c_void_p)
_declare(gobject, "g_object_unref", None, c_void_p)

_wrong = lib.interplay_check_version(*map(int, __version__.split(".")))
if _wrong is not None:
    raise ImportError(_wrong.decode())


class _OneBlasThread:
    """Sets OpenBLAS to one thread during calls, so that numbers do not depend on the threads, and then restores the
    number."""

    def __init__(self) -> None:
        self._lock = threading.Lock()
        self._calls, self._before = 0, 1

    def __enter__(self) -> None:
        with self._lock:
            if self._calls == 0:
                self._before = lib.openblas_get_num_threads()
                lib.openblas_set_num_threads(1)
            self._calls += 1

    def __exit__(self, *_: Any) -> None:
        with self._lock:
            self._calls -= 1
            if self._calls == 0:
                lib.openblas_set_num_threads(self._before)


_one_blas_thread = _OneBlasThread()


def _after_fork() -> None:
    """Replaces the lock in a forked child, which has no other thread of its parent."""
    global _one_blas_thread  # pylint: disable=global-statement
    _one_blas_thread = _OneBlasThread()


os.register_at_fork(after_in_child=_after_fork)


def call(name: str, *arguments: Any) -> Any:
    """Calls a function of the library; raises its error."""
    error = POINTER(GError)()
    with _one_blas_thread:
        result = getattr(lib, "interplay_" + name)(*arguments, byref(error))
    if not error:
        return result
    domain, code, message = error.contents.domain, error.contents.code, error.contents.message.decode()
    glib.g_error_free(error)
    if domain != lib.interplay_error_quark():
        raise Error(message)
    raise OF_CODE[code](without_dashes(message))


def take_text(pointer: int) -> str:
    """Returns the text of a pointer and frees it."""
    text = ctypes.string_at(pointer).decode()
    glib.g_free(pointer)
    return text


def take_list(pointer: int) -> "list[str]":
    """Returns the texts of a NULL-terminated list and frees it."""
    texts = []
    while (text := ctypes.cast(pointer, _TEXTS)[len(texts)]) is not None:
        texts.append(text.decode())
    glib.g_strfreev(pointer)
    return texts


def give_list(texts: "list[str]") -> Any:
    """Returns a NULL-terminated list of texts."""
    return (c_char_p * (len(texts) + 1))(*(text.encode() for text in texts), None)


def optional(text: Optional[str]) -> Optional[bytes]:
    """Returns a text for C, or NULL."""
    return None if text is None else text.encode()


def own(thing: object, unref: Callable[[int], None], handle: int) -> int:
    """Drops the reference @handle when @thing is freed, but not at the end of the program; returns @handle."""
    weakref.finalize(thing, unref, handle).atexit = False
    return handle
