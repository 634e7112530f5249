"""Plants of the near shore, with stones and insects."""

import math

from paper import chance, mix, shade


def blade(sheet, dice, x, foot, height, color):
    lean = dice.uniform(-0.5, 0.5) * height
    wide = max(1.6, height * 0.045)
    pen = sheet.pen
    color = shade(foot - height, foot, (0, color), (0.5, color), (1, color, 0))
    pen.move_to(x - wide, foot)
    pen.curve_to(x - wide * 0.6, foot - height * 0.5, x + lean * 0.3, foot - height * 0.85,
                 x + lean, foot - height)
    pen.curve_to(x + lean * 0.3 + wide, foot - height * 0.75, x + wide, foot - height * 0.45,
                 x + wide, foot)
    sheet.fill(color)


def fringe(sheet, ridge, height, gap, dark, light, left=0, right=9000):
    """Grass along a bank's edge."""
    dice = chance("fringe " + ridge.name)
    x = left
    while x < right:
        tall = height * dice.uniform(0.4, 1.0) * (0.75 + 0.4 * math.sin(x / 150) * math.sin(x / 53))
        if dice.random() < 0.02:
            sedge(sheet, dice, x,
                  ridge.at(x) + 6, height * dice.uniform(1.2, 1.9), mix(dark, light, 0.35))
        if tall > height * 0.2:
            blade(sheet, dice, x,
                  ridge.at(x) + tall * 0.3, tall * 1.3, mix(dark, light,
                                                            dice.random()**2 * 0.75))
        x += gap * dice.uniform(0.4, 1.6)


def sedge(sheet, dice, x, foot, height, color):
    lean = dice.uniform(-0.16, 0.16) * height
    sheet.bend([(x, foot), (x + lean * 0.3, foot - height * 0.5), (x + lean, foot - height)],
               max(1.8, height * 0.018), color)
    for k in range(7):
        t = 1 - k * 0.035
        cx, cy = x + lean * t * t, foot - height * t
        for side in (-1, 1):
            sheet.oval(cx + side * height * 0.02, cy, height * 0.012, height * 0.026, color)


def reed(sheet, dice, x, foot, height, color, head="#6b4038"):
    lean = dice.uniform(-0.1, 0.1) * height
    sheet.bend([(x, foot), (x + lean * 0.4, foot - height * 0.5), (x + lean, foot - height)],
               max(2, height * 0.016), color)
    if dice.random() < 0.5:
        sheet.line([(x + lean * 0.9, foot - height * 0.92),
                    (x + lean * 0.74, foot - height * 0.76)], height * 0.05, head)
    for _ in range(2):
        blade(sheet, dice, x + dice.uniform(-8, 8), foot, height * dice.uniform(0.5, 0.9), color)


def tuft(sheet, dice, x, foot, height, dark, light):
    for _ in range(dice.randint(5, 9)):
        blade(sheet, dice, x + dice.uniform(-0.4, 0.4) * height, foot + dice.uniform(0, 4),
              height * dice.uniform(0.5, 1), mix(dark, light,
                                                 dice.random() * 0.5))


def daisy(sheet, dice, x, foot, height, stem, petals="#f6e4f0", heart="#ffc95c"):
    lean = dice.uniform(-0.2, 0.2) * height
    cx, cy = x + lean, foot - height
    sheet.bend([(x, foot), (x + lean * 0.3, foot - height * 0.55), (cx, cy)],
               max(1.8, height * 0.03), stem)
    blade(sheet, dice, x, foot, height * 0.4, stem)
    size = height * dice.uniform(0.1, 0.14) + 4
    tilt = dice.uniform(0.55, 0.9)
    for k in range(11):
        a = k * math.tau / 11
        sheet.pen.save()
        sheet.pen.translate(cx, cy)
        sheet.pen.scale(1, tilt)
        sheet.pen.rotate(a)
        sheet.oval(size * 0.68, 0, size * 0.42, size * 0.17,
                   petals if k % 3 else mix(petals, "#8d6fb0", 0.3))
        sheet.pen.restore()
    sheet.oval(cx, cy, size * 0.34, size * 0.34 * tilt, heart)


