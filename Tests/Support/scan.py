"""QR codes read by another project's program: zbarimg from zbar-tools."""

import subprocess
import tempfile

# The upper and the lower dot of each block character with which codes are drawn; 1 is a filled dot.
HALVES = {" ": (0, 0), "▀": (1, 0), "▄": (0, 1), "█": (1, 1)}
# The number of pixels for each dot of a code.
SCALE = 4


def blocks(lines):
    """Returns the rows of dots that these lines of block characters draw, two rows for each line."""
    width = max(map(len, lines))
    return [[HALVES.get(character, (0, 0))[half] for character in line.ljust(width)] for line in lines for half in (0, 1)]


def text(rows):
    """Returns the text that zbarimg reads from a QR code; "" if it reads none. `rows` contain 1 for each dark dot, and include the quiet zone."""
    with tempfile.NamedTemporaryFile("w", suffix=".pbm") as file:
        file.write(f"P1\n{SCALE * len(rows[0])} {SCALE * len(rows)}\n")
        for row in rows:
            file.write(SCALE * ("\n".join(" ".join(SCALE * str(dot)) for dot in row) + "\n"))
        file.flush()
        result = subprocess.run(
            ["zbarimg", "--quiet", "--raw", "-Sdisable", "-Sqrcode.enable", file.name], capture_output=True, text=True)
    return result.stdout.strip()
