"""Draws small SVG charts without dependencies, for light and dark pages, with a tooltip for every part."""

from __future__ import annotations

from collections.abc import Sequence
from html import escape
from typing import Final

WIDTH: Final = 420
ROW: Final = 36


def bars(
    rows: Sequence[tuple[str, float, float | None, float | None]],
    title: str,
    unit: str = "",
    mark: float | None = None,
) -> str:
    """Draw horizontal bars (label, value, low, high of an interval or None); ``mark`` is a reference line."""
    least = min([0.0, *(row[1] for row in rows), *(row[2] for row in rows if row[2] is not None)])
    most = max([mark or 0.0, *(row[1] for row in rows), *(row[3] for row in rows if row[3] is not None)], default=1.0)
    span = (most - least) or 1.0
    height = ROW * len(rows) + 8

    def x(value: float) -> float:
        return 4 + (value - least) / span * (WIDTH - 70)

    parts = [_open(height, title)]
    for number, (label, value, low, high) in enumerate(rows):
        y = 4 + number * ROW
        tip = f"{label}: {_number(value)}{unit}"
        if low is not None and high is not None:
            tip += f" ({_number(low)}{unit} – {_number(high)}{unit})"
        parts.append(_hit(tip, 0, y, WIDTH, ROW))
        parts.append(f'<text x="4" y="{y + 13}">{escape(_short(label))}</text>')
        left, right = sorted((x(0.0), x(value)))
        parts.append(_bar(left, y + 19, right - left, 12))
        if low is not None and high is not None:
            parts.append(f'<path class="whisker" d="M{x(low):.1f} {y + 25}H{x(high):.1f}"/>')
            parts.append(f'<path class="whisker" d="M{x(low):.1f} {y + 21}v8M{x(high):.1f} {y + 21}v8"/>')
        end = max(right, x(high) if high is not None else right)
        parts.append(f'<text x="{end + 6:.1f}" y="{y + 30}">{_number(value)}{unit}</text></g>')
    if mark is not None:
        parts.append(f'<path class="mark" d="M{x(mark):.1f} 0V{height}"/>')
    return "".join(parts) + "</svg>"


def histogram(counts: dict[int, int], title: str, axis: str, most_bars: int = 40) -> str:
    """Draw how often each number occurred; neighbouring numbers share a bar if there are many."""
    low, high = min(counts), max(counts)
    step = max(1, -(-(high - low + 1) // most_bars))
    piles: dict[int, int] = {}
    for value, times in counts.items():
        start = low + (value - low) // step * step
        piles[start] = piles.get(start, 0) + times
    top, every = max(piles.values()), sum(piles.values())
    height, base = 200, 160
    starts = range(low, high + 1, step)
    wide = (WIDTH - 16) / len(starts)
    parts = [_open(height, title)]
    for number, start in enumerate(starts):
        times = piles.get(start, 0)
        tall, left = times / top * (base - 20), 8 + number * wide
        span = str(start) if step == 1 else f"{start} – {start + step - 1}"
        parts.append(_hit(f"{axis}, {span}: {times} ({times / every:.1%})", left, 0, wide, base))
        parts.append(_bar(left + 0.5, base - tall, wide - 1, tall) + "</g>")
        if number % max(1, -(-len(starts) // 8)) == 0:
            parts.append(f'<text x="{left + wide / 2:.1f}" y="{base + 16}" text-anchor="middle">{start}</text>')
    parts.append(f'<path class="whisker" d="M8 {base}H{WIDTH - 8}"/>')
    parts.append(f'<text x="{WIDTH / 2}" y="{base + 34}" text-anchor="middle">{escape(axis)}</text>')
    return "".join(parts) + "</svg>"


def _open(height: float, title: str) -> str:
    return (
        f'<svg viewBox="0 0 {WIDTH} {height}" role="img" aria-label="{escape(title, quote=True)}" '
        'xmlns="http://www.w3.org/2000/svg">'
    )


def _hit(tip: str, x: float, y: float, wide: float, tall: float) -> str:
    """Open a group that shows a tooltip when the pointer is within these bounds."""
    text = escape(tip, quote=True)
    bounds = f'x="{x:.1f}" y="{y:.1f}" width="{wide:.1f}" height="{tall:.1f}"'
    return f'<g class="hit" data-tip="{text}"><title>{text}</title><rect class="air" {bounds}/>'


def _bar(x: float, y: float, wide: float, tall: float) -> str:
    return f'<rect class="bar" x="{x:.1f}" y="{y:.1f}" width="{max(1.0, wide):.1f}" height="{tall:.1f}"/>'


def _short(label: str, most: int = 56) -> str:
    return label if len(label) <= most else label[: most - 1] + "…"


def _number(value: float) -> str:
    return f"{value:.0f}" if abs(value) >= 100 else f"{value:.3g}"
