#!/usr/bin/env python3
# SPDX-License-Identifier: GPL-3.0-or-later
"""Runs a notebook as Jupyter does, and looks at what its cells give, as TAP; its pictures stay in FOLDER.

usage: test-notebook.py NOTEBOOK.ipynb FOLDER
"""
import base64
import importlib.util
import json
import os
import sys

try:
    import nbformat
    from nbconvert.preprocessors import CellExecutionError, ExecutePreprocessor
    import matplotlib
    if importlib.util.find_spec("ipykernel") is None:
        raise ImportError("No module named 'ipykernel'")
except ImportError as error:
    if sys.executable != "/usr/bin/python3" and os.path.exists("/usr/bin/python3") and "PYTHON_TRIED" not in os.environ:
        os.execve("/usr/bin/python3", ["/usr/bin/python3", *sys.argv], {**os.environ, "PYTHON_TRIED": "1"})
    print(f"1..0 # SKIP {error}")
    sys.exit(0)


def use_this_python(folder):
    """The kernel python3 is the one that runs this, in a virtual environment too."""
    kernel = os.path.join(folder, "kernels", "python3")
    os.makedirs(kernel, exist_ok=True)
    with open(os.path.join(kernel, "kernel.json"), "w", encoding="utf-8") as file:
        json.dump({"argv": [sys.executable, "-m", "ipykernel_launcher", "-f", "{connection_file}"], "display_name": "Python",
                   "language": "python"}, file)
    os.environ["JUPYTER_PATH"] = folder


def main():
    """The cells one after the other."""
    notebook, folder = nbformat.read(sys.argv[1], as_version=4), sys.argv[2]
    use_this_python(folder)
    os.environ.setdefault("IPYTHONDIR", folder)
    nbformat.validate(notebook)
    cells = [cell for cell in notebook.cells if cell.cell_type == "code"]
    print(f"{'ok' if len(cells) == 10 and not any(cell.outputs for cell in cells) else 'not ok'} 1 - ten cells, as they are "
          "before they are run")
    why = ""
    try:
        ExecutePreprocessor(timeout=240, kernel_name="python3").preprocess(notebook, {"metadata": {"path": folder}})
    except CellExecutionError as error:
        why = str(error).replace("\n", "\n# ")
        print("# " + why)
    print(f"{'not ok' if why else 'ok'} 2 - they run")
    pictures = pages = warned = 0
    for i, cell in enumerate(cells):
        for output in cell.outputs:
            data = output.get("data", {})
            if output.get("name") == "stderr" and ("arning" in output.text or "Doubt" in output.text or "font" in output.text):
                warned += 1
                print("# " + output.text.replace("\n", "\n# "))
            pages += "<iframe srcdoc=" in data.get("text/html", "")
            if "image/png" in data:
                pictures += 1
                with open(os.path.join(folder, f"cell-{i + 1}-{pictures}.png"), "wb") as file:
                    file.write(base64.b64decode(data["image/png"]))
    print(f"{'ok' if pictures >= 6 and pages >= 1 else 'not ok'} 3 - with {pictures} pictures and {pages} linked pages")
    print(f"{'not ok' if warned else 'ok'} 4 - and without a warning")
    print("1..4")


assert matplotlib
main()
