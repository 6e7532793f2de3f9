# SPDX-License-Identifier: GPL-3.0-or-later
def brief(value, digits):
    """A number with so many digits; no power of ten below a million."""
    if 10**digits <= abs(value) < 1e6:
        return f"{value:.0f}"
    return f"{value:.{digits}g}".replace("-", "−")
