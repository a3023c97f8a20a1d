"""Pictures: small SVG charts without any library, readable in light and dark."""

from __future__ import annotations

from collections.abc import Sequence
from html import escape
from typing import Final

WIDTH: Final = 640
ROW: Final = 22
LABEL: Final = 190


def bars(
    rows: Sequence[tuple[str, float, float | None, float | None]],
    title: str,
    unit: str = "",
    mark: float | None = None,
) -> str:
    """Horizontal bars (label, value, low, high of an interval or None); ``mark`` is a line to compare with."""
    least = min([0.0, *(row[1] for row in rows), *(row[2] for row in rows if row[2] is not None)])
    most = max([mark or 0.0, *(row[1] for row in rows), *(row[3] for row in rows if row[3] is not None)], default=1.0)
    span = (most - least) or 1.0
    height = ROW * len(rows) + 8

    def x(value: float) -> float:
        return LABEL + (value - least) / span * (WIDTH - LABEL - 80)

    parts = [_open(height, title)]
    for number, (label, value, low, high) in enumerate(rows):
        y = 4 + number * ROW
        parts.append(f'<text x="{LABEL - 8}" y="{y + 14}" text-anchor="end">{escape(_short(label))}</text>')
        left, right = sorted((x(0.0), x(value)))
        parts.append(
            f'<rect class="bar" x="{left:.1f}" y="{y + 3}" width="{max(1.0, right - left):.1f}" height="{ROW - 8}">'
            f"<title>{escape(label)}: {value:.4g}{unit}</title></rect>"
        )
        if low is not None and high is not None:
            middle = y + 3 + (ROW - 8) / 2
            parts.append(f'<path class="whisker" d="M{x(low):.1f} {middle}H{x(high):.1f}"/>')
            parts.append(f'<path class="whisker" d="M{x(low):.1f} {middle - 4}v8M{x(high):.1f} {middle - 4}v8"/>')
        end = max(right, x(high) if high is not None else right)
        parts.append(f'<text x="{end + 6:.1f}" y="{y + 14}">{_number(value)}{unit}</text>')
    if mark is not None:
        parts.append(f'<path class="mark" d="M{x(mark):.1f} 0V{height}"/>')
    return "".join(parts) + "</svg>"


def histogram(counts: dict[int, int], title: str, axis: str, most_bars: int = 40) -> str:
    """How often each number occurred; neighbouring numbers share a bar if there are many."""
    low, high = min(counts), max(counts)
    step = max(1, -(-(high - low + 1) // most_bars))
    piles: dict[int, int] = {}
    for value, times in counts.items():
        start = low + (value - low) // step * step
        piles[start] = piles.get(start, 0) + times
    top = max(piles.values())
    height, base = 200, 160
    starts = range(low, high + 1, step)
    wide = (WIDTH - 60) / len(starts)
    parts = [_open(height, title)]
    for number, start in enumerate(starts):
        tall = piles.get(start, 0) / top * (base - 20)
        left = 40 + number * wide
        span = str(start) if step == 1 else f"{start} to {start + step - 1}"
        parts.append(
            f'<rect class="bar" x="{left + 1:.1f}" y="{base - tall:.1f}" width="{max(1.0, wide - 2):.1f}" '
            f'height="{tall:.1f}"><title>{span}: {piles.get(start, 0)}</title></rect>'
        )
        if number % max(1, len(starts) // 10) == 0:
            parts.append(f'<text x="{left + wide / 2:.1f}" y="{base + 16}" text-anchor="middle">{start}</text>')
    parts.append(f'<path class="whisker" d="M40 {base}H{WIDTH - 20}"/>')
    parts.append(f'<text x="{WIDTH / 2}" y="{base + 34}" text-anchor="middle">{escape(axis)}</text>')
    return "".join(parts) + "</svg>"


def _open(height: float, title: str) -> str:
    return (
        f'<svg viewBox="0 0 {WIDTH} {height}" role="img" aria-label="{escape(title, quote=True)}" '
        f'xmlns="http://www.w3.org/2000/svg"><title>{escape(title)}</title>'
    )


def _short(label: str, most: int = 27) -> str:
    return label if len(label) <= most else label[: most - 1] + "…"


def _number(value: float) -> str:
    return f"{value:.0f}" if abs(value) >= 100 else f"{value:.3g}"
