"""The whole scene, drawn from the background to the foreground."""

import math

import numpy as np
from PIL import Image

import buildings
import camp
import creatures
import jpeg
import plants
import shore
import sky
import travel
import trees
import water
from land import Ridge
from paper import SHORE, WIDTH, Sheet, chance, mix, shade


def draw(scale=1.0):
    sheet = Sheet(scale)
    sky.draw(sheet)
    air(sheet)
    mountains(sheet)
    hills(sheet)
    village(sheet)
    water.lake(sheet, 5300)
    on_the_lake(sheet)
    shore.near_bank(sheet)
    shore.near_knoll(sheet)
    return sheet


def air(sheet):
    for x, y, r, colors, pattern, far in (
        (4900, 2330, 46, "plum", 0, 0.42),
        (5350, 2130, 34, "field", 1, 0.5),
        (7020, 2330, 40, "sunrise", 3, 0.45),
        (4420, 2090, 66, "lagoon", 1, 0.3),
        (6420, 1640, 120, "plum", 3, 0.12),
        (4080, 1310, 100, "field", 2, 0.12),
        (8480, 640, 150, "night", 2, 0.04),
        (5150, 960, 210, "lagoon", 2, 0.0),
        (7420, 1120, 390, "sunrise", 0, 0.0),
    ):
        travel.balloon(sheet, x, y, r, colors, pattern, crew=3 if r > 200 else 2, far=far,
                       air=sky.color_at(y))
    travel.skein(sheet, 6480, 950, 15, 84, "#33255f")
    travel.skein(sheet, 1180, 1460, 9, 44, "#4b3a78")
    dice = chance("gulls")
    for _ in range(26):
        x, y = dice.uniform(4700, 8900), dice.uniform(2150, 3000)
        creatures.gull(sheet, x, y, dice.uniform(24, 52), mix("#4a3268", sky.color_at(y), 0.25))


def mountains(sheet):
    far = Ridge("far", [(-60, 2560), (2500, 2600), (5000, 2760), (6100, 2810), (7000, 2700),
                        (9060, 2450)], 60)
    far.draw(sheet, "#e58f83", "#fbc48c", 3100)
    massif = Ridge("right massif", [(-60, 2900), (5600, 2900), (6500, 2660), (7250, 2300),
                                    (7900, 2020), (8300, 2230), (8800, 1820), (9060, 2000)], 120)
    massif.draw(sheet, "#9a6496", "#f3a583", 3000)
    massif.facets(sheet, "#f59a8c", 0.75, reach=1.4)
    massif.snow(sheet, 2400, 0.5, "#b58db4", "#ffd2bd")
    king = Ridge("king", [(-60, 1900), (500, 2080), (1050, 1620), (1500, 1900), (2080, 1120),
                          (2500, 1620), (2900, 1560), (3500, 2180), (4200, 2420), (4900, 2700),
                          (5600, 2930), (6000, 3200), (9060, 3300)], 150)
    king.draw(sheet, "#5c4890", "#d98a8a", 3100)
    king.facets(sheet, "#ea7f86", 0.9, reach=1.5)
    king.snow(sheet, 2100, 0.5, "#9d86b9", "#ffd9c4")
    climbers(sheet, king)
    third = Ridge("third", [(-60, 2350), (700, 2500), (1500, 2330), (2600, 2620), (3600, 2560),
                            (4700, 2850), (6100, 3060), (7200, 2880), (8100, 2600), (9060, 2700)],
                  90)
    third.draw(sheet, "#67488c", "#c27a8c", 3200)
    third.facets(sheet, "#b9668c", 0.55)
    fourth = Ridge("fourth", [(-60, 2750), (900, 2640), (2200, 2860), (3300, 2800), (4300, 3010),
                              (5200, 3180), (6100, 3260), (7000, 3150), (7900, 2930), (9060, 2850)],
                   60, longest=700)
    trees.crest(sheet, fourth, 50, 21, "#57417f", "#7a5590")
    fourth.draw(sheet, "#57417f", "#a4688d", 3350)
    trees.slope(sheet, fourth, "fourth", 0, WIDTH, 20, 300, 48, 60, "#3d2f70", 0.4)


