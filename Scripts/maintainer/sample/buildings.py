"""Houses, the church, the castle, the lighthouse and the mill."""

import math

import cairo

from creatures import cat
from paper import mix

LIGHT = "#ffd579"
LAMP = 0.085  # How far above its gallery a lighthouse's lamp is, as a share of its height.


def window(sheet, x, y, width, height, frame, lit=True, shutter=None, glass="#3d3f78"):
    sheet.rect(x - 2, y - 2, width + 4, height + 4, frame)
    sheet.rect(x, y, width, height, LIGHT if lit else glass)
    if lit:
        sheet.rect(x, y + height * 0.55, width, height * 0.45, "#ffbe5c")
    sheet.rect(x + width / 2 - 1, y, 2, height, frame)
    sheet.rect(x, y + height * 0.42, width, 2, frame)
    if shutter:
        sheet.rect(x - width * 0.55 - 2, y - 1, width * 0.5, height + 2, shutter)
        sheet.rect(x + width * 1.05 + 2, y - 1, width * 0.5, height + 2, shutter)


def smoke(sheet, dice, x, y, height, color, lean=1):
    """Puffs that grow and thin as they rise."""
    count = 15
    with sheet.together(0.34):
        for k in range(count):
            share = k / (count - 1)
            size = height * (0.03 + 0.07 * share * (1 - share * 0.35))
            sheet.disc(x + lean * height * 0.35 * share**1.6 + math.sin(k * 0.9) * size * 0.45,
                       y - height * share - size * 0.3, size, color)


def house(sheet, dice, x, foot, width, haze=0.0, air="#7d568a", chimney=True):
    """A house seen at its long side or its gable, with whatever its people left about."""

    def tone(color):
        return mix(color, air, haze)

    wall = tone(dice.choice(("#c79aa0", "#d8b09e", "#b78799", "#c98f7c", "#a97c96", "#dcbfae")))
    roof = tone(dice.choice(("#7a3550", "#8c4350", "#5c3060", "#4a3168", "#91504f")))
    frame = tone("#4a2b4a")
    shutter = tone(dice.choice(("#4f6c7c", "#6b4566", "#7c5148", "#47607a")))
    tall = width * dice.uniform(0.5, 0.85)
    pitch = width * dice.uniform(0.36, 0.52)
    top = foot - tall
    left, right = x - width / 2, x + width / 2
    gable = dice.random() < 0.42
    if chimney:
        cx = x + width * dice.uniform(-0.3, 0.3)
        sheet.rect(cx, top - pitch * 0.95, width * 0.09, pitch * 0.7, tone("#6b3f52"))
        sheet.rect(cx - 2, top - pitch * 0.95, width * 0.09 + 4, 5, frame)
        if dice.random() < 0.6:
            smoke(sheet, dice, cx + width * 0.045, top - pitch, width * dice.uniform(0.9, 1.5),
                  tone("#d8a9b0"))
    sheet.rect(left, top, width, tall, wall)
    if gable:
        sheet.polygon([(left, top + 1), (x, top - pitch), (right, top + 1)], wall)
        _timber(sheet, dice, left, right, x, top, foot, pitch, frame)
        sheet.line([(left - 8, top + 7), (x, top - pitch - 3), (right + 8, top + 7)], 8, roof)
        window(sheet, x - 7, top - pitch * 0.55, 14, 17, frame)
    else:
        overhang = width * 0.07
        sheet.polygon([(left - overhang, top + 5), (left + width * 0.06, top - pitch * 0.9),
                       (right - width * 0.06, top - pitch * 0.9), (right + overhang, top + 5)],
                      roof)
        row = top - pitch * 0.9 + 9
        while row < top:
            inset = (top + 5 - row) / (pitch * 0.9 + 5) * (overhang + width * 0.06)
            sheet.line([(left - overhang + inset, row), (right + overhang - inset, row)], 1.6,
                       mix(roof, "#1a0f2a", 0.22))
            row += 9
        sheet.rect(left - overhang, top + 4, width + 2 * overhang, 4, mix(roof, "#ffb59a", 0.28))
        if width > 105 and dice.random() < 0.7:
            dx = x + width * dice.uniform(-0.16, 0.16)
            sheet.polygon([(dx - 17, top - pitch * 0.2), (dx, top - pitch * 0.68),
                           (dx + 17, top - pitch * 0.2)], wall)
            sheet.line([(dx - 20, top - pitch * 0.16), (dx, top - pitch * 0.74),
                        (dx + 20, top - pitch * 0.16)], 5, mix(roof, "#1a0f2a", 0.25))
            window(sheet, dx - 5, top - pitch * 0.46, 10, 11, frame)
    eaves = top + (2 if gable else 8)
    sheet.rect(right - width * 0.12, eaves, width * 0.12, foot - eaves, mix(wall, "#ffe0b0", 0.35))
    sheet.rect(left, eaves, width * 0.3, foot - eaves, "#2c1f55", 0.16)
    storeys = 2 if tall > 78 else 1
    columns = max(2, int(width / 42))
    door = dice.randrange(columns)
    for storey in range(storeys):
        for column in range(columns):
            cx = left + width * (column + 0.5) / columns
            y = foot - tall + 16 + storey * (tall - 16) / storeys
            if storey == storeys - 1 and column == door:
                sheet.rect(cx - 10, foot - 36, 20, 36, frame)
                sheet.rect(cx - 8, foot - 34, 16, 34,
                           tone(dice.choice(("#6b3a3f", "#3f5a70", "#5a6b4a"))))
                sheet.rect(cx - 5, foot - 31, 10, 9, LIGHT)
                sheet.disc(cx + 5, foot - 15, 1.6, LIGHT)
                sheet.rect(cx - 13, foot - 3, 26, 4, tone("#8f7a90"))
                continue
            lit = dice.random() < 0.68
            window(sheet, cx - 7, y, 14, 18, frame, lit, shutter)
            if dice.random() < 0.45:
                sheet.rect(cx - 10, y + 20, 20, 4, frame)
                for k in range(5):
                    sheet.disc(cx - 8 + k * 4, y + 19 - k % 2, 2.4,
                               dice.choice(("#e8607a", "#f6a15c", "#d66fb0")))
    if dice.random() < 0.12 and not gable:
        cat(sheet, x + width * 0.2, top - pitch * 0.88, 26, "#1c1838", flip=dice.random() < 0.5)


