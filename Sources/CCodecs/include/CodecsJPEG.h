#pragma once
#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>
#include <setjmp.h>
#include <jpeglib.h>
#include <jpegint.h>
#include <jerror.h>

// libjpeg reports errors by longjmp, which must never cross a Swift frame. Each call that can fail is
// made by a function below, which calls setjmp and returns false after an error.

enum {
  // The most APP1 and APP2 markers that are kept: a color profile takes at most 255. [C]
  OVERSCROLL_JPEG_MARKERS = 300,
  // The most bytes before the first scan: the longest profile takes 16 MB. [C]
  OVERSCROLL_JPEG_HEADER_BYTES = 48 << 20,
  // The most scans that are read: programs write about ten, and a few more bytes can ask for any number. [C]
  OVERSCROLL_JPEG_SCANS = 200,
  // The most bytes of filler before a restart marker: chips fill up words, or blocks of memory. [C]
  OVERSCROLL_JPEG_FILLER = 64,
  // The failure of a header that is too long; libjpeg's own are fewer.
  OVERSCROLL_JPEG_LONG_HEADER = 10000,
};

typedef struct {
  struct jpeg_decompress_struct info;
  struct jpeg_error_mgr errors;
  jmp_buf escape;
  FILE *file;
  int missing_data;  // Warnings so far that the data of some blocks was missing or wrong.
  int reached_end;   // Warnings so far that the file ended before its picture did.
  bool is_truncated; // True once data was missing because the picture's end had come.
  int failure;       // The message code of the fatal error.
  bool in_scan;      // True once pixels are being decoded.
  long extraneous;   // Bytes in the entropy-coded data that belong to no pixel.
  bool in_header;    // True while the markers before the first scan are read.
  long header_bytes;
  int marker_count;  // The markers that were kept.
  jpeg_saved_marker_ptr last_marker;
  bool has_unread_scans;  // True if reading ended with the most scans that are read.
  boolean (*fill_input_buffer)(j_decompress_ptr info);  // The file's own.
  jpeg_marker_parser_method read_restart_marker;         // libjpeg's own.
  const JOCTET *buffer;                                  // The first byte that was filled last.
} overscroll_jpeg;

// Returns NULL on failure. Allocated here, since the struct contains a jmp_buf and pointers into
// itself, and must not move.
overscroll_jpeg *overscroll_jpeg_open(FILE *file);

void overscroll_jpeg_close(overscroll_jpeg *jpeg);

// Keeps the first markers APP1 (EXIF) and APP2 (ICC profiles).
bool overscroll_jpeg_read_header(overscroll_jpeg *jpeg);

// Joins the parts of the profile, which the caller frees; returns false if there is none.
bool overscroll_jpeg_read_profile(
  overscroll_jpeg *jpeg, uint8_t **bytes, unsigned int *count);

bool overscroll_jpeg_start(overscroll_jpeg *jpeg, J_COLOR_SPACE color);
// The same at the size divided by 2, 4 or 8, more quickly than accurately. Several scans must then be read.
bool overscroll_jpeg_start_reduced(overscroll_jpeg *jpeg, J_COLOR_SPACE color, int divisor);

// Prepares to read several scans a row of MCUs at a time, where overscroll_jpeg_start reads them all.
bool overscroll_jpeg_start_scans(overscroll_jpeg *jpeg, J_COLOR_SPACE color);

// Reads some of the scans; rows can be read once `is_done` is set. Ends with the most that are read.
bool overscroll_jpeg_read_scans(overscroll_jpeg *jpeg, bool *is_done);

// Prepares to decode the first of several scans at an eighth of the size.
bool overscroll_jpeg_start_preview(overscroll_jpeg *jpeg, J_COLOR_SPACE color);

// Reads on from the last row to the end of the image.
bool overscroll_jpeg_finish(overscroll_jpeg *jpeg);

bool overscroll_jpeg_read_row(overscroll_jpeg *jpeg, uint8_t *row);
