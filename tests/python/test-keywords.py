#!/usr/bin/env python3
# SPDX-License-Identifier: GPL-3.0-or-later
"""Every keyword of every function of the Python package decides on something, or the call fails; as TAP.

usage: test-keywords.py INTERPLAY_CLI        with PYTHONPATH and INTERPLAY_LIBRARY set
"""
import inspect
import os
import subprocess
import sys
import tempfile
import types
import warnings

import start
from start import check, np, plt

import interplay
from interplay import _case

CLI = os.path.abspath(sys.argv[1])
# What says how long it took, and what was asked.
ASIDE = ("seconds", "settings")


def numbers(result):
    """The bytes of its arrays by name."""
    return {name: (result[name].shape, result[name].tobytes()) for name in result.keys()
            if not any(word in name for word in ASIDE)}


def fails(function, *arguments, **keywords):
    """Whether it raises a sentence."""
    try:
        function(*arguments, **keywords)
    except interplay.Error as error:
        return str(error).endswith(".") or print(f"# {error}")
    return False


def check_function(function, base, changes, bad, slow={}):  # pylint: disable=dangerous-default-value
    """Each keyword: another value gives other numbers, and one that cannot be fails.

    changes: keyword to (keywords that go with both calls, value of one, value of the other); bad: keyword to a value;
    slow: keywords with which progress can be heard of
    """
    name = function.__name__
    for key, (also, value, other) in changes.items():
        one, two = (numbers(function(**base, **also, **({key: v} if v is not None else {}))) for v in (value, other))
        check(one != two, f"{name}({key}={value!r}) is not {name}({key}={other!r})")
    for key, value in bad.items():
        check(fails(function, **{**base, key: value}), f"{name}({key}={value!r}) fails")
    one, two = (numbers(function(**base, threads=n)) for n in (1, 3))
    check(one == two, f"{name}: numbers do not depend on threads")
    check(fails(function, **base, threads=0), f"{name}(threads=0) fails")
    heard = []
    function(**{**base, **slow}, progress=lambda fraction, sentence: heard.append(sentence))
    check(heard, f"{name}: progress is heard of")
    named = {key for key, value in inspect.signature(function).parameters.items() if value.kind is not value.VAR_KEYWORD}
    check(named == {*base, *changes, *bad, "threads", "progress"},
          f"{name}: every keyword is tried {named ^ {*base, *changes, *bad, 'threads', 'progress'}}")


def make_case():
    """Two layers of two heads with tokens and attention, and two test sets."""
    random = np.random.default_rng(4)
    T, N0, arrays = 5, 6, {}
    for suffix, size in {"train": 24, "test": 30, "test_other": 26}.items():
        x = random.normal(size=(size, T, N0))
        arrays["x_" + suffix] = x
        arrays["y_" + suffix] = np.where(x[:, 0, 0] + 0.7 * x[:, 1, 1] > 0, 1.0, -1.0)
        for layer in (1, 2):
            arrays[f"attn_{suffix}_{layer}"] = random.dirichlet(np.full(T, 0.2 + 0.4 * layer), size=(size, 2, T))
    return interplay.Case("made", **arrays)


def check_work(case):
    """Whatever computes."""
    hmc = interplay.example("hmc2", n_train=40, n_test=60)
    theory = {"widths": ({}, 10, [10, 20]), "temperature": ({}, 0.1, 0.2), "variances": ({}, None, [1, 2, 1, 1])}
    check_function(interplay.sweep, {"case": hmc},
                   {**theory, "gp_paths": ({}, None, [2]), "best": ({"temperature": [0.1, 1]}, False, True)},
                   {"gp_paths": "9", "variances": [1], "temperature": "x", "widths": "x"}, {"widths": list(range(5, 90))})
    sampler = {"draws": 12, "warmup": 20, "chains": 2}
    check_function(lambda_named("sample", {"case": hmc, **sampler, "width": 10}), {},
                   {"case": ({}, hmc, case), "width": ({}, 10, 11), "temperature": ({}, 0.1, 0.2),
                    "variances": ({}, None, [1, 2, 1, 1]), "draws": ({}, 12, 13), "chains": ({}, 2, 3),
                    "warmup": ({}, 20, 21), "seed": ({}, 1, 2), "method": ({}, "nuts", "tempered"),
                    "target_acceptance": ({}, 0.8, 0.95)},
                   {"widths": [10], "method": "x", "target_acceptance": 2.0, "seed": -1, "chains": 0}, {"draws": 500})
    check_function(interplay.kernels, {"case": hmc},
                   {"width": ({}, 10, 11), "temperature": ({}, 0.1, 0.2), "variances": ({}, None, [1, 2, 1, 1])},
                   {"width": 0, "temperature": -1.0}, {"case": interplay.example("hmc4", n_train=500)})
    check_map(hmc)
    check_prune(case)
    check_prune_in_memory()
    joint = lambda **keywords: numbers(interplay.dynamics("joma-joint", **{"steps": 20, **keywords}))
    check(joint(rate=0.05) != joint(rate=0.1) != joint(rate=0.1, steps=30), "dynamics(rate, steps)")
    check(joint(threads=1) == joint(threads=3) and fails(joint, threads=0), "dynamics(threads)")
    check(fails(joint, rate=-1) and fails(joint, colour=1), "dynamics: parameters that cannot be")
    heard = []
    interplay.dynamics("joma-stack", steps=400, progress=lambda fraction, sentence: heard.append(sentence))
    check(heard, "dynamics: progress is heard of")


