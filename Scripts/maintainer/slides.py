#!/usr/bin/env python3
"""Writes small slides as Hamamatsu's and 3DHISTECH's scanners lay them out: an NDPI file, and an MRXS file with its folder.

usage: Scripts/maintainer/slides.py FOLDER

The folder gets slide.ndpi, slide.mrxs and slide/, with three levels of plain.ppm, which has to be there. Needs libvips' tools.
"""

import struct
import subprocess
import sys
from pathlib import Path

# The size of the largest level; each of the others has half the sides of the one before. All consist of whole images.
SIZE, LEVELS = (512, 256), 3
# The side of an image in an MRXS slide, and the magnification that both name.
IMAGE, LENS = 64, 20


def jpegs(folder, crops, *options):
    """The files of JPEG for rectangles of a picture, each with a level: the picture halved as often."""
    found = []
    for level, (left, top, width, height) in crops:
        whole = folder / f"level-{level}.v"
        if not whole.exists():
            sides = [side >> level for side in SIZE]
            subprocess.run(["vips", "thumbnail", str(folder / "plain.ppm"), str(whole), str(sides[0]), "--height",
                            str(sides[1]), "--size", "force"], check=True)
        part, target = folder / "part.v", folder / "part.jpg"
        subprocess.run(["vips", "crop", str(whole), str(part), *map(str, (left, top, width, height))], check=True)
        subprocess.run(["vips", "jpegsave", str(part), str(target), "--subsample-mode", "off", *options], check=True)
        found.append(target.read_bytes())
    for name in [*(f"level-{level}.v" for level in range(LEVELS)), "part.v", "part.jpg"]:
        (folder / name).unlink(missing_ok=True)
    return found


def ndpi(levels):
    """A file with levels, as sizes and JPEG data in which each restart interval is a tile of half a row of blocks."""
    data, links = b"II*\0" + struct.pack("<Q", 0), [4]
    for (width, height), jpeg in levels:
        start = len(data)
        data += jpeg
        # Where the tiles start, from the start of the data: after its header, and after each restart marker.
        scan = jpeg.index(b"\xff\xda")
        places = [scan + 2 + struct.unpack_from(">H", jpeg, scan + 2)[0]]
        places += [place + 2 for place in range(places[0], len(jpeg) - 1)
                   if jpeg[place] == 0xFF and 0xD0 <= jpeg[place + 1] <= 0xD7]
        list_place, data = len(data), data + struct.pack(f"<{len(places)}I", *places)
        lens = struct.unpack("<I", struct.pack("<f", LENS))[0]
        # Numbers (3, 4 and 9) and a fraction (11), each in the entry itself, but for the places.
        tags = [(254, 4, 1, 0), (256, 4, 1, width), (257, 4, 1, height), (259, 3, 1, 7), (262, 3, 1, 6), (273, 4, 1, start),
                (277, 3, 1, 3), (278, 4, 1, height), (279, 4, 1, len(jpeg)), (65420, 4, 1, 1), (65421, 11, 1, lens),
                (65422, 9, 1, 0), (65423, 9, 1, 0), (65424, 9, 1, 0), (65426, 4, len(places), list_place)]
        data += b"\0" * (-len(data) % 2)
        data = data[:links[-1]] + struct.pack("<Q", len(data)) + data[links[-1] + 8:]
        data += struct.pack("<H", len(tags)) + b"".join(struct.pack("<HHII", *tag) for tag in tags)
        # Offsets of directories have eight bytes.
        links.append(len(data))
        data += b"\0" * 8
    return data


def mrxs(levels):
    """The files in the folder of a slide: levels of images, as indices and JPEG data."""
    identity, columns, rows = "0123456789ABCDEF", SIZE[0] // IMAGE, SIZE[1] // IMAGE
    lines = ["[GENERAL]", "SLIDE_VERSION = 01.02", f"SLIDE_ID = {identity}", f"IMAGENUMBER_X = {columns}",
             f"IMAGENUMBER_Y = {rows}", f"OBJECTIVE_MAGNIFICATION = {LENS}", "CameraImageDivisionsPerSide = 1", "",
             "[HIERARCHICAL]", "HIER_COUNT = 1", "NONHIER_COUNT = 0", "INDEXFILE = Index.dat",
             "HIER_0_NAME = Slide zoom level", f"HIER_0_COUNT = {len(levels)}"]
    lines += [f"HIER_0_VAL_{number}_SECTION = LAYER_0_LEVEL_{number}_SECTION" for number in range(len(levels))]
    lines += ["", "[DATAFILE]", "FILE_COUNT = 1", "FILE_0 = Data0000.dat"]
    for number in range(len(levels)):
        lines += ["", f"[LAYER_0_LEVEL_{number}_SECTION]", "OVERLAP_X = 0", "OVERLAP_Y = 0",
                  f"MICROMETER_PER_PIXEL_X = {0.5 * 2 ** number}", f"MICROMETER_PER_PIXEL_Y = {0.5 * 2 ** number}",
                  "IMAGE_FORMAT = JPEG", "IMAGE_FILL_COLOR_BGR = 16777215", f"DIGITIZER_WIDTH = {IMAGE}",
                  f"DIGITIZER_HEIGHT = {IMAGE}", f"IMAGE_CONCAT_FACTOR = {min(number, 1)}"]
    data, pages = identity.encode(), []
    for images in levels:
        entries = b""
        for index, jpeg in images:
            entries += struct.pack("<4i", index, len(data), len(jpeg), 0)
            data += jpeg
        pages.append(struct.pack("<2i", len(images), 0) + entries)
    # The index: the places of the levels' lists, each list with the place of its only page, and the pages.
    index = b"01.02" + identity.encode()
    table = len(index) + 8
    index += struct.pack("<2i", table, 0)
    lists = table + 4 * len(pages)
    index += struct.pack(f"<{len(pages)}i", *(lists + 8 * number for number in range(len(pages))))
    place = lists + 8 * len(pages)
    for page in pages:
        index += struct.pack("<2i", 0, place)
        place += len(page)
    return {"Slidedat.ini": "\r\n".join(lines).encode() + b"\r\n", "Index.dat": index + b"".join(pages),
            "Data0000.dat": data}


def write(folder):
    """Writes the slides."""
    sizes = [tuple(side >> level for side in SIZE) for level in range(LEVELS)]
    # Half a row of blocks of 8 by 8 pixels.
    data = [jpegs(folder, [(level, (0, 0, *size))], "--restart-interval", str(size[0] // 16))[0]
            for level, size in enumerate(sizes)]
    (folder / "slide.ndpi").write_bytes(ndpi(list(zip(sizes, data))))

    columns, levels = SIZE[0] // IMAGE, []
    for level, (width, height) in enumerate(sizes):
        step = 1 << level
        places = [(left, top) for top in range(0, height, IMAGE) for left in range(0, width, IMAGE)]
        images = jpegs(folder, [(level, (left, top, IMAGE, IMAGE)) for left, top in places])
        numbers = [top // IMAGE * step * columns + left // IMAGE * step for left, top in places]
        levels.append(list(zip(numbers, images)))
    (folder / "slide").mkdir(exist_ok=True)
    for name, content in mrxs(levels).items():
        (folder / "slide" / name).write_bytes(content)
    (folder / "slide.mrxs").write_bytes(jpegs(folder, [(0, (0, 0, IMAGE, IMAGE))])[0])


if __name__ == "__main__":
    if len(sys.argv) != 2:
        sys.exit(f"usage: {sys.argv[0]} FOLDER")
    write(Path(sys.argv[1]))
