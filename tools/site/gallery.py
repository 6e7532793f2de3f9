# SPDX-License-Identifier: GPL-3.0-or-later
"""Every panel as a picture beside the command that draws it, and the stories as live pages."""
import json
import os
import re
import shutil
import subprocess
import tempfile

SECONDS = 600  # a picture or a story that takes longer is left out

# What must be there before a file can be drawn; what trains for minutes by itself is small here.
BEFORE = {
    "map.npz": "map hmc4 --x N=10:1000:12,gp --y P=20:100:5 --out map.npz",
    "net.safetensors": "train glyphs steps=600 minutes=0 network-width=64 --out net.safetensors",
    "hierarchy.npz": "dynamics joma-hierarchy token-width=32 steps=400 reports=20 --out hierarchy.npz",
    "table.npz": "dynamics joma-table --out table.npz",
    "course.npz": "dynamics head-course training-steps=400 report-steps=20 network-width=32 heads-per-layer=2 "
                  "layers=2 --out course.npz",
}
# Of each family of panels, by the panel that shows all of it, the case that is drawn and its options.
FAMILIES = {
    "all": "hmc4", "outputs": "hmc-classes", "kernels": "hmc4",
    "posterior": "hmc4 --widths 10 --draws 100",
    "joint-all": "joma-joint", "learned-all": "joma-paths", "salience-all": "joma-salience",
    "critical-all": "critical-points", "even-pairs-all": "even-pairs-dynamics", "scan-snap-all": "scan-snap",
    "birth-all": "learned-attention", "rank-all": "stable-rank checkpoints=FOLDER", "course-all": "course.npz",
    "tree-all": "joma-tree", "hierarchy-all": "hierarchy.npz", "table-all": "table.npz", "stack-all": "joma-stack",
    "text-all": "example-text",
}
# What families are called that are not of one experiment.
HEADINGS = {"all": "The theory of a case", "outputs": "Several outputs, or classes", "kernels": "Kernels",
            "posterior": "The exact posterior", "network": "Weights, maps, tasks and trained networks"}
# Families that are drawn of what a reader has and the program has not.
OF_READERS = {
    "rank-all": "It is drawn of checkpoints of your own, .safetensors files in FOLDER.",
}
NETWORK = "net.safetensors --widths 10 n-train=100 n-test=100"
# And of panels that go with no other.
ALONE = {
    "weights": "hmc4 --widths 10 --draws 100", "map": "map.npz", "map-curve": "map.npz", "task-card": "hmc4",
    "task": NETWORK, "attention": NETWORK, "training": NETWORK,
    "network": NETWORK,
}
ELSE = "hmc4"


def panels(cli):
    """The panels of "figure --help": families, each a list of names."""
    text = subprocess.run([cli, "figure", "--help"], capture_output=True, text=True, check=True).stdout
    listed = re.search(r"--panel=PANEL +(.*?) \(default", text).group(1)
    return [re.split(r", | or ", family) for family in listed.split("; ")]


def run(cli, words, folder):
    """Returns: an empty string, or why nothing was drawn."""
    try:
        done = subprocess.run([cli, *words.split()], cwd=folder, capture_output=True, text=True, timeout=SECONDS,
                              env=os.environ | {"INTERPLAY_PROGRESS": "no"})
    except subprocess.TimeoutExpired:
        return f"It takes more than {SECONDS} seconds."
    # 3: done, but some width did not converge, which the figure marks.
    if done.returncode in (0, 3):
        return ""
    return re.sub(r"^interplay-cli [\w-]+: ", "", (done.stderr.strip().splitlines() or ["It failed."])[0])


def heading(cli, family):
    """What a family is called: as its experiment, where it is of one."""
    last = family[-1]
    if last in HEADINGS:
        return HEADINGS[last]
    case = FAMILIES[last].split()[0]
    name = BEFORE[case].split()[1] if case in BEFORE else case
    listed = json.loads(subprocess.run([cli, "cases", "--json"], capture_output=True, text=True, check=True).stdout)
    return {entry["name"]: entry["title"] for entry in listed}[name]


def draw(cli, out, some, tell):
    """Draws into OUT/NAME.svg. SOME: nothing, or the only panels to draw.
    Returns: of each family what it is called, and of each panel its name, its commands and why it could not be drawn."""
    families = []
    made = {}
    os.makedirs(out)
    with tempfile.TemporaryDirectory() as folder:
        for family in panels(cli):
            shown = []
            for name in family:
                if some and name not in some:
                    continue
                case = ALONE.get(name) or FAMILIES.get(family[-1], ELSE)
                file = case.split()[0]
                before = BEFORE.get(file)
                if before and file not in made:
                    made[file] = run(cli, before, folder)
                words = f"figure {case} --panel {name} --format svg"
                # Shapes in the place of letters look alike where fonts are missing.
                why = OF_READERS.get(family[-1]) or made.get(file) or run(cli, words + " --outlines --out drawn", folder)
                if not why:
                    (drawn,) = os.listdir(os.path.join(folder, "drawn"))
                    shutil.move(os.path.join(folder, "drawn", drawn), os.path.join(out, name + ".svg"))
                tell(f"{name}: {why or 'drawn'}")
                shown.append((name, [f"interplay-cli {line}" for line in (before, words) if line], why))
            if shown:
                families.append((heading(cli, family), shown))
    return families


def stories(cli):
    """Name and title of each shipped story."""
    listed = subprocess.run([cli, "cases"], capture_output=True, text=True, check=True).stdout
    part = listed.split("Stories, ")[1].split("\n\n")[0]
    return re.findall(r"^(\S+)  +(.+)$", part, re.M)
