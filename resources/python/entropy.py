# SPDX-License-Identifier: GPL-3.0-or-later
def draw_entropy(panel):
    """Entropy of attention of every layer against time."""
    time_plot(panel.subplots(), CURVES)
