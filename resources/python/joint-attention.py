# SPDX-License-Identifier: GPL-3.0-or-later
def draw_joint_attention(panel):
    """What every class's query attends to at the time shown."""
    largest = largest_of("attention")
    signed = bool((results["attention"] < 0).any())
    axes = heat_map(panel, panel.subplots(), results["attention"][MOMENT],
                    ("token", "class", "attention $b$"), (-largest if signed else 0, largest),
                    signed=signed)
    if 0 < DISTINCT < results["X"].shape[0]:
        axes.axhline(DISTINCT + 0.5, color=SHEET, linewidth=0.55 * LINE)
