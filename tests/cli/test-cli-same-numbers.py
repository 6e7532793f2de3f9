#!/usr/bin/env python3
# SPDX-License-Identifier: GPL-3.0-or-later
"""The same number everywhere: terminal, CSV, JSON, npz, web page, SVG, its sentence, script, Python package, pruning, seeds;
for one output, classes and numbers.

usage: test-cli-same-numbers.py CLI    (TAP), with PYTHONPATH and INTERPLAY_LIBRARY set"""
import csv
import json
import os
import re
import subprocess
import sys
import tempfile

try:
    import numpy as np
except ImportError as error:
    if sys.executable != "/usr/bin/python3" and os.path.exists("/usr/bin/python3") and "PYTHON_TRIED" not in os.environ:
        os.execve("/usr/bin/python3", ["/usr/bin/python3", *sys.argv], {**os.environ, "PYTHON_TRIED": "1"})
    print(f"1..0 # SKIP {error}")
    sys.exit(0)

CLI = os.path.abspath(sys.argv[1])
SCORES = {"accuracy": "accuracy", "mean_squared_error": "mean squared error"}
CASES = {"hmc4": (1, "accuracy"), "hmc-classes": (3, "accuracy"), "hmc-questions": (2, "mean_squared_error")}
WIDTHS = [10, 100]
# What two ways to the same saddle point may differ by: the solver ends at a relative gradient of 1e-8.
SOLVED = 1e-6
done = 0
failed = 0


def check(title, good, *notes):
    global done, failed
    done += 1
    failed += not good
    print(f"{'ok' if good else 'not ok'} {done} {title}")
    for note in () if good else notes:
        print("#", str(note).replace("\n", " / "))


def run(*words):
    ran = subprocess.run([CLI, *words], capture_output=True, text=True, check=False)
    assert ran.returncode == 0, (words, ran.stderr)
    return ran.stdout


def near(a, b, tolerance=1e-10):
    """Equal but for this share of the largest number."""
    a, b = np.asarray(a, float), np.asarray(b, float)
    return a.shape == b.shape and np.abs(a - b).max() <= tolerance * np.abs(b).max()


def cells_of(page, heading):
    """Columns of the first table of a page that has this heading: a list of texts each."""
    for table in re.findall("<table>(.*?)</table>", page, re.S):
        rows = [re.findall(r"<t[hd][^>]*>(.*?)</t[hd]>", row) for row in re.findall("<tr>(.*?)</tr>", table)]
        if heading in rows[0]:
            return [row[rows[0].index(heading)] for row in rows[1:]]
    return []


def shown(text, value):
    """Whether a text, which may have a typographical minus, is this number, rounded to its digits."""
    text = text.replace("−", "-")
    return abs(float(text) - value) <= 0.5001 * 10.0 ** -len(text.partition(".")[2])


def describe(panel, words, folder):
    """The sentence of an SVG, and its texts."""
    run("figure", *words, "--panel", panel, "--format", "svg", "--out", folder)
    base = os.path.splitext(os.path.basename(words[0]))[0]
    with open(os.path.join(folder, f"{base}-{panel}.svg"), encoding="utf-8") as file:
        svg = file.read()
    return re.search("<desc>(.*?)</desc>", svg, re.S)[1], re.findall("<text[^>]*>([^<]*)</text>", svg)


def check_sentences(name, words, score, stored, folder):
    sentence, texts = describe("accuracy", words, folder)
    told = {width: number for number, width in re.findall(r" (\S+)(?: ± \S+)? \(width (\d+)\)", sentence)}
    limit = re.search(r" GP, all paths at (\d\.\d+)", sentence)
    check(f"{name}: score in the sentence of a figure", limit and shown(limit[1], float(stored[score + "_gp"]))
          and sorted(told) == ["10", "100"] and shown(told["10"], stored[score][0]) and shown(told["100"], stored[score][1]),
          sentence)
    check(f"{name}: name of the score in a figure", any(text.endswith(SCORES[score]) for text in texts)
          and f" {SCORES[score].capitalize()} from " in sentence, texts)

    outputs, paths = len(stored["output_names"]) if "output_names" in stored else 1, len(stored["path_names"])
    U = np.trace(stored["U"][0].reshape(paths, outputs, paths, outputs), axis1=1, axis2=3)
    sentence, texts = describe("u", words, folder)
    told = re.search(r" from (\S+) \(path .*?\) to (\S+) \(path ", sentence)
    check(f"{name}: U in the sentence of a figure", told and shown(told[1], U.min()) and shown(told[2], U.max()), sentence, U)
    ticks = [float(text.replace("−", "-")) for text in texts if re.fullmatch(r"−?[\d.]+", text)]
    check(f"{name}: U between the ends of the scale", min(ticks) <= U.min() + 1 and max(ticks) >= 0.8 * U.max(), ticks, U)


