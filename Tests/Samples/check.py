#!/usr/bin/env python3
"""Compares units, parts that are saved as data, and mixes of channels with those of tifffile, GDAL, libvips and NumPy.

usage: Tests/Samples/check.py PROGRAM

Writes small files, and reads what the program makes of them with these readers: samples must be the same to the last bit. Needs the
packages tifffile, imagecodecs, numpy and rasterio; saved parts are compared with libvips' where its tools are installed.
"""

import json
import math
import shutil
import subprocess
import sys
import tempfile
import warnings
from pathlib import Path

try:
    import numpy
    import rasterio
    import rasterio.errors
    import rasterio.transform
    import tifffile
except ImportError as error:
    sys.exit(f"check.py: {error}; install tifffile, imagecodecs, numpy and rasterio")

# The size of the pictures: neither side is a multiple of a tile's.
WIDTH, HEIGHT = 83, 61
# A part that begins and ends within tiles of 16 and of 32 pixels.
LEFT, TOP, PART_WIDTH, PART_HEIGHT = 7, 19, 50, 33
METERS = {"nm": 1e-9, "µm": 1e-6, "mm": 1e-3, "cm": 1e-2, "m": 1.0, "km": 1e3}
INCH = 0.0254

random = numpy.random.default_rng(1)
failures = []
counts = {}


def run(*arguments):
    """The standard output of the program."""
    done = subprocess.run([sys.argv[1], *map(str, arguments)], capture_output=True, text=True)
    if done.returncode != 0:
        raise RuntimeError(f"{' '.join(map(str, arguments))}: {done.stderr.strip()}")
    return done.stdout


def check(kind, name, is_right, found=""):
    """Counts a comparison, and notes one that fails."""
    counts[kind] = counts.get(kind, 0) + 1
    if not is_right:
        failures.append(f"{kind}: {name}: {found}")


def noise(dtype, *shape):
    """Random samples of a type, with its least and greatest among them."""
    dtype = numpy.dtype(dtype)
    if dtype.kind == "f":
        samples = random.normal(0, 1000, shape).astype(dtype)
    else:
        limits = numpy.iinfo(dtype)
        samples = random.integers(limits.min, limits.max, shape, dtype, endpoint=True)
        samples.flat[:2] = limits.min, limits.max
    return samples


def same(one, other):
    """Whether two arrays have the same type, shape and bits."""
    one, other = (array.astype(array.dtype.newbyteorder("=")) for array in (one, other))
    return one.dtype == other.dtype and one.shape == other.shape and one.tobytes() == other.tobytes()


# Units.


def extents(text):
    """The extents of a pixel in meters of paper or of what is shown, or in degrees, as `info` prints them; None without them."""
    if text is None:
        return None
    amount, _, _ = text.partition(",")
    is_dots = amount.endswith(" dpi")
    amount = amount.removesuffix(" dpi").removesuffix(" per pixel")
    unit = 1.0
    if not is_dots:
        name = "°" if amount.endswith("°") else amount.split()[-1]
        amount = amount.removesuffix(name).strip()
        unit = METERS.get(name, 1.0)
    numbers = [float(number) for number in amount.split(" × ")]
    numbers = [INCH / number if is_dots else number * unit for number in numbers]
    return numbers if len(numbers) == 2 else numbers * 2


def close(found, expected):
    """Whether extents are the same to the four digits that are printed."""
    return found is not None and all(math.isclose(one, other, rel_tol=6e-4) for one, other in zip(found, expected))


