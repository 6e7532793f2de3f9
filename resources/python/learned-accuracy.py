# SPDX-License-Identifier: GPL-3.0-or-later
def draw_learned_accuracy(panel):
    """Test accuracy by theory and by the GP limit, against time."""
    time_plot(panel.subplots(), CURVES)
