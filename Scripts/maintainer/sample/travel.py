"""Vehicles: the train on its viaduct, boats, balloons and the cable car."""

import math

from creatures import goose, person
from paper import chance, mix, shade


def viaduct(sheet, left, right, deck, ground, stone, shadow, lit):
    """Tall arches with a second, lower tier; `ground(x)` is the valley's floor."""
    bay, pier = 240, 50
    pen = sheet.pen
    count = round((right - left) / bay)
    bay = (right - left) / count
    for k in range(count + 1):
        x = left + k * bay
        floor = ground(x) + 60
        spread = (floor - deck) * 0.025
        sheet.polygon([(x - pier / 2, deck), (x + pier / 2, deck), (x + pier / 2 + spread, floor),
                       (x - pier / 2 - spread, floor)], stone)
        sheet.polygon([(x - pier / 2, deck), (x - pier * 0.12, deck), (x - pier * 0.12, floor),
                       (x - pier / 2 - spread, floor)], shadow)
        sheet.polygon([(x + pier * 0.36, deck), (x + pier / 2, deck),
                       (x + pier / 2 + spread, floor), (x + pier * 0.4 + spread, floor)], lit)
        y = deck + 92
        while y < floor:
            sheet.line([(x - pier * 0.1, y), (x + pier * 0.3, y)], 1.6, shadow)
            y += 38
        sheet.rect(x - pier * 0.7, deck + 52, pier * 1.4, 9, lit)
    for k in range(count):
        x1, x2 = left + k * bay + pier / 2, left + (k + 1) * bay - pier / 2
        middle, radius = (x1 + x2) / 2, (x2 - x1) / 2
        for y, thick in ((deck + 60, 60), (deck + 350, 26)):
            if y + radius > ground(middle) + 40:
                continue
            pen.new_sub_path()
            pen.move_to(x1 - 2, y + radius)
            pen.arc(middle, y + radius, radius, math.pi, math.tau)
            pen.line_to(x2 + 2, y + radius)
            pen.line_to(x2 + 2, y - thick)
            pen.line_to(x1 - 2, y - thick)
            pen.close_path()
            sheet.fill(stone)
            pen.arc(middle, y + radius, radius + 5, math.pi, math.tau)
            sheet.stroke(7, lit)
            for n in range(1, 8):
                a = math.pi + n * math.pi / 8
                sheet.line([
                    (middle + (radius + 2) * math.cos(a), y + radius + (radius + 2) * math.sin(a)),
                    (middle + (radius + 10) * math.cos(a), y + radius + (radius + 10) * math.sin(a))
                ], 1.4, shadow)
    sheet.rect(left - 120, deck - 6, right - left + 240, 20, stone)
    sheet.rect(left - 120, deck - 6, right - left + 240, 5, lit)
    for k in range(int((right - left) / 24) + 1):
        sheet.rect(left + k * 24, deck + 14, 9, 7, shadow)


