#pragma once
#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>
#include <png.h>

// libpng reports errors by longjmp, which must never cross a Swift frame. Each call that can fail is
// made by a function below, which calls setjmp and returns false after an error.

// Makes pixels of BGRA of 8 bits a channel, in place, from `count` pixels of 16 bits in the machine's byte order.
typedef void (*overscroll_png_convert)(void *converter, void *pixels, size_t count);

typedef struct {
  png_structp png;
  png_infop info;
  uint8_t *tone;  // The byte of each color sample of 16 bits; NULL for the usual ones.
  overscroll_png_convert convert;  // What makes pixels of rows of 16 bits; NULL for libpng itself.
  void *converter;
  int32_t no_data;  // With a tone: the sample of colors that are transparent; -1 for none.
  FILE *file;
  uint64_t until_header;  // Bytes from here to the next chunk's header.
  uint64_t left;          // Bytes from here to the end of the file.
  bool is_image_data;     // True in an IDAT chunk.
  bool has_failed;        // True once libpng has failed in a row, or in what follows the last one.
} overscroll_png;

void overscroll_png_close(overscroll_png *reader);

overscroll_png *overscroll_png_open(FILE *file);

bool overscroll_png_read_header(overscroll_png *reader);

// Reads the four code points of a cICP chunk, which libpng itself knows since 1.6.45; returns false if
// there is none.
bool overscroll_png_read_cicp(overscroll_png *reader, uint8_t *numbers);

// Requests BGRA of 8 bits a channel whatever the file has, and returns the number of passes, or 0 on
// failure.
int overscroll_png_start(overscroll_png *reader);

// The same for a file of 16 bits a sample, whose colors become the bytes of a table of 65536; alpha becomes its high byte,
// rounded, or 0 where all colors are no_data.
int overscroll_png_start_toned(overscroll_png *reader, const uint8_t *table, int32_t no_data);

// The same with pixels that `convert` makes of samples of 16 bits, whatever the file has; it must not fail.
int overscroll_png_start_deep(overscroll_png *reader, overscroll_png_convert convert, void *converter);

// Verifies the checksum of the last pixels and reads to the end of the file; false only where the pixels are damaged.
bool overscroll_png_finish(overscroll_png *reader);

// As the "display row", so that the early passes of an interlaced picture fill whole blocks.
bool overscroll_png_read_row(overscroll_png *reader, uint8_t *row);
