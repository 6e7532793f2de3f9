# SPDX-License-Identifier: GPL-3.0-or-later
def draw_head_entropy(panel):
    """Entropy of the attention of every head against steps."""
    time_plot(panel.subplots(), CURVES)