def train(sheet, x, rail, carriages, size=1.0):
    """A steam train going left; x is the engine's nose."""
    dice = chance("train")
    pen = sheet.pen
    pen.save()
    pen.translate(x, rail)
    pen.scale(size, size)
    _plume(sheet, dice)
    dark, brass = "#1d1a3a", "#e8a860"
    sheet.polygon([(-14, -6), (12, -22), (12, -4)], "#8a3048")
    sheet.rect(10, -18, 236, 10, "#8a3048")
    sheet.pen.rectangle(14, -58, 138, 38)
    sheet.fill(shade(-58, -20, (0, "#5a5488"), (0.4, "#2b2755"), (1, dark)))
    for band in (34, 70, 106):
        sheet.rect(band, -58, 4, 38, brass)
    sheet.disc(14, -39, 19, "#2b2755")
    sheet.disc(14, -39, 12, dark)
    sheet.disc(2, -50, 7, "#fff0b8")
    sheet.glow(2, -50, 120, "#ffe08a", 0.8)
    sheet.polygon([(26, -58), (22, -86), (18, -92), (50, -92), (46, -86), (42, -58)], dark)
    sheet.rect(17, -95, 34, 6, brass)
    sheet.blob([(80, -57), (82, -72), (92, -77), (102, -72), (104, -57)], brass)
    sheet.rect(126, -70, 12, 14, brass)
    sheet.rect(150, -88, 66, 72, "#8a3048")
    sheet.rect(142, -96, 84, 9, dark)
    sheet.rect(160, -80, 20, 24, "#ffd579")
    sheet.rect(188, -80, 20, 24, "#ffd579")
    person(sheet, 172, -40, 60, "#31406a", pose="stand", hat="#1c1838")
    sheet.rect(150, -56, 66, 40, "#8a3048")
    sheet.rect(150, -58, 66, 4, brass)
    for cx, r in ((36, 13), (66, 13), (108, 21), (154, 21), (200, 21)):
        _wheel(sheet, cx, -r + 5, r, brass)
    sheet.line([(108, -12), (200, -12)], 5, "#b9b0c8")
    sheet.rect(228, -60, 92, 44, "#8a3048")
    sheet.blob([(230, -58), (246, -76), (272, -70), (296, -78), (318, -58)], "#15122c")
    for cx in (248, 300):
        _wheel(sheet, cx, -8, 13, brass)
    for k in range(carriages):
        _carriage(sheet, dice, 336 + k * 226, k == carriages - 1)
    pen.restore()


def _wheel(sheet, x, y, radius, color):
    sheet.disc(x, y, radius, "#15122c")
    sheet.disc(x, y, radius * 0.78, color)
    sheet.disc(x, y, radius * 0.64, "#15122c")
    for k in range(4):
        dx, dy = radius * 0.7 * math.cos(k * math.pi / 4), radius * 0.7 * math.sin(k * math.pi / 4)
        sheet.line([(x - dx, y - dy), (x + dx, y + dy)], 1.8, color)


def _carriage(sheet, dice, x, last):
    sheet.rect(x - 14, -16, 16, 5, "#15122c")
    sheet.rect(x, -74, 212, 60, "#7a2c46")
    sheet.rect(x, -46, 212, 32, "#e2b68c")
    sheet.rect(x, -30, 212, 16, "#7a2c46")
    sheet.blob([(x - 6, -74), (x + 4, -84), (x + 106, -88), (x + 208, -84), (x + 218, -74)],
               "#2b2450")
    for k in range(6):
        wx = x + 12 + k * 33
        sheet.rect(wx - 2, -68, 27, 31, "#4a1c34")
        sheet.rect(wx, -66, 23, 27, "#ffd579")
        if dice.random() < 0.6:
            head = wx + dice.uniform(7, 16)
            sheet.disc(head, -53, 5.2, "#54305a")
            sheet.oval(head, -41, 8, 8, "#54305a")
            sheet.rect(wx, -39, 23, 4, "#e2b68c")
        else:
            sheet.polygon([(wx, -66), (wx + 8, -66), (wx, -48)], "#d4604f")
            sheet.polygon([(wx + 23, -66), (wx + 15, -66), (wx + 23, -48)], "#d4604f")
    for cx in (x + 30, x + 58, x + 154, x + 182):
        _wheel(sheet, cx, -6, 11, "#b48a70")
    if last:
        sheet.disc(x + 214, -34, 5, "#ff5a5a")
        sheet.glow(x + 214, -34, 60, "#ff5a5a", 0.6)


def _plume(sheet, dice):
    puffs = []
    for k in range(46):
        share = k / 45
        puffs.append((34 + 1350 * share**1.15 + dice.uniform(-14, 14),
                      -104 - 190 * share**0.6 + dice.uniform(-26, 26) * (0.3 + share),
                      18 + 62 * share**0.7 * dice.uniform(0.7, 1.1), share))
    with sheet.together(0.82):
        for lift, color in ((7, "#b98aa0"), (0, "#f0c2ae"), (-0.28, "#fbdcc4")):
            for x, y, size, share in puffs[::-1]:
                if lift >= 0:
                    sheet.disc(x, y + lift, size, color)
                else:
                    sheet.disc(x + size * 0.18, y + size * lift, size * 0.62, color)


