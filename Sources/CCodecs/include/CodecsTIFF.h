#pragma once
#include <stdbool.h>
#include <stdint.h>
#include <tiffio.h>

// libtiff reads tags by variadic functions and reports errors with a va_list, neither of which Swift
// can call.

// Takes ownership of the descriptor, also on failure. The file is never mapped, since truncating a mapped
// file ends the process.
TIFF *overscroll_tiff_open(int descriptor, const char *name, tmsize_t most_bytes);

// The value of a 16-bit tag, or its default, or `otherwise` if it has none.
uint16_t overscroll_tiff_short(TIFF *tiff, uint32_t tag, uint16_t otherwise);

uint32_t overscroll_tiff_long(TIFF *tiff, uint32_t tag, uint32_t otherwise);

double overscroll_tiff_double(TIFF *tiff, uint32_t tag, double otherwise);

bool overscroll_tiff_white(TIFF *tiff, float *x, float *y);

// The x and y of red, green and blue; NULL without the tag.
const float *overscroll_tiff_primaries(TIFF *tiff);

// The curves, of 2^bits values each, of one channel or, where there is more than one color, of three; returns their number.
int overscroll_tiff_curves(TIFF *tiff, const uint16_t *curves[3]);

// The kinds of the extra samples; NULL without the tag.
const uint16_t *overscroll_tiff_extra_samples(TIFF *tiff, uint16_t *count);

const uint8_t *overscroll_tiff_profile(TIFF *tiff, uint32_t *count);

// GDAL's text of the sample that means no data, which need not end with a zero byte; NULL without the tag.
const uint8_t *overscroll_tiff_no_data(TIFF *tiff, uint32_t *count);

// The offsets of the sub-directories.
const uint64_t *overscroll_tiff_subpages(TIFF *tiff, uint16_t *count);

bool overscroll_tiff_palette(
  TIFF *tiff, const uint16_t **red, const uint16_t **green, const uint16_t **blue);

// Has JPEG data converted to RGB, whatever its chroma subsampling.
void overscroll_tiff_request_rgb(TIFF *tiff);

// Has libtiff's own conversion to RGBA leave rows and columns as stored.
void overscroll_tiff_ignore_orientation(TIFF *tiff);

// True if libtiff itself can convert the current page to RGBA.
bool overscroll_tiff_can_convert(TIFF *tiff);

const char *overscroll_tiff_codec_name(uint16_t compression);

// Decodes a block that libtiff refuses although its pixels may be whole: where the file says more bytes than it has, or
// where the checksum of deflated data is wrong or missing. At most `most_bytes` of it are read. False where that fails.
bool overscroll_tiff_read_mended(
  TIFF *tiff, uint32_t block, void *pixels, tmsize_t count, size_t most_bytes);
