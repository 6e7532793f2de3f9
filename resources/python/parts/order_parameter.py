# SPDX-License-Identifier: GPL-3.0-or-later
def order_parameter(kind, row):
    """U of the paths shown: of the theory, sampled, their difference, its standard deviation."""
    if kind == "theory" and row is None:
        return SUMMED * np.eye(len(PATHS)) * np.prod(of_gp("variances", 1)[1:])
    names = {"theory": "U", "sampled": "posterior_U_mean", "difference": "posterior_U_mean",
             "sd": "posterior_U_sd"}
    if names[kind] not in results or row is None:
        return np.full((len(PATHS), len(PATHS)), np.nan)
    U = results[names[kind]][row]
    if kind == "difference":
        U = U - results["U"][row]
    return U[np.ix_(PATHS, PATHS)]
