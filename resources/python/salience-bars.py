# SPDX-License-Identifier: GPL-3.0-or-later
def draw_salience_bars(panel):
    """Attention of each component at the time shown, and below it what drives the component."""
    upper, lower = panel.subplots(2, 1, sharex=True)
    linear = "mu" not in results
    drive = results["Delta" if linear else "mu"]
    attention, v = results["attention"][MOMENT], results["v"][MOMENT]
    k = np.arange(1, len(drive) + 1)
    colors = [ordered_color(i, len(drive)) for i in range(len(drive))]
    upper.bar(k, attention, 0.72, color=colors)
    if "attention_limit" in results:
        limit = results["attention_limit"]
        edges = [INK if a > b else color for a, b, color in zip(attention, limit, colors)]
        upper.bar(k, limit, 0.72, facecolor="none", edgecolor=edges, linewidth=0.7 * LINE)
    highest = max(attention.max(), results["attention_limit"].max()
                  if "attention_limit" in results else 0)
    upper.set_ylim(0, 1 if highest > 0.5 else 0.5)
    upper.set_ylabel("attention $b$")
    lower.bar(k, drive, 0.72, color=colors, alpha=1 if linear else 0.22)
    near, far = (1.1, 2.2) if linear else (4.5, 6.5)
    top = near if np.abs(drive).max() < 0.97 * near else far
    least = min(drive.min(), 0 if linear else v.min(), 0)
    if not linear:
        lower.bar(k, v, 0.72, color=colors)
    lower.bar(k, drive, 0.72, facecolor="none", edgecolor=colors, linewidth=0.7 * LINE)
    lower.set_ylim(-top if linear or least < 0 else 0, top)
    lower.axhline(0, color=INK, linewidth=0.55 * LINE)
    lower.set_ylabel("drive $Δ$" if linear else "$v$, target $μ$")
    lower.set_xlabel("component")
    lower.set_xlim(0.5, len(drive) + 0.5)
    lower.xaxis.set_major_locator(plt.MaxNLocator(integer=True))
    note = "" if linear else ": full now, outlined in the end"
    upper.set_title(time_label(MOMENT) + note)
