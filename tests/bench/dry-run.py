# SPDX-License-Identifier: GPL-3.0-or-later
"""What --dry-run says beforehand beside what the same command takes.

    dry-run.py CLI [--memory]

Each shape is first asked about and then run, on one thread, so that processor time is what is
compared and other programs on the machine do not count. Time has to be right within a factor of 2,
memory (the most that the process had) within 1.3, and the question itself has to take less than a
second. With --memory only the shapes that are quick, and only their memory: for the tests.
"""
import array
import os
import random
import re
import subprocess
import sys
import tempfile
import zipfile

UNITS = {"kB": 1e3, "MB": 1e6, "GB": 1e9, "TB": 1e12}
TIME, MEMORY, QUESTION = 2.0, 1.3, 1.0


def npy(shape, numbers):
    """The bytes of an .npy."""
    header = f"{{'descr': '<f8', 'fortran_order': False, 'shape': {tuple(shape)!r}, }}"
    header = header.ljust(117) + "\n"
    return b"\x93NUMPY\x01\x00" + len(header).to_bytes(2, "little") + header.encode() \
        + array.array("d", numbers).tobytes()


def count(shape):
    product = 1
    for size in shape:
        product *= size
    return product


def write_case(path, P, T, N0, H, level):
    """A case file of two layers of H heads with P training and P test examples."""
    arrays = {"heads": ([2], [H, H])}

    def add(name, *shape, factor=1.0):
        arrays[name] = (shape, [factor * random.gauss(0, 1) for _ in range(count(shape))])

    random.seed(1)
    for name in ("train", "test"):
        arrays[f"y_{name}"] = ([P], [1 - 2 * (i % 2) for i in range(P)])
        if level == "paths":
            add(f"xi_{name}", P, H * H, N0)
            continue
        add(f"x_{name}", P, T, N0)
        for layer in (1, 2) if level == "attention" else ():
            arrays[f"attn_{name}_{layer}"] = ([P, H, T, T], [1 / T] * (P * H * T * T))
    for layer in (1, 2) if level == "weights" else ():
        add(f"w_{layer}", H, N0, N0, factor=1 / N0)
    with zipfile.ZipFile(path, "w") as file:
        for name, (shape, numbers) in arrays.items():
            file.writestr(f"{name}.npy", npy(shape, numbers))


def in_child(function, *arguments):
    """Calls it in another process: the most memory of a program counts what started it had."""
    if (child := os.fork()) == 0:
        function(*arguments)
        os._exit(0)
    if os.waitpid(child, 0)[1] != 0:
        raise SystemExit(f"{function.__name__} failed")


def shapes(folder, quick):
    """(command line, quick)"""
    in_child(write_case, f"{folder}/paths.npz", 400, 1, 120, 3, "paths")
    in_child(write_case, f"{folder}/attention.npz", 100, 60, 40, 2, "attention")
    in_child(write_case, f"{folder}/weights.npz", 60, 400, 40, 2, "weights")
    lines = [
        ("sweep hmc4 --widths 10,100,1000", True),
        ("sweep hmc4 --n-train 4000 --widths 100", True),
        ("sweep hmc4 --n-train 6000 --n-features 400 --widths 100", False),
        ("sweep hmc4 --n-train 1200 --n-test 4000 --widths 100,1000", False),
        ("sweep hmc4 --n-tokens 600 --n-test 200 --widths 100", True),
        ("sweep hmc2 --n-features 1000 --n-train 300 --widths 50", True),
        ("sweep glyphs --widths 100 --temperatures 0.1", False),
        (f"sweep {folder}/paths.npz --widths 100", True),
        (f"sweep {folder}/attention.npz --widths 100", True),
        (f"sweep {folder}/weights.npz --widths 100", True),
        ("sample hmc2 --widths 100 --draws 500 --chains 2", False),
        ("sweep hmc4 --widths 10,100 --seeds 1-5", True),
        ("map hmc4 --x N=10,100 --y T=0.1,1", True),
        ("map hmc4 --x P=100:400:4:linear", True),
        ("map hmc4 --x N=10,100 --seeds 1-20", True),
        (f"map {folder}/paths.npz --x P=100,200,400", True),
        ("train glyphs --steps 60 --minutes 0", False),
    ]
    if not quick:
        in_child(write_case, f"{folder}/long.npz", 3, 20000, 8, 2, "weights")
        lines.append((f"sweep {folder}/long.npz --widths 100", False))
    return [line for line, is_quick in lines if is_quick or not quick]


def run(words):
    """What it printed, and its seconds of processor time and most bytes of memory."""
    with tempfile.TemporaryFile() as out:
        process = subprocess.Popen(words, stdout=out, stderr=subprocess.STDOUT)
        _, status, usage = os.wait4(process.pid, 0)
        process.returncode = os.waitstatus_to_exitcode(status)
        out.seek(0)
        text = out.read().decode()
    if process.returncode not in (0, 3):
        raise SystemExit(f"{' '.join(words)}: {text}")
    return text, usage.ru_utime + usage.ru_stime, usage.ru_maxrss * 1024.0


def told(text):
    """Seconds and bytes of the line that says what all of it takes."""
    found = re.search(r"about ([\d.e+-]+) s and ([\d.e+-]+) ([kMGT]B) of memory", text)
    if found is None:
        raise SystemExit(f"no time and memory in: {text}")
    return float(found[1]), float(found[2]) * UNITS[found[3]]


def main():
    cli, quick = sys.argv[1], "--memory" in sys.argv
    bad = 0
    with tempfile.TemporaryDirectory() as folder:
        for line in shapes(folder, quick):
            words = [cli, *line.split(), "--threads", "1"]
            if line.startswith("train"):
                words += ["--out", f"{folder}/net.safetensors"]
            text, question, _ = run([*words, "--dry-run"])
            seconds, memory = told(text)
            _, took, most = run(words)
            wrong = [name for name, ratio, limit in (
                ("time", max(seconds / took, took / seconds), TIME if not quick else float("inf")),
                ("memory", max(memory / most, most / memory), MEMORY),
                ("question", question, QUESTION)) if not ratio <= limit]
            bad += bool(wrong)
            print(f"{line.replace(folder + '/', '')}: said {seconds:.2g} s, took {took:.2g} s "
                  f"({seconds / took:.2f}); said {memory / 1e6:.0f} MB, took {most / 1e6:.0f} MB "
                  f"({memory / most:.2f}); asked in {question:.2f} s"
                  f"{'  <- ' + ', '.join(wrong) if wrong else ''}", flush=True)
    if bad:
        raise SystemExit(f"{bad} shapes are not as said")


main()
