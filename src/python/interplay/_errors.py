# SPDX-License-Identifier: GPL-3.0-or-later
"""Errors are sentences that say what is wrong, where, and what would be right."""
import contextlib
import re
from typing import Iterator


class Error(Exception):
    """The base class of all errors of this package."""


class InputError(Error, ValueError):
    """A value, an array or a file is invalid."""


class UnknownName(InputError, TypeError):
    """A keyword is not a parameter of the built-in case or experiment."""


class FileError(Error, OSError):
    """A file cannot be read or written."""


class MemoryLimit(Error, MemoryError):
    """The work needs too much memory or time."""


class Doubt(UserWarning):
    """A result is not reliable in all parts: for example, a row did not converge."""


# The codes of InterplayError: FORMAT, MISSING, SHAPE, VALUE, MEMORY, SINGULAR, NOT_CONVERGED, IO.
OF_CODE = (InputError, InputError, InputError, InputError, MemoryLimit, Error, Error, FileError)


def without_dashes(sentence: str) -> str:
    """Returns the sentence with names of parameters, gp_paths, in place of options, --gp-paths."""
    return re.sub(r"(?<![\w-])--[a-z][a-z-]*", lambda option: option[0][2:].replace("-", "_"), sentence)


@contextlib.contextmanager
def unknown_names() -> Iterator[None]:
    """Raises UnknownName for an unknown parameter."""
    try:
        yield
    except InputError as error:
        if " is not a parameter of " in str(error):
            raise UnknownName(str(error)) from None
        raise
