"""Trees of several kinds, each one different."""

import math

from paper import chance, mix


def far_conifer(sheet, dice, x, foot, height, color):
    """A tree far away: a jagged spike."""
    half = height * dice.uniform(0.13, 0.2)
    tiers = 3 if height < 40 else 5
    left, right = [], []
    for k in range(1, tiers + 1):
        y = foot - height * (1 - k / tiers) * 0.98 - height * 0.03
        reach = half * (k / tiers)**0.8
        right += [(x + reach * dice.uniform(0.85, 1.15), y), (x + reach * 0.45, y - height * 0.02)]
        left += [(x - reach * dice.uniform(0.85, 1.15), y), (x - reach * 0.45, y - height * 0.02)]
    sheet.polygon([(x, foot - height), *right, (x, foot), *left[::-1]], color)


def conifer(sheet, dice, x, foot, height, dark, light, toward=1, slim=1.0):
    """A spruce built of fronds, the lowest first; `light` catches the side that faces the sun."""
    half = height * dice.uniform(0.16, 0.2) * slim
    sway = dice.uniform(-0.01, 0.01) * height
    trunk = height * 0.016
    sheet.polygon([(x - trunk, foot), (x + sway, foot - height * 0.9), (x + trunk, foot)],
                  mix(dark, "#05050f", 0.4))
    core = [(x + sway, foot - height)]
    for k in range(1, 13):
        core.append((x + half * 0.5 * (k / 12)**0.9 * dice.uniform(0.8, 1.2),
                     foot - height * (1 - k / 13.5)))
    core += [(2 * x - px, py) for px, py in core[:0:-1]]
    sheet.polygon(core, mix(dark, "#05050f", 0.25))
    step = min(max(height / 34, 9), 34)
    y = foot - height * 0.07
    while y > foot - height * 0.985:
        share = (foot - y) / height
        reach = half * (1 - share)**0.82 + height * 0.006
        for side in dice.sample((-1, 1), 2):
            length = reach * dice.uniform(0.72, 1.12)
            tone = dice.uniform(0.0, 0.2) + (0.2 if side == toward else 0)
            _frond(sheet, dice, x + sway * share - side * length * 0.1 * dice.random(),
                   y + dice.uniform(-0.3, 0.3) * step, side * length, step, mix(dark, light, tone),
                   mix(dark, light, tone + 0.22))
        if dice.random() < 0.5:
            length = reach * dice.uniform(0.25, 0.5) * dice.choice((-1, 1))
            _frond(sheet, dice, x + sway * share, y + step * 0.5, length, step,
                   mix(dark, light, dice.uniform(0.08, 0.24)), mix(dark, light, 0.32))
        y -= step * dice.uniform(0.62, 1.0)


def _frond(sheet, dice, x, y, reach, rise, color, edge):
    """A hanging branch from the stem outwards, its lower side all needles."""
    fall = abs(reach) * dice.uniform(0.22, 0.4)
    tip = (x + reach, y + fall)
    teeth = max(2, min(10, int(abs(reach) / 16)))
    under = []
    for k in range(teeth):
        share = 1 - (k + 0.5) / teeth
        bow = fall * share**1.5
        drop = rise * dice.uniform(0.55,
                                   1.0) * (0.45 + 0.55 * math.sin(math.pi * min(share + 0.15, 1)))
        under.append((x + reach * (share + 0.2 / teeth), y + bow + drop))
        under.append((x + reach * (share - 0.25 / teeth), y + bow + drop * 0.42))
    upper = [(x, y - rise * 0.55), (x + reach * 0.35, y + fall * 0.1 - rise * 0.25),
             (x + reach * 0.7, y + fall * 0.5 - rise * 0.12)]
    sheet.polygon([*upper, tip, *under, (x, y + rise * 0.4)], color)
    sheet.polygon([
        *upper, tip, (x + reach * 0.68, y + fall * 0.5 + rise * 0.06),
        (x + reach * 0.3, y + fall * 0.1 - rise * 0.02)
    ], edge)


