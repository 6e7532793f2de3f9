# SPDX-License-Identifier: GPL-3.0-or-later
def draw_learned_u(panel):
    """U of the heads at the time shown."""
    moment_U(panel, results["U"][MOMENT], "head")
