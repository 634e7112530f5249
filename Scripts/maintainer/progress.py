"""A line of progress on standard error, drawn only where that is a terminal."""

import os
import sys
import time
import unicodedata

DELAY = 0.5  # Seconds before the line appears, so that short work shows none.
INTERVAL = 0.1  # Seconds between two drawings.


def columns(text):
    """The terminal columns that a text takes; wide characters take two."""
    return sum(2 if unicodedata.east_asian_width(c) in "WF" else 1 for c in text)


def text(task, done, total, unit, seconds, width):
    """The line: what is being done, the part done and the rate, as much of it as fits in `width` columns.

    Without a unit, `done` and `total` only give the part done.

    >>> text("photo.jpg", 312, 740, "files", 3.6, 80)
    'photo.jpg  42 %  312 of 740 files  87 files/s'
    >>> text("photo.jpg", 312, 740, "files", 3.6, 40)
    'photo.jpg  42 %  312 of 740 files'
    >>> text("photo.jpg", 312, 740, "files", 3.6, 12)
    'photo.jpg'
    >>> text("photo.jpg", 312, 740, "files", 3.6, 8)
    'photo.…'
    >>> text("round 7: window", 3, None, "rounds", 60, 80)
    'round 7: window  3 rounds  0.1 rounds/s'
    >>> text("画.png", 739.9, 740, "files", 0, 14)
    '画.png  99 %'
    >>> text("a\\nb", 0, 0, "files", 1, 80)
    'a b'
    >>> text("12 rounds", 3, 10, "", 60, 80)
    '12 rounds  30 %'
    >>> text("a", 1, 2, "files", 1, 0)
    ''
    """
    task = "".join(c if c.isprintable() else " " for c in task)
    parts = []
    if total:
        parts.append(f"{int(100 * done / total)} %")
    if done and total and unit:
        parts.append(f"{int(done)} of {int(total)} {unit}")
    elif done and unit:
        parts.append(f"{int(done)} {unit}")
    if done and seconds and unit:
        rate = done / seconds
        parts.append(f"{rate:.0f} {unit}/s" if rate >= 10 else f"{rate:.1f} {unit}/s")
    # The cursor takes the last column.
    space = width - 1
    while parts and columns("  ".join([task] + parts)) > space:
        parts.pop()
    if columns(task) <= space:
        return "  ".join([task] + parts)
    while task and columns(task) + 1 > space:
        task = task[:-1]
    return task + "…" if task else ""


def draw(line=""):
    """Replaces the line; without a text, removes it."""
    if sys.stderr.isatty():
        print(f"\r\033[K{line}", end="", file=sys.stderr, flush=True)


class Progress:
    """How far some work is, drawn at most ten times a second."""

    def __init__(self, total, unit):
        self.total = total
        self.unit = unit
        self.begin = time.monotonic()
        self.next = self.begin + DELAY
        self.is_drawn = False

    def show(self, done, task):
        now = time.monotonic()
        if now < self.next or not sys.stderr.isatty():
            return
        width = os.get_terminal_size(sys.stderr.fileno()).columns
        self.next = now + INTERVAL
        self.is_drawn = True
        draw(text(task, done, self.total, self.unit, now - self.begin, width or 80))

    def clear(self):
        """Removes the line, before something else is printed."""
        if self.is_drawn:
            draw()
        self.is_drawn = False

    def __enter__(self):
        return self

    def __exit__(self, *_):
        self.clear()