def _timber(sheet, dice, left, right, x, top, foot, pitch, frame):
    if dice.random() < 0.35:
        return
    pen = sheet.pen
    pen.save()
    sheet.trace([(left, foot), (left, top), (x, top - pitch), (right, top), (right, foot)])
    pen.clip()
    for beam in ([(left, top), (right, top)], [(left, top - pitch * 0.45),
                                               (right, top - pitch * 0.45)], [(left + 2, foot),
                                                                              (left + 2, top)],
                 [(right - 2, foot), (right - 2, top)], [(x - 24, top), (x, top - pitch)], [
                     (x + 24, top), (x, top - pitch)
                 ], [(left, (top + foot) / 2), (right, (top + foot) / 2)]):
        sheet.line(beam, 3.4, frame)
    pen.restore()


def lamp(sheet, x, foot, height, color="#1c1a3c"):
    sheet.glow(x, foot - height, height * 0.9, "#ffcf7a", 0.5)
    sheet.line([(x, foot), (x, foot - height)], max(2.4, height * 0.045), color)
    w = height * 0.09
    sheet.polygon([(x - w, foot - height), (x - w * 0.7, foot - height - w * 2),
                   (x + w * 0.7, foot - height - w * 2), (x + w, foot - height)], "#ffe6a0")
    sheet.polygon([(x - w * 1.2, foot - height - w * 2), (x, foot - height - w * 3.2),
                   (x + w * 1.2, foot - height - w * 2)], color)