BOW = 0.1  # How much a band around a balloon bows, as a share of its radius.
BALLOONS = {
    "sunrise": ("#e5484f", "#f58f4b", "#ffd27a", "#f7ead8"),
    "lagoon": ("#1f6f86", "#36a3a0", "#f2e5c9", "#f0a35c"),
    "plum": ("#6b2d6f", "#a9447f", "#f0c28f", "#f6e7d4"),
    "field": ("#3c6e5a", "#7fae64", "#f4e3a8", "#d8623f"),
    "night": ("#26306e", "#4a58a8", "#f2d7a0", "#e86a6a"),
}


def balloon(sheet, x, y, radius, colors, pattern=0, crew=2, far=0.0, air="#b0608c", lit=True):
    """A hot-air balloon whose envelope has its middle at (x, y)."""

    def tone(color):
        return mix(color, air, far)

    pen = sheet.pen
    first, second, third, fourth = map(tone, BALLOONS[colors])
    mouth_y, mouth = y + radius * 1.22, radius * 0.2

    def outline(squeeze):
        pen.move_to(x, y - radius)
        pen.curve_to(x + squeeze * radius * 0.62, y - radius, x + squeeze * radius * 1.04,
                     y - radius * 0.55, x + squeeze * radius * 1.04, y)
        pen.curve_to(x + squeeze * radius * 1.04, y + radius * 0.55, x + squeeze * radius * 0.36,
                     y + radius * 0.85, x + squeeze * mouth, mouth_y)

    def between(inner, outer):
        outline(outer)
        pen.line_to(x + inner * mouth, mouth_y)
        pen.curve_to(x + inner * radius * 0.36, y + radius * 0.85, x + inner * radius * 1.04,
                     y + radius * 0.55, x + inner * radius * 1.04, y)
        pen.curve_to(x + inner * radius * 1.04, y - radius * 0.55, x + inner * radius * 0.62,
                     y - radius, x, y - radius)
        pen.close_path()

    edges = [math.sin(-math.pi / 2 + k * math.pi / 10) for k in range(11)]
    for k in range(10):
        between(edges[k], edges[k + 1])
        sheet.fill((first, second)[k % 2] if pattern != 1 else (first, third, second, third)[k % 4])
    pen.save()
    between(-1, 1)
    pen.clip()
    if pattern == 0:
        _zigzag(sheet, x, y - radius * 0.02, radius, radius * 0.2, third)
        _zigzag(sheet, x, y + radius * 0.1, radius, radius * 0.2, fourth)
        _hoop(sheet, x, y + radius * 0.6, radius * 0.9, radius * 0.11, third)
    elif pattern == 1:
        sheet.oval(x, y - radius * 0.95, radius * 0.75, radius * 0.28, fourth)
        _hoop(sheet, x, y + radius * 0.66, radius * 0.9, radius * 0.1, fourth)
    elif pattern == 2:
        _hoop(sheet, x, y - radius * 0.04, radius * 1.06, radius * 0.52, third)
        for k in range(-3, 4):
            cx = x + radius * 1.0 * math.sin(k * 0.42)
            narrow = math.cos(k * 0.42)
            pen.save()
            pen.translate(cx, y - radius * (0.04 + BOW * narrow))
            pen.scale(max(narrow, 0.15), 1)
            tips = []
            for n in range(10):
                r = radius * (0.2 if n % 2 == 0 else 0.085)
                tips.append((r * math.sin(n * math.tau / 10), -r * math.cos(n * math.tau / 10)))
            sheet.polygon(tips, fourth if third != fourth else first)
            pen.restore()
    else:
        for row in range(8):
            for k in range(-4, 5):
                cx = x + radius * 1.02 * math.sin(k * 0.36)
                cy = y - radius * 0.75 + row * radius * 0.23
                if (row + k) % 2 == 0:
                    pen.save()
                    pen.translate(cx, cy)
                    pen.scale(max(math.cos(k * 0.36), 0.12), 1)
                    sheet.polygon([(0, -radius * 0.115), (radius * 0.17, 0), (0, radius * 0.115),
                                   (-radius * 0.17, 0)], third if row % 2 else fourth)
                    pen.restore()
    for k in range(1, 10):
        outline(edges[k])
        sheet.stroke(max(1.2, radius * 0.006), tone("#3a1d4a"), 0.35)
    between(-1, -0.45)
    sheet.fill(tone("#2a1850"), 0.28)
    between(-1, -0.8)
    sheet.fill(tone("#2a1850"), 0.2)
    between(0.62, 0.84)
    sheet.fill("#ffe2b0", 0.2)
    if lit:
        sheet.glow(x, mouth_y, radius * 1.25, "#ffd98a", 0.75)
    pen.restore()
    sheet.pen.rectangle(x - mouth, mouth_y - radius * 0.02, 2 * mouth, radius * 0.06)
    sheet.fill(tone("#4a2a4a"))
    basket_y, half = mouth_y + radius * 0.36, radius * 0.135
    for dx in (-1, -0.35, 0.35, 1):
        sheet.line([(x + dx * mouth, mouth_y + radius * 0.03), (x + dx * half, basket_y)],
                   max(1.3, radius * 0.009), tone("#3a2444"))
    if lit:
        flame = mouth_y + radius * 0.16
        sheet.glow(x, flame, radius * 0.4, "#ffc45c", 0.8)
        sheet.blob([(x, flame - radius * 0.15), (x + radius * 0.04, flame),
                    (x, flame + radius * 0.05), (x - radius * 0.04, flame)], "#fff0b0")
    coats = ("#d9534a", "#3f7f8f", "#e0a23f", "#7a4f9a", "#58885a")
    for k in range(crew):
        px = x + half * 1.3 * ((k + 0.5) / crew - 0.5) * 1.2
        person(sheet, px, basket_y + radius * 0.16, radius * 0.25, tone(coats[(k + int(x)) % 5]),
               pose=("wave", "point", "stand")[(k + int(y)) % 3], skin=tone("#e7a98c"),
               flip=k % 2 == 1)
    low = basket_y + radius * 0.22
    sheet.polygon([(x - half, basket_y), (x + half, basket_y), (x + half * 0.86, low),
                   (x - half * 0.86, low)], tone("#a06a48"))
    for k in range(1, 5):
        sheet.line([(x - half * 0.95, basket_y + k * radius * 0.045),
                    (x + half * 0.95, basket_y + k * radius * 0.045)], max(1, radius * 0.007),
                   tone("#6b4038"))
    for k in range(-4, 5):
        sheet.line([(x + k * half * 0.22, basket_y), (x + k * half * 0.19, low)],
                   max(0.8, radius * 0.005), tone("#6b4038"))
    sheet.rect(x - half * 1.06, basket_y - radius * 0.02, half * 2.12, radius * 0.045,
               tone("#7a4a3a"))
    for dx in (-0.6, 0, 0.6):
        sheet.disc(x + dx * half, basket_y + radius * 0.11, radius * 0.035, tone("#e0c8a0"))