def pine(sheet, dice, x, foot, height, dark, light, toward=1):
    """A Scots pine: a bare leaning stem and flat cushions of needles."""
    sway = height * dice.uniform(-0.1, 0.1)
    stem = [(x, foot), (x + sway * 0.2, foot - height * 0.4),
            (x + sway * 0.9, foot - height * 0.75), (x + sway, foot - height * 0.95)]
    bark = mix("#7a4450", dark, 0.55)
    for k, (start, end) in enumerate(zip(stem, stem[1:])):
        sheet.line([start, end], height * (0.034 - 0.008 * k), bark)
        sheet.line([(start[0] + toward * 3, start[1]), (end[0] + toward * 3, end[1])],
                   height * 0.008, mix("#e08a6a", bark, 0.4))
    for k in range(9):
        share = k / 8
        cy = foot - height * (0.5 + 0.48 * share)
        cx = x + sway * (0.5 + 0.5 * share) + dice.uniform(-1, 1) * height * 0.2 * (1.15 - share)
        across = height * dice.uniform(0.1, 0.17) * (1.15 - 0.5 * share)
        sheet.line([(x + sway * (0.4 + 0.5 * share), cy + across * 0.4), (cx, cy)], height * 0.012,
                   bark)
        cushion(sheet, dice, cx, cy, across, across * 0.42, dark, light)


def cushion(sheet, dice, x, y, across, down, dark, light):
    count = max(9, int(across / 7))
    upper = [(x + across * math.cos(math.pi * k / count) * dice.uniform(0.92, 1.08),
              y - down * math.sin(math.pi * k / count) * dice.uniform(0.75, 1.2))
             for k in range(count + 1)]
    lower = [(x - across * (1 - 2 * k / 7), y + down * dice.uniform(0.1, 0.5)) for k in range(1, 7)]
    sheet.polygon(upper + lower, mix(dark, light, 0.12))
    sheet.polygon([(px, py + down * 0.02)
                   for px, py in upper] + [(x - across * 0.5, y - down * 0.35),
                                           (x + across * 0.5, y - down * 0.3)],
                  mix(dark, light, 0.4))


def leafy(sheet, dice, x, foot, height, dark, light, toward=1):
    """A round tree of three sheets."""
    sheet.rect(x - height * 0.03, foot - height * 0.45, height * 0.06, height * 0.45,
               mix(dark, "#20101c", 0.5))
    for layer, tone in enumerate((0.05, 0.22, 0.42)):
        size = height * (0.36 - 0.08 * layer)
        cx, cy = x + toward * layer * height * 0.06, foot - height * (0.58 + 0.05 * layer)
        count = 13
        crown = [(cx + size * math.cos(k * math.tau / count) * dice.uniform(0.85, 1.15) * 0.92,
                  cy + size * math.sin(k * math.tau / count) * dice.uniform(0.85, 1.15))
                 for k in range(count)]
        sheet.blob(crown, mix(dark, light, tone))


def poplar(sheet, dice, x, foot, height, dark, light, toward=1):
    for layer, tone in enumerate((0.05, 0.35)):
        half = height * (0.11 - 0.045 * layer)
        cx = x + toward * layer * height * 0.03
        left = [(cx - half * math.sin(math.pi * (k + 0.3) / 8.4) * dice.uniform(0.8, 1.15),
                 foot - height * k / 8) for k in range(9)]
        right = [(2 * cx - px, py) for px, py in left]
        sheet.blob(left + right[::-1], mix(dark, light, tone))


