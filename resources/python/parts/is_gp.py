# SPDX-License-Identifier: GPL-3.0-or-later
def is_gp(row):
    """Whether a row is the GP limit: None where it is none of the file."""
    return row is None or bool(np.all(np.isinf(results["widths"][row])))
