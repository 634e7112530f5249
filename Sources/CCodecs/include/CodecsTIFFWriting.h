#pragma once
#include <stdbool.h>
#include <stdint.h>
#include <tiffio.h>

// Begins a file of 8 bits a channel, compressed with Deflate: RGB, or RGBA that is not premultiplied. Offsets are of 64 bits where
// is_big. Takes ownership of the descriptor, also on failure, which returns NULL.
TIFF *overscroll_tiff_writer_open(
  int descriptor, uint32_t width, uint32_t height, bool has_alpha, bool is_big);