def check_package(name, stored, folder):
    """The package in a Python of its own, to the last bit."""
    path = os.path.join(folder, name + "-package.npz")
    code = f"import interplay; interplay.sweep(interplay.example({name!r}), widths={WIDTHS}).save({path!r})"
    ran = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=False)
    if ran.returncode != 0:
        check(f"{name}: Python package", False, ran.stderr)
        return
    package = np.load(path)
    differ = [key for key in stored if key not in ("solve_seconds", "settings") and not np.array_equal(
        package[key], stored[key], equal_nan=stored[key].dtype.kind == "f")]
    check(f"{name}: Python package", not differ, differ)


def check_seeds(name, words, score, folder):
    path = os.path.join(folder, name + "-seeds.npz")
    terminal = run("sweep", *words, "--seeds", "1-3", "--out", path)
    stored = np.load(path)
    single = np.array([[row[score] for row in json.loads(run("sweep", *words, "--seed", str(seed), "--json"))["rows"]]
                       for seed in (1, 2, 3)])
    check(f"{name}: scores of seeds are those of each alone", near(stored["seed_" + score], single, SOLVED), single)
    mean, sd = single.mean(0), single.std(0, ddof=1)
    check(f"{name}: their mean and deviation", near(stored[f"seed_{score}_mean"], mean) and near(stored[f"seed_{score}_sd"], sd))
    printed = re.findall(r"^ +\d+ +(\S+) ± (\S+) ", terminal.split("Mean ±")[1], re.M)
    check(f"{name}: their mean on the terminal", len(printed) == 2 and all(
        shown(row[0], mean[i]) and shown(row[1], sd[i]) for i, row in enumerate(printed)), printed, mean, sd)


def check_case(name, outputs, score, folder):
    path = lambda ending: os.path.join(folder, name + ending)
    words = [name, "--widths", ",".join(map(str, WIDTHS))]
    terminal = run("sweep", *words, "--out", path(".npz"))
    run("sweep", *words, "--out", path(".csv"))
    told = json.loads(run("sweep", *words, "--json"))
    stored = np.load(path(".npz"))
    with open(path(".csv"), newline="", encoding="utf-8") as file:
        table = list(csv.DictReader(file))
    printed = re.findall(r"^ +\d+ +\S+ +(\S+) ± (\S+) +(\S+)", terminal, re.M)
    check(f"{name}: score on the terminal", [float(row[0]) for row in printed] == [round(v, 4) for v in stored[score]]
          and all(float(row[2]) == round(float(stored[score + "_gp"]), 4) for row in printed), printed, stored[score])
    for field in [score, score + "_se", "action", "alignment", "label_cosine"]:
        check(f"{name}: {field} in CSV and JSON", near([row[field] for row in table], stored[field])
              and near([row[field] for row in told["rows"]], stored[field]))
    check(f"{name}: U in JSON", near([row["U"] for row in told["rows"]], stored["U"]))

    rows = stored["U"].shape[1]
    paths = len(told["path_names"])
    U = stored["U"]
    check(f"{name}: U has paths times outputs rows and is symmetric", rows == paths * outputs
          and near(U, U.transpose(0, 2, 1)), U.shape)
    diagonal = [[float(row[key]) for key in row if key.startswith("U ")] for row in table]
    check(f"{name}: diagonal of U in CSV", near(diagonal, np.diagonal(U, axis1=1, axis2=2)))

    run("kernels", name, "--width", "10", "--out", path("-kernels.npz"))
    kernels = np.load(path("-kernels.npz"))
    traced = np.trace(kernels["U"].reshape(paths, outputs, paths, outputs), axis1=1, axis2=3)
    check(f"{name}: U of the kernels is that of the sweep", near(kernels["U"], U[0], SOLVED), kernels["U"].shape)
    check(f"{name}: the kernel is the sum over pairs of paths with U summed over outputs",
          near(kernels["K"], np.einsum("pq,pqmn->mn", traced, kernels["C"])))

    C, K = kernels["C"], kernels["K"]
    check(f"{name}: kernels of a pair and of its reverse are transposes, and the GP's sums each path's own over outputs",
          near(C, C.transpose(1, 0, 3, 2)) and near(kernels["K_gp"], outputs * np.einsum("ppmn->mn", C)))
    if outputs == 1:
        y = kernels["y"].ravel()
        check(f"{name}: label cosine, nothing centred", near(kernels["label_cosine"], y @ K @ y / (np.linalg.norm(K) * (y @ y)), 1e-8))
        check(f"{name}: a narrow network is nearer to the labels than the GP", kernels["alignment"] > kernels["alignment_gp"])

    run("prune", name, "--width", "10", "--out", path("-prune.npz"))
    pruned = np.load(path("-prune.npz"))
    check(f"{name}: U of pruning is that of the sweep", near(pruned["U"], U[0], SOLVED), pruned["U"].shape)
    check(f"{name}: scores of heads of pruning are those of the sweep", near(pruned["head_score"], stored["head_score"][0], SOLVED))

    run("figure", *words, "--out", path(".html"))
    with open(path(".html"), encoding="utf-8") as file:
        page = file.read()
    column = [float(cell) for cell in cells_of(page, SCORES[score])[:len(WIDTHS)]]
    check(f"{name}: score on a web page", sorted(column) == sorted(map(float, stored[score])), column, stored[score])

    run("figure", *words, "--panel", "accuracy", "--format", "py", "--out", path("-script"))
    script = np.load(os.path.join(path("-script"), name + "-accuracy.npz"))
    check(f"{name}: score and U beside a script", near(script[score], stored[score]) and near(script["U"], U))
    check_sentences(name, words, score, stored, folder)
    check_package(name, stored, folder)
    check_seeds(name, words, score, folder)