def climbers(sheet, king):
    top = min(range(len(king.xs)), key=lambda i: king.ys[i])
    x, y = king.xs[top], king.ys[top]
    sheet.line([(x, y + 4), (x, y - 70)], 4, "#3a2458")
    sheet.polygon([(x, y - 70), (x + 58, y - 58), (x, y - 40)], "#e5484f")
    creatures.person(sheet, x + 22, y + 8, 54, "#e5484f", pose="wave")
    rope = [(x + 22, y - 20)]
    for k, coat in enumerate(("#3f7f8f", "#e0a23f", "#7a4f9a")):
        px = x + 110 + k * 95
        py = king.at(px) + 4
        creatures.person(sheet, px, py, 50, coat, pose="walk", flip=True)
        rope.append((px, py - 26))
    sheet.bend(rope, 1.6, "#3a2458")
    creatures.ibex(sheet, 1062, king.at(1062) + 6, 62, "#4a3060")
    creatures.ibex(sheet, 1180, king.at(1180) + 6, 46, "#4a3060", flip=True)
    hut = (3250, king.at(3250) + 6)
    sheet.rect(hut[0] - 46, hut[1] - 50, 92, 56, "#6b3f5c")
    sheet.polygon([(hut[0] - 62, hut[1] - 46), (hut[0], hut[1] - 92), (hut[0] + 62, hut[1] - 46)],
                  "#c9485a")
    for dx in (-32, -8, 16):
        buildings.window(sheet, hut[0] + dx, hut[1] - 36, 14, 18, "#3a2040")


def hills(sheet):
    fifth = Ridge("fifth", [(-60, 2950), (900, 3090), (1500, 2990), (2300, 2960), (3000, 3130),
                            (3800, 3080), (4250, 3060), (4750, 3230), (5300, 3400), (6100, 3440),
                            (7000, 3400), (7600, 3230), (8000, 3090), (8500, 3040), (9060, 3110)],
                  40, longest=500)
    trees.crest(sheet, fifth, 80, 29, "#43397a", "#5d4686")
    fifth.draw(sheet, "#43397a", "#87588c", 3600)
    trees.slope(sheet, fifth, "fifth", 0, WIDTH, 30, 520, 78, 80, "#2c2764", 0.4)
    travel.cable_car(sheet, (3380, 3330), (2700, 1660),
                     ((0.16, "#e0a23f"), (0.42, "#c9485a"), (0.63, "#3f8f8c"), (0.86, "#e8d9c8")))
    crag(sheet, fifth)
    sixth = Ridge("sixth", [(-60, 3230), (800, 3200), (1700, 3420), (2900, 3500), (4300, 3560),
                            (5200, 3700), (5900, 3740), (6700, 3730), (7500, 3600), (8300, 3400),
                            (9060, 3330)], 36, longest=500, soft=True)
    travel.viaduct(sheet, 4110, 7930, 3140, sixth.at, "#7a4f82", "#503a74", "#d98a84")
    travel.train(sheet, 4400, 3132, 6)
    tunnel(sheet, fifth)
    travel.balloon(sheet, 4190, 2780, 104, "sunrise", 2, crew=2)
    trees.crest(sheet, sixth, 120, 34, "#312f6a", "#4a3e7c", 0, 1900)
    trees.crest(sheet, sixth, 105, 40, "#312f6a", "#4a3e7c", 4100, WIDTH)
    sixth.draw(sheet, "#312f6a", "#5b4582", 3900)
    trees.slope(sheet, sixth, "sixth left", 0, 1700, 40, 560, 118, 90, "#1d1d50", 0.55)
    trees.slope(sheet, sixth, "sixth", 4700, WIDTH, 40, 560, 92, 96, "#1d1d50", 0.34)
    buildings.windmill(sheet, chance("mill"), 8450,
                       sixth.at(8450) + 12, 300, "#d8b09e", "#4a2b4a", "#8c4350")
    pastures(sheet, sixth)


