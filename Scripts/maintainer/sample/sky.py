"""The evening sky: light, stars, the moon, clouds and birds."""

import math

from paper import SUN, WIDTH, chance, mix, shade

COLORS = (
    (0.00, "#151b45"),
    (0.20, "#262a68"),
    (0.40, "#503d86"),
    (0.57, "#8f4f92"),
    (0.70, "#cb6488"),
    (0.82, "#f2876f"),
    (0.91, "#fdb16b"),
    (1.00, "#ffdd98"),
)
HORIZON = 2950

PLOUGH = ((0, 0), (105, 52), (178, 88), (262, 150), (238, 252), (388, 302), (440, 196))
PLOUGH_LINES = (0, 1, 2, 3, 4, 5, 6, 3)
QUEEN = ((0, 60), (92, 0), (150, 92), (248, 66), (318, 150))
SWAN = ((0, 0), (62, 118), (112, 210), (196, 352), (10, 262), (232, 150))
SWAN_LINES = ((0, 1, 2, 3), (4, 2, 5))


def color_at(y):
    share = min(max(y / HORIZON, 0), 1)
    for (low, first), (high, second) in zip(COLORS, COLORS[1:]):
        if share <= high:
            return mix(first, second, (share - low) / (high - low))
    return mix(COLORS[-1][1], COLORS[-1][1], 0)


def draw(sheet):
    sheet.rect(0, 0, WIDTH, 4000, shade(0, HORIZON, *COLORS))
    for radius, alpha in ((2300, 0.05), (1650, 0.06), (1120, 0.08), (720, 0.11), (420, 0.16)):
        sheet.disc(*SUN, radius, "#ffd089", alpha)
    sheet.disc(*SUN, 205, "#fff3cf")
    stars(sheet)
    moon(sheet, 3560, 640, 215)
    clouds(sheet)


def stars(sheet):
    dice = chance("stars")
    for _ in range(1500):
        x, y = dice.uniform(0, WIDTH), 1750 * dice.random()**1.35
        if math.hypot(x - 3560, y - 640) < 300:
            continue
        size = 0.9 + 2.6 * dice.random()**4
        alpha = (1 - y / 1900) * dice.uniform(0.45, 1)
        star(sheet, x, y, size, dice.choice(("#ffffff", "#fff1d6", "#d9e4ff")), alpha)
    constellation(sheet, PLOUGH, [PLOUGH_LINES], 900, 300, 1.25)
    constellation(sheet, QUEEN, [range(5)], 5350, 190, 1.1)
    constellation(sheet, SWAN, SWAN_LINES, 7950, 230, 1.0)
    for x, y, length in ((2450, 330, 330), (6750, 520, 240)):
        trail = shade(y - length * 0.36, y, (0, "#ffffff", 0), (1, "#fff6e0", 0.95))
        sheet.polygon([(x + length, y - length * 0.36), (x - 3, y + 3), (x - 6, y - 3)], trail)
        star(sheet, x - 4, y, 4, "#ffffff", 1)


def star(sheet, x, y, size, color, alpha):
    if size < 2:
        sheet.disc(x, y, size, color, alpha)
        return
    ray, waist = size * 3.2, size * 0.55
    tips = []
    for k in range(8):
        reach = ray if k % 2 == 0 else waist
        tips.append(
            (x + reach * math.sin(k * math.tau / 8), y - reach * math.cos(k * math.tau / 8)))
    sheet.polygon(tips, color, alpha)


def constellation(sheet, places, lines, x, y, scale):
    at = [(x + px * scale, y + py * scale) for px, py in places]
    for line in lines:
        sheet.line([at[k] for k in line], 1.4, "#c9d4ff", 0.28)
    for k, place in enumerate(at):
        star(sheet, *place, 4.2 if k % 2 else 5.2, "#ffffff", 1)


