"""The camp on the near shore: people, tents and what they brought."""

import math

from creatures import grid, person
from paper import mix, shade
from plants import stone


def log(sheet, x, foot, width, tall):
    sheet.rect(x - width / 2, foot - tall, width, tall, "#4a2f44")
    sheet.rect(x - width / 2, foot - tall, width, tall * 0.3, "#8a5a58")
    sheet.oval(x + width / 2, foot - tall / 2, tall * 0.3, tall / 2, "#c98a6c")
    sheet.oval(x + width / 2, foot - tall / 2, tall * 0.16, tall * 0.28, "#9a6252")
    sheet.oval(x - width / 2, foot - tall / 2, tall * 0.3, tall / 2, "#4a2f44")


def tent(sheet, x, foot, size):
    """A ridge tent, lit from within; somebody reads in it."""
    sheet.glow(x, foot - size * 0.3, size * 1.7, "#ffb35c", 0.5)
    peak = (x - size * 0.1, foot - size * 0.78)
    back = (x + size * 0.72, foot - size * 0.66)
    sheet.polygon([peak, back, (x + size * 1.05, foot), (x + size * 0.42, foot)], "#c2603e")
    sheet.polygon([(x - size * 0.62, foot), peak, (x + size * 0.42, foot)],
                  shade(peak[1], foot, (0, "#ff9a4a"), (0.5, "#ffc46b"), (1, "#ffe09a")))
    for t in (0.25, 0.5, 0.75):
        sheet.line([(peak[0] + (back[0] - peak[0]) * t, peak[1] + (back[1] - peak[1]) * t),
                    (x + size * (0.42 + 0.63 * t), foot)], 2.2, "#9a4432")
    sheet.polygon([
        peak, (x - size * 0.16, foot), (x - size * 0.42, foot - size * 0.1),
        (x - size * 0.25, foot - size * 0.4)
    ], "#e37f3f")
    sheet.line([peak, (x + size * 0.1, foot)], 3, "#b85a35")
    with grid(sheet, x + size * 0.2, foot - 2, size * 0.42):
        sheet.polygon([(20, 100), (28, 62), (40, 50), (56, 52), (62, 74), (84, 92), (84, 100)],
                      "#8a4630")
        sheet.disc(44, 36, 13, "#8a4630")
        sheet.polygon([(64, 62), (82, 54), (84, 72), (68, 78)], "#fff0c8")
    for end in ((x - size * 0.85, foot + 8), (x + size * 1.3, foot + 6)):
        start = peak if end[0] < x else back
        sheet.line([start, end], 2, "#f1cfa2")
    sheet.line([(x - size * 0.64, foot), (x + size * 0.43, foot), (x + size * 1.06, foot)], 5,
               "#7a3a34")


def campfire(sheet, dice, x, foot, size):
    sheet.glow(x, foot - size * 0.4, size * 5, "#ff8a3c", 0.55)
    sheet.glow(x, foot - size * 0.3, size * 2, "#ffd27a", 0.6)
    for k in range(9):
        a = math.pi + k * math.pi / 8
        stone(sheet, dice, x + size * 0.72 * math.cos(a),
              foot + size * 0.2 + size * 0.1 * math.sin(a), size * 0.26, "#4a3a5a", "#b0705f")
    for spread, height, color in ((0.46, 1.15, "#f2602f"), (0.34, 0.86, "#ff9a3c"), (0.2, 0.56,
                                                                                     "#ffe08a")):
        s, h = size * spread, size * height
        sheet.blob([(x - s, foot), (x - s * 1.05, foot - h * 0.35), (x - s * 0.5, foot - h * 0.55),
                    (x - s * 0.45, foot - h * 0.85), (x + s * 0.05, foot - h * 0.6),
                    (x + s * 0.12, foot - h * 1.08), (x + s * 0.62, foot - h * 0.6),
                    (x + s * 1.05, foot - h * 0.3), (x + s, foot)], color)
    for turn in (-1, 1):
        sheet.line([(x - turn * size * 0.55, foot + size * 0.06),
                    (x + turn * size * 0.4, foot - size * 0.12)], size * 0.13, "#5a3034")
        sheet.disc(x - turn * size * 0.55, foot + size * 0.06, size * 0.065, "#c98a5c")
    for _ in range(46):
        t = dice.random()
        sheet.disc(x + dice.gauss(0, 0.2 + 0.5 * t) * size, foot - size * (0.9 + 3 * t),
                   dice.uniform(1.4, 3.4), "#ffc46b", 1 - t * 0.7)


