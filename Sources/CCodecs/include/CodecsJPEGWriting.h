#pragma once
#include <stdbool.h>
#include <stdint.h>
#include <stdio.h>
#include <setjmp.h>
#include <jpeglib.h>

// Writing JPEG files, with errors as in CodecsJPEG.h.

enum {
  // The most pixels along a side that libjpeg writes.
  OVERSCROLL_JPEG_MAX_DIMENSION = JPEG_MAX_DIMENSION,
};

typedef struct {
  struct jpeg_compress_struct info;
  struct jpeg_error_mgr errors;
  jmp_buf escape;
  int failure;  // The system's error number of the first failure, or 0.
} overscroll_jpeg_writer;

// Begins a baseline file of RGB, with chroma at the full size. Returns NULL on failure.
overscroll_jpeg_writer *overscroll_jpeg_writer_open(
  FILE *file, uint32_t width, uint32_t height, int quality);

void overscroll_jpeg_writer_close(overscroll_jpeg_writer *writer);

// Writes the header.
bool overscroll_jpeg_writer_start(overscroll_jpeg_writer *writer);

// Writes a marker behind the header, by the number of its kind of APP, of at most 65,533 bytes.
bool overscroll_jpeg_write_marker(
  overscroll_jpeg_writer *writer, int number, const uint8_t *bytes, uint32_t length);

bool overscroll_jpeg_write_row(overscroll_jpeg_writer *writer, const uint8_t *row);

// Writes what follows the pixels.
bool overscroll_jpeg_writer_finish(overscroll_jpeg_writer *writer);