def tunnel(sheet, hill):
    """The hillside that the railway runs into, west of the viaduct."""
    sheet.polygon([(3560, 3420), (3700, 3190), (3850, 3050), (3960, 2985), (4040, 2990), (4064, 3160),
                   (4090, 3300), (4160, 3560)],
                  shade(2985, 3560, (0, "#463b7a"), (1, hill.color_at(3560))))
    sheet.rect(4036, 3002, 30, 158, "#7a4f82")
    sheet.rect(4058, 3002, 8, 158, "#d98a84")
    for k in range(8):
        sheet.rect(4036, 3002 + 20 * k, 30, 2, "#503a74")
    sheet.rect(4028, 2990, 46, 14, "#d98a84")
    dice = chance("tunnel")
    for _ in range(26):
        x = dice.uniform(3650, 4030)
        y = 3010 + max(0, 3960 - x) * 0.55 + dice.uniform(0, 130)
        trees.far_conifer(sheet, dice, x, y, dice.uniform(60, 110),
                          mix("#43397a", "#2c2764", dice.random()))


def crag(sheet, behind):
    dice = chance("crag")
    top, foot = 2880, 3620
    rock = shade(top, foot, (0, "#5a4580"), (0.45, "#4a3c78"), (1, behind.color_at(foot)))
    outline = [(560, foot), (700, 3350), (850, 3230), (930, 3090), (1000, 3040), (1040, 2950),
               (1100, 2905), (1660, 2900), (1720, 2985), (1800, 3030), (1850, 3140), (1990, 3220),
               (2120, 3360), (2320, foot)]
    sheet.polygon(outline, rock)
    buildings.castle(sheet, chance("castle"), 1380, 2905, 560, "#a87f9c", "#5f4478", "#f0b5a0",
                     "#7a3558")
    brow = [(1010, 3010), (1060, 2955), (1130, 2925), (1190, 2945), (1260, 2922), (1350, 2940),
            (1420, 2915), (1500, 2932), (1570, 2918), (1640, 2950), (1700, 2985), (1760, 3060),
            (1900, 3330), (1500, 3560), (1000, 3560), (880, 3260)]
    sheet.polygon(brow, rock)
    for (ax, ay), (bx, by) in zip(brow[1:10], brow[2:11]):
        x, y = ax + (bx - ax) * 0.4, ay + (by - ay) * 0.4
        width, tall = (bx - ax) * dice.uniform(0.55, 0.8), dice.uniform(120, 290)
        lean = (x - 1380) * 0.16
        sheet.polygon([(x, y), (x + width, y + (by - ay) * 0.6), (x + width * 0.8 + lean, y + tall),
                       (x + width * 0.3 + lean, y + tall * 0.7)],
                      shade(y, y + tall, (0, "#c0748c", 0.75), (1, "#c0748c", 0)))
        sheet.polygon([(x, y), (x + width * 0.3 + lean, y + tall * 0.7),
                       (x - width * 0.5 + lean, y + tall * 0.9)],
                      shade(y, y + tall, (0, "#352a62", 0.8), (1, "#352a62", 0)))
    road = [(1458, 2934), (1540, 2990), (1380, 3060), (1600, 3140), (1420, 3220), (1700, 3310),
            (1560, 3420)]
    sheet.bend(road, 13, "#b07a92")
    for x, y in road[1:]:
        buildings.lamp(sheet, x, y - 4, 44)
    for _ in range(70):
        x = dice.uniform(760, 2120)
        y = 2980 + abs(x - 1390) * 0.55 + dice.uniform(20, 240)
        trees.far_conifer(sheet, dice, x, y, dice.uniform(44, 92),
                          mix("#3a3270", "#2c2764", dice.random()))
    for _ in range(13):
        creatures.bat(sheet, dice.uniform(880, 1950), dice.uniform(2120, 2560),
                      dice.uniform(22, 38), "#3a2a5c")


