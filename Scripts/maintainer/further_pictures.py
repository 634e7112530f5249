#!/usr/bin/env python3
"""Writes a picture in each format that the loader reads, and a camera's raw file.

usage: Scripts/maintainer/further_pictures.py FOLDER

The folder gets plain.ppm with 300 by 200 pixels, unless it has one, and the same picture in the other formats;
drawing.svg and pages.pdf are drawings with 256 by 16 units. Needs ImageMagick, and libvips' and libtiff's tools; what
they cannot write is left out.
"""

import struct
import subprocess
import sys
from pathlib import Path

PICTURES = Path(__file__).resolve().parents[2] / "Tests" / "ImagingTests" / "Pictures"
# The tools that write the formats, from plain.ppm.
COMMANDS = (
    "convert plain.ppm plain.jpg", "convert plain.ppm -colorspace RGB plain.exr", "vips heifsave plain.ppm plain.heic",
    "vips heifsave plain.ppm plain.avif --compression av1", "vips jxlsave plain.ppm plain.jxl",
    "vips jp2ksave plain.ppm plain.jp2", "vips fitssave plain.ppm plain.fits", "vips radsave plain.ppm plain.hdr",
    "convert plain.ppm -evaluate multiply 0.1 -depth 16 deep.jp2", "vips heifsave plain.ppm deep.heic --bitdepth 12",
    "convert plain.ppm -colorspace gray -depth 32 -define quantum:format=floating-point deep.fits",
    "cjxl plain.ppm light.jxl -d 0 -x color_space=RGB_D65_202_Rel_PeQ", f"cp {PICTURES}/pq10.avif light.avif",
    "vips tiffsave plain.ppm plain.svs --tile --pyramid --compression jpeg && tiffset -s 270 Aperio plain.svs",
)

SVG = b"""<?xml version="1.0"?>
<svg xmlns="http://www.w3.org/2000/svg" xmlns:xlink="http://www.w3.org/1999/xlink" width="256" height="16">
<defs><linearGradient id="g"><stop offset="0" stop-color="red"/><stop offset="1" stop-color="#2080c0"/></linearGradient></defs>
<rect width="280" height="15" fill="url(#g)"/><use xlink:href="#p" x="20"/>
<path id="p" d="M10 1 C 40 9 200 -2 120 12 Z" stroke="black" fill-opacity=".4"/>
<text x="200" y="14" font-size="16">Text</text></svg>
"""


def pdf():
    """A document of two pages with curves and text."""
    drawing = b"0.2 0.5 0.8 rg 20 2 200 12 re f 0 g 10 1 m 90 18 200 -4 280 15 c S BT /F 16 Tf 200 3 Td (Text) Tj ET"
    page = b"<</Type/Page/Parent 2 0 R/MediaBox[0 0 256 16]/Contents 5 0 R/Resources<</Font<</F 6 0 R>>>>>>"
    objects = [b"<</Type/Catalog/Pages 2 0 R>>", b"<</Type/Pages/Count 2/Kids[3 0 R 4 0 R]>>", page, page,
               b"<</Length %d>>stream\n%s\nendstream" % (len(drawing), drawing),
               b"<</Type/Font/Subtype/Type1/BaseFont/Helvetica>>"]
    data, places = b"%PDF-1.4\n", []
    for number, content in enumerate(objects, 1):
        places.append(len(data))
        data += b"%d 0 obj%s endobj\n" % (number, content)
    table = b"".join(b"%010d 00000 n \n" % place for place in places)
    return data + b"xref\n0 7\n0000000000 65535 f \n%strailer<</Root 1 0 R/Size 7>>\nstartxref\n%d\n%%%%EOF\n" % (
        table, len(data))


def raw(jpeg):
    """A camera's raw file (DNG) with a preview."""
    def directory(place, tags, following=0):
        entries, extra = b"", b""
        end = place + 2 + 12 * len(tags) + 4
        for tag, value in tags:
            if isinstance(value, bytes):
                entries += struct.pack("<HHII", tag, 2, len(value), end + len(extra))
                extra += value
            else:
                entries += struct.pack("<HHII", tag, 4, 1, value)
        return (struct.pack("<H", len(tags)) + entries + struct.pack("<I", following) + extra).ljust(512, b"\0")
    sensor, preview, data = 520, 1032, 1544
    return (b"II*\0\x08\0\0\0"
            + directory(8, [(254, 1), (256, 300), (257, 200), (259, 7), (262, 6), (271, b"Maker\0"), (272, b"Camera\0"),
                            (273, data), (277, 3), (279, len(jpeg)), (330, sensor), (50706, 0x401)])
            + directory(sensor, [(254, 0), (256, 6000), (257, 4000), (259, 1), (262, 32803)])
            + directory(preview, [(254, 1), (256, 300), (257, 200), (259, 7), (262, 6), (273, data), (279, len(jpeg))])
            + jpeg)


def write(folder):
    """Writes the pictures."""
    if not (folder / "plain.ppm").exists():
        subprocess.run(["convert", "-size", "300x200", "-seed", "1", "plasma:red-blue", "-depth", "8",
                        str(folder / "plain.ppm")], check=True)
    for command in COMMANDS:
        subprocess.run(command, shell=True, cwd=folder, stderr=subprocess.DEVNULL, check=False)
    (folder / "drawing.svg").write_bytes(SVG)
    (folder / "pages.pdf").write_bytes(pdf())
    (folder / "camera.dng").write_bytes(raw((folder / "plain.jpg").read_bytes()))


if __name__ == "__main__":
    if len(sys.argv) != 2:
        sys.exit(f"usage: {sys.argv[0]} FOLDER")
    write(Path(sys.argv[1]))