def lambda_named(name, defaults):
    """A function of the package with other defaults of its keywords, and its signature."""
    function = getattr(interplay, name)

    def call(**keywords):
        given = {**defaults, **keywords}
        if keywords.get("widths") is not None:
            given["width"] = defaults["width"]
        return function(given.pop("case"), **given)

    call.__name__, call.__signature__ = name, inspect.signature(function)
    return call


def check_map(hmc):
    """A map, whose axes and fixed values go together."""
    def call(**keywords):
        return interplay.map(hmc, **{"x": "N=5,10", **({"x": "P=20,40"} if "width" in keywords else {}), **keywords})

    call.__name__ = "map"
    call.__signature__ = inspect.signature(lambda x, y, width, temperature, variances, seeds, threads, progress: None)
    check_function(call, {}, {"x": ({}, "N=5,10", "N=5,20"), "y": ({}, "T=0.1,1", "T=0.1,2"), "width": ({}, 10, 20),
                              "temperature": ({}, 0.1, 0.2), "variances": ({}, None, [1, 2, 1, 1]),
                              "seeds": ({}, range(1, 3), range(1, 4))}, {"seeds": [1, 3]}, {"x": "N=5:500:60"})


def check_prune(case):
    """Orders, test sets and what is solved anew."""
    def call(**keywords):
        return interplay.prune(case, **{"width": 10, "random_orders": 6, **keywords})

    call.__name__ = "prune"
    call.__signature__ = inspect.signature(lambda width, temperature, order, test, random_orders, seed, resolve, threads,
                                           progress: None)
    check_function(call, {}, {"width": ({}, 10, 11), "temperature": ({}, 0.1, 1.0), "order": ({}, "score", "reverse"),
                              "test": ({}, None, "other"), "random_orders": ({}, 6, 7), "seed": ({}, 1, 2),
                              "resolve": ({}, True, False)},
                   {"order": "size", "test": "none", "random_orders": -1}, {"random_orders": 1000})
    hmc = interplay.example("hmc4", n_train=30, n_test=60)
    results = {order: interplay.prune(hmc, 10, order=order, random_orders=4) for order in ("score", "reverse", "entropy")}
    # Ordered alike are results of one order only; its curve is that of its name.
    for order, result in results.items():
        check(np.array_equal(result.accuracy_after, result[f"accuracy_after_{order}"]),
              f"prune(order={order!r}): the curve is that of this order")
        check(all(np.array_equal(result[f"accuracy_after_{other}"], results["score"][f"accuracy_after_{other}"])
                  for other in results), f"prune(order={order!r}): the other curves are there, too")
    heads = {order: list(map(tuple, np.atleast_2d(result["order"]))) for order, result in results.items()}
    scores = {(int(layer), int(head)): score for layer, head, score in
              zip(results["score"]["head_layer"], results["score"]["head_index"], results["score"]["head_score"])}
    check(scores[heads["score"][0]] == min(scores.values()) and scores[heads["reverse"][0]] == max(scores.values()),
          f"prune: of least score first, of greatest first {heads} {scores}")
    without, whole = call(resolve=False), call(resolve=True)
    check("drop_resolved" not in without.keys() or np.isnan(without.drop_resolved).all(), "prune(resolve=False) solves nothing anew")
    check(np.isfinite(whole.drop_resolved).all(), "prune(resolve=True) solves anew")
    # The command line's test set.
    with tempfile.TemporaryDirectory() as folder:
        path, out = os.path.join(folder, "made.npz"), os.path.join(folder, "out.npz")
        case.save(path)
        for test in case.tests:
            subprocess.run([CLI, "prune", path, "--width", "10", "--random", "6", "--test", test, "--out", out], check=True,
                           capture_output=True)
            with np.load(out) as file:
                check(np.array_equal(file["accuracy_after"], call(test=test).accuracy_after), f"prune(test={test!r}) as the command")


