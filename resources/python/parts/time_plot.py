# SPDX-License-Identifier: GPL-3.0-or-later
def time_plot(axes, curves):
    """Curves against time; what was not recorded is passed over."""
    time = results["time"]
    lowest, highest = np.inf, -np.inf
    for name, number, label, color, dash, width, dip in curves:
        values = results[name].reshape(len(time), -1)[:, number]
        known = np.isfinite(values) & ((values > 0) | (not Y_LOG))
        axes.plot(time[known], values[known], color=color, linestyle=dashes(dash),
                  linewidth=width * LINE, label=label)
        counts = values[known & (time <= Y_RANGE[2])]
        lowest, highest = min(lowest, *counts, np.inf), max(highest, *counts, -np.inf)
        if dip and known.sum() > 2:
            least = np.flatnonzero(known)[np.argmin(values[known])]
            if values[least] < min(values[known][0], values[known][-1]):
                axes.plot(time[least], values[least], "^", color=color, markersize=0.6 * FONT)
    if Y_LOG:
        axes.set_yscale("log")
    elif np.isfinite(lowest) and np.isfinite(highest):
        pad = 0.05 * (highest - lowest) or 0.5
        low = Y_RANGE[0] if Y_RANGE[0] <= lowest else lowest - pad
        high = Y_RANGE[1] if Y_RANGE[1] >= highest else highest + pad
        axes.set_ylim(low, high)
    axes.set_xlim(time[0], time[-1] if time[-1] > time[0] else time[0] + 1)
    axes.set_xlabel(X_TITLE)
    axes.set_ylabel(Y_TITLE)
    legend_above(axes)
