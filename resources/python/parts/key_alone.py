# SPDX-License-Identifier: GPL-3.0-or-later
def key_alone(axes, color, width=1, dash=0, label=None, key=" ", hollow=False):
    """A line of the legend: what stands for the marker, and a dash for a line."""
    axes.plot([], [], color=color, label=label, linewidth=width * LINE,
              marker=key.strip(" -") or "none", linestyle=dashes(dash) if "-" in key else "none",
              markerfacecolor=SHEET if hollow else color)
