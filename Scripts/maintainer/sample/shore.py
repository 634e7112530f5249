"""The near shore: the bank with the camp, and the flowers in the foreground."""

import math

import buildings
import camp
import creatures
import plants
import trees
import water
from land import Ridge
from paper import HEIGHT, WIDTH, chance, mix


def near_bank(sheet):
    bank = Ridge("bank", [(-60, 4420), (700, 4560), (1500, 4820), (2300, 4960), (3200, 5000),
                          (4200, 5080), (5200, 5110), (6000, 5060), (7000, 4960), (8000, 4860),
                          (9060, 4700)], 26, longest=500, soft=True)
    dice = chance("reeds")
    for cluster in (1750, 3420, 3560, 5480, 7000, 7120):
        for _ in range(34):
            x = cluster + dice.gauss(0, 70)
            plants.reed(sheet, dice, x,
                        bank.at(x) + 10, dice.uniform(90, 230),
                        mix("#2c2a5c", "#8a4f72",
                            dice.random() * 0.5))
    creatures.heron(sheet, 3290, bank.at(3290) + 8, 220, "#b3a6cc", flip=True)
    for x in (8070, 8180, 8640, 8760, 8900):
        trees.conifer(sheet, dice, x,
                      bank.at(x) + 24, dice.uniform(420, 760), "#191c48", "#b0587a", toward=-1)
    for x in (150, 420, 640, 980, 1190):
        trees.conifer(sheet, dice, x, bank.at(x) + 24, dice.uniform(480, 900), "#191c48", "#b0587a")
    bank.draw(sheet, "#352d64", "#1b1b45", 5650)
    plants.fringe(sheet, bank, 46, 11, "#352d64", "#c0627c")
    ground_cover(sheet, bank)
    path(sheet, bank)
    camp_site(sheet, bank)
    rim = "#e08078"
    creatures.stag(sheet, 2620, bank.at(2620) + 24, 300, "#241f4c", rim)
    creatures.stag(sheet, 2960,
                   bank.at(2960) + 34, 210, "#2a2452", rim, antlers=False, grazing=True)
    creatures.stag(sheet, 2400, bank.at(2400) + 40, 150, "#2f2856", rim, antlers=False, flip=True)
    sheet.polygon([(3520, bank.at(3520) + 16), (3600, bank.at(3600) + 26), (3690, 4976),
                   (3650, 4966)], "#6a4a5c")
    camp.pier(sheet, 3660, 5020, 560, 54)
    camp.angler(sheet, 4190, 4966, 96, 60)
    buildings.lamp(sheet, 4090, 4968, 110)
    water.ring(sheet, 4319, 5026, (10, 20))
    camp.bench(sheet, 5090, bank.at(5090) + 26, 190)
    camp.bicycle(sheet, 5360, bank.at(5360) + 44, 170)
    for x, h in ((4560, 640), (4690, 760), (4800, 560)):
        trees.birch(sheet, dice, x, bank.at(x) + 50, h, "#2a2252", "#c8687e")


def ground_cover(sheet, bank):
    """Grass, stones and daisies all over the bank."""
    ground = chance("ground")
    y = 30
    while y < 700:
        x = ground.uniform(0, 60)
        while x < WIDTH:
            foot = bank.at(x) + y
            what = ground.random()
            size = 26 + y * 0.06
            if what < 0.5:
                plants.tuft(sheet, ground, x, foot, size * ground.uniform(0.9, 1.7), "#3c3268",
                            "#a0567c")
            elif what < 0.57:
                plants.stone(sheet, ground, x, foot, size * ground.uniform(0.7, 1.8), "#37305f",
                             "#8a5878")
                plants.tuft(sheet, ground, x - size * 0.3, foot + 8, size * 0.7, "#3c3268",
                            "#a0567c")
            elif what < 0.68:
                plants.daisy(sheet, ground, x, foot, size * ground.uniform(0.9, 1.4), "#3d3868",
                             ground.choice(("#e8d2e8", "#f0b8c8", "#c9b2e8")))
            x += ground.uniform(80, 210) * (1 + y / 900)
        y += 34 + y * 0.05


