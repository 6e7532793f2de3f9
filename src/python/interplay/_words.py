# SPDX-License-Identifier: GPL-3.0-or-later
"""Values in the syntax of the command line, which gives the same numbers."""
import difflib
import functools
import inspect
import math
import numbers
from typing import Any, Iterable, Optional, Sequence, Union

from ._errors import InputError


class _GaussianProcess:
    """The limit of infinite width."""

    def __repr__(self) -> str:
        return "interplay.GP"


#: The width of the Gaussian-process limit.
GP = _GaussianProcess()

#: One number, N_1 .. N_L, N_a, or GP.
Width = Union[int, Sequence[int], str, _GaussianProcess]
Numbers = Union[float, Sequence[float], str]


def is_list(value: Any) -> bool:
    """Returns True for a list, a tuple, a range or an array of one dimension."""
    return not isinstance(value, (str, bytes)) and hasattr(value, "__len__") and getattr(value, "ndim", 1) == 1


def nearest(name: str, names: "Iterable[str]") -> str:
    """Returns the end of a sentence with the nearest of @names, or a full stop if no name is near."""
    near = difflib.get_close_matches(name, list(names), 1)
    return f"; did you mean {near[0]!r}?" if near else "."


def named(function: Any) -> Any:
    """Wraps a function so that the error for an unknown keyword names the nearest parameter."""
    parameters = inspect.signature(function).parameters
    is_open = any(one.kind is one.VAR_KEYWORD for one in parameters.values())

    @functools.wraps(function)
    def checked(*arguments: Any, **keywords: Any) -> Any:
        for key in keywords:
            if not is_open and key not in parameters:
                raise TypeError(f"{function.__name__}() has no parameter {key!r}{nearest(key, parameters)}")
        return function(*arguments, **keywords)

    return checked


def number(value: Any) -> str:
    """Returns the shortest text of the same number."""
    if isinstance(value, (bool, str)) or not isinstance(value, numbers.Real):
        raise InputError(f"{value!r} is not a number.")
    return str(int(value)) if isinstance(value, numbers.Integral) else repr(float(value))


def width(value: Width) -> str:
    """Converts 10, (12, 25, 40) or GP to "10", "12:25:40" or "gp"."""
    if value is GP or (isinstance(value, float) and math.isinf(value) and value > 0):
        return "gp"
    if isinstance(value, str):
        return value
    if is_list(value):
        return ":".join(number(part) for part in value)
    if isinstance(value, float) and math.isnan(value):
        raise InputError("nan is not a width.")
    return number(int(value) if isinstance(value, numbers.Real) and value == math.floor(value) else value)


def widths(value: Union[None, Width, Sequence[Width]]) -> Optional[str]:
    """Converts a width or a list of widths; a tuple is one width, with a number for each layer."""
    if value is None or isinstance(value, str):
        return value
    return ",".join(width(one) for one in value) if is_list(value) and not isinstance(value, tuple) else width(value)


def listed(value: Optional[Numbers]) -> Optional[str]:
    """Converts a number or a list of numbers; a text such as "0.01:1:10" is not changed."""
    if value is None or isinstance(value, str):
        return value
    return ",".join(number(one) for one in value) if is_list(value) else number(value)


def variances(value: Union[None, str, Sequence[float], Sequence[Sequence[float]]]) -> Optional[str]:
    """Converts s0^2, s_1^2 .. s_L^2, s_a^2, or a list of such sets."""
    if value is None or isinstance(value, str):
        return value
    sets = value if len(value) > 0 and (is_list(value[0]) or getattr(value, "ndim", 1) == 2) else [value]
    return ";".join(",".join(number(one) for one in one_set) for one_set in sets)


def gp_paths(value: Union[None, str, int, Sequence[Any]]) -> Optional[str]:
    """Converts paths by number from 1, "(1,2)" or name: one, a list, or a list of lists."""
    if value is None or isinstance(value, str):
        return value
    if not is_list(value):
        return str(value)
    if any(is_list(one) for one in value):
        return ";".join(gp_paths(one) or "" for one in value)
    return ",".join(str(one) for one in value)


def seeds(value: Union[None, str, int, Sequence[int]]) -> Optional[str]:
    """Converts 1, range(1, 9) or "1-8": consecutive seeds."""
    if value is None or isinstance(value, str):
        return value
    numbers_ = [int(one) for one in value] if is_list(value) else [int(value)]
    if not numbers_ or numbers_ != list(range(numbers_[0], numbers_[0] + len(numbers_))):
        raise InputError(f"seeds={value!r} must be whole numbers that follow each other, such as range(1, 9).")
    return f"{numbers_[0]}-{numbers_[-1]}"


def axis(value: Any) -> Optional[str]:
    """Converts ("N", [5, 10]) or {"N": [5, 10]} to "N=5,10"; "N=5:500:20" is not changed."""
    if value is None or isinstance(value, str):
        return value
    if isinstance(value, dict) and len(value) == 1:
        value = next(iter(value.items()))
    if not (isinstance(value, tuple) and len(value) == 2 and isinstance(value[0], str)):
        raise InputError(f"{value!r} is not an axis of a map: write (\"N\", [5, 10, interplay.GP]) or \"N=5:500:20\".")
    name, values = value
    return f"{name}={widths(values) if name.startswith('N') else listed(values)}"


def flags(parameters: "dict[str, Any]") -> "list[str]":
    """Returns names of parameters in the syntax of the command line, each followed by its value."""
    words = []
    for name, value in parameters.items():
        if isinstance(value, bool):
            text = "yes" if value else "no"
        elif is_list(value):
            text = ",".join(one if isinstance(one, str) else number(one) for one in value)
        else:
            text = value if isinstance(value, str) else number(value)
        words += [name.replace("_", "-"), text]
    return words
