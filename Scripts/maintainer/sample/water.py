"""The lake: reflections of what stands above it, broken by ripples."""

import math

import numpy as np

from paper import SHORE, SUN, WIDTH, Sheet, chance, rgb

SQUEEZE = 1.75  # How much more of the scene the lake shows than its own depth.
DEEP = "#39316f"


def _waves(x, depth):
    """How far the surface tilts at x and `depth` units in front of a waterline, about −1…1."""
    phase = math.tau / 0.06 * np.log1p(0.06 * depth / 15)
    stretch = 1 + depth / 240
    return np.sin(phase + 2.1 * np.sin(x / 190 / stretch + depth * 0.009) +
                  1.4 * np.sin(x / 83 / stretch - depth * 0.012))


def _mirror(source, line, rows, scale, left, squeeze, swell):
    """Rows below `line` (all in pixels of `source`) showing it upside down."""
    height, width = source.shape[:2]
    depth = (np.arange(rows, dtype=np.float32)[:, None] + 0.5) / scale
    x = (np.arange(width, dtype=np.float32)[None, :] + left) / scale
    tilt = _waves(x, depth).astype(np.float32)
    up = depth * squeeze + tilt * (1.5 + depth * swell)
    side = tilt * (0.5 + depth * 0.008)
    rows_at = np.clip(line - 1 - up * scale, 0, height - 1.001)
    columns_at = np.clip(np.arange(width)[None, :] + side * scale, 0, width - 1.001)
    i, j = rows_at.astype(np.int32), columns_at.astype(np.int32)
    u, v = (rows_at - i)[..., None], (columns_at - j)[..., None]
    return (source[i, j] * (1 - u) * (1 - v) + source[i + 1, j] * u * (1 - v) + source[i, j + 1] *
            (1 - u) * v + source[i + 1, j + 1] * u * v), depth, tilt


def lake(sheet, bottom):
    pixels = sheet.pixels()
    line = round(SHORE * sheet.scale)
    step = 400
    rows = round(bottom * sheet.scale) - line
    above = pixels[max(0, line - int(rows * SQUEEZE * 1.4)):line]
    for left in range(0, pixels.shape[1], step):
        right = min(left + step, pixels.shape[1])
        low, high = max(0, left - 40), min(pixels.shape[1], right + 40)
        part, depth, tilt = _mirror(above[:, low:high].astype(np.float32), above.shape[0], rows,
                                    sheet.scale, sheet.left + low, SQUEEZE, 0.075)
        part, tilt = part[:, left - low:right - low], tilt[:, left - low:right - low]
        deep = np.array([*rgb(DEEP)[::-1], 1], np.float32) * 255
        share = np.clip(0.06 + depth / 2600 - 0.05 * tilt, 0, 1)[..., None]
        part = part * (1 - share) + deep * share
        part[..., 3] = 255
        pixels[line:line + rows, left:right] = np.clip(part + 0.5, 0, 255)
    sheet.surface.mark_dirty()
    _glints(sheet, bottom)


def _glints(sheet, bottom):
    dice = chance("glints")
    for _ in range(400):
        depth = 90 + (bottom - SHORE - 90) * dice.random()**1.1
        near = depth / (bottom - SHORE)
        spread = 95 + 420 * near
        x = dice.gauss(SUN[0], spread)
        if abs(x - SUN[0]) > spread * 2.3:
            continue
        width = (16 + 150 * near) * dice.uniform(0.4, 1.5) * (1 - 0.3 * abs(x - SUN[0]) / spread)
        lens(sheet, x, SHORE + depth, width, 1.2 + 5.5 * near * dice.uniform(0.5, 1.2),
             dice.choice(("#ffe9b0", "#ffd28a", "#fff4d2")), dice.uniform(0.5, 0.95))
    for _ in range(260):
        depth = 12 + (bottom - SHORE - 12) * dice.random()**1.25
        near = depth / (bottom - SHORE)
        x = dice.uniform(-50, WIDTH + 50)
        width = (30 + 240 * near) * dice.uniform(0.4, 1.4)
        light = dice.random() < 0.5
        lens(sheet, x, SHORE + depth, width, 1.2 + 4.5 * near * dice.uniform(0.5, 1.2),
             "#f0a898" if light else "#2c2660", dice.uniform(0.16, 0.34))
    for _ in range(60):
        x = dice.uniform(0, WIDTH)
        lens(sheet, x, SHORE + dice.uniform(2, 14), dice.uniform(80, 420), 2.4, "#ffd9b8", 0.4)


def lens(sheet, x, y, width, height, color, alpha=1.0):
    half = width / 2
    sheet.pen.move_to(x - half, y)
    sheet.pen.curve_to(x - half * 0.4, y - height, x + half * 0.4, y - height, x + half, y)
    sheet.pen.curve_to(x + half * 0.4, y + height * 0.8, x - half * 0.4, y + height * 0.8, x - half,
                       y)
    sheet.fill(color, alpha)


def afloat(sheet, left, right, tall, line, draw, strength=0.85, sheen=True):
    """Draws what stands on the water at height `line` and its image below.

    `draw` marks the sheet it is given, between x = left and right, at most `tall` above the line.
    """
    layer = Sheet(sheet.scale, (left, line - tall, right, line + 40))
    draw(layer)
    base = round(line * sheet.scale) - layer.top
    rows = int(tall * sheet.scale * 0.86)
    image, depth, _ = _mirror(layer.pixels().astype(np.float32), base, rows, sheet.scale,
                              layer.left, 1.12, 0.05)
    fade = np.clip(1 - depth / (tall * 0.86), 0, 1)[..., None]**0.45 * strength
    below = Sheet(sheet.scale, (left, line, right, line + tall))
    target = below.pixels()
    target[:rows] = (image * fade)[:target.shape[0]]
    below.surface.mark_dirty()
    for part in (below, layer):
        sheet.pen.save()
        sheet.pen.identity_matrix()
        sheet.pen.set_source_surface(part.surface, part.left - sheet.left, part.top - sheet.top)
        sheet.pen.paint()
        sheet.pen.restore()
    if sheen:
        dice = chance(f"sheen {left} {line}")
        for _ in range(max(3, int((right - left) / 60))):
            lens(sheet, dice.uniform(left, right), line + dice.uniform(0, 10),
                 dice.uniform(20, 110), 2.2, "#ffd9b8", 0.5)


def ring(sheet, x, y, sizes, color="#ffd9b8"):
    for k, size in enumerate(sizes):
        sheet.pen.save()
        sheet.pen.translate(x, y)
        sheet.pen.scale(1, 0.24)
        sheet.pen.new_sub_path()
        sheet.pen.arc(0, 0, size, 0, math.tau)
        sheet.pen.restore()
        sheet.stroke(2.4, color, 0.7 - 0.15 * k)