def check_units(folder):
    """Resolutions, and the units of OME, ImageJ, Aperio and GeoTIFF, as tifffile and GDAL read them."""
    samples = noise("uint16", HEIGHT, WIDTH)
    path = folder / "unit.tif"
    for unit, meters in [("INCH", INCH), ("CENTIMETER", 0.01)]:
        for dots in [(300, 300), (72, 150), (1181.1, 1181.1)]:
            tifffile.imwrite(path, samples, resolution=dots, resolutionunit=unit)
            with tifffile.TiffFile(path) as file:
                read = [meters / number for number in file.pages[0].get_resolution(unit)]
            check("units", f"{dots} per {unit}", close(extents(scale(path)), read), scale(path))
    for sizes in [(0.25, 0.25), (0.5, 0.125)]:
        for unit in ["nm", "µm", "mm"]:
            metadata = {"axes": "YX", "PhysicalSizeX": sizes[0], "PhysicalSizeXUnit": unit, "PhysicalSizeY": sizes[1],
                        "PhysicalSizeYUnit": unit}
            tifffile.imwrite(folder / "unit.ome.tif", samples, ome=True, metadata=metadata)
            with tifffile.TiffFile(folder / "unit.ome.tif") as file:
                pixels = tifffile.xml2dict(file.ome_metadata)["OME"]["Image"]["Pixels"]
            read = [pixels[f"PhysicalSize{axis}"] * METERS[pixels[f"PhysicalSize{axis}Unit"]] for axis in "XY"]
            text = scale(folder / "unit.ome.tif")
            check("units", f"OME {sizes} {unit}", close(extents(text), read), text)
    for unit, meters in [("um", 1e-6), ("nm", 1e-9), ("mm", 1e-3)]:
        tifffile.imwrite(path, samples, imagej=True, resolution=(4, 2), metadata={"unit": unit})
        with tifffile.TiffFile(path) as file:
            tags = file.pages[0].tags
            read = [meters * tags[name].value[1] / tags[name].value[0] for name in ("XResolution", "YResolution")]
            check("units", f"ImageJ {unit}", file.imagej_metadata["unit"] == unit, "tifffile")
        check("units", f"ImageJ {unit}", close(extents(scale(path)), read), scale(path))
    for text, size in [("Aperio Image\r\n83x61|AppMag = 20|MPP = 0.499", 0.499e-6)]:
        # OpenSlide takes only what is in tiles for a slide.
        tifffile.imwrite(path, noise("uint8", HEIGHT, WIDTH, 3), photometric="rgb", tile=(16, 16), description=text, metadata=None)
        check("units", "Aperio", close(extents(scale(path)), [size] * 2), scale(path))
    for name, transform, code in MAPS:
        write_map(path, noise("uint16", 1, HEIGHT, WIDTH), transform, code)
        with rasterio.open(path) as file:
            read, found = file.transform, file.crs.to_epsg()
            factor = file.crs.linear_units_factor[1] if file.crs.is_projected else 1.0
        columns = [math.hypot(read.a, read.d) * factor, math.hypot(read.b, read.e) * factor]
        described = info(path)
        check("units", name, close(extents(described.get("scale")), columns), described.get("scale"))
        place = described.get("map", "")
        check("units", name, place.endswith(f"EPSG:{found}"), place)
        corner = [float(part.rstrip("°")) for part in place.replace(" m,", ",").split(", ")[:2] for part in [part.split()[0]]]
        check("units", name, numpy.allclose(corner, [read.c, read.f], rtol=1e-12), place)


def info(path):
    """What the program says of a file."""
    return json.loads(run("info", "--json", path))


def scale(path):
    """How large the program says that pixels are."""
    return info(path).get("scale")


# Saved parts.

MAPS = [
    ("meters", rasterio.transform.Affine(10, 0, 500_000, 0, -10, 4_649_000), 32633),
    ("degrees", rasterio.transform.Affine(0.001, 0, 9.5, 0, -0.001, 47.5), 4326),
    ("sheared", rasterio.transform.Affine(8, 6, 500_000, 6, -8, 4_649_000), 32633),
]


def write_map(path, samples, transform, code, **options):
    """Writes samples, band by band, at a place on a map."""
    bands, height, width = samples.shape
    with rasterio.open(path, "w", driver="GTiff", width=width, height=height, count=bands, dtype=samples.dtype,
                       crs=f"EPSG:{code}", transform=transform, **options) as file:
        file.write(samples)


def check_part(name, source, samples):
    """Saves a part as data, in which tifffile and GDAL must read the samples of the array, and which libvips must save alike."""
    part = source.with_name("part.tif")
    run("render", source, "--as", "data", "--rect", f"{LEFT},{TOP},{PART_WIDTH},{PART_HEIGHT}", "-o", part)
    expected = samples[TOP:TOP + PART_HEIGHT, LEFT:LEFT + PART_WIDTH]
    found = tifffile.imread(part)
    check("parts", f"{name}, tifffile", same(found, expected), f"{found.dtype} {found.shape}")
    with rasterio.open(part) as file:
        bands = file.read()
    found = numpy.moveaxis(bands, 0, -1)
    check("parts", f"{name}, GDAL", same(found if expected.ndim == 3 else found[..., 0], expected), f"{bands.dtype}")
    if shutil.which("vips"):
        crop, raw = source.with_name("crop.tif"), source.with_name("crop.raw")
        done = subprocess.run(["vips", "crop", source, crop, *map(str, (LEFT, TOP, PART_WIDTH, PART_HEIGHT))], capture_output=True)
        if done.returncode != 0:
            counts["files refused by libvips"] = counts.get("files refused by libvips", 0) + 1
            return part
        subprocess.run(["vips", "rawsave", crop, raw], check=True)
        check("parts", f"{name}, libvips", raw.read_bytes() == expected.astype(expected.dtype.newbyteorder("=")).tobytes())
    return part