def lupin(sheet, dice, x, foot, height, stem, color):
    lean = dice.uniform(-0.08, 0.08) * height
    sheet.bend([(x, foot), (x + lean * 0.4, foot - height * 0.5), (x + lean, foot - height)],
               max(2, height * 0.025), stem)
    for side in (-1, 1):
        for k in range(3):
            sheet.oval(x + side * height * (0.06 + 0.035 * k), foot - height * (0.2 - 0.03 * k),
                       height * 0.06, height * 0.018, stem)
    rows = 12
    for k in range(rows):
        t = 0.34 + 0.6 * k / rows
        size = height * 0.046 * (1 - 0.75 * k / rows) + 1.2
        cx, cy = x + lean * t * t, foot - height * t
        for n in (-1, 0, 1):
            sheet.oval(cx + n * size * 1.0, cy + abs(n) * size * 0.55, size * 0.62, size * 0.85,
                       mix(color, "#fbe3f0", (0.1, 0.26, 0.5)[n + 1]))


def poppy(sheet, dice, x, foot, height, stem):
    lean = dice.uniform(-0.2, 0.2) * height
    cx, cy = x + lean, foot - height
    sheet.bend([(x, foot), (x + lean * 0.3, foot - height * 0.55), (cx, cy)],
               max(1.8, height * 0.025), stem)
    size = height * 0.13 + 5
    for dx, dy, tone in ((-0.5, -0.1, 0.12), (0.5, -0.15, 0.0), (0, 0.1, 0.25), (0.05, -0.4, 0.06)):
        sheet.oval(cx + dx * size, cy + dy * size, size * 0.68, size * 0.55,
                   mix("#e5463f", "#3a1040", tone))
    sheet.oval(cx, cy - size * 0.1, size * 0.2, size * 0.16, "#2a1030")


def fern(sheet, dice, x, foot, height, color, light):
    for n in range(5):
        lean = (n - 2) * 0.34 + dice.uniform(-0.08, 0.08)
        stem = [(x + lean * height * t * 1.15, foot - height * (t - 0.5 * abs(lean) * t * t))
                for t in (k / 9 for k in range(10))]
        sheet.bend(stem, 2.2, mix(color, light, 0.5))
        for k in range(2, 10):
            (ax, ay), (bx, by) = stem[k - 1], stem[k]
            leaf = height * 0.2 * (1 - k / 10.5) + 3
            nx, ny = by - ay, ax - bx
            norm = math.hypot(nx, ny)
            for side in (-1, 1):
                tip = (bx + side * nx / norm * leaf + (bx - ax) * 0.5,
                       by + side * ny / norm * leaf + leaf * 0.2)
                sheet.polygon([(ax, ay), tip, (bx, by)], mix(color, light, 0.25 + 0.3 * (side > 0)))


def toadstool(sheet, x, foot, size, cap="#d8463f"):
    sheet.blob([(x - size * 0.14, foot), (x - size * 0.1, foot - size * 0.6),
                (x + size * 0.1, foot - size * 0.6), (x + size * 0.15, foot)], "#ead6cf")
    sheet.polygon([(x - size * 0.18, foot - size * 0.42), (x + size * 0.18, foot - size * 0.42),
                   (x + size * 0.08, foot - size * 0.55), (x - size * 0.08, foot - size * 0.55)],
                  "#f7e9e2")
    sheet.blob([(x - size * 0.46, foot - size * 0.5), (x - size * 0.34, foot - size * 0.82),
                (x, foot - size), (x + size * 0.34, foot - size * 0.82),
                (x + size * 0.46, foot - size * 0.5), (x, foot - size * 0.56)], cap)
    for dx, dy, r in ((-0.22, 0.68, 0.06), (0.02, 0.86, 0.07), (0.2, 0.66, 0.055),
                      (-0.02, 0.64, 0.045), (0.3, 0.8, 0.04)):
        sheet.oval(x + dx * size, foot - dy * size, r * size, r * size * 0.8, "#fbeee6")


def stone(sheet, dice, x, foot, width, color, light):
    tall = width * dice.uniform(0.35, 0.6)
    points = [(x - width / 2, foot), (x - width * 0.42, foot - tall * 0.6),
              (x - width * 0.15, foot - tall), (x + width * 0.2, foot - tall * 0.92),
              (x + width * 0.44, foot - tall * 0.5), (x + width / 2, foot)]
    sheet.polygon(points, color)
    sheet.polygon([points[2], points[3], points[4], (x + width * 0.18, foot - tall * 0.55)], light)
    sheet.polygon([
        points[1], points[2], (x + width * 0.18, foot - tall * 0.55),
        (x - width * 0.1, foot - tall * 0.3)
    ], mix(color, light, 0.3))


def firefly(sheet, x, y, size):
    sheet.glow(x, y, size * 9, "#e8ff9a", 0.5)
    sheet.disc(x, y, size, "#fbffd2")
