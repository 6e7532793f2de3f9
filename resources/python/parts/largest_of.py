# SPDX-License-Identifier: GPL-3.0-or-later
def largest_of(name, gaps=False):
    """The largest number of an array without its sign: now, or of all times where maps share it."""
    values = np.abs(results[name] if SHARED_LIMITS else results[name][MOMENT:MOMENT + 1])
    if gaps and values.shape[-1] > 1:
        values = np.where(np.eye(values.shape[-1], dtype=bool), np.nan, values)
    return np.nanmax(values, initial=0) or 1.0
