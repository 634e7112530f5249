#pragma once
#include <stdbool.h>
#include <stdint.h>
#include <stdio.h>
#include <png.h>

// Writing PNG files, with errors as in CodecsPNG.h.

typedef struct {
  png_structp png;
  png_infop info;
  int failure;  // The system's error number of the first failure, or 0.
} overscroll_png_writer;

// What the rows of a file are made of, with samples of 16 bits in the machine's order; colors that have alpha are not premultiplied.
typedef struct {
  uint32_t width;
  uint32_t height;
  int bits;
  int color_type;
  const uint8_t *profile;  // An ICC profile; NULL for sRGB.
  uint32_t profile_length;
  bool is_screen;          // Colors are said to be sRGB where there is no profile.
  int transparent;         // The gray that is transparent; -1 for none.
  uint32_t dots_x;         // Pixels per meter; 0 where that is not known.
  uint32_t dots_y;
  const uint8_t *exif;     // A block of EXIF.
  uint32_t exif_length;    // 0 for none.
  const char *xmp;         // A packet of XMP, which ends with a zero; NULL for none.
} overscroll_png_layout;

// Begins a file. Returns NULL for lack of memory.
overscroll_png_writer *overscroll_png_writer_open(FILE *file, const overscroll_png_layout *layout);

void overscroll_png_writer_close(overscroll_png_writer *writer);

// Writes the header.
bool overscroll_png_writer_start(overscroll_png_writer *writer);

bool overscroll_png_write_row(overscroll_png_writer *writer, const uint8_t *row);

// Writes what follows the pixels.
bool overscroll_png_writer_finish(overscroll_png_writer *writer);
