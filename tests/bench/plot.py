# SPDX-FileCopyrightText: 2026 The Parley authors
# SPDX-License-Identifier: GPL-2.0-or-later
"""The benchmark as a picture: a row of panels for each file."""

WIDTH, HEIGHT = 250, 190  # of a panel's inside
LEFT, TOP, GAP_X, GAP_Y = 70, 74, 46, 74
MAX_S = 10
FIXED, LEARNED, SWIFT, PATIENT = '#8a8a8a', '#1b6ca8', '#c8443a', '#2e8b57'
TEXT = 'font-family="sans-serif" font-size="12" fill="#222"'


class Panel:
    """curves: profile → [(seconds, share)]; band: [(seconds, low, high)] around learned."""

    def __init__(self, title, x_label, y_label, curves, band):
        self.title, self.x_label, self.y_label = title, x_label, y_label
        self.curves, self.band = curves, band


def text(x, y, words, more=''):
    return f'<text x="{x:.1f}" y="{y:.1f}" {TEXT} {more}>{words}</text>'


def line(points, colour, more=''):
    path = ' '.join(f'{x:.1f},{y:.1f}' for x, y in points)
    return f'<polyline points="{path}" fill="none" stroke="{colour}" stroke-width="2" {more}/>'


def mark(kind, x, y):
    if kind == 'swift':
        return f'<path d="M{x:.1f} {y - 6:.1f}l6 10h-12z" fill="{SWIFT}"/>'
    return f'<rect x="{x - 4.5:.1f}" y="{y - 4.5:.1f}" width="9" height="9" fill="{PATIENT}"/>'


def draw_axes(left, top, panel):
    parts = []
    for tick in range(0, MAX_S + 1, 2):
        x = left + WIDTH * tick / MAX_S
        parts.append(f'<path d="M{x:.1f} {top}v{HEIGHT}" stroke="#e4e4e4"/>')
        parts.append(text(x, top + HEIGHT + 16, tick, 'text-anchor="middle"'))
    for tick in range(0, 6):
        y = top + HEIGHT * (1 - tick / 5)
        parts.append(f'<path d="M{left} {y:.1f}h{WIDTH}" stroke="#e4e4e4"/>')
        parts.append(text(left - 6, y + 4, f'{tick / 5:.1f}', 'text-anchor="end"'))
    parts.append(
        f'<rect x="{left}" y="{top}" width="{WIDTH}" height="{HEIGHT}" fill="none" stroke="#777"/>'
    )
    parts.append(text(left, top - 8, panel.title, 'font-weight="bold"'))
    middle = left + WIDTH / 2
    parts.append(text(middle, top + HEIGHT + 33, panel.x_label, 'text-anchor="middle"'))
    return parts


def draw_panel(left, top, panel):
    def place(seconds, share):
        return left + WIDTH * min(seconds, MAX_S) / MAX_S, top + HEIGHT * (1 - share)

    parts = draw_axes(left, top, panel)
    outline = [place(s, high) for s, _, high in panel.band]
    outline += [place(s, low) for s, low, _ in reversed(panel.band)]
    path = ' '.join(f'{x:.1f},{y:.1f}' for x, y in outline)
    parts.append(f'<polygon points="{path}" fill="{LEARNED}" fill-opacity="0.18"/>')
    fixed = [place(*point) for point in panel.curves['fixed']]
    parts.append(line(fixed, FIXED, 'stroke-dasharray="6 3"'))
    parts.append(line([place(*point) for point in panel.curves['learned']], LEARNED))
    for kind in ('swift', 'patient'):
        parts += [mark(kind, *place(*point)) for point in panel.curves[kind]]
    return parts


def draw_legend(width):
    parts = [
        line([(LEFT, 22), (LEFT + 30, 22)], LEARNED),
        text(LEFT + 36, 26, 'learned, with 95 % intervals'),
        line([(LEFT + 230, 22), (LEFT + 260, 22)], FIXED, 'stroke-dasharray="6 3"'),
        text(LEFT + 266, 26, 'fixed windows, 0.5 to 10 s'),
        mark('swift', LEFT + 450, 22),
        text(LEFT + 462, 26, 'swift'),
        mark('patient', LEFT + 520, 22),
        text(LEFT + 532, 26, 'patient'),
        text(width - 20, 26, 'typing is simulated; lower and further left is better', 'text-anchor="end"'),
    ]
    return parts


def render(rows):
    """rows: [(label, [Panel])]. Returns: the picture, as SVG."""
    columns = max(len(panels) for _, panels in rows)
    width = LEFT + columns * (WIDTH + GAP_X)
    height = TOP + len(rows) * (HEIGHT + GAP_Y)
    parts = [
        f'<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 {width} {height}">',
        '<title>Interrupted tight bursts against mean latency</title>',
        f'<rect width="{width}" height="{height}" fill="#fff"/>',
        *draw_legend(width),
    ]
    for row, (_, panels) in enumerate(rows):
        top = TOP + row * (HEIGHT + GAP_Y)
        middle = top + HEIGHT / 2
        turned = f'transform="rotate(-90 22 {middle:.1f})" text-anchor="middle"'
        parts.append(text(22, middle, panels[0].y_label, turned))
        for column, panel in enumerate(panels):
            parts += draw_panel(LEFT + column * (WIDTH + GAP_X), top, panel)
    parts.append('</svg>')
    return '\n'.join(parts) + '\n'
