#include "CodecsPNGWriting.h"
#include <errno.h>
#include <stdlib.h>

// Speed over size: in about a third of the default level's time, files are some per cent larger.
static const int overscroll_png_compression_level = 3;

static void overscroll_png_writer_fail(png_structp png, png_const_charp text) {
  (void)text;
  overscroll_png_writer *writer = (overscroll_png_writer *)png_get_error_ptr(png);
  writer->failure = errno ? errno : EIO;
  png_longjmp(png, 1);
}

// Called by libpng on a warning; the default would print.
static void overscroll_png_writer_warn(png_structp png, png_const_charp text) {
  (void)png;
  (void)text;
}

void overscroll_png_writer_close(overscroll_png_writer *writer) {
  png_destroy_write_struct(&writer->png, &writer->info);
  free(writer);
}

overscroll_png_writer *overscroll_png_writer_open(
  FILE *file, uint32_t width, uint32_t height, bool has_alpha) {
  overscroll_png_writer *writer = (overscroll_png_writer *)calloc(1, sizeof(overscroll_png_writer));
  if (!writer) return NULL;
  writer->png = png_create_write_struct(
    PNG_LIBPNG_VER_STRING, writer, overscroll_png_writer_fail, overscroll_png_writer_warn);
  if (writer->png) writer->info = png_create_info_struct(writer->png);
  if (!writer->png || !writer->info || setjmp(png_jmpbuf(writer->png))) {
    overscroll_png_writer_close(writer);
    return NULL;
  }
  png_init_io(writer->png, file);
  // libpng's own limit is a million pixels a side.
  png_set_user_limits(writer->png, PNG_UINT_31_MAX, PNG_UINT_31_MAX);
  png_set_compression_level(writer->png, overscroll_png_compression_level);
  png_set_IHDR(
    writer->png, writer->info, width, height, 8,
    has_alpha ? PNG_COLOR_TYPE_RGB_ALPHA : PNG_COLOR_TYPE_RGB, PNG_INTERLACE_NONE,
    PNG_COMPRESSION_TYPE_DEFAULT, PNG_FILTER_TYPE_DEFAULT);
  png_set_sRGB(writer->png, writer->info, PNG_sRGB_INTENT_PERCEPTUAL);
  return writer;
}

bool overscroll_png_writer_start(overscroll_png_writer *writer) {
  errno = 0;
  if (setjmp(png_jmpbuf(writer->png))) return false;
  png_write_info(writer->png, writer->info);
  return true;
}

bool overscroll_png_write_row(overscroll_png_writer *writer, const uint8_t *row) {
  errno = 0;
  if (setjmp(png_jmpbuf(writer->png))) return false;
  png_write_row(writer->png, row);
  return true;
}

bool overscroll_png_writer_finish(overscroll_png_writer *writer) {
  errno = 0;
  if (setjmp(png_jmpbuf(writer->png))) return false;
  png_write_end(writer->png, NULL);
  return true;
}
