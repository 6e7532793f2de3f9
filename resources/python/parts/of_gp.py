# SPDX-License-Identifier: GPL-3.0-or-later
def of_gp(name, axes=0):
    """An array of the GP limit, which is one for all rows, or one for each."""
    values = results[name]
    row = ROWS[0] if ROW is None else ROW
    return values[row] if values.ndim > axes else values
