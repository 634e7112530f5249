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

// Begins a file of 8 bits a channel in sRGB: RGB, or RGBA that is not premultiplied. Returns NULL for lack of memory.
overscroll_png_writer *overscroll_png_writer_open(
  FILE *file, uint32_t width, uint32_t height, bool has_alpha);

void overscroll_png_writer_close(overscroll_png_writer *writer);

// Writes the header.
bool overscroll_png_writer_start(overscroll_png_writer *writer);

bool overscroll_png_write_row(overscroll_png_writer *writer, const uint8_t *row);

// Writes what follows the pixels.
bool overscroll_png_writer_finish(overscroll_png_writer *writer);
