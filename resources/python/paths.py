# SPDX-License-Identifier: GPL-3.0-or-later
def draw_paths(panel):
    """Paths as lines through the heads, as thick as their U_pp."""
    rows = [ROW] if PATH_SCALE == "own" else [ROW, *ROWS]
    path_diagram(panel, [order_parameter("theory", row) for row in rows])