def check_parts(folder):
    """Samples of all types, in strips and tiles, of both byte orders; and places on maps with what means no data."""
    path = folder / "part-source.tif"
    for dtype in ["uint8", "int8", "uint16", "int16", "uint32", "int32", "float32", "float64"]:
        for channels in [1, 3, 5]:
            shape = (HEIGHT, WIDTH, channels) if channels > 1 else (HEIGHT, WIDTH)
            samples = noise(dtype, *shape)
            photometric = "rgb" if channels == 3 else "minisblack"
            for layout, options in [("strips", {"rowsperstrip": 5}), ("tiles", {"tile": (32, 16)}),
                                    ("planes", {"tile": (16, 16), "planarconfig": "separate"}),
                                    ("big-endian", {"byteorder": ">"}), ("Deflate", {"compression": "zlib", "predictor": True})]:
                if layout == "planes" and channels == 1 or layout == "Deflate" and numpy.dtype(dtype).itemsize == 8:
                    continue
                stored = numpy.moveaxis(samples, -1, 0) if layout == "planes" else samples
                extra = {"extrasamples": ["unspecified"] * (channels - 1)} if channels == 5 else {}
                if layout != "planes" and channels > 1:
                    extra["planarconfig"] = "contig"
                tifffile.imwrite(path, stored, photometric=photometric, metadata=None, **options, **extra)
                check_part(f"{dtype}, {channels} channels, {layout}", path, samples)
    for name, transform, code in MAPS:
        for dtype, missing in [("int16", -9999), ("float32", -(2.0 ** 127))]:
            samples = noise(dtype, 2, HEIGHT, WIDTH)
            write_map(path, samples, transform, code, nodata=missing, tiled=True, blockxsize=32, blockysize=16)
            part = check_part(f"{name}, {dtype}", path, numpy.moveaxis(samples, 0, -1))
            with rasterio.open(path) as whole, rasterio.open(part) as file:
                moved = whole.transform @ rasterio.transform.Affine.translation(LEFT, TOP)
                check("parts", f"{name}: place", file.transform.almost_equals(moved, 1e-6), file.transform)
                check("parts", f"{name}: system", file.crs == whole.crs, file.crs)
                check("parts", f"{name}: no data", file.nodata == whole.nodata, file.nodata)


# Mixes of channels.


def mix(samples, parts, black, white):
    """The pixels of channels that are added to each other, each in a color from a black sample to the white one."""
    total = numpy.zeros((*samples.shape[:2], 3))
    for channel, color in parts:
        share = numpy.clip((samples[..., channel].astype("float64") - black) / (white - black), 0, 1)
        total += share[..., None] * [color >> 16 & 255, color >> 8 & 255, color & 255]
    return numpy.clip(numpy.floor(total + 0.5), 0, 255).astype("uint8")


def check_mixes(folder):
    """Three bands as red, green and blue, colors that are added, and one channel in gray."""
    path, seen = folder / "mix.tif", folder / "seen.tif"
    red, green, blue = 0xFF0000, 0x00FF00, 0x0000FF
    cases = [("4,3,2", [(3, red), (2, green), (1, blue)]), ("1,3,5", [(0, red), (2, green), (4, blue)]),
             ("2:FF8000,5:0080FF", [(1, 0xFF8000), (4, 0x0080FF)]),
             ("1:FFFFFF,2:808080,3:00FF00,4:102030", [(0, 0xFFFFFF), (1, 0x808080), (2, green), (3, 0x102030)])]
    for dtype, ranges in [("uint8", [(0, 255), (20, 90)]), ("uint16", [(0, 65535), (1000, 30000)]),
                          ("int16", [(-5000, 20000)]), ("float32", [(-1500, 2000.5)])]:
        samples = noise(dtype, HEIGHT, WIDTH, 5)
        for layout in ["contig", "separate"]:
            stored = numpy.moveaxis(samples, -1, 0) if layout == "separate" else samples
            tifffile.imwrite(path, stored, photometric="minisblack", planarconfig=layout, metadata=None, tile=(16, 32),
                             extrasamples=["unspecified"] * 4)
            for black, white in ranges:
                for text, parts in cases:
                    run("render", path, "--channels", text, "--tone", f"{black},{white}", "-o", seen)
                    found, expected = tifffile.imread(seen)[..., :3], mix(samples, parts, black, white)
                    worst = int(numpy.abs(found.astype(int) - expected).max())
                    check("mixes", f"{dtype}, {layout}, {text} from {black} to {white}", worst == 0, f"off by up to {worst}")
                run("render", path, "--channels", "3", "--ramp", "gray", "--tone", f"{black},{white}", "-o", seen)
                found, expected = tifffile.imread(seen)[..., :3], mix(samples, [(2, 0xFFFFFF)], black, white)
                check("mixes", f"{dtype}, {layout}, gray from {black} to {white}", same(found, expected))


def main():
    """Runs all checks; ends with 1 where one fails."""
    # Most files lie on no map.
    warnings.simplefilter("ignore", rasterio.errors.NotGeoreferencedWarning)
    with tempfile.TemporaryDirectory() as name:
        for part in [check_units, check_parts, check_mixes]:
            part(Path(name))
    for failure in failures:
        print(failure)
    refused = counts.pop("files refused by libvips", 0)
    compared = ", ".join(f"{count} {kind}" for kind, count in counts.items())
    print(f"{compared} compared: {len(failures)} differ; libvips refused {refused} files")
    sys.exit(1 if failures else 0)


if __name__ == "__main__":
    if len(sys.argv) != 2:
        sys.exit(__doc__.split("\n\n")[1])
    main()
