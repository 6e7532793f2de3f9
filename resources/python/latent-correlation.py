# SPDX-License-Identifier: GPL-3.0-or-later
def draw_latent_correlation(panel):
    """Which neuron tells which latent, at the time shown; neurons by the latent they tell best."""
    correlation = results["latent_correlation"][MOMENT]
    known = np.where(np.isfinite(correlation), correlation, -np.inf)
    best = known.argmax(axis=0)
    order = np.lexsort((np.arange(known.shape[1]), -known.max(axis=0), best))
    axes = heat_map(panel, panel.subplots(), correlation[:, order],
                    ("latent", "neuron, by the latent it tells best", "correlation"), (-1, 1),
                    signed=True)
    for end in np.flatnonzero(np.diff(results["latent_level"])):
        axes.axhline(end + 1.5, color=INK)
