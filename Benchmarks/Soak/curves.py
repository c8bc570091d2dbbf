"""Curves over time as SVG: one picture of small panels."""

WIDTH, HEIGHT, GAP_X, GAP_Y = 360, 110, 90, 70
COLUMNS = 2
POINTS = 180
GREY, BLUE = "#7d7d7d", "#3d8bd9"


def nice(limit):
    """Returns the end of a scale: the least number that is at least `limit` and 1, 2, 2.5 or 5 times a power of ten."""
    step = 10.0 ** -3
    while True:
        for factor in (1, 2, 2.5, 5):
            if factor * step >= limit:
                return factor * step
        step *= 10


def span(seconds):
    """Returns a duration as text, in h, min or s."""
    for unit, length in (("h", 3600), ("min", 60)):
        if seconds >= 2 * length or (seconds >= length and seconds % length == 0):
            return f"{seconds / length:.3g} {unit}"
    return f"{seconds:.0f} s"


def thinned(points):
    """Divides `points` into at most twice `POINTS` groups; returns the time, the least and the greatest value of each."""
    size = max(len(points) // POINTS, 1)
    groups = [points[place:place + size] for place in range(0, len(points), size)]
    return [(group[0][0], min(value for _, value in group), max(value for _, value in group)) for group in groups]


def panel(title, unit, points, longest, breaks):
    """Returns one panel as SVG, whose upper left corner is the origin; `longest` is the length of the time axis, in s."""
    top = nice(1.05 * max((value for _, value in points), default=1))

    def place(second, value):
        return f"{WIDTH * second / longest:.1f} {HEIGHT * (1 - value / top):.1f}"
    groups = thinned(points)
    upper = " ".join(place(second, greatest) for second, _, greatest in groups)
    lower = " ".join(place(second, least) for second, least, _ in reversed(groups))
    parts = [f"<text y='-8' fill='{GREY}' font-size='13'>{title}{f' in {unit}' if unit else ''}</text>"]
    for second in breaks:
        parts.append(f"<line x1='{WIDTH * second / longest:.1f}' y1='0' x2='{WIDTH * second / longest:.1f}' y2='{HEIGHT}' stroke='{GREY}' stroke-opacity='0.12' stroke-width='2'/>")
    for share in (0, 0.5, 1):
        y = HEIGHT * (1 - share)
        parts.append(f"<line x1='0' y1='{y:.1f}' x2='{WIDTH}' y2='{y:.1f}' stroke='{GREY}' stroke-opacity='0.3'/>")
        parts.append(f"<text x='-6' y='{y + 4:.1f}' fill='{GREY}' text-anchor='end'>{top * share:g}</text>")
    for share, anchor in ((0, "start"), (0.5, "middle"), (1, "end")):
        parts.append(f"<text x='{WIDTH * share:.0f}' y='{HEIGHT + 16}' fill='{GREY}' text-anchor='{anchor}'>{span(longest * share)}</text>")
    parts.append(f"<polygon points='{upper} {lower}' fill='{BLUE}' stroke='{BLUE}' stroke-width='1' stroke-linejoin='round'/>")
    return "\n".join(parts)


def picture(panels, breaks):
    """Returns the picture of `panels` as SVG.

    A panel is a title, a unit, and points, each a time in s and a value. Grey lines mark the times in `breaks`.
    """
    longest = max(second for _, _, points in panels for second, _ in points)
    rows = -(-len(panels) // COLUMNS)
    width, height = COLUMNS * (WIDTH + GAP_X), rows * (HEIGHT + GAP_Y) + 10
    parts = [
        f"<svg xmlns='http://www.w3.org/2000/svg' viewBox='0 0 {width} {height}' font-family='sans-serif' font-size='12'>",
        "<title>A soak: what the programs use over time</title>"]
    for number, (title, unit, points) in enumerate(panels):
        x, y = 60 + number % COLUMNS * (WIDTH + GAP_X), 30 + number // COLUMNS * (HEIGHT + GAP_Y)
        parts.append(f"<g transform='translate({x} {y})'>\n{panel(title, unit, points, longest, breaks)}\n</g>")
    return "\n".join([*parts, "</svg>", ""])
