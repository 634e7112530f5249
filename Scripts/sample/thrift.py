"""A JPEG file that spends nothing on what nobody sees.

The quantised coefficients that an encoder would keep only because they round away from zero
are dropped before it sees them. The file is plain baseline JPEG without colour subsampling.
"""

import io

import numpy as np
from PIL import Image

GRAIN = 0.46  # How far beyond one half the finest ripples must reach to be kept, 0…0.5.
STRIP = 800  # Rows worked on at once; a multiple of 8.


def save(pixels, path, quality, color_quality):
    """Writes rows × columns × (red, green, blue) with these qualities for light and colour."""
    tables = [_table(quality, 0), _table(color_quality, 1)]
    thrifty = np.empty_like(pixels)
    for top in range(0, len(pixels), STRIP):
        strip = pixels[top:top + STRIP].astype(np.float32)
        thrifty[top:top + STRIP] = _thin(strip, tables)
    Image.fromarray(thrifty).save(path, qtables=tables, subsampling=0, optimize=True)


def _table(quality, which):
    sample = io.BytesIO()
    Image.new("RGB", (8, 8)).save(sample, "JPEG", quality=quality)
    return Image.open(sample).quantization[which]


def _thin(strip, tables):
    red, green, blue = strip[..., 0], strip[..., 1], strip[..., 2]
    light = _sparse(0.299 * red + 0.587 * green + 0.114 * blue - 128, tables[0])
    toward_blue = _sparse(-0.168736 * red - 0.331264 * green + 0.5 * blue, tables[1])
    toward_red = _sparse(0.5 * red - 0.418688 * green - 0.081312 * blue, tables[1])
    light += 128.5
    mixed = np.stack(
        (light + 1.402 * toward_red, light - 0.344136 * toward_blue - 0.714136 * toward_red,
         light + 1.772 * toward_blue), axis=-1)
    return np.clip(mixed, 0, 255)


def _sparse(plane, table):
    """The plane as a decoder would see it, its weak fine coefficients left out."""
    rows, columns = plane.shape
    padded = np.pad(plane, ((0, -rows % 8), (0, -columns % 8)), "edge")
    blocks = padded.reshape(padded.shape[0] // 8, 8, padded.shape[1] // 8, 8).transpose(0, 2, 1, 3)
    steps = np.array(table, np.float32).reshape(8, 8)
    strength = COSINES @ blocks @ COSINES.T / steps
    whole = np.copysign(np.floor(np.abs(strength) + 0.5), strength)
    fineness = np.minimum(1, np.add.outer(np.arange(8), np.arange(8)) / 6)
    whole[np.abs(strength) < 0.5 + GRAIN * fineness] = 0
    seen = COSINES.T @ (whole * steps) @ COSINES
    return seen.transpose(0, 2, 1, 3).reshape(padded.shape)[:rows, :columns]


def _cosines():
    k = np.arange(8)
    matrix = 0.5 * np.cos((2 * k[None, :] + 1) * k[:, None] * np.pi / 16)
    matrix[0] /= np.sqrt(2)
    return matrix.astype(np.float32)


COSINES = _cosines()
