# SPDX-License-Identifier: GPL-3.0-or-later
def largest_width(row):
    """Where a row stands on an axis of widths."""
    return float(np.max(results["widths"][row]))