def _zigzag(sheet, x, y, radius, height, color):
    upper, lower = [], []
    for k in range(25):
        angle = -math.pi / 2 + k * math.pi / 24
        px = x + radius * 1.06 * math.sin(angle)
        bump = height * 0.5 * (1 if k % 2 else -1)
        rise = BOW * radius * math.cos(angle)
        upper.append((px, y + bump - height * 0.28 - rise))
        lower.append((px, y + bump + height * 0.28 - rise))
    sheet.polygon(upper + lower[::-1], color)


def _hoop(sheet, x, y, reach, width, color):
    """A band around an envelope, bowed as one sees it from below."""
    angles = [-math.pi / 2 + k * math.pi / 16 for k in range(17)]
    edge = [(x + 1.1 * reach * math.sin(a), y - BOW * reach * math.cos(a)) for a in angles]
    sheet.polygon([(px, py - width / 2) for px, py in edge] + [(px, py + width / 2)
                                                               for px, py in edge[::-1]], color)


def sailboat(sheet, x, y, size, sail, hull="#4a2748", flip=False):
    turn = -1 if flip else 1
    sheet.polygon([(x - size * 0.42, y - size * 0.1), (x + size * 0.46, y - size * 0.12),
                   (x + size * 0.34, y + size * 0.02), (x - size * 0.34, y + size * 0.02)], hull)
    sheet.line([(x - size * 0.41, y - size * 0.1), (x + size * 0.45, y - size * 0.12)],
               size * 0.025, "#f0c9a8")
    sheet.line([(x, y - size * 0.1), (x, y - size * 1.12)], size * 0.022, "#2c1838")
    main = [(x - turn * size * 0.03, y - size * 1.06), (x - turn * size * 0.16, y - size * 0.6),
            (x - turn * size * 0.4, y - size * 0.2), (x - turn * size * 0.03, y - size * 0.19)]
    jib = [(x + turn * size * 0.03, y - size * 1.0), (x + turn * size * 0.24, y - size * 0.5),
           (x + turn * size * 0.42, y - size * 0.17), (x + turn * size * 0.03, y - size * 0.22)]
    sheet.polygon(main, sail)
    sheet.polygon(jib, mix(sail, "#ffffff", 0.35))
    for k in range(1, 4):
        t = k / 4
        sheet.line([(x - turn * size * 0.03, y - size * (1.06 - 0.87 * t)),
                    (x - turn * size * (0.03 + 0.36 * t), y - size * (1.04 - 0.84 * t))],
                   size * 0.008, mix(sail, "#2c1838", 0.35))
    person(sheet, x - turn * size * 0.24, y - size * 0.07, size * 0.2, "#d9534a", pose="sit",
           flip=flip)
    sheet.polygon([(x, y - size * 1.12), (x + turn * size * 0.12, y - size * 1.08),
                   (x, y - size * 1.04)], "#e5484f")