def church(sheet, dice, x, foot, size, air="#7d568a", haze=0.1):

    def tone(color):
        return mix(color, air, haze)

    wall, dark, roof, frame = tone("#d9b7ac"), tone("#9a7190"), tone("#5a3060"), tone("#43264a")
    nave = size * 0.62
    sheet.rect(x, foot - size * 0.4, nave, size * 0.4, wall)
    sheet.polygon([(x - 6, foot - size * 0.39), (x + size * 0.05, foot - size * 0.68),
                   (x + nave - size * 0.02, foot - size * 0.68),
                   (x + nave + 12, foot - size * 0.39)], roof)
    for k in range(1, 9):
        y = foot - size * 0.39 - k * size * 0.031
        sheet.line([(x, y), (x + nave, y)], 1.5, mix(roof, "#1a0f2a", 0.25))
    for k in range(4):
        cx = x + nave * (k + 0.7) / 4.4
        _arch(sheet, cx, foot - size * 0.08, size * 0.06, size * 0.2, frame)
    tower = size * 0.24
    left = x - tower * 0.8
    sheet.rect(left, foot - size * 0.95, tower, size * 0.95, mix(wall, "#ffffff", 0.08))
    sheet.rect(left, foot - size * 0.95, tower * 0.35, size * 0.95, dark, 0.55)
    for y in (0.93, 0.66, 0.33):
        sheet.rect(left - 4, foot - size * y - 3, tower + 8, 6, frame, 0.7)
    sheet.polygon([(left - 8, foot - size * 0.95), (left + tower / 2, foot - size * 1.62),
                   (left + tower + 8, foot - size * 0.95)], roof)
    sheet.polygon([(left + tower / 2, foot - size * 1.62), (left + tower + 8, foot - size * 0.95),
                   (left + tower * 0.55, foot - size * 0.95)], mix(roof, "#e58a80", 0.35))
    cx = left + tower / 2
    sheet.line([(cx, foot - size * 1.6), (cx, foot - size * 1.76)], 4, frame)
    sheet.line([(cx - 10, foot - size * 1.71), (cx + 10, foot - size * 1.71)], 4, frame)
    for dx in (-0.22, 0.22):
        _arch(sheet, cx + dx * tower, foot - size * 0.7, size * 0.05, size * 0.14, frame)
    clock = foot - size * 0.55
    sheet.disc(cx, clock, size * 0.075, frame)
    sheet.disc(cx, clock, size * 0.063, "#fff0cf")
    for k in range(12):
        a = k * math.tau / 12
        sheet.disc(cx + size * 0.052 * math.sin(a), clock - size * 0.052 * math.cos(a), 1.3, frame)
    sheet.line([(cx, clock), (cx + size * 0.03, clock - size * 0.02)], 2.6, frame)
    sheet.line([(cx, clock), (cx - size * 0.012, clock - size * 0.046)], 1.8, frame)
    _arch(sheet, cx, foot, size * 0.085, size * 0.2, frame, "#7a3f3f")


def _arch(sheet, cx, foot, width, height, frame, color=LIGHT):
    for grow, paint in ((2.5, frame), (0, color)):
        half = width / 2 + grow
        sheet.pen.new_sub_path()
        sheet.pen.arc(cx, foot - height + width / 2, half, math.pi, math.tau)
        sheet.pen.line_to(cx + half, foot)
        sheet.pen.line_to(cx - half, foot)
        sheet.pen.close_path()
        sheet.fill(paint)
    if color == LIGHT:
        sheet.rect(cx - 0.8, foot - height, 1.6, height, frame)


