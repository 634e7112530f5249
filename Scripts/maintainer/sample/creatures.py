"""People and animals: small figures on a grid 100 high whose feet stand on 100."""

import math
from contextlib import contextmanager

from paper import mix


@contextmanager
def grid(sheet, x, y, size, flip=False, turn=0.0):
    """Draws on a grid 100 high whose point (50, 100) is at (x, y)."""
    pen = sheet.pen
    pen.save()
    pen.translate(x, y)
    pen.rotate(turn)
    pen.scale(-size / 100 if flip else size / 100, size / 100)
    pen.translate(-50, -100)
    yield
    pen.restore()


def stag(sheet, x, y, size, color, rim, flip=False, antlers=True, grazing=False):
    with grid(sheet, x, y, size, flip):
        dark = mix(color, "#05050f", 0.35)
        for leg in (((27, 58), (34, 60), (33, 76), (35, 99), (31.5, 100), (30, 78), (25, 66)),
                    ((66, 58), (72, 58), (71, 78), (72, 99), (68.5, 100), (68, 78))):
            sheet.polygon(leg, dark)
        for leg in (((16, 52), (29, 58), (25, 74), (27, 99), (23, 100), (20.5, 78), (16, 66)),
                    ((70, 54), (78, 52), (77, 76), (79, 99), (75, 100), (73.5, 78))):
            sheet.polygon(leg, color)
        sheet.blob([(17, 51), (24, 45), (40, 45.5), (58, 44), (72, 41), (80, 50), (77, 60),
                    (66, 65), (46, 63), (28, 64), (17, 60)], color)
        sheet.blob([(17, 49), (12.5, 52), (13, 59), (17, 57)], rim)
        if grazing:
            sheet.blob([(68, 43), (78, 47), (90, 62), (97, 76), (94, 82), (84, 74), (74, 62)],
                       color)
            sheet.blob([(90, 72), (97, 72), (101, 84), (100, 93), (95, 93), (90, 84)], color)
            sheet.blob([(92, 72), (86, 68), (84, 71), (90, 76)], color)
            sheet.bend([(20, 46), (40, 46), (60, 44.5), (73, 44), (90, 62)], 1.1, rim)
            return
        sheet.blob([(64, 46), (71, 36), (75, 25), (80, 18), (87, 24), (85, 36), (82, 50), (74, 58)],
                   color)
        sheet.blob([(76, 22), (80, 16), (88, 17), (96, 23), (100, 27), (98, 30.5), (90, 30),
                    (83, 31)], color)
        sheet.blob([(79, 19), (72, 12), (70, 14), (75, 22)], color)
        sheet.bend([(20, 46), (40, 46), (58, 45), (66, 43), (73, 30), (77, 20)], 1.1, rim)
        if antlers:
            for side in ([(82, 17), (80, 8), (84, -3), (92, -12)], [(79, 17), (73, 8), (71, -4),
                                                                    (63, -13)]):
                sheet.bend(side, 1.9, color)
            for tine in ([(80.5, 10), (88, 6),
                          (91, 0)], [(83, -1), (90, -2),
                                     (96, -6)], [(88, -8),
                                                 (87, -15)], [(75, 11), (68, 6),
                                                              (66, 0)], [(71.5, -2), (64, -3),
                                                                         (58, -7)], [(67, -9),
                                                                                     (68, -16)]):
                sheet.bend(tine, 1.5, color)


