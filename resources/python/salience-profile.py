# SPDX-License-Identifier: GPL-3.0-or-later
def draw_salience_profile(panel):
    """All components at several times: v against what drives it."""
    axes = panel.subplots()
    linear = "mu" not in results
    drive, v, time = results["Delta" if linear else "mu"], results["v"], results["time"]
    order = np.argsort(drive, kind="stable")
    runs_away = str(results["message"]) != ""
    # The last time, half of it, a quarter; of what runs away those at which so much is left.
    end = time[-1]
    times = [end - end / 2**(k + 1) if runs_away else end / 2**(7 - k) for k in range(8)]
    moments = [int(np.abs(time - at).argmin()) for at in times]
    wanted = results["v_limit"] if linear else drive
    axes.plot(drive[order], wanted[order], color=FAINT, linestyle=dashes(1),
              label="where all but the winner stop" if linear else "$v$ = $μ$")
    for k, moment in enumerate(moments):
        axes.plot(drive[order], v[moment][order], color=ordered_color(k, 8), linewidth=0.8 * LINE,
                  label=time_label(moment) if k in (0, 4, 7) else None)
    axes.plot(drive[order], v[MOMENT][order], color=ACCENT, marker="o", markersize=0.52 * FONT,
              linewidth=1.2 * LINE, label=f"shown: {time_label(MOMENT)}")
    high = max(np.nanmax(v[moments]), 0 if linear else drive.max())
    low = min(np.nanmin(v[moments]), 0)
    room = max(0.05 * (high - low), 0.05)
    axes.set_ylim(low - room if low < 0 else low, high + room)
    axes.set_xlabel("drive $Δ$" if linear else "target $μ$")
    axes.set_ylabel("component $v$")
    legend_above(axes)
