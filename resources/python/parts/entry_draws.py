# SPDX-License-Identifier: GPL-3.0-or-later
def entry_draws():
    """[chains, draws] of the entry of U shown, at the row shown."""
    p, q = PAIR
    chains = int(results["posterior_chains"])
    return results["posterior_U_draws"][ROW][:, p, q].reshape(chains, -1)