def column_of(key, stored):
    """The numbers of a column of a CSV, from the arrays of the same results."""
    U = np.diagonal(stored["U"], axis1=1, axis2=2)
    heads, scores = stored["heads"].astype(int), stored["head_score"]
    names = [f"U {path}" + (f", {output}" if "output_names" in stored else "") for path in stored["path_names"]
             for output in stored.get("output_names", [""])]
    widths = stored["widths"] if stored["widths"].ndim == 2 else stored["widths"][:, None]
    places = ["variance_" + str(k) for k in range(len(heads) + 1)] + ["variance_a"]
    layers = [f"score_l{l + 1}_h{h + 1}" for l, n in enumerate(heads) for h in range(n)]
    numbered = [f"N_{l + 1}" for l in range(len(heads))] + ["N_a"]
    if key in names:
        return U[:, names.index(key)]
    if key in places:
        return np.broadcast_to(stored["variances"], (len(U), len(places)))[:, places.index(key)]
    if key in layers:
        return scores[:, layers.index(key)]
    if key in numbered or key == "width":
        return widths[:, numbered.index(key) if key in numbered else 0]
    return np.broadcast_to(stored[key], len(U))


def check_columns(folder):
    """Every column of a CSV: of two outputs, layers of 2 and 3 heads, two test sets, other widths in each layer."""
    random = np.random.default_rng(3)
    path = lambda ending: os.path.join(folder, "made" + ending)
    made = {"heads": [2, 3], "output_names": ["up", "down"]}
    for suffix, count in {"train": 20, "test": 30, "test_b": 25}.items():
        made["xi_" + suffix] = random.normal(size=(count, 6, 5))
        made["y_" + suffix] = made["xi_" + suffix][:, 0, :2] + 0.1 * random.normal(size=(count, 2))
    np.savez(path(".npz"), **made)
    for words in (["--widths", "10:20:30,40:50:60,gp", "--variances", "1,2,3,4"],
                  ["--widths", "10,40", "--temperatures", "0.1,1", "--variances", "1,2,3,4;4,3,2,1"]):
        for ending in ("-rows.npz", "-rows.csv"):
            run("sweep", path(".npz"), *words, "--out", path(ending))
        with np.load(path("-rows.npz")) as file:
            stored = dict(file)
        with open(path("-rows.csv"), newline="", encoding="utf-8") as file:
            header, *rows = csv.reader(file)
        wrong = []
        for key, *cells in zip(header, *rows):
            there = np.array([cell != "" for cell in cells])
            expected = column_of(key, stored) if key != "solve_seconds" else np.array(cells, float)
            # The width of the limit is infinite.
            numbers = np.nan_to_num([[float(cell or "nan") for cell in cells], expected], posinf=-1)[:, there]
            if np.isnan(expected[there]).any() or not near(*numbers):
                wrong.append(key)
        check(f"every column of a CSV, {len(rows)} rows", not wrong and len(header) == len(set(header)) > 30, wrong, header)


def main():
    with tempfile.TemporaryDirectory() as folder:
        for name, (outputs, score) in CASES.items():
            check_case(name, outputs, score, folder)
        check_columns(folder)
    print(f"1..{done}")
    return failed > 0


if __name__ == "__main__":
    sys.exit(main())