def kettle(sheet, x, foot, size):
    sheet.line([(x - size, foot), (x, foot - size * 2.2), (x + size, foot)], 4, "#3a2440")
    sheet.line([(x, foot - size * 2.2), (x, foot - size * 1.3)], 2.2, "#3a2440")
    sheet.blob([(x - size * 0.2, foot - size * 1.05), (x - size * 0.17, foot - size * 1.32),
                (x + size * 0.17, foot - size * 1.32), (x + size * 0.2, foot - size * 1.05)],
               "#39415f")
    sheet.line([(x + size * 0.17, foot - size * 1.22), (x + size * 0.3, foot - size * 1.32)], 5,
               "#39415f")


def guitarist(sheet, x, foot, size, flip=False):
    person(sheet, x, foot, size, "#3f7a86", pose="sit", hat="#8a5a3a", flip=flip)
    with grid(sheet, x, foot, size, flip):
        sheet.line([(58, 70), (92, 52)], 3.6, "#5a2f2a")
        sheet.oval(54, 72, 11, 9.5, "#d98f4c")
        sheet.oval(63, 67.5, 8, 7, "#d98f4c")
        sheet.disc(58, 70, 3, "#4a2420")


def bench(sheet, x, foot, size):
    """A couple looking at the lake, seen from behind."""
    wood, shade_ = "#6a4048", "#3a2440"
    for dx in (-0.42, 0.42):
        sheet.line([(x + dx * size, foot), (x + dx * size, foot - size * 0.52)], 8, shade_)
    for dx, coat, hair in ((-0.15, "#c2524a", "#3a2430"), (0.12, "#3f6f86", "#7a4a2f")):
        cx = x + dx * size
        sheet.blob([(cx - size * 0.13, foot - size * 0.2), (cx - size * 0.12, foot - size * 0.58),
                    (cx, foot - size * 0.66), (cx + size * 0.12, foot - size * 0.58),
                    (cx + size * 0.13, foot - size * 0.2)], coat)
        sheet.disc(cx + (0.03 if dx < 0 else -0.02) * size, foot - size * 0.76, size * 0.1, hair)
    sheet.line([(x - size * 0.2, foot - size * 0.54), (x + size * 0.16, foot - size * 0.52)],
               size * 0.07, "#a8443f")
    for k in range(3):
        sheet.rect(x - size * 0.5, foot - size * (0.27 + 0.11 * k), size, size * 0.07,
                   mix(wood, "#e08a6a", 0.12 * k))
    sheet.rect(x - size * 0.52, foot - size * 0.2, size * 1.04, size * 0.05, shade_)


def bicycle(sheet, x, foot, size, color="#e0a04a"):
    r = size * 0.27
    for cx in (x - size * 0.36, x + size * 0.36):
        sheet.pen.new_sub_path()
        sheet.pen.arc(cx, foot - r, r, 0, math.tau)
        sheet.stroke(4, "#1a1638")
        for k in range(9):
            a = k * math.tau / 9
            sheet.line([(cx, foot - r), (cx + r * math.cos(a), foot - r + r * math.sin(a))], 1.1,
                       "#8d80a8")
    rear, front, crank = (x - size * 0.36, foot - r), (x + size * 0.36, foot - r), (x - size * 0.02,
                                                                                    foot - r)
    seat, head = (x - size * 0.14, foot - size * 0.62), (x + size * 0.25, foot - size * 0.62)
    sheet.line([rear, crank, head, seat, rear], 4.6, color)
    sheet.line([crank, seat, (seat[0] - 3, seat[1] - 10)], 4.6, color)
    sheet.line([front, head, (head[0] - 5, head[1] - 18), (head[0] + 12, head[1] - 22)], 4.6, color)
    sheet.line([(seat[0] - 16, seat[1] - 12), (seat[0] + 10, seat[1] - 12)], 7, "#3a2030")
    sheet.disc(*crank, 9, "#3a2030")
    sheet.rect(head[0] - 6, head[1] - 12, 34, 24, "#9a6a48")
    for k in range(3):
        sheet.disc(head[0] + 2 + k * 9, head[1] - 15, 5, ("#e8607a", "#f6e4f0", "#f6a15c")[k])


