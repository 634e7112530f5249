"""Writes a baseline JPEG file without chroma subsampling, with weak high frequencies removed.

An encoder rounds quantized coefficients to the nearest whole number. Here small high-frequency
ones become zero instead, which makes the file smaller without a visible difference.
"""

import io

import numpy as np
from PIL import Image

DEAD_ZONE = 0.46  # Added to the rounding threshold of one half at the highest frequency, 0…0.5.
STRIP = 800  # Rows processed at once; a multiple of 8.


def save(pixels, path, quality, color_quality):
    """Writes rows × columns × (red, green, blue) with these qualities for luma and chroma."""
    tables = [_table(quality, 0), _table(color_quality, 1)]
    filtered = np.empty_like(pixels)
    for top in range(0, len(pixels), STRIP):
        strip = pixels[top:top + STRIP].astype(np.float32)
        filtered[top:top + STRIP] = _filter(strip, tables)
    Image.fromarray(filtered).save(path, qtables=tables, subsampling=0, optimize=True)


def _table(quality, which):
    sample = io.BytesIO()
    Image.new("RGB", (8, 8)).save(sample, "JPEG", quality=quality)
    return Image.open(sample).quantization[which]


def _filter(strip, tables):
    red, green, blue = strip[..., 0], strip[..., 1], strip[..., 2]
    luma = _sparse(0.299 * red + 0.587 * green + 0.114 * blue - 128, tables[0])
    cb = _sparse(-0.168736 * red - 0.331264 * green + 0.5 * blue, tables[1])
    cr = _sparse(0.5 * red - 0.418688 * green - 0.081312 * blue, tables[1])
    luma += 128.5
    mixed = np.stack(
        (luma + 1.402 * cr, luma - 0.344136 * cb - 0.714136 * cr,
         luma + 1.772 * cb), axis=-1)
    return np.clip(mixed, 0, 255)


def _sparse(plane, table):
    """The plane as a decoder would reconstruct it without its weak high frequencies."""
    rows, columns = plane.shape
    padded = np.pad(plane, ((0, -rows % 8), (0, -columns % 8)), "edge")
    blocks = padded.reshape(padded.shape[0] // 8, 8, padded.shape[1] // 8, 8).transpose(0, 2, 1, 3)
    steps = np.array(table, np.float32).reshape(8, 8)
    levels = COSINES @ blocks @ COSINES.T / steps
    rounded = np.copysign(np.floor(np.abs(levels) + 0.5), levels)
    frequency = np.minimum(1, np.add.outer(np.arange(8), np.arange(8)) / 6)
    rounded[np.abs(levels) < 0.5 + DEAD_ZONE * frequency] = 0
    decoded = COSINES.T @ (rounded * steps) @ COSINES
    return decoded.transpose(0, 2, 1, 3).reshape(padded.shape)[:rows, :columns]


def _cosines():
    k = np.arange(8)
    matrix = 0.5 * np.cos((2 * k[None, :] + 1) * k[:, None] * np.pi / 16)
    matrix[0] /= np.sqrt(2)
    return matrix.astype(np.float32)


COSINES = _cosines()