def rowing_boat(sheet, x, y, size, hull="#6b3a3f"):
    sheet.blob([(x - size * 0.5, y - size * 0.13), (x, y - size * 0.08),
                (x + size * 0.5, y - size * 0.14), (x + size * 0.34, y + size * 0.05),
                (x - size * 0.34, y + size * 0.05)], hull)
    sheet.bend([(x - size * 0.49, y - size * 0.13), (x, y - size * 0.08),
                (x + size * 0.49, y - size * 0.14)], size * 0.03, "#e8b78f")


def fisherman(sheet, x, y, size):
    person(sheet, x - size * 0.1, y - size * 0.03, size * 0.55, "#3f6f7f", pose="sit",
           hat="#e0b060")
    rowing_boat(sheet, x, y, size)
    sheet.bend([(x + size * 0.04, y - size * 0.2), (x + size * 0.5, y - size * 0.55),
                (x + size * 0.86, y - size * 0.62)], size * 0.016, "#2c1838")
    sheet.line([(x + size * 0.86, y - size * 0.62), (x + size * 0.9, y + size * 0.02)], 1.5,
               "#f4dcd0")
    sheet.disc(x + size * 0.9, y + size * 0.01, size * 0.02, "#e5484f")


def steamer(sheet, x, y, size):
    """A paddle steamer going left, all lit."""
    with sheet.together(0.6):
        for k in range(24):
            share = k / 23
            sheet.disc(x - size * 0.08 + size * 0.75 * share,
                       y - size * 0.52 - size * 0.15 * share**0.6,
                       size * (0.02 + 0.045 * share) * (1.15 if k % 3 else 0.8), "#eab9b0")
    sheet.polygon([(x - size * 0.56, y - size * 0.13), (x + size * 0.5, y - size * 0.1),
                   (x + size * 0.46, y + size * 0.01), (x - size * 0.46, y + size * 0.01)],
                  "#f3dccf")
    sheet.polygon([(x - size * 0.49, y - size * 0.025), (x + size * 0.47, y - size * 0.025),
                   (x + size * 0.46, y + size * 0.01), (x - size * 0.46, y + size * 0.01)],
                  "#a53a50")
    for floor, left, right in ((0.12, -0.38, 0.42), (0.23, -0.3, 0.3)):
        sheet.rect(x + left * size, y - size * (floor + 0.09), (right - left) * size, size * 0.1,
                   "#e6c7bf")
        sheet.rect(x + (left - 0.03) * size, y - size * (floor + 0.105),
                   (right - left + 0.06) * size, size * 0.02, "#7a3050")
        wx = left + 0.02
        while wx < right - 0.03:
            sheet.rect(x + wx * size, y - size * (floor + 0.07), size * 0.03, size * 0.042,
                       "#ffd579")
            wx += 0.052
    sheet.rect(x - size * 0.27, y - size * 0.4, size * 0.12, size * 0.08, "#e6c7bf")
    sheet.rect(x - size * 0.26, y - size * 0.385, size * 0.1, size * 0.04, "#ffd579")
    sheet.rect(x - size * 0.1, y - size * 0.5, size * 0.055, size * 0.17, "#2a2048")
    sheet.rect(x - size * 0.1, y - size * 0.46, size * 0.055, size * 0.04, "#c9485a")
    sheet.disc(x + size * 0.03, y - size * 0.06, size * 0.105, "#7a3050")
    sheet.disc(x + size * 0.03, y - size * 0.06, size * 0.085, "#e6c7bf")
    for k in range(8):
        a = k * math.tau / 8
        sheet.line([(x + size * 0.03, y - size * 0.06),
                    (x + size * (0.03 + 0.08 * math.cos(a)), y - size *
                     (0.06 + 0.08 * math.sin(a)))], size * 0.008, "#7a3050")
    sheet.line([(x + size * 0.5, y - size * 0.1), (x + size * 0.5, y - size * 0.27)], 2.5,
               "#2a2048")
    sheet.polygon([(x + size * 0.5, y - size * 0.27), (x + size * 0.58, y - size * 0.25),
                   (x + size * 0.5, y - size * 0.21)], "#c9485a")
    lights = [(x - size * 0.56, y - size * 0.14), (x - size * 0.08, y - size * 0.56),
              (x + size * 0.5, y - size * 0.28)]
    for (ax, ay), (bx, by) in zip(lights, lights[1:]):
        sheet.line([(ax, ay), (bx, by)], 1.4, "#2a2048")
        for k in range(1, 12):
            t = k / 12
            sheet.disc(ax + (bx - ax) * t, ay + (by - ay) * t, 3, "#ffe6a0")
    for k in range(7):
        person(sheet, x - size * 0.44 + k * size * 0.05 * (1 + (k % 3) * 0.5), y - size * 0.1,
               size * 0.1, ("#c9485a", "#3f6f7f", "#e0a23f")[k % 3],
               pose=("stand", "wave", "point")[k % 3])