def check_prune_in_memory():
    """A case of arrays is pruned by the entropy of its attention, as from a file; of path features there is none."""
    rng = np.random.default_rng(5)
    arrays = {"y_train": rng.choice([-1, 1], 20), "y_test": rng.choice([-1, 1], 30)}
    for part, count in (("train", 20), ("test", 30)):
        arrays[f"x_{part}"] = rng.normal(size=(count, 4, 6))
        for layer in (1, 2):
            attention = rng.random((count, 2, 4, 4))
            arrays[f"attn_{part}_{layer}"] = attention / attention.sum(-1, keepdims=True)
    case = interplay.Case(**arrays)
    pruned = interplay.prune(case, 10, order="entropy", random_orders=3)
    expected = [-np.mean(np.sum(layer * np.log(layer), -1), axis=(0, 2))
                for layer in (arrays["attn_test_1"], arrays["attn_test_2"])]
    check(np.allclose(pruned.head_entropy, np.concatenate(expected), rtol=1e-12), "prune(order='entropy') of arrays")
    with tempfile.TemporaryDirectory() as folder:
        case.save(os.path.join(folder, "saved.npz"))
        again = interplay.prune(interplay.load(os.path.join(folder, "saved.npz")), 10, order="entropy", random_orders=3)
    check(np.array_equal(pruned.accuracy_after, again.accuracy_after), "prune(order='entropy') of the saved case")
    paths = interplay.Case(xi_train=rng.normal(size=(20, 4, 6)), xi_test=rng.normal(size=(30, 4, 6)), heads=[2, 2],
                           y_train=arrays["y_train"], y_test=arrays["y_test"])
    try:
        interplay.prune(paths, 10, order="entropy", random_orders=3)
        check(False, "prune(order='entropy') of path features is refused")
    except interplay.InputError as error:
        check("holds path features and no attention" in str(error), f"prune(order='entropy') of path features: {error}")


def check_cases():
    """example(), load() and from_torch()."""
    plain = interplay.example("hmc2", n_train=40, n_test=60)
    changed = {"n_train": 50, "n_test": 70, "seed": 3, "noise_parallel": 2.0, "beta": 3.0, "stay_plus": 0.6, "n_tokens": 9}
    for key, value in changed.items():
        other = interplay.example("hmc2", **{"n_train": 40, "n_test": 60, key: value})
        check(numbers(interplay.sweep(plain, 10)) != numbers(interplay.sweep(other, 10)), f"example({key}={value})")
    seen = {}

    def export_case(_model, out, x, y, x_test, y_test, **options):
        seen.update(options)
        np.savez(out, xi_train=x, y_train=y, xi_test=x_test, y_test=y_test, heads=[2])
        return {"compared": None}

    exporter, _case._exporter = _case._exporter, lambda: types.SimpleNamespace(export_case=export_case, ExportError=ValueError)
    try:
        x, y = np.random.default_rng(1).standard_normal((12, 2, 3)), np.resize([1, -1], 12)
        with tempfile.TemporaryDirectory() as folder:
            path = os.path.join(folder, "kept.npz")
            case = interplay.from_torch(None, x, y, x[::-1], y[::-1], path=path, layers=[1], level="attention")
            check(seen == {"layers": [1], "level": "attention"}, f"from_torch: options reach the exporter {seen}")
            with np.load(path) as file:
                check(np.array_equal(file["xi_train"], x) and np.array_equal(file["xi_test"], x[::-1])
                      and np.array_equal(file["y_test"], y[::-1]), "from_torch(path=): the case is kept")
            check(case.n_train == 12, "from_torch: its examples")
    finally:
        _case._exporter = exporter


def check_results(case):
    """Panels, sizes, names of files and axes."""
    r = interplay.sweep(case, [10, 20, interplay.GP])
    with tempfile.TemporaryDirectory() as folder:
        def saved(ending, **how):
            path = os.path.join(folder, "figure" + ending)
            r.save(path, **how)
            with open(path, "rb") as file:
                return file.read()

        for ending in (".svg", ".png", ".html"):
            check(saved(ending, panel="u") != saved(ending, panel="accuracy"), f"save({ending}, panel=)")
            check(ending == ".html" or saved(ending, panel="u", size="nature") != saved(ending, panel="u", size="slide"),
                  f"save({ending}, size=)")
    check(r.script("u") != r.script("accuracy") and r.script("u", size="nature") != r.script("u", size="slide")
          and "of-mine.npz" in r.script("u", file="of-mine.npz"), "script(panel, size, file)")
    check(r.to_html("u") != r.to_html("accuracy"), "to_html(panel)")
    sizes = [tuple(r.plot("accuracy", size=size).get_size_inches()) for size in ("nature", "slide")]
    check(sizes[0] != sizes[1], f"plot(size=) {sizes}")
    check(len(r.plot("accuracy").axes) != len(r.plot().axes), "plot(panel)")
    _, axes = plt.subplots()
    check(r.plot("accuracy", ax=axes) is axes.figure, "plot(ax=)")
    for call in (r.script, r.to_html, r.plot):
        check(fails(call, "none such") and fails(call, "u", size="none such"), f"{call.__name__} of a panel or size that is none")
    plt.close("all")


def main():
    """All of it."""
    warnings.simplefilter("ignore", interplay.Doubt)
    case = make_case()
    check_work(case)
    check_cases()
    check_results(case)
    print(f"1..{start.count}")


main()
