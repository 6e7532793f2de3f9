# SPDX-License-Identifier: GPL-3.0-or-later
def doubtful(row):
    """Whether the solver stopped before its criterion there."""
    return not is_gp(row) and not results["converged"][row]
