# SPDX-License-Identifier: GPL-3.0-or-later
"""The case in a file of kernels or heads, whose figures are computed again when the file is loaded."""
import io
import json
import pathlib
import tempfile
import zipfile
from typing import Any

import numpy as np

from . import _words
from ._case import Case, example, of_bytes
from ._errors import InputError

# The array that such a file has: name of the case, its parameters if it is built in, and keywords of the call, as JSON.
CALL = "call"
# The case as a file, uint8 [bytes], if it is not built in.
CASE_FILE = "case_file"


def add_case(data: bytes, case: Case, keywords: "dict[str, Any]") -> bytes:
    """The .npz file of results with the case and the keywords of the call that computed them."""
    call: "dict[str, Any]" = {"case": case.name, "keywords": keywords}
    arrays = {}
    if case._again is not None:
        call["case"], parameters = case._again[1]
        words = _words.flags(parameters)
        call["parameters"] = dict(zip(words[::2], words[1::2]))
    else:
        with tempfile.TemporaryDirectory(prefix="interplay-") as folder:
            path = pathlib.Path(folder, "case.npz")
            case.save(path)
            arrays[CASE_FILE] = np.frombuffer(path.read_bytes(), np.uint8)
    arrays[CALL] = np.array(json.dumps(call))
    buffer = io.BytesIO()
    buffer.write(data)
    with zipfile.ZipFile(buffer, "a") as file:
        for name, array in arrays.items():
            with io.BytesIO() as member:
                np.save(member, array)
                file.writestr(zipfile.ZipInfo(f"{name}.npy"), member.getvalue())
    return buffer.getvalue()


def read_case(data: bytes) -> "tuple[Case, dict[str, Any]]":
    """The case, and the keywords of the call, of such a file."""
    with np.load(io.BytesIO(data)) as file:
        try:
            call = json.loads(str(file[CALL]))
            name, keywords = call["case"], call["keywords"]
        except (KeyError, TypeError, ValueError):
            raise InputError(f"The array “{CALL}” of this file names no case: the file is damaged.") from None
        if "parameters" in call:
            return example(name, **call["parameters"]), keywords
        if CASE_FILE not in file.files:
            raise InputError(f"There is no array “{CASE_FILE}” in this file: the file is damaged.")
        return of_bytes(file[CASE_FILE].tobytes(), name), keywords
