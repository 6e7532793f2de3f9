# SPDX-License-Identifier: GPL-3.0-or-later
"""Errors are sentences that say what is wrong, where, and what would be right."""
import contextlib
import re
from typing import Iterator


class Error(Exception):
    """Something cannot be computed: what all errors of this package are."""


class InputError(Error, ValueError):
    """A value, an array or a file is not what it must be."""


class UnknownName(InputError, TypeError):
    """A keyword is none of the parameters of a built-in case or an experiment."""


class FileError(Error, OSError):
    """The operating system refused to read or write."""


class MemoryLimit(Error, MemoryError):
    """The numbers would not fit in memory, or not in reasonable time."""


class Doubt(UserWarning):
    """A result is there, but not all of it is to be relied on, such as a row that did not converge."""


# The codes of InterplayError: FORMAT, MISSING, SHAPE, VALUE, MEMORY, SINGULAR, NOT_CONVERGED, IO.
OF_CODE = (InputError, InputError, InputError, InputError, MemoryLimit, Error, Error, FileError)


def without_dashes(sentence: str) -> str:
    """A sentence on options of the command line, --gp-paths, with the names of parameters, gp_paths."""
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
