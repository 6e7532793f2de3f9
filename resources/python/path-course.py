# SPDX-License-Identifier: GPL-3.0-or-later
def draw_path_course(panel):
    """Diagonal of U of the trained weights, one curve a path, against steps."""
    time_plot(panel.subplots(), CURVES)