def castle(sheet, dice, x, foot, size, wall, shadow, lit, roof):
    """Towers on a rock; x is its middle."""

    def tower(cx, width, height, cone=True, base=0.0):
        left = cx - width / 2
        ground = foot + base
        top = ground - height
        sheet.rect(left, top, width, height + size * 0.2, wall)
        sheet.rect(left, top, width * 0.38, height + size * 0.2, shadow)
        sheet.rect(left + width * 0.86, top, width * 0.14, height + size * 0.2, lit)
        rim = width * 0.12
        sheet.rect(left - rim, top, width + 2 * rim, width * 0.16, shadow)
        for k in range(5):
            sheet.rect(left - rim + k * (width + 2 * rim) / 4.55, top - width * 0.12, width * 0.13,
                       width * 0.14, wall)
        if cone:
            tip = top - width * 1.75
            sheet.polygon([(left - rim, top - width * 0.04), (cx, tip),
                           (left + width + rim, top - width * 0.04)], roof)
            sheet.polygon([(cx, tip), (left + width + rim, top - width * 0.04),
                           (cx + width * 0.14, top - width * 0.04)], mix(roof, lit, 0.5))
            sheet.line([(cx, tip + 4), (cx, tip - width * 0.5)], max(2, width * 0.05), shadow)
            sheet.polygon([(cx, tip - width * 0.5), (cx + width * 0.55, tip - width * 0.36),
                           (cx, tip - width * 0.2)], "#e0556a")
        for k in range(int(height / (width * 0.75))):
            if dice.random() < 0.75:
                wx = cx + dice.uniform(-0.15, 0.22) * width
                wy = top + width * (0.4 + 0.72 * k)
                sheet.rect(wx - width * 0.06 - 1.5, wy - 1.5, width * 0.12 + 3, width * 0.22 + 3,
                           shadow)
                sheet.rect(wx - width * 0.06, wy, width * 0.12, width * 0.22, LIGHT)

    def rampart(left, right, height, base=0.0):
        top = foot + base - height
        sheet.rect(left, top, right - left, height + size * 0.25, mix(wall, shadow, 0.3))
        merlon = size * 0.022
        x = left
        while x < right - merlon:
            sheet.rect(x, top - merlon, merlon, merlon * 1.2, mix(wall, shadow, 0.3))
            x += merlon * 1.8
        for k in range(int((right - left) / (size * 0.09))):
            sheet.rect(left + size * (0.05 + 0.09 * k), top + height * 0.35, size * 0.008,
                       size * 0.03, shadow)

    tower(x - size * 0.05, size * 0.12, size * 0.86)
    tower(x + size * 0.16, size * 0.1, size * 0.66)
    tower(x - size * 0.23, size * 0.1, size * 0.58)
    rampart(x - size * 0.33, x + size * 0.36, size * 0.34)
    sheet.rect(x - size * 0.14, foot - size * 0.5, size * 0.3, size * 0.7, wall)
    sheet.polygon([(x - size * 0.16, foot - size * 0.49), (x - size * 0.1, foot - size * 0.63),
                   (x + size * 0.12, foot - size * 0.63), (x + size * 0.18, foot - size * 0.49)],
                  roof)
    for k in range(1, 7):
        y = foot - size * (0.49 + 0.02 * k)
        sheet.line([(x - size * (0.155 - 0.008 * k), y), (x + size * (0.175 - 0.008 * k), y)], 1.8,
                   mix(roof, "#1a0f2a", 0.25))
    for k in range(6):
        for row in range(2):
            if (k * 3 + row) % 5:
                wx, wy = x - size * 0.115 + k * size * 0.045, foot - size * 0.45 + row * size * 0.09
                sheet.rect(wx - 2, wy - 2, size * 0.016 + 4, size * 0.04 + 4, shadow)
                sheet.rect(wx, wy, size * 0.016, size * 0.04, LIGHT)
    tower(x - size * 0.35, size * 0.12, size * 0.4, base=size * 0.04)
    tower(x + size * 0.37, size * 0.13, size * 0.44, base=size * 0.05)
    tower(x + size * 0.02, size * 0.09, size * 0.3, cone=False, base=size * 0.06)
    _arch(sheet, x + size * 0.14, foot + size * 0.03, size * 0.07, size * 0.13, shadow, "#ffb65c")