def fox(sheet, x, y, size, flip=False):
    with grid(sheet, x, y, size, flip):
        sheet.blob([(30, 98), (10, 99), (-14, 92), (-26, 76), (-18, 72), (2, 80), (22, 84)],
                   "#c2583a")
        sheet.blob([(-26, 76), (-14, 92), (-6, 95), (-8, 84), (-16, 74)], "#f7e4cf")
        sheet.blob([(24, 99), (26, 76), (40, 52), (56, 42), (66, 50), (68, 72), (66, 99),
                    (46, 100)], "#d2653f")
        sheet.blob([(56, 46), (66, 52), (68, 74), (62, 84), (56, 66)], "#f7e4cf")
        for left in (53, 61):
            sheet.polygon([(left, 70), (left + 6, 70), (left + 6, 99), (left - 1, 100)], "#c2583a")
            sheet.rect(left - 0.5, 90, 6.5, 10, "#33203a")
        sheet.polygon([(44, 24), (42, 2), (56, 16)], "#d2653f")
        sheet.polygon([(60, 16), (70, 0), (72, 24)], "#d2653f")
        sheet.polygon([(45, 20), (44.5, 8), (52, 16)], "#33203a")
        sheet.blob([(42, 26), (50, 14), (64, 13), (73, 24), (74, 34), (92, 44), (90, 48), (72, 50),
                    (52, 50), (43, 40)], "#d2653f")
        sheet.blob([(62, 42), (76, 38), (90, 45), (88, 48), (70, 51), (56, 50)], "#f7e4cf")
        sheet.disc(91, 45, 2.8, "#241528")
        sheet.oval(68, 30, 2.2, 2.8, "#241528")


def rabbit(sheet, x, y, size, color, rim, flip=False):
    with grid(sheet, x, y, size, flip):
        sheet.blob([(56, 42), (50, 14), (53, 2), (60, 10), (63, 38)], color)
        sheet.blob([(64, 40), (64, 12), (69, 1), (74, 12), (71, 40)], color)
        sheet.blob([(10, 98), (6, 78), (18, 60), (40, 56), (58, 66), (66, 84), (64, 99), (36, 100)],
                   color)
        sheet.blob([(50, 56), (54, 42), (66, 36), (80, 42), (86, 52), (80, 62), (62, 66)], color)
        sheet.blob([(56, 76), (68, 76), (74, 98), (64, 100), (58, 90)], color)
        sheet.disc(7, 86, 8, rim)
        sheet.bend([(18, 60), (40, 56), (52, 56)], 2.4, rim)
        sheet.disc(74, 48, 2.6, "#0a0a18")


def owl(sheet, x, y, size):
    with grid(sheet, x, y, size):
        sheet.blob([(22, 18), (34, 10), (50, 12), (66, 10), (78, 18), (80, 50), (72, 84), (50, 98),
                    (28, 84), (20, 50)], "#5d4560")
        sheet.polygon([(22, 22), (19, 2), (38, 12)], "#5d4560")
        sheet.polygon([(78, 22), (81, 2), (62, 12)], "#5d4560")
        sheet.blob([(34, 48), (50, 42), (66, 48), (66, 78), (50, 92), (34, 78)], "#b48f83")
        for row in range(4):
            for k in range(3 + row % 2):
                cx = 50 + (k - (2 + row % 2) / 2) * 9
                sheet.bend([(cx - 3.5, 56 + row * 8), (cx, 60 + row * 8), (cx + 3.5, 56 + row * 8)],
                           1.4, "#6d4f63")
        for cx in (37, 63):
            sheet.disc(cx, 32, 14, "#d9b89c")
            sheet.disc(cx, 32, 9.5, "#ffc44d")
            sheet.disc(cx, 32, 5.5, "#1a1024")
            sheet.disc(cx + 2, 30, 1.8, "#ffffff")
        sheet.polygon([(46, 38), (54, 38), (50, 49)], "#e08c45")
        sheet.blob([(20, 44), (30, 46), (32, 74), (26, 84), (19, 64)], "#46334f")
        sheet.blob([(80, 44), (70, 46), (68, 74), (74, 84), (81, 64)], "#46334f")


def bear(sheet, x, y, size, color, rim, flip=False):
    with grid(sheet, x, y, size, flip):
        dark = mix(color, "#05050f", 0.35)
        sheet.polygon([(4, 60), (22, 64), (20, 99), (6, 100)], dark)
        sheet.polygon([(74, 60), (90, 60), (90, 99), (76, 100)], dark)
        sheet.blob([(-14, 60), (-8, 34), (14, 22), (42, 24), (66, 14), (88, 24), (98, 46), (90, 66),
                    (60, 74), (20, 76), (-6, 74)], color)
        sheet.polygon([(-14, 56), (8, 64), (4, 99), (-12, 100)], color)
        sheet.polygon([(62, 60), (80, 58), (78, 99), (63, 100)], color)
        sheet.blob([(84, 30), (92, 22), (108, 24), (122, 38), (126, 48), (118, 53), (100, 54),
                    (86, 50)], color)
        sheet.disc(93, 22, 6, color)
        sheet.bend([(-10, 36), (14, 23), (42, 25), (66, 15), (84, 21)], 2, rim)
        sheet.disc(106, 34, 1.8, "#05050f")