def moon(sheet, x, y, radius):
    """A young moon, lit from where the sun went down, with earthshine on the rest."""
    for ring, alpha in ((2.5, 0.035), (1.95, 0.05), (1.45, 0.07)):
        sheet.disc(x, y, radius * ring, "#cfd3ff", alpha)
    sheet.disc(x, y, radius, "#474b8c")
    dice = chance("moon")
    for _ in range(16):
        angle, out = dice.uniform(0, math.tau), radius * 0.86 * dice.random()**0.5
        size = radius * dice.uniform(0.03, 0.16)
        cx, cy = x + out * math.cos(angle), y + out * math.sin(angle)
        if math.hypot(cx - x, cy - y) + size < radius * 0.97:
            sheet.oval(cx, cy, size, size * 0.9, "#3d4180")
            sheet.oval(cx - size * 0.1, cy - size * 0.12, size * 0.8, size * 0.7, "#434788")
    pen = sheet.pen
    pen.save()
    pen.translate(x, y)
    pen.rotate(math.atan2(SUN[1] - y, SUN[0] - x))
    pen.arc(0, 0, radius, -math.pi / 2, math.pi / 2)
    pen.save()
    pen.scale(0.56, 1)
    pen.arc_negative(0, 0, radius, math.pi / 2, -math.pi / 2)
    pen.restore()
    sheet.fill("#fff4dc")
    for angle, out, size in ((0.5, 0.83, 0.05), (-0.35, 0.8, 0.07), (0.08, 0.87, 0.04),
                             (-0.8, 0.9, 0.035), (0.95, 0.9, 0.03), (0.28, 0.71, 0.035)):
        cx, cy = radius * out * math.cos(angle), radius * out * math.sin(angle)
        sheet.disc(cx, cy, radius * size, "#f1dcc4")
        sheet.disc(cx + radius * size * 0.15, cy, radius * size * 0.75, "#f8e8d0")
    pen.restore()


def clouds(sheet):
    dice = chance("clouds")
    for x, y, width, lobes in (
        (760, 1120, 1250, 9),
        (5300, 1270, 900, 7),
        (8350, 980, 1300, 9),
        (4500, 1760, 1500, 11),
        (6850, 1900, 1100, 8),
        (250, 1640, 900, 7),
        (8750, 1560, 800, 6),
        (5750, 560, 620, 5),
    ):
        cloud(sheet, dice, x, y, width, lobes)
    for _ in range(46):
        y = dice.uniform(1950, 2680)
        x = dice.gauss(SUN[0], 2300)
        width = dice.uniform(180, 900)
        glow = max(0.0, 1 - abs(x - SUN[0]) / 3200)
        streak(sheet, x, y, width, dice.uniform(5, 16),
               mix(mix(color_at(y), "#7d4a86", 0.4), "#fff0c0", glow * 0.85), 0.8)


def streak(sheet, x, y, width, height, color, alpha):
    half = width / 2
    sheet.blob([(x - half, y), (x - half * 0.3, y - height), (x + half * 0.4, y - height * 0.7),
                (x + half, y), (x + half * 0.2, y + height * 0.5),
                (x - half * 0.5, y + height * 0.4)], color, alpha)


def cloud(sheet, dice, x, y, width, lobes):
    """Sheets of paper, each with a scalloped top and a flat foot, lit from below."""
    sky = color_at(y)
    for layer, (rise, spread) in enumerate(((1.0, 1.0), (0.7, 0.84), (0.42, 0.92))):
        body = mix(mix(sky, "#8a5a98", 0.4), "#ffb09a", (0.10, 0.28, 0.5)[layer])
        rim = mix(body, "#ffcfa6", 0.5)
        middle = x + dice.uniform(-0.08, 0.08) * width
        span = width * spread
        lean = dice.uniform(0.35, 0.65)
        pen = sheet.pen
        pen.save()
        pen.rectangle(0, 0, WIDTH, y)
        pen.clip()
        for k in range(lobes):
            share = (k + dice.uniform(0.2, 0.8)) / lobes
            bulge = math.sin(math.pi * share**(math.log(0.5) / math.log(lean)))**1.6
            size = span / lobes * 0.62 * dice.uniform(
                0.7, 1.25) + span * 0.13 * rise * bulge * dice.uniform(0.35, 1.25)
            pen.new_sub_path()
            pen.arc(middle - span / 2 + share * span, y - size * dice.uniform(0.0, 0.5), size, 0,
                    math.tau)
        sheet.fill(shade(y - width * 0.22 * rise, y, (0, body), (1, rim)))
        pen.restore()
    for _ in range(5):
        length = width * dice.uniform(0.2, 0.75)
        streak(sheet, x + dice.uniform(-0.4, 0.4) * width, y + dice.uniform(0, width * 0.02),
               length, length * 0.012 + 3, mix(mix(sky, "#8a5a98", 0.3), "#ffcfa6", 0.55), 1)
    streak(sheet, x, y, width * 1.15, width * 0.012 + 4,
           mix(mix(sky, "#8a5a98", 0.3), "#ffcfa6", 0.6), 1)
