"""The surface that everything is drawn on: colours, paths, fills and seeded randomness."""

import math
import random
from contextlib import contextmanager

import cairo
import numpy as np

WIDTH, HEIGHT = 9000, 6000  # The surface that is drawn on.
PAGE = (280, 0, 8780, HEIGHT)  # The part of it that is saved.
SUN = (6050, 2740)
SHORE = 3900  # The far shore's waterline.


def chance(name):
    """A source of chance of its own for each subject, so that changing one leaves the others."""
    return random.Random(f"overscroll {name}")


def rgb(code):
    """The components of a colour such as "#ff8800", each 0…1."""
    return tuple(int(code[i:i + 2], 16) / 255 for i in (1, 3, 5))


def mix(first, second, share):
    """`first` with a share of `second` in it, 0…1. Both may be codes or components."""
    first = rgb(first) if isinstance(first, str) else first
    second = rgb(second) if isinstance(second, str) else second
    return tuple(a + (b - a) * share for a, b in zip(first, second))


class Sheet:
    """A surface with the few ways of marking it that this picture needs."""

    def __init__(self, scale, box=PAGE):
        """A sheet, or the part (left, top, right, bottom) of one; `scale` pixels a unit."""
        self.scale = scale
        self.left, self.top = math.floor(box[0] * scale), math.floor(box[1] * scale)
        size = math.ceil(box[2] * scale) - self.left, math.ceil(box[3] * scale) - self.top
        self.surface = cairo.ImageSurface(cairo.FORMAT_ARGB32, *size)
        self.pen = cairo.Context(self.surface)
        self.pen.translate(-self.left, -self.top)
        self.pen.scale(scale, scale)
        self.pen.set_line_join(cairo.LINE_JOIN_ROUND)
        self.pen.set_line_cap(cairo.LINE_CAP_ROUND)

    def pixels(self):
        """The surface's own memory as rows × columns × (blue, green, red, alpha)."""
        self.surface.flush()
        rows, stride = self.surface.get_height(), self.surface.get_stride()
        all_of_it = np.ndarray((rows, stride // 4, 4), np.uint8, self.surface.get_data())
        return all_of_it[:, :self.surface.get_width()]

    # Paints

    def paint(self, color, alpha=1.0):
        if isinstance(color, cairo.Pattern):
            self.pen.set_source(color)
        else:
            color = rgb(color) if isinstance(color, str) else color
            self.pen.set_source_rgba(*color, alpha)

    def fill(self, color, alpha=1.0):
        self.paint(color, alpha)
        self.pen.fill()

    @contextmanager
    def together(self, alpha):
        """What is drawn inside counts as one sheet, laid down with this opacity."""
        self.pen.push_group()
        yield
        self.pen.pop_group_to_source()
        self.pen.paint_with_alpha(alpha)

    # Shapes

    def trace(self, points, closed=True):
        for x, y in points:
            self.pen.line_to(x, y)
        if closed:
            self.pen.close_path()

    def curve(self, points, closed=False):
        """A smooth line through the points."""
        count = len(points)
        near = (lambda i: points[i % count]) if closed else (
            lambda i: points[min(max(i, 0), count - 1)])
        self.pen.move_to(*points[0])
        for i in range(count if closed else count - 1):
            (ax, ay), (bx, by), (cx, cy), (dx, dy) = (near(i + k) for k in (-1, 0, 1, 2))
            self.pen.curve_to(bx + (cx - ax) / 6, by + (cy - ay) / 6, cx - (dx - bx) / 6,
                              cy - (dy - by) / 6, cx, cy)
        if closed:
            self.pen.close_path()

    def polygon(self, points, color, alpha=1.0):
        self.trace(points)
        self.fill(color, alpha)

    def blob(self, points, color, alpha=1.0):
        self.curve(points, closed=True)
        self.fill(color, alpha)

    def line(self, points, width, color, alpha=1.0):
        self.trace(points, closed=False)
        self.stroke(width, color, alpha)

    def bend(self, points, width, color, alpha=1.0):
        self.curve(points)
        self.stroke(width, color, alpha)

    def stroke(self, width, color, alpha=1.0):
        self.paint(color, alpha)
        self.pen.set_line_width(width)
        self.pen.stroke()

    def rect(self, x, y, width, height, color, alpha=1.0):
        self.pen.rectangle(x, y, width, height)
        self.fill(color, alpha)

    def disc(self, x, y, radius, color, alpha=1.0):
        self.oval(x, y, radius, radius, color, alpha)

    def oval(self, x, y, across, down, color, alpha=1.0):
        self.pen.save()
        self.pen.translate(x, y)
        self.pen.scale(across, down)
        self.pen.new_sub_path()
        self.pen.arc(0, 0, 1, 0, math.tau)
        self.pen.restore()
        self.fill(color, alpha)

    def glow(self, x, y, radius, color, alpha):
        """Light that fades to nothing at the radius."""
        color = rgb(color) if isinstance(color, str) else color
        light = cairo.RadialGradient(x, y, 0, x, y, radius)
        for stop, share in ((0, 1), (0.25, 0.5), (0.55, 0.16), (1, 0)):
            light.add_color_stop_rgba(stop, *color, alpha * share)
        self.pen.arc(x, y, radius, 0, math.tau)
        self.fill(light)

    def shape(self, path, x, y, size, color, alpha=1.0, flip=False, turn=0.0):
        """A hand-drawn outline: lists of points on a grid 100 high, feet at y = 100, smooth."""
        self.pen.save()
        self.pen.translate(x, y)
        self.pen.rotate(turn)
        self.pen.scale(-size / 100 if flip else size / 100, size / 100)
        self.pen.translate(0, -100)
        for part in path:
            self.curve(part, closed=True)
        self.pen.restore()
        self.fill(color, alpha)


def shade(top, bottom, *stops):
    """A vertical gradient from y = top to y = bottom; stops are (share, colour[, alpha])."""
    pattern = cairo.LinearGradient(0, top, 0, bottom)
    for share, color, *alpha in stops:
        color = rgb(color) if isinstance(color, str) else color
        pattern.add_color_stop_rgba(share, *color, *(alpha or [1]))
    return pattern
