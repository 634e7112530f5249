#pragma once
#include <stdbool.h>
#include <stdint.h>
#include <tiffio.h>

// libtiff reads tags by functions of variable arguments and reports errors with a va_list, neither of
// which Swift can call.

// Takes the descriptor, which is closed also on failure. "m": never map the file, since a file that
// is cut while it is mapped ends the process.
TIFF *overscroll_tiff_open(int descriptor, const char *name, tmsize_t most_bytes);

// The value of a tag of 16 bits, or its default, or `otherwise` when there is neither.
uint16_t overscroll_tiff_short(TIFF *tiff, uint32_t tag, uint16_t otherwise);

uint32_t overscroll_tiff_long(TIFF *tiff, uint32_t tag, uint32_t otherwise);

double overscroll_tiff_double(TIFF *tiff, uint32_t tag, double otherwise);

bool overscroll_tiff_white(TIFF *tiff, float *x, float *y);

// The kinds of the samples beyond the colour; NULL where the file does not say.
const uint16_t *overscroll_tiff_extra_samples(TIFF *tiff, uint16_t *count);

const uint8_t *overscroll_tiff_profile(TIFF *tiff, uint32_t *count);

// The offsets of the directories below this one.
const uint64_t *overscroll_tiff_subpages(TIFF *tiff, uint16_t *count);

bool overscroll_tiff_palette(
  TIFF *tiff, const uint16_t **red, const uint16_t **green, const uint16_t **blue);

// JPEG data then comes as RGB, whatever its chroma's resolution.
void overscroll_tiff_request_rgb(TIFF *tiff);

// Rows and columns then come as they lie in the file also from libtiff's own conversion to RGBA.
void overscroll_tiff_ignore_orientation(TIFF *tiff);

// True if libtiff itself can convert the current page to RGBA.
bool overscroll_tiff_can_convert(TIFF *tiff);

const char *overscroll_tiff_codec_name(uint16_t compression);