def path(sheet, bank):
    """Trodden from the van past the fire to the landing stage, and on to the castle's wood."""
    way = [(9100, 330), (8600, 360), (8200, 300), (7700, 270), (7200, 320), (6500, 300),
           (5900, 250), (5400, 200), (4900, 190), (4400, 140), (3900, 90), (3560, 24)]
    fork = [(4900, 190), (4300, 260), (3600, 250), (2900, 220), (2200, 260), (1500, 400)]
    for line in (fork, way):
        for width, color in ((64, "#2a2554"), (54, "#5a4a7c"), (38, "#6a5688")):
            sheet.bend([(x, bank.at(x) + down) for x, down in line], width, color)
    dice = chance("path")
    for line in (fork, way):
        for (ax, ad), (bx, bd) in zip(line, line[1:]):
            for k in range(5):
                t = (k + dice.random()) / 5
                x, down = ax + (bx - ax) * t, ad + (bd - ad) * t
                sheet.oval(x,
                           bank.at(x) + down + dice.uniform(-14, 14), dice.uniform(5, 12),
                           dice.uniform(2, 4), "#7f6a98")
    for x, down in ((8240, 262), (7440, 240), (6640, 270), (5760, 200), (4620, 130), (3900, 214),
                    (3150, 196), (2050, 250)):
        buildings.lamp(sheet, x, bank.at(x) + down, 96)


def camp_site(sheet, bank):
    dice = chance("camp")

    def at(x, down):
        return bank.at(x) + down

    trees.pine(sheet, dice, 6080, at(6080, 60), 820, "#1b1c48", "#c0607c")
    trees.pine(sheet, dice, 7360, at(7360, 60), 760, "#1b1c48", "#c0607c", toward=-1)
    sheet.line([(6700, at(6700, 60)), (6700, at(6700, -360))], 7, "#2a2048")
    camp.bulbs(sheet, [(6080, at(6080, -330)), (6700, at(6700, -360)), (7360, at(7360, -330))])
    camp.tent(sheet, 6330, at(6330, 130), 330)
    camp.campfire(sheet, dice, 6960, at(6960, 190), 100)
    camp.kettle(sheet, 6962, at(6960, 206), 112)
    camp.log(sheet, 6775, at(6790, 214), 120, 30)
    camp.log(sheet, 7215, at(7200, 240), 230, 32)
    camp.guitarist(sheet, 6790, at(6790, 210), 170)
    creatures.person(sheet, 7160, at(7200, 230), 165, "#c9485a", pose="sit", flip=True)
    creatures.person(sheet, 7270, at(7200, 228), 150, "#e0a23f", pose="sit", hat="#3f7f8f",
                     flip=True)
    creatures.dog(sheet, 6890, at(6890, 250), 80, "#8a5a3f")
    camp.van(sheet, 7900, at(7900, 200), 430)
    camp.telescope(sheet, 8490, at(8490, 190), 190)
    creatures.person(sheet, 8570, at(8570, 200), 130, "#4f9a98", pose="lean", flip=True)
    creatures.person(sheet, 8400, at(8400, 215), 175, "#a9447f", pose="point", flip=True)