def hedgehog(sheet, x, y, size, flip=False):
    with grid(sheet, x, y, size, flip):
        spikes = []
        for k in range(23):
            angle = math.pi * (1.02 - k / 25)
            spikes.append((46 + 50 * math.cos(angle), 96 - 60 * math.sin(angle)))
            spikes.append((46 + 64 * math.cos(angle - 0.07), 96 - 78 * math.sin(angle - 0.07)))
        sheet.polygon([*spikes, (84, 98), (0, 98)], "#3d2c45")
        sheet.blob([(74, 98), (78, 70), (96, 72), (118, 92), (114, 97), (96, 99)], "#b58a7c")
        sheet.disc(116, 92, 4, "#120a18")
        sheet.disc(97, 82, 3, "#120a18")


def swan(sheet, x, y, size, color="#f4e6f0", flip=False):
    with grid(sheet, x, y, size, flip):
        sheet.blob([(4, 76), (20, 62), (44, 62), (70, 66), (88, 76), (84, 94), (60, 102), (24, 102),
                    (4, 92), (-8, 70)], color)
        sheet.bend([(80, 82), (92, 64), (86, 44), (80, 28), (88, 16), (96, 20)], 10, color)
        sheet.polygon([(96, 15), (114, 26), (97, 26)], "#f08a4b")
        sheet.blob([(14, 72), (38, 56), (68, 62), (74, 78), (52, 90), (24, 88)],
                   mix(color, "#b79bc8", 0.35))
        sheet.blob([(20, 70), (40, 58), (64, 62), (62, 72), (40, 78)], color)
        sheet.disc(94, 19, 1.8, "#1a1020")


def duck(sheet, x, y, size, color="#6b4a5c", head="#2f6a63", flip=False):
    with grid(sheet, x, y, size, flip):
        sheet.blob([(0, 60), (20, 66), (60, 62), (84, 68), (86, 88), (62, 100), (22, 100), (4, 84)],
                   color)
        sheet.disc(82, 46, 17, head)
        sheet.rect(72, 56, 18, 12, head)
        sheet.rect(72, 64, 18, 4, "#f2e8ea")
        sheet.blob([(96, 44), (116, 48), (114, 54), (96, 54)], "#f0a24b")
        sheet.disc(87, 42, 2.4, "#0d0712")


def heron(sheet, x, y, size, color, flip=False):
    with grid(sheet, x, y, size, flip):
        sheet.line([(48, 60), (47, 100)], 1.6, color)
        sheet.line([(54, 60), (58, 78), (54, 100)], 1.6, color)
        sheet.blob([(18, 66), (34, 48), (54, 40), (64, 48), (58, 60), (40, 66)], color)
        sheet.bend([(60, 50), (70, 38), (62, 24), (66, 12), (74, 8)], 4.2, color)
        sheet.polygon([(72, 5), (96, 11), (74, 12)], "#f0a24b")
        sheet.line([(72, 6), (58, 5)], 1.4, color)


def goose(sheet, x, y, size, color, beat, flip=False):
    """In flight; beat −1…1 is where the wings are."""
    with grid(sheet, x, y + size * 0.5, size, flip):
        sheet.blob([(10, 56), (30, 48), (58, 48), (84, 42), (104, 38), (106, 42), (88, 48),
                    (62, 58), (30, 60)], color)
        tip = 50 - 62 * beat
        sheet.blob([(34, 50), (40, 50 - 26 * beat), (30, tip), (52, 50 - 30 * beat), (60, 50)],
                   color)
        sheet.blob([(40, 50), (52, 50 - 22 * beat), (56, tip + 6), (64, 50 - 24 * beat), (62, 50)],
                   mix(color, "#ffffff", 0.18))


