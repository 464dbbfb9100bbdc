"""The curve of equity lost against time as an SVG that can be read on light and on dark pages."""

import html
import math

WIDTH, HEIGHT = 720, 440
LEFT, RIGHT, TOP, BOTTOM = 56, 24, 44, 52

STYLE = """
  text { font: 13px system-ui, sans-serif; fill: #24292f; }
  .page { fill: #ffffff; }
  .grid { stroke: #d0d7de; stroke-width: 1; }
  .alea { stroke: #0969da; fill: #0969da; }
  .gnubg { stroke: #bc4c00; fill: #bc4c00; }
  path { fill: none !important; stroke-width: 2; }
  .bar { stroke-width: 1.5; }
  text.alea, text.gnubg { stroke: none; }
  @media (prefers-color-scheme: dark) {
    text { fill: #e6edf3; }
    .page { fill: #0d1117; }
    .grid { stroke: #30363d; }
    .alea { stroke: #58a6ff; fill: #58a6ff; }
    .gnubg { stroke: #f0883e; fill: #f0883e; }
  }
"""


def frontier(rows):
    """Those that no other row beats in both time and loss, quickest first."""
    best, kept = math.inf, []
    for row in sorted(rows, key=lambda row: (row["mean_ms"], row["pr"])):
        if row["pr"] < best:
            best = row["pr"]
            kept.append(row)
    return kept


def chart(rows, names):
    times = [row["mean_ms"] for row in rows]
    low = math.floor(math.log10(max(min(times), 1e-4)))
    high = max(low + 1, math.ceil(math.log10(max(*times, 1e-4))))
    top = max(1.0, math.ceil(2 * max(row["pr"] + row["pr_se"] for row in rows)) / 2)

    def x(ms):
        return LEFT + (math.log10(max(ms, 1e-4)) - low) / (high - low) * (WIDTH - LEFT - RIGHT)

    def y(pr):
        return HEIGHT - BOTTOM - pr / top * (HEIGHT - TOP - BOTTOM)

    parts = [
        f'<svg xmlns="http://www.w3.org/2000/svg" width="{WIDTH}" height="{HEIGHT}" '
        f'viewBox="0 0 {WIDTH} {HEIGHT}" role="img">',
        f"<title>Equity lost a decision against time a decision: {html.escape(names)}</title>",
        f"<style>{STYLE}</style>",
        f'<rect class="page" width="{WIDTH}" height="{HEIGHT}" rx="6"/>',
        f'<text x="{LEFT}" y="26">Equity lost a decision (PR, ± one standard error): {html.escape(names)}</text>',
    ]
    for power in range(low, high + 1):
        at = x(10.0**power)
        parts.append(f'<line class="grid" x1="{at:.1f}" y1="{TOP}" x2="{at:.1f}" y2="{HEIGHT - BOTTOM}"/>')
        parts.append(f'<text x="{at:.1f}" y="{HEIGHT - BOTTOM + 20}" text-anchor="middle">{10.0**power:g}</text>')
    for half in range(0, int(2 * top) + 1):
        at = y(half / 2)
        parts.append(f'<line class="grid" x1="{LEFT}" y1="{at:.1f}" x2="{WIDTH - RIGHT}" y2="{at:.1f}"/>')
        parts.append(f'<text x="{LEFT - 8}" y="{at + 4:.1f}" text-anchor="end">{half / 2:g}</text>')
    parts.append(
        f'<text x="{(LEFT + WIDTH - RIGHT) / 2}" y="{HEIGHT - 12}" text-anchor="middle">'
        "milliseconds of processor time a decision, one thread</text>"
    )
    for program in ("alea", "gnubg"):
        own = [row for row in rows if row["program"] == program]
        if not own:
            continue
        line = " L".join(f"{x(row['mean_ms']):.1f} {y(row['pr']):.1f}" for row in frontier(own))
        parts.append(f'<path class="{program}" d="M{line}"/>')
        for row in own:
            across, down = x(row["mean_ms"]), y(row["pr"])
            upper, lower = y(row["pr"] + row["pr_se"]), y(max(0.0, row["pr"] - row["pr_se"]))
            title = f"{row['player']}: PR {row['pr']:.2f} ± {row['pr_se']:.2f}, {row['mean_ms']:.3g} ms"
            parts.append(
                f'<g class="{program}"><title>{html.escape(title)}</title>'
                f'<line class="bar" x1="{across:.1f}" y1="{upper:.1f}" x2="{across:.1f}" y2="{lower:.1f}"/>'
                f'<circle cx="{across:.1f}" cy="{down:.1f}" r="4"/></g>'
            )
            if not row["filters"]:
                # Beside the point, on the side where there is room.
                at_edge = across > WIDTH - RIGHT - 60
                parts.append(
                    f'<text class="{program}" x="{across + (-8 if at_edge else 8):.1f}" y="{down - 8:.1f}"'
                    f' text-anchor="{"end" if at_edge else "start"}">'
                    f"{program} {row['plies']}-ply</text>"
                )
    return "\n".join(parts) + "\n</svg>\n"