def van(sheet, x, foot, size):
    """A camper van, at home for the night."""
    top, mid = foot - size * 0.62, foot - size * 0.34
    body, roof = "#f0dccb", "#4f9a98"
    sheet.glow(x, foot - size * 0.4, size * 1.1, "#ffcf7a", 0.3)
    sheet.polygon([(x - size * 0.63, foot - size * 0.1), (x - size * 0.63, mid),
                   (x - size * 0.56, top + size * 0.06), (x - size * 0.53, top + size * 0.015),
                   (x - size * 0.48, top), (x + size * 0.42, top),
                   (x + size * 0.48, top + size * 0.015), (x + size * 0.53, top + size * 0.07),
                   (x + size * 0.63, mid), (x + size * 0.64, foot - size * 0.1)], body)
    sheet.polygon([(x - size * 0.635, mid + 4), (x + size * 0.635, mid + 4),
                   (x + size * 0.65, foot - size * 0.1), (x - size * 0.63, foot - size * 0.1)],
                  roof)
    sheet.rect(x - size * 0.63, mid - 1, size * 1.26, 6, "#ffffff")
    sheet.rect(x - size * 0.44, top - size * 0.05, size * 0.8, size * 0.055, roof)
    for left, width in ((-0.52, 0.22), (-0.26, 0.22), (0.0, 0.22), (0.27, 0.22)):
        sheet.rect(x + left * size - 3, top + size * 0.055, width * size + 6, size * 0.19,
                   "#8d6f80")
        sheet.rect(x + left * size, top + size * 0.07, width * size, size * 0.16, "#ffd98a")
    for left in (-0.52, -0.26, 0.0):
        for side in (0, 1):
            cx = x + (left + side * 0.17) * size
            sheet.polygon([(cx, top + size * 0.07), (cx + size * 0.05, top + size * 0.07),
                           (cx + (0.05 - 0.03 * side) * size, top + size * 0.2),
                           (cx + 0.02 * side * size, top + size * 0.2)], "#d8604f")
    person(sheet, x - size * 0.15, top + size * 0.33, size * 0.3, "#7a4f9a", pose="stand")
    sheet.rect(x - size * 0.26, top + size * 0.225, size * 0.22, size * 0.03, body)
    sheet.rect(x - size * 0.26, top + size * 0.25, size * 0.22, size * 0.12, body)
    sheet.rect(x - size * 0.635, mid - 1, size * 1.27, 6, "#ffffff")
    sheet.polygon([(x - size * 0.63, mid + 4), (x + size * 0.63, mid + 4),
                   (x + size * 0.645, foot - size * 0.1), (x - size * 0.63, foot - size * 0.1)],
                  roof)
    for cx in (-0.36, 0.38):
        sheet.disc(x + cx * size, foot - size * 0.09, size * 0.105, "#1a1636")
        sheet.disc(x + cx * size, foot - size * 0.09, size * 0.058, "#d9ccd6")
        sheet.disc(x + cx * size, foot - size * 0.09, size * 0.025, "#8d6f80")
    sheet.rect(x - size * 0.67, foot - size * 0.12, size * 1.34, size * 0.035, "#e6dce4")
    sheet.disc(x + size * 0.585, foot - size * 0.21, size * 0.04, "#fff3c4")
    sheet.line([(x - size * 0.1, mid + 10), (x - size * 0.1, foot - size * 0.12)], 2.4, "#3c7a7a")
    sheet.line([(x - size * 0.05, mid + size * 0.07), (x + size * 0.01, mid + size * 0.07)], 4,
               "#e6dce4")
    for left, right in ((-1.0, -0.6), ):
        sheet.polygon([(x + right * size, top + 4), (x + left * size, top + size * 0.13),
                       (x + left * size, top + size * 0.17), (x + right * size, top + size * 0.06)],
                      "#e0604f")
        for k in range(8):
            cx = x + (left + (right - left) * (k + 0.5) / 8) * size
            cy = top + size * 0.17 - (k + 0.5) / 8 * size * 0.11
            sheet.disc(cx, cy, size * 0.025, "#e0604f" if k % 2 else "#f0dccb")
        sheet.line([(x + left * size + 4, top + size * 0.15), (x + left * size - 4, foot)], 4,
                   "#d9ccd6")
    for dx, color in ((-0.86, "#e0a04a"), (-0.74, "#4f9a98")):
        cx = x + dx * size
        sheet.line([(cx - 14, foot), (cx + 12, foot - 34)], 3.4, "#d9ccd6")
        sheet.line([(cx + 14, foot), (cx - 12, foot - 34), (cx - 16, foot - 62)], 3.4, "#d9ccd6")
        sheet.polygon([(cx - 13, foot - 32), (cx + 14, foot - 30), (cx + 14, foot - 25),
                       (cx - 13, foot - 26)], color)
        sheet.polygon([(cx - 18, foot - 64), (cx - 13, foot - 64), (cx - 9, foot - 32),
                       (cx - 14, foot - 30)], color)