def pastures(sheet, ridge):
    dice = chance("pastures")
    for k in range(6):
        x = 8050 + k * 160
        rows = [(x + n * 26, ridge.at(x + n * 26) + 90 + k * 26 + n * 4) for n in range(7)]
        for lift in range(4):
            sheet.bend([(px, py + lift * 26) for px, py in rows], 7, "#4d4080")
            for px, py in rows:
                sheet.disc(px, py + lift * 26 - 6, 8, dice.choice(
                    ("#5d4a80", "#6f4f86", "#463a78")))
    for x, flip in ((8640, False), (8750, True), (8860, False)):
        creatures.cow(sheet, x, ridge.at(x) + 78, 50, flip)
    for _ in range(13):
        x = dice.uniform(7300, 8000)
        creatures.sheep(sheet, dice, x,
                        ridge.at(x) + dice.uniform(40, 150), dice.uniform(30, 38),
                        flip=dice.random() < 0.5)


def village(sheet):
    ground = Ridge("village", [(-60, 3480), (900, 3440), (1700, 3560), (2600, 3600), (3500, 3690),
                               (4300, 3800), (4900, 3890), (5000, 3960), (9060, 4100)], 16,
                   longest=400, soft=True)
    ground.draw(sheet, "#3d3570", "#574180", SHORE)
    trees.slope(sheet, ground, "village edge", 0, 1500, 10, 470, 130, 84, "#17184a", 0.6)
    dice = chance("village")
    for left, right, drop in ((1500, 3600, 66), (1420, 4200, 146), (1380, 4520, 232)):
        lane = [(x, ground.at(x) + drop + 9 * math.sin(x / 140)) for x in range(left, right, 60)]
        lane = [place for place in lane if place[1] < SHORE - 34]
        sheet.bend(lane, 15, "#6a5590")
        for (ax, ay), (bx, by) in zip(lane[::4], lane[3::4]):
            if dice.random() < 0.5:
                buildings.fence(sheet, [(ax, ay - 13), (bx, by - 13)], "#8a70a0", height=17, gap=13)
    street = []
    for row, (left, right, drop, width) in enumerate(
        ((1560, 3560, 30, 84), (1480, 4180, 110, 98), (1380, 4500, 196, 112), (1450, 4250, 286,
                                                                               124))):
        x = left + dice.uniform(0, 60)
        while x < right:
            foot = ground.at(x) + drop + dice.uniform(-8, 8)
            if foot < SHORE - 14 and not (2480 < x < 2980 and row in (1, 2)):
                kind = dice.random()
                if kind < 0.66:
                    street.append((foot, x, width * dice.uniform(0.8, 1.25), row))
                else:
                    street.append((foot, x, None, row))
            x += width * dice.uniform(1.15, 1.7)
    street.append((ground.at(2700) + 190, 2700, "church", 2))
    for foot, x, what, row in sorted(street, key=lambda item: item[0]):
        if what == "church":
            buildings.church(sheet, dice, x, foot, 330)
        elif what is None:
            for _ in range(dice.randint(1, 2)):
                tree = dice.choice((trees.leafy, trees.leafy, trees.poplar, trees.conifer))
                tree(sheet, dice, x + dice.uniform(-40, 40), foot + 6, dice.uniform(95, 170),
                     "#26265c", "#b5607e")
        else:
            buildings.house(sheet, dice, x, foot, what, haze=(0.3, 0.2, 0.1, 0.02)[row])
            if dice.random() < 0.3:
                buildings.lamp(sheet, x + what * 0.75, foot + 8, 64)
            if dice.random() < 0.45:
                creatures.person(
                    sheet, x + dice.uniform(-0.7, 0.7) * what, foot + 12, 38,
                    dice.choice(("#c9485a", "#3f7f8f", "#e0a23f", "#7a4f9a", "#58885a")),
                    pose=dice.choice(("walk", "stand", "wave", "point")), flip=dice.random() < 0.5)
    quay(sheet, dice)


