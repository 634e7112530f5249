#pragma once
#include <stdbool.h>
#include <stdint.h>
#include <tiffio.h>

// What the rows of a file are made of, by TIFF's numbers.
typedef struct {
  uint32_t width;
  uint32_t height;
  uint16_t channels;
  uint16_t bits;
  uint16_t format;
  uint16_t photometric;
  uint16_t orientation;
  bool is_big;  // With offsets of 64 bits.
} overscroll_tiff_layout;

// Begins a file compressed with Deflate. Takes ownership of the descriptor, also on failure, which returns NULL.
TIFF *overscroll_tiff_writer_open(int descriptor, const overscroll_tiff_layout *layout);

// Sets a tag, also one that libtiff does not know, to so many values of one of TIFF's types. A resolution and a bound are a double,
// the place of a directory has 64 bits.
bool overscroll_tiff_writer_set(TIFF *tiff, uint32_t tag, uint16_t type, uint32_t count, const void *values);
