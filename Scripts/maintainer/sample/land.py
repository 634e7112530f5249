"""Outlines of mountains and hills, and how light falls on them."""

import numpy as np

from paper import HEIGHT, SUN, WIDTH, chance, mix, shade

STEP = 6  # The distance between an outline's points.


class Ridge:
    """An outline across the whole sheet: anchors, with noise on every scale below them."""

    def __init__(self, name, anchors, roughness, longest=900, shortest=14, gain=0.82, soft=False):
        self.name = name
        self.xs = np.arange(-60, WIDTH + 60 + STEP, STEP, dtype=float)
        across, down = zip(*anchors)
        self.ys = _soft(self.xs, across, down) if soft else np.interp(self.xs, across, down)
        noise = np.random.default_rng(chance(name).getrandbits(32))
        wavelength = longest
        while wavelength >= shortest:
            knots = np.arange(-60 - wavelength, WIDTH + 60 + 2 * wavelength, wavelength)
            knots = knots + noise.uniform(-0.3, 0.3, len(knots)) * wavelength
            height = roughness * (wavelength / longest)**gain
            values = noise.uniform(-1, 1, len(knots)) * height
            bump = _soft if soft else np.interp
            self.ys += bump(self.xs, knots, values)
            wavelength /= 2

    def at(self, x):
        return float(np.interp(x, self.xs, self.ys))

    def slope(self, x, reach=40):
        return (self.at(x + reach) - self.at(x - reach)) / (2 * reach)

    def points(self):
        return list(zip(self.xs, self.ys))

    def draw(self, sheet, top, bottom, fade):
        """Fills from the outline down to `fade`, from colour `top` to colour `bottom`."""
        self._gradient = self.ys.min(), fade, top, bottom
        sheet.polygon([(-60, HEIGHT), *self.points(), (WIDTH + 60, HEIGHT)],
                      shade(self.ys.min(), fade, (0, top), (1, bottom)))

    def color_at(self, y):
        """The colour `draw` gave the ground at this height."""
        start, end, top, bottom = self._gradient
        return mix(top, bottom, min(max((y - start) / (end - start), 0), 1))

    def facets(self, sheet, lit, strength, scales=(760, 340, 150, 66), reach=0.95):
        """Lights the sides that face the sun, peak by peak, the great ones first."""
        dice = chance(self.name + " facets")
        for scale in scales:
            for peak in self._peaks(scale):
                self._facet(sheet, dice, peak, scale, lit, strength, reach)

    def snow(self, sheet, line, share, cold, lit):
        """Snow above the height `line`, ending in fingers, with its own lit facets."""
        noise = np.random.default_rng(chance(self.name + " snow").getrandbits(32))
        upper = self.points()
        xs = np.arange(self.xs[0], self.xs[-1], 5.0)
        ragged = np.zeros_like(xs)
        for wavelength, height in ((420, 0.5), (170, 0.45), (74, 0.42), (31, 0.3), (13, 0.12)):
            knots = np.arange(xs[0] - wavelength, xs[-1] + 2 * wavelength, wavelength / 2)
            knots = knots + noise.uniform(-0.2, 0.2, len(knots)) * wavelength
            teeth = np.where(np.arange(len(knots)) % 2, 1.0, -1.0) * noise.uniform(
                0.2, 1, len(knots))
            ragged += np.interp(xs, knots, teeth) * height
        edge = np.interp(xs, self.xs, self.ys)
        lower = list(zip(xs, edge + np.maximum(0, line - edge) * share * (1 + 0.75 * ragged)))
        sheet.pen.save()
        sheet.trace(upper + lower[::-1])
        sheet.pen.clip()
        sheet.rect(-60, 0, WIDTH + 120, HEIGHT, cold)
        self.facets(sheet, lit, 1.0, reach=1.1)
        sheet.pen.restore()

    def _peaks(self, scale):
        half = max(1, int(scale / STEP / 2))
        found, i = [], half
        while i < len(self.ys) - half:
            window = self.ys[i - half:i + half + 1]
            if self.ys[i] == window.min():
                found.append(i)
                i += half
            i += 1
        return found

    def _facet(self, sheet, dice, peak, scale, lit, strength, reach):
        toward = 1 if self.xs[peak] < SUN[0] else -1
        far = peak + toward * int(scale * dice.uniform(0.45, 0.8) / STEP)
        far = min(max(far, 0), len(self.ys) - 1)
        span = range(peak, far, toward)
        if len(span) < 3:
            return
        edge = [(self.xs[i], self.ys[i]) for i in span]
        valley = max(range(len(edge)), key=lambda k: edge[k][1])
        edge = edge[:valley + 1]
        if len(edge) < 3 or edge[-1][1] - edge[0][1] < scale * 0.12:
            return
        depth = scale * dice.uniform(0.6, 1.0) * reach
        spine, x, y = [], *edge[0]
        lean = toward * dice.uniform(-0.45, 0.35)
        while y < edge[0][1] + depth:
            spine.append((x, y))
            y += dice.uniform(0.03, 0.09) * scale
            x += lean * scale * 0.05 + dice.uniform(-0.05, 0.05) * scale
        low = edge[-1]
        ragged = [(low[0] + (x - low[0]) * t + dice.uniform(-0.05, 0.05) * scale,
                   low[1] + (y - low[1]) * t + dice.uniform(-0.08, 0.02) * scale)
                  for t in (0.2, 0.4, 0.6, 0.8)]
        fading = shade(edge[0][1], max(y, low[1]), (0, lit, strength), (0.55, lit, strength * 0.55),
                       (1, lit, 0))
        sheet.polygon(edge + ragged + spine[::-1], fading)


def _soft(xs, across, down):
    """Interpolation without corners."""
    across, down = np.asarray(across, float), np.asarray(down, float)
    i = np.clip(np.searchsorted(across, xs) - 1, 0, len(across) - 2)
    t = np.clip((xs - across[i]) / (across[i + 1] - across[i]), 0, 1)
    t = t * t * (3 - 2 * t)
    return down[i] + (down[i + 1] - down[i]) * t