def cable_car(sheet, lower, upper, cabins):
    (ax, ay), (bx, by) = lower, upper

    def sag(t):
        return 4 * 90 * t * (1 - t)

    for lift in (0, 14):
        sheet.bend([(ax + (bx - ax) * k / 12, ay + (by - ay) * k / 12 + sag(k / 12) - lift)
                    for k in range(13)], 2.2, "#2f2456")
    for t, color in cabins:
        x, y = ax + (bx - ax) * t, ay + (by - ay) * t + sag(t)
        sheet.line([(x, y - 4), (x, y + 26)], 3, "#2f2456")
        sheet.disc(x, y, 5, "#2f2456")
        sheet.blob([(x - 26, y + 30), (x + 26, y + 30), (x + 29, y + 64), (x + 20, y + 76),
                    (x - 20, y + 76), (x - 29, y + 64)], color)
        for dx in (-22, -6, 10):
            sheet.rect(x + dx, y + 36, 13, 19, "#ffd579")
        sheet.disc(x + 2, y + 50, 5, "#54305a")
        sheet.rect(x - 30, y + 27, 60, 5, mix(color, "#1a1030", 0.5))


def skein(sheet, x, y, count, size, color):
    """Geese in a V."""
    dice = chance("geese")
    for k in range(count):
        arm, rank = (1 if k % 2 else -1), (k + 1) // 2
        goose(sheet, x - rank * size * 1.05, y + arm * rank * size * 0.5 + dice.uniform(-8, 8),
              size * dice.uniform(0.92, 1.05), color, math.sin(k * 1.7 + 0.6))