def gull(sheet, x, y, size, color, width=1.0):
    half = size / 2
    sheet.bend([(x - half, y - half * 0.1), (x - half * 0.5, y - half * 0.45), (x, y),
                (x + half * 0.5, y - half * 0.45), (x + half, y - half * 0.1)], size * 0.09 * width,
               color)


def bat(sheet, x, y, size, color):
    h = size / 2
    sheet.polygon([(x, y - h * 0.1), (x + h * 0.12, y - h * 0.3), (x + h * 0.2, y - h * 0.1),
                   (x + h * 0.6, y - h * 0.5), (x + h, y - h * 0.1), (x + h * 0.75, y),
                   (x + h * 0.5, y + h * 0.25), (x + h * 0.25, y + h * 0.05), (x, y + h * 0.4),
                   (x - h * 0.25, y + h * 0.05), (x - h * 0.5, y + h * 0.25), (x - h * 0.75, y),
                   (x - h, y - h * 0.1), (x - h * 0.6, y - h * 0.5), (x - h * 0.2, y - h * 0.1),
                   (x - h * 0.12, y - h * 0.3)], color)


def cat(sheet, x, y, size, color, flip=False):
    with grid(sheet, x, y, size, flip):
        sheet.bend([(30, 94), (6, 96), (-6, 76), (2, 56)], 8, color)
        sheet.blob([(26, 98), (26, 72), (42, 50), (60, 46), (70, 60), (72, 98), (50, 100)], color)
        sheet.disc(62, 34, 19, color)
        sheet.polygon([(45, 28), (46, 6), (60, 18)], color)
        sheet.polygon([(64, 17), (78, 5), (80, 28)], color)
        sheet.oval(58, 33, 2.6, 4, "#ffd866")
        sheet.oval(71, 33, 2.6, 4, "#ffd866")


def dog(sheet, x, y, size, color, flip=False):
    with grid(sheet, x, y, size, flip):
        sheet.bend([(24, 92), (8, 86), (0, 70)], 7, color)
        sheet.blob([(20, 99), (24, 74), (42, 52), (60, 44), (70, 56), (72, 99), (46, 100)], color)
        sheet.blob([(50, 40), (54, 24), (68, 18), (80, 26), (98, 34), (97, 42), (78, 48), (60, 52)],
                   color)
        sheet.blob([(54, 22), (46, 30), (46, 48), (54, 46), (60, 30)], mix(color, "#05050f", 0.4))
        sheet.disc(96, 35, 3.4, "#05050f")


def sheep(sheet, dice, x, y, size, flip=False):
    with grid(sheet, x, y, size, flip):
        for left in (20, 34, 60, 74):
            sheet.rect(left, 70, 6, 30, "#3a2a44")
        count = 14
        sheet.blob([(50 + (46 + (k % 2) * 7) * math.cos(k * math.tau / count), 52 +
                     (30 + (k % 2) * 6) * math.sin(k * math.tau / count))
                    for k in range(count)], "#ead5dc")
        down = 34 if dice.random() < 0.5 else 0
        sheet.blob([(88, 30 + down), (102, 28 + down), (112, 44 + down), (106, 56 + down),
                    (92, 50 + down)], "#3a2a44")


def cow(sheet, x, y, size, flip=False):
    with grid(sheet, x, y, size, flip):
        for left in (12, 26, 74, 88):
            sheet.rect(left, 60, 8, 40, "#5a3a42")
        sheet.blob([(4, 30), (30, 26), (80, 26), (100, 32), (102, 60), (80, 72), (30, 72), (6, 62)],
                   "#8a5a50")
        sheet.blob([(40, 28), (62, 28), (66, 48), (48, 56), (38, 44)], "#f0dcd2")
        sheet.blob([(96, 34), (108, 18), (122, 22), (132, 40), (126, 46), (108, 48)], "#8a5a50")
        sheet.bend([(110, 18), (106, 8), (112, 4)], 2.6, "#f0dcd2")
        sheet.bend([(4, 34), (-4, 50), (-3, 72)], 2.6, "#5a3a42")


