#!/usr/bin/env python3
# SPDX-License-Identifier: GPL-3.0-or-later
"""Runs one fuzzing harness over the committed corpus and what earlier runs found, for
INTERPLAY_FUZZ_SECONDS (10), and tells executions and the coverage of the files it is for.

usage: fuzz.py PROGRAM NAME    (TAP)

What breaks the program is kept as crash-* beside it, in the build folder: give it to the program as
its argument to see it again, and put it into corpus/NAME once it is mended."""

import os
import re
import shutil
import subprocess
import sys
import tempfile

# The files that a harness is for: their coverage is told.
FILES = {
    "npy": ["files/npy.c"],
    "npz": ["files/npz.c", "files/npz-array.c", "files/npz-read.c", "files/npz-writer.c",
            "dynamics/joint-frequencies.c"],
    "case": ["case/case-load.c", "case/case-fields.c", "case/case-check.c", "case/case-shape.c",
             "case/feature-plan.c", "case/feature-layer.c", "case/features.c", "case/case-save.c"],
    "safetensors": ["files/safetensors.c", "files/safetensors-dtype.c", "network/trained-network.c",
                    "network/trainer-io.c", "transformer/transformer.c", "transformer/transformer-members.c",
                    "transformer/transformer-trainer.c"],
    "image-zip": ["images/image-zip.c", "images/image-png.c", "images/image-resize.c"],
    "png": ["images/image-png.c"],
    "idx": ["images/image-idx.c"],
    "document": ["parameters/parameters-json.c", "fields/field-json.c", "base/json.c"],
    "json": ["base/json-text.c", "base/number-text.c"],
    "checkpoints": ["checkpoints/checkpoints.c", "checkpoints/checkpoints-rank.c", "files/safetensors.c"],
    "kept": ["posterior/posterior-io.c", "posterior/nuts-io.c", "posterior/nuts-metric.c", "posterior/tempered-io.c",
             "text/text-run-io.c", "hierarchy/hierarchy-training.c", "transformer/transformer-trainer.c"],
    "text": ["text/text-file.c", "text/text-corpus.c"],
    "style": ["output/style-json.c", "view/figure-style.c"],
    "story": ["story/story-json.c", "story/story.c", "story/story-way.c", "view/target-json.c"],
    "session": ["sessions/session-file.c", "sessions/session-writer.c", "files/zip-read.c"],
    "stored": ["results/results-load.c", "results/results-reader.c", "results/results-load-posterior.c"],
    "roles": ["case/case-roles.c"],
    "plan": ["cluster/plan.c", "parameters/run-settings.c"],
    "first-steps": ["tasks/one-shot-case.c", "tasks/one-shot-task.c", "case/case-load.c"],
    "results": ["results/results-npz.c", "results/results-json.c", "results/results-write.c"],
}
# The parser of json-glib 1.6 loses what it has of a text that turns out to be damaged.
LEAKING = ("json", "document", "safetensors", "checkpoints", "kept", "story", "style", "session", "roles", "plan",
           "stored")
# Some inputs are slow by nature, and longer ones say nothing new.
MOST_BYTES = {"results": 400, "json": 4096, "document": 4096, "story": 4096, "style": 4096, "npy": 2048, "kept": 64, "text": 4096,
              "session": 4096, "stored": 64, "roles": 2048, "plan": 8192}


def tool(name):
    return shutil.which(name) or shutil.which(name + "-14")


def coverage(program, profile, name):
    """Share of lines reached in each file the harness is for, and in all of the library."""
    merged = profile + ".merged"
    profdata, cov = tool("llvm-profdata"), tool("llvm-cov")
    if not profdata or not cov or not os.path.exists(profile):
        return ["no coverage: llvm-profdata or llvm-cov is missing"]
    subprocess.run([profdata, "merge", "-sparse", profile, "-o", merged], check=True)
    report = subprocess.run([cov, "report", program, "-instr-profile", merged], check=True, capture_output=True,
                            text=True).stdout
    lines = []
    for file in FILES[name]:
        row = next((row.split() for row in report.splitlines() if row.split() and row.split()[0].endswith(file)), None)
        # Regions, functions, lines, each: number, missed, share.
        lines.append(f"{file} {row[9]} of {row[7]} lines" if row else f"{file} not reached")
    return lines


def main():
    program, name = os.path.abspath(sys.argv[1]), sys.argv[2]
    here = os.path.dirname(os.path.abspath(__file__))
    seconds = os.environ.get("INTERPLAY_FUZZ_SECONDS", "10")
    kept = os.path.join(os.path.dirname(program), "corpus-" + name)
    os.makedirs(kept, exist_ok=True)
    print("1..1", flush=True)
    # Files that are written are synced each time: in memory that costs nothing.
    memory = "/dev/shm" if os.access("/dev/shm", os.W_OK) else None
    with tempfile.TemporaryDirectory(prefix="fuzz-", dir=memory) as folder:
        profile = os.path.join(folder, "profile")
        command = [program, kept, os.path.join(here, "corpus", name), f"-max_total_time={seconds}", "-timeout=20",
                   "-rss_limit_mb=3000", "-malloc_limit_mb=1500", "-print_final_stats=1",
                   f"-max_len={MOST_BYTES.get(name, 16384)}", f"-artifact_prefix={os.path.dirname(program)}/"]
        dictionary = os.path.join(here, name + ".dict")
        if os.path.exists(dictionary):
            command.append("-dict=" + dictionary)
        environment = dict(os.environ, LLVM_PROFILE_FILE=profile, TMPDIR=folder)
        environment["ASAN_OPTIONS"] = ":".join(
            ["allocator_may_return_null=1", os.environ.get("ASAN_OPTIONS", ""),
             f"detect_leaks={0 if name in LEAKING else 1}"])
        run = subprocess.run(command, cwd=folder, env=environment, stdout=subprocess.PIPE, stderr=subprocess.STDOUT,
                             errors="replace")
        good = run.returncode == 0
        print(f"{'ok' if good else 'not ok'} 1 /fuzz/{name}")
        executions = re.search(r"number_of_executed_units:\s*(\d+)", run.stdout)
        peak = re.search(r"peak_rss_mb:\s*(\d+)", run.stdout)
        if executions:
            print(f"# fuzz {name}: {executions[1]} executions in {seconds} s, at most {peak[1] if peak else '?'} MB")
        if good:
            for line in coverage(program, profile, name):
                print(f"# fuzz {name}: {line}")
        else:
            for line in run.stdout.splitlines()[-60:]:
                print("# " + line)
    return 0 if good else 1


sys.exit(main())