def birch(sheet, dice, x, foot, height, dark, light):
    sway = dice.uniform(-0.05, 0.05) * height
    stem = [(x, foot), (x + sway * 0.3, foot - height * 0.4), (x + sway, foot - height * 0.92)]
    sheet.bend(stem, height * 0.022, "#c9bfd6")
    for _ in range(10):
        share = dice.random()
        y = foot - height * 0.85 * share
        cx = x + sway * share * share
        sheet.rect(cx - height * 0.009, y, height * dice.uniform(0.006, 0.016), height * 0.005,
                   "#3a2f4c")
    for k in range(78):
        share = 0.36 + 0.62 * ((k * 31) % 78) / 78
        reach = 0.15 * math.sin(math.pi * (share - 0.3) / 0.78) + 0.02
        cx = x + sway * share * share + dice.uniform(-1, 1) * height * reach
        cy = foot - height * share * 0.97
        size = height * dice.uniform(0.013, 0.026)
        tone = 0.15 + 0.45 * dice.random() + (0.25 if cx > x + sway * share else 0)
        leaves = [(cx + size * math.cos(n * math.tau / 9) * dice.uniform(0.75, 1.25),
                   cy + size * 1.25 * math.sin(n * math.tau / 9) * dice.uniform(0.75, 1.25))
                  for n in range(9)]
        sheet.blob(leaves, mix(dark, light, min(tone, 1)))


def snag(sheet, x, foot, height, dark, light):
    """A dead tree; returns where a bird would sit."""
    sheet.polygon([(x - height * 0.06, foot), (x - height * 0.03, foot - height * 0.5),
                   (x - height * 0.045, foot - height * 0.96),
                   (x - height * 0.02, foot - height * 0.9), (x, foot - height),
                   (x + height * 0.02, foot - height * 0.55), (x + height * 0.07, foot)], dark)
    sheet.polygon([(x + height * 0.012, foot - height * 0.6),
                   (x + height * 0.02, foot - height * 0.55),
                   (x + height * 0.055, foot - height * 0.16),
                   (x + height * 0.035, foot - height * 0.2)], light)
    perch = (x + height * 0.3, foot - height * 0.76)
    for branch in ([(x, foot - height * 0.62), (x + height * 0.16, foot - height * 0.72), perch,
                    (x + height * 0.42, foot - height * 0.84)], [
                        (x, foot - height * 0.7), (x - height * 0.17, foot - height * 0.8),
                        (x - height * 0.24, foot - height * 0.92)
                    ], [(x, foot - height * 0.45), (x - height * 0.12, foot - height * 0.52),
                        (x - height * 0.27, foot - height * 0.54)]):
        sheet.bend(branch, height * 0.024, dark)
        (ax, ay), (bx, by) = branch[-2:]
        sheet.line([((ax + bx) / 2, (ay + by) / 2), (bx + height * 0.02, by + height * 0.05)],
                   height * 0.012, dark)
    sheet.oval(x - height * 0.005, foot - height * 0.34, height * 0.018, height * 0.032, "#05050f")
    return perch


def crest(sheet, ridge, height, spacing, dark, light, left=0, right=9000):
    """Conifers along a ridge's outline."""
    dice = chance("crest " + ridge.name)
    x = left
    while x < right:
        clump = 0.6 + 0.6 * math.sin(x / 190 + 2 * math.sin(x / 610))
        size = height * dice.uniform(0.55, 1.2)
        if dice.random() < 0.35 + clump * 0.6:
            far_conifer(sheet, dice, x,
                        ridge.at(x) + height * 0.12, size, mix(dark, light, 0.4 * dice.random()**2))
        x += spacing * dice.uniform(0.5, 1.4)


def slope(sheet, ridge, name, left, right, start, depth, height, spacing, dark, density):
    """Conifers scattered down a ridge's side in stands, coloured as the mist there allows."""
    dice = chance("slope " + name)
    y = start
    while y < depth:
        x = left + dice.uniform(0, spacing)
        while x < right:
            stand = math.sin(x / 310 + y / 90 + len(name)) + math.sin(x / 130 - y / 60)
            foot = ridge.at(x) + y + dice.uniform(-0.3, 0.3) * height
            if dice.random() < density * (0.75 + 0.35 * stand):
                size = height * dice.uniform(0.6, 1.25)
                ground = ridge.color_at(foot)
                far_conifer(sheet, dice, x, foot, size, mix(ground, dark, dice.uniform(0.25, 0.75)))
            x += spacing * dice.uniform(0.5, 1.5)
        y += height * 0.33