def ibex(sheet, x, y, size, color, flip=False):
    with grid(sheet, x, y, size, flip):
        for leg in ((18, 24), (30, 36), (64, 69), (74, 80)):
            sheet.line([(leg[0], 60), (leg[1] - 2, 99)], 5, color)
        sheet.blob([(10, 42), (40, 38), (70, 36), (84, 44), (80, 64), (50, 66), (14, 64)], color)
        sheet.blob([(70, 44), (78, 22), (90, 16), (104, 30), (100, 36), (88, 36), (82, 54)], color)
        sheet.bend([(88, 17), (78, 2), (60, -2), (46, 10)], 4.4, color)


def fish(sheet, x, y, size, color, flip=False, turn=-0.7):
    with grid(sheet, x, y, size, flip, turn):
        sheet.blob([(10, 84), (40, 68), (80, 74), (100, 86), (80, 97), (40, 101), (14, 92)], color)
        sheet.polygon([(18, 88), (-10, 70), (-4, 88), (-10, 106)], color)
        sheet.disc(88, 83, 2.6, "#0a0a18")


def squirrel(sheet, x, y, size, flip=False):
    with grid(sheet, x, y, size, flip):
        sheet.blob([(34, 98), (12, 84), (-2, 52), (8, 20), (30, 10), (40, 22), (28, 36), (30, 60),
                    (42, 82)], "#b4502f")
        sheet.blob([(34, 98), (36, 70), (52, 54), (66, 62), (70, 86), (66, 99), (48, 100)],
                   "#c7623a")
        sheet.blob([(50, 52), (52, 38), (66, 32), (80, 42), (84, 50), (72, 58), (58, 60)],
                   "#c7623a")
        sheet.polygon([(54, 38), (54, 20), (64, 33)], "#b4502f")
        sheet.disc(72, 44, 2.8, "#120a18")
        sheet.disc(80, 66, 7, "#6b3f2c")


def person(sheet, x, y, size, coat, legs="#1c1838", skin="#e7a98c", pose="stand", hat=None,
           flip=False):
    """A small figure: stand, walk, wave, point, sit (feet forward at y) or lean."""
    with grid(sheet, x, y, size, flip):
        if pose == "sit":
            sheet.line([(46, 84), (70, 80), (74, 98)], 10, legs)
            sheet.line([(46, 84), (66, 86), (64, 99)], 10, mix(legs, "#05050f", 0.3))
            body, head = [(38, 88), (39, 62), (46, 52), (56, 54), (58, 70), (55, 90)], (49, 41)
            sheet.polygon(body, coat)
            sheet.line([(50, 60), (62, 72), (70, 68)], 6, mix(coat, "#05050f", 0.2))
        else:
            if pose == "walk":
                sheet.line([(50, 58), (60, 78), (58, 98)], 9, mix(legs, "#05050f", 0.3))
                sheet.line([(49, 58), (44, 78), (34, 97)], 9, legs)
            else:
                sheet.line([(46, 58), (45, 97)], 9, legs)
                sheet.line([(54, 58), (55, 97)], 9, mix(legs, "#05050f", 0.3))
            sheet.blob([(40, 62), (39, 30), (46, 21), (54, 21), (61, 30), (60, 62), (50, 65)], coat)
            arms = {
                "stand": ([(41, 30), (36, 56)], [(59, 30), (63, 56)]),
                "walk": ([(41, 30), (32, 52)], [(59, 30), (68, 50)]),
                "wave": ([(41, 30), (36, 56)], [(58, 30), (72, 6)]),
                "point": ([(41, 30), (38, 56)], [(58, 30), (84, 26)]),
                "lean": ([(44, 30), (66, 40)], [(56, 30), (72, 40)]),
            }[pose]
            for arm in arms:
                sheet.line(arm, 6.5, mix(coat, "#05050f", 0.2))
            head = (50, 11)
        sheet.disc(*head, 9, skin)
        sheet.pen.arc(head[0], head[1] - 1, 9.6, math.pi * 0.95, math.tau * 1.02)
        sheet.fill("#3a2430" if not hat else hat)
        if hat:
            sheet.rect(head[0] - 13, head[1] - 4, 26, 3.4, hat)