def near_knoll(sheet):
    knoll = Ridge("knoll", [(-60, 5180), (800, 5330), (1700, 5560), (2900, 5640), (4300, 5720),
                            (5600, 5740), (7000, 5660), (8200, 5560), (9060, 5420)], 30,
                  longest=600, soft=True)
    dice = chance("knoll")
    for x, h in ((1330, 1000), (960, 1480), (90, 2750), (560, 2150)):
        trees.conifer(sheet, dice, x, knoll.at(x) + 60, h, "#10143a", "#7a3f68")
    for x, h in ((8800, 1250), (8960, 1650)):
        trees.conifer(sheet, dice, x, knoll.at(x) + 60, h, "#10143a", "#7a3f68", toward=-1)
    perch = trees.snag(sheet, 2620, knoll.at(2620) + 60, 760, "#1a183c", "#8a4a68")
    creatures.owl(sheet, perch[0], perch[1] + 14, 92)
    knoll.draw(sheet, "#15163c", "#0d0f2c", HEIGHT)
    plants.fringe(sheet, knoll, 90, 14, "#14163a", "#8a4668")
    creatures.fox(sheet, 1880, knoll.at(1880) + 70, 200)
    creatures.bear(sheet, 3560, knoll.at(3560) + 70, 210, "#4a3560", "#d07a88")
    creatures.bear(sheet, 3330, knoll.at(3330) + 76, 100, "#553c66", "#d07a88")
    flowers(sheet, knoll)
    creatures.rabbit(sheet, 5540, knoll.at(5540) + 86, 120, "#4a3a5c", "#f0cfd0")
    creatures.rabbit(sheet, 5720, knoll.at(5720) + 104, 96, "#5a4460", "#f0cfd0", flip=True)
    creatures.hedgehog(sheet, 4560, knoll.at(4560) + 130, 80)
    for x, d, s in ((2250, 150, 110), (2350, 172, 76), (2180, 180, 60), (6400, 150, 96), (6480, 170,
                                                                                          64)):
        plants.toadstool(sheet, x, knoll.at(x) + d, s)
        plants.tuft(sheet, dice, x - s * 0.2, knoll.at(x) + d + 8, s * 0.6, "#2a2450", "#8a4a70")
    creatures.squirrel(sheet, 1180, knoll.at(1180) + 90, 130)
    flies = chance("fireflies")
    for _ in range(90):
        x = flies.uniform(0, WIDTH)
        plants.firefly(sheet, x, knoll.at(x) - flies.uniform(-200, 420), flies.uniform(2.4, 4.6))


HOMES = ((1880, 190), (2300, 190), (3450, 300), (4560, 110), (5620, 190), (6430, 130), (1180, 120))


def flowers(sheet, knoll):
    """Drifts of flowers and grass in rows down to us; the animals' places stay free."""
    dice = chance("flowers")
    y = 10
    while y < 620:
        x = dice.uniform(-40, 60)
        while x < WIDTH + 40:
            foot = knoll.at(x) + y
            size = 74 + y * 0.2
            drift = math.sin(x / 390 + y / 170) + math.sin(x / 171 - y / 120 + 2)
            free = all(abs(x - home) > room or y > 330 for home, room in HOMES)
            if foot < HEIGHT + 150 and free:
                plant(sheet, dice, x, foot, size, drift)
            x += dice.uniform(85, 175)
        y += 68


def plant(sheet, dice, x, foot, size, drift):
    stem = mix("#1d2048", "#4a3868", dice.random())
    what = dice.random()
    if what < 0.3 or abs(drift) < 0.35:
        plants.tuft(sheet, dice, x, foot, size * dice.uniform(0.9, 1.4), "#1c1c48", "#8a4a70")
    elif drift > 1.1:
        plants.lupin(sheet, dice, x, foot, size * dice.uniform(1.5, 2.3), stem,
                     dice.choice(("#6f5cc8", "#8a5cc4", "#b05cb4")))
    elif drift > 0.35:
        color = dice.choice(("#f2dcf0", "#e8c0dc", "#d4c4f4"))
        plants.daisy(sheet, dice, x, foot, size * dice.uniform(0.9, 1.5), stem, color)
    elif drift < -1.2:
        plants.poppy(sheet, dice, x, foot, size * dice.uniform(0.9, 1.5), stem)
    elif what < 0.55:
        plants.fern(sheet, dice, x, foot, size * dice.uniform(1.1, 1.6), "#171a44", "#5a4a78")
    elif what < 0.68:
        plants.stone(sheet, dice, x, foot, size * dice.uniform(0.8, 1.5), "#25234c", "#6a4468")
        for side in (-0.4, 0.3):
            plants.tuft(sheet, dice, x + side * size, foot + 12, size * 0.6, "#1c1c48", "#8a4a70")
    else:
        plants.lupin(sheet, dice, x, foot, size * dice.uniform(1.3, 1.9), stem,
                     dice.choice(("#d0608c", "#c85a9c", "#e08a9c")))