def quay(sheet, dice):
    sheet.polygon([(1150, SHORE), (1180, SHORE - 26), (4560, SHORE - 26), (4560, SHORE)], "#8d6f8c")
    for step in range(5):
        sheet.rect(4560, SHORE - 22 + 5 * step, 8 + 9 * step, 30 - 5 * step,
                   mix("#8d6f8c", "#e8b09c", 0.12 * step))
    sheet.rect(1180, SHORE - 28, 3380, 5, "#e8b09c")
    for k in range(130):
        sheet.rect(1190 + k * 26, SHORE - 22 + (k % 2) * 10, 2, 10, "#5f4478")
    x = 1260
    while x < 4500:
        what = dice.random()
        if what < 0.3:
            buildings.lamp(sheet, x, SHORE - 26, 82)
        elif what < 0.55:
            creatures.person(sheet, x, SHORE - 25, 44,
                             dice.choice(("#c9485a", "#3f7f8f", "#e0a23f", "#7a4f9a", "#58885a")),
                             pose=dice.choice(
                                 ("walk", "stand", "wave", "point")), flip=dice.random() < 0.5)
        elif what < 0.62:
            creatures.dog(sheet, x, SHORE - 26, 26, "#6a4030")
        elif what < 0.75:
            trees.leafy(sheet, dice, x, SHORE - 24, dice.uniform(90, 130), "#26265c", "#c56a7e")
        x += dice.uniform(46, 110)


def on_the_lake(sheet):
    float_ = water.afloat
    float_(sheet, 3560, 3900, 130, 4106, serpent, 0.5)
    for x, line, size, sail, flip in ((5230, 4040, 110, "#f6d7c2",
                                       False), (6700, 4020, 90, "#e8a08c",
                                                True), (7480, 4150, 170, "#f7e3d0", False),
                                      (2600, 4080, 120, "#f2b9a0", True), (3150, 4260, 200,
                                                                           "#e5685f", False)):
        float_(
            sheet, x - size, x + size, size * 1.3, line,
            lambda s, x=x, line=line, size=size, sail=sail, flip=flip: travel.sailboat(
                s, x, line, size, sail, flip=flip))
    float_(sheet, 6150, 7130, 420, 4105, lambda s: travel.steamer(s, 6560, 4100, 560))
    float_(sheet, 4420, 5560, 460, 4330, island)
    buildings.beam(sheet, 8290, 4302, 560)
    float_(sheet, 7780, 9010, 900, 4420, promontory)
    float_(sheet, 5480, 5960, 180, 4560, lambda s: travel.fisherman(s, 5660, 4555, 200))
    for x, line, size, flip in ((2380, 4560, 90, False), (2520, 4590, 84, False),
                                (2250, 4600, 50, False), (2180, 4622, 46, False), (2120, 4600, 44,
                                                                                   False)):
        float_(
            sheet, x - size, x + size * 1.2, size * 1.2, line,
            lambda s, x=x, line=line, size=size, flip=flip: creatures.swan(
                s, x, line + 2, size, "#f4e6f0" if size > 60 else "#b5a2b8", flip))
    for k, (x, line) in enumerate(
        ((4020, 4640), (4110, 4664), (3950, 4680), (7250, 4700), (7330, 4722), (7180, 4736))):
        float_(
            sheet, x - 60, x + 70, 60, line, lambda s, x=x, line=line, k=k: creatures.duck(
                s, x, line + 2, 46, head="#2f6a63" if k % 3 == 0 else "#8a6a5c"))
    float_(sheet, 4980, 5140, 150, 4720, lambda s: creatures.fish(s, 5060, 4690, 80, "#5a6fa8"))
    water.ring(sheet, 5040, 4726, (26, 48, 76))
    for x, y in ((3300, 4520), (5600, 4660), (7700, 4640), (1900, 4400), (6480, 4330)):
        water.ring(sheet, x, y, (14, 28, 46))
    bottle(sheet, 6820, 4800)