def lighthouse(sheet, dice, x, foot, height):
    half_top, half_foot = height * 0.07, height * 0.115
    top = foot - height * 0.78
    beam_y = top - height * LAMP
    pen = sheet.pen
    bands = 7
    for k in range(bands):
        low, high = k / bands, (k + 1) / bands
        y1, y2 = foot - (foot - top) * low, foot - (foot - top) * high
        a, b = half_foot + (half_top - half_foot) * low, half_foot + (half_top - half_foot) * high
        color = "#f0d9cf" if k % 2 else "#c9485a"
        sheet.polygon([(x - a, y1), (x + a, y1), (x + b, y2), (x - b, y2)], color)
        sheet.polygon([(x - a, y1), (x - a * 0.35, y1), (x - b * 0.35, y2), (x - b, y2)], "#2c1f55",
                      0.35)
        sheet.polygon([(x + a, y1), (x + a * 0.72, y1), (x + b * 0.72, y2), (x + b, y2)], "#2c1f55",
                      0.16)
    for k, y in enumerate((0.2, 0.42, 0.62)):
        wy = foot - height * y
        window(sheet, x - 8 + (k - 1) * 7, wy, 14, 22, "#43264a")
    _arch(sheet, x, foot, height * 0.06, height * 0.11, "#43264a", "#5a3140")
    g = half_top * 1.6
    sheet.rect(x - g, top - 8, 2 * g, 12, "#3a2452")
    for k in range(9):
        sheet.line([(x - g + k * g / 4, top - 8), (x - g + k * g / 4, top - 30)], 2, "#3a2452")
    sheet.line([(x - g, top - 30), (x + g, top - 30)], 3, "#3a2452")
    w = half_top * 0.85
    sheet.glow(x, beam_y, height * 0.5, "#ffe9a8", 0.75)
    sheet.rect(x - w, top - height * 0.13, 2 * w, height * 0.125, "#fff3c4")
    for k in range(4):
        sheet.rect(x - w + k * (2 * w - 3) / 3, top - height * 0.13, 3, height * 0.125, "#3a2452")
    sheet.disc(x, beam_y, w * 0.45, "#ffffff")
    pen.new_sub_path()
    pen.arc(x, top - height * 0.13, w * 1.25, math.pi, math.tau)
    sheet.fill("#a33a54")
    sheet.line([(x, top - height * 0.13 - w * 1.2), (x, top - height * 0.13 - w * 1.9)], 4,
               "#3a2452")


def beam(sheet, x, foot, height):
    """The light a lighthouse of that height throws to both sides."""
    y = foot - height * (0.78 + LAMP)
    for toward, length in ((-1, 3300), (1, 1200)):
        light = cairo.LinearGradient(x, 0, x + toward * length, 0)
        for stop, alpha in ((0, 0.42), (0.3, 0.2), (1, 0)):
            light.add_color_stop_rgba(stop, 1, 0.93, 0.7, alpha)
        sheet.polygon([(x, y - 6), (x + toward * length, y - length * 0.075),
                       (x + toward * length, y + length * 0.03), (x, y + 8)], light)


def windmill(sheet, dice, x, foot, height, wall, dark, cap):
    a, b, top = height * 0.2, height * 0.13, foot - height * 0.72
    sheet.polygon([(x - a, foot), (x - b, top), (x + b, top), (x + a, foot)], wall)
    sheet.polygon([(x - a, foot), (x - b, top), (x - b * 0.4, top), (x - a * 0.4, foot)], dark, 0.5)
    for y, lit in ((0.2, True), (0.45, True), (0.6, False)):
        window(sheet, x - 6, foot - height * y - 8, 12, 16, dark, lit)
    sheet.rect(x - 9, foot - 28, 18, 28, dark)
    sheet.polygon([(x - b * 1.3, top), (x - b * 0.5, top - height * 0.15),
                   (x + b * 0.7, top - height * 0.15), (x + b * 1.4, top)], cap)
    hub = (x, top - height * 0.05)
    for k in range(4):
        pen = sheet.pen
        pen.save()
        pen.translate(*hub)
        pen.rotate(k * math.pi / 2 + 0.42)
        reach, wide = height * 0.52, height * 0.085
        sheet.line([(0, 0), (reach, 0)], 4, dark)
        sheet.rect(reach * 0.16, 0, reach * 0.84, wide, mix(wall, "#ffe9cf", 0.4), 0.75)
        for n in range(9):
            sheet.line([(reach * (0.16 + 0.105 * n), 0), (reach * (0.16 + 0.105 * n), wide)], 1.7,
                       dark)
        for n in (0.5, 1):
            sheet.line([(reach * 0.16, wide * n), (reach, wide * n)], 1.7, dark)
        pen.restore()
    sheet.disc(*hub, height * 0.022, dark)


def fence(sheet, points, color, height=26, gap=15):
    for (ax, ay), (bx, by) in zip(points, points[1:]):
        count = max(1, int(math.hypot(bx - ax, by - ay) / gap))
        for k in range(count + 1):
            t = k / count
            px, py = ax + (bx - ax) * t, ay + (by - ay) * t
            sheet.line([(px, py), (px, py - height)], 4, color)
        for lift in (0.35, 0.75):
            sheet.line([(ax, ay - height * lift), (bx, by - height * lift)], 3, color)
