# SPDX-License-Identifier: GPL-3.0-or-later
def draw_learned_entropy(panel):
    """Entropy of the attention of each head against time."""
    time_plot(panel.subplots(), CURVES)