def serpent(sheet):
    color = "#3a2f6a"
    for x, r in ((3650, 22), (3712, 27), (3778, 24)):
        sheet.pen.new_sub_path()
        sheet.pen.arc(x, 4108, r, 3.1416, 6.2832)
        sheet.fill(color)
    sheet.bend([(3826, 4110), (3834, 4070), (3826, 4034), (3842, 4016), (3862, 4022)], 15, color)
    sheet.oval(3860, 4020, 17, 9, color)
    sheet.disc(3862, 4017, 2, "#ffe6a0")


def island(sheet):
    dice = chance("island")
    base = 4330
    sheet.blob([(4480, base + 10), (4540, base - 34), (4680, base - 74), (4900, base - 104),
                (5120, base - 92), (5330, base - 56), (5480, base - 18), (5500, base + 12)],
               "#4a3c74")
    for _ in range(44):
        x = dice.uniform(4500, 5480)
        plants.stone(sheet, dice, x, base + dice.uniform(-2, 8), dice.uniform(26, 70), "#54407a",
                     "#d98a84")
    for x, h in ((4620, 150), (4700, 190), (5190, 200), (5270, 170), (5340, 140)):
        trees.poplar(sheet, dice, x, base - 48, h, "#26265c", "#c0647e")
    for x, h in ((4570, 110), (4770, 120), (5120, 130), (5400, 110)):
        trees.leafy(sheet, dice, x, base - 40, h, "#2c2a64", "#d0707e")
    buildings.church(sheet, dice, 4880, base - 84, 190, haze=0.05)
    for x in (4740, 5060, 5240):
        buildings.lamp(sheet, x, base - 50, 58)
    sheet.line([(4980, base - 84), (5010, base - 40), (4980, base - 4)], 12, "#c99a98")
    camp.pier(sheet, 4960, base, 150, 16)
    travel.rowing_boat(sheet, 5170, base + 2, 90)


def promontory(sheet):
    dice = chance("promontory")
    base = 4420
    sheet.blob([(7880, base + 14), (7980, base - 30), (8110, base - 90), (8260, base - 130),
                (8480, base - 120), (8700, base - 190), (9060, base - 250), (9100, base + 20),
                (8500, base + 22)], "#3b3268")
    for _ in range(70):
        x = dice.uniform(7880, 9000)
        lift = dice.uniform(-4, 90) * min(1, max(0, (x - 7900) / 300))
        plants.stone(sheet, dice, x, base + 8 - lift, dice.uniform(40, 120), "#43386e", "#d08080")
    buildings.lighthouse(sheet, dice, 8290, base - 118, 560)
    buildings.house(sheet, dice, 8480, base - 104, 130, haze=0.0)
    for k in range(9):
        x = 8570 + k * 46 + dice.uniform(-14, 14)
        trees.conifer(sheet, dice, x, base - 130 - (x - 8600) * 0.22 + dice.uniform(0, 50),
                      dice.uniform(190, 340), "#1f2052", "#b05a7a", toward=-1)
    for x in range(8060, 8220, 36):
        sheet.line([(x, base - 66 - (x - 8060) * 0.34), (x, base - 100 - (x - 8060) * 0.34)], 4,
                   "#2a1f50")
    creatures.person(sheet, 8190, base - 116, 60, "#e0a23f", pose="point", hat="#2a3560", flip=True)


def bottle(sheet, x, y):
    water.ring(sheet, x, y + 8, (34, 52))
    sheet.pen.save()
    sheet.pen.translate(x, y)
    sheet.pen.rotate(-0.5)
    sheet.blob([(-26, -8), (8, -9), (16, -4), (34, -3), (34, 3), (16, 4), (8, 9), (-26, 8)],
               "#6fae9c", 0.85)
    sheet.rect(-18, -4, 24, 8, "#f7ead0")
    sheet.rect(33, -3.4, 7, 7, "#b07a4a")
    sheet.pen.restore()


def save(sheet, path, quality, color_quality):
    pixels = np.ascontiguousarray(sheet.pixels()[:, :, 2::-1])
    if str(path).endswith(".png"):
        Image.fromarray(pixels).save(path)
    else:
        jpeg.save(pixels, path, quality, color_quality)