def bulbs(sheet, points, color="#ffd98a"):
    """A string of lights that hangs between the points."""
    for (ax, ay), (bx, by) in zip(points, points[1:]):
        span = abs(bx - ax)

        def at(t):
            return (ax + (bx - ax) * t, ay + (by - ay) * t + span * 0.5 * t * (1 - t))

        sheet.bend([at(k / 10) for k in range(11)], 2.2, "#15122c")
        count = int(span / 42)
        for k in range(1, count):
            x, y = at(k / count)
            sheet.glow(x, y + 9, 46, color, 0.55)
            sheet.line([(x, y), (x, y + 5)], 3.4, "#15122c")
            sheet.oval(x, y + 11, 5, 6.5, ("#fff0b8", "#ffb9a0", "#ffe08a")[k % 3])


def pier(sheet, x, foot, length, height):
    """A landing stage seen from its side, on piles."""
    wood, dark = "#8a5a58", "#41284a"
    k = 0
    while k * 74 <= length:
        px = x + k * 74
        sheet.line([(px, foot - height - 22), (px, foot + 20)], 10, dark)
        sheet.rect(px - 7, foot - height - 28, 14, 7, mix(dark, "#e08a6a", 0.4))
        k += 1
    sheet.rect(x - 20, foot - height, length + 40, 12, wood)
    sheet.rect(x - 20, foot - height, length + 40, 3.6, "#e0987c")
    for k in range(int(length / 22)):
        sheet.rect(x + k * 22, foot - height, 2, 12, dark)


def angler(sheet, x, foot, size, drop, flip=False):
    person(sheet, x, foot, size, "#d9a03f", pose="sit", flip=flip)
    turn = -1 if flip else 1
    sheet.bend([(x + turn * size * 0.2, foot - size * 0.3),
                (x + turn * size * 0.8, foot - size * 0.9),
                (x + turn * size * 1.3, foot - size * 1.05)], 3, "#3a2440")
    sheet.line([(x + turn * size * 1.3, foot - size * 1.05), (x + turn * size * 1.34, foot + drop)],
               1.4, "#f4dcd0")
    sheet.disc(x + turn * size * 1.34, foot + drop, 4, "#e5484f")


def telescope(sheet, x, foot, size):
    for dx in (-0.3, 0.02, 0.3):
        sheet.line([(x, foot - size * 0.62), (x + dx * size, foot)], 5, "#2a2048")
    pen = sheet.pen
    pen.save()
    pen.translate(x, foot - size * 0.66)
    pen.rotate(math.radians(-142))
    sheet.rect(-size * 0.3, -size * 0.06, size * 0.8, size * 0.12, "#d9ccd6")
    sheet.rect(size * 0.36, -size * 0.075, size * 0.18, size * 0.15, "#8d3f5a")
    sheet.rect(-size * 0.42, -size * 0.035, size * 0.14, size * 0.07, "#2a2048")
    pen.restore()
