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

overscroll_png_writer *overscroll_png_writer_open(FILE *file, const overscroll_png_layout *layout) {
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
    writer->png, writer->info, layout->width, layout->height, layout->bits, layout->color_type, PNG_INTERLACE_NONE,
    PNG_COMPRESSION_TYPE_DEFAULT, PNG_FILTER_TYPE_DEFAULT);
  if (layout->profile) {
    // One that libpng finds fault with is as it was in the picture.
    png_set_option(writer->png, PNG_SKIP_sRGB_CHECK_PROFILE, PNG_OPTION_ON);
    png_set_benign_errors(writer->png, 1);
    png_set_iCCP(
      writer->png, writer->info, "ICC profile", PNG_COMPRESSION_TYPE_BASE, layout->profile, layout->profile_length);
  } else if (layout->is_screen) {
    png_set_sRGB(writer->png, writer->info, PNG_sRGB_INTENT_PERCEPTUAL);
  }
  if (layout->transparent >= 0) {
    png_color_16 color = {0};
    color.gray = (png_uint_16)layout->transparent;
    png_set_tRNS(writer->png, writer->info, NULL, 0, &color);
  }
  if (layout->dots_x > 0) {
    png_set_pHYs(writer->png, writer->info, layout->dots_x, layout->dots_y, PNG_RESOLUTION_METER);
  }
  if (layout->exif_length > 0) {
    // libpng copies the bytes.
    png_set_eXIf_1(writer->png, writer->info, layout->exif_length, (png_bytep)layout->exif);
  }
  if (layout->xmp) {
    char keyword[] = "XML:com.adobe.xmp";
    png_text text = {.compression = PNG_ITXT_COMPRESSION_NONE, .key = keyword, .text = (png_charp)layout->xmp};
    png_set_text(writer->png, writer->info, &text, 1);
  }
  return writer;
}

bool overscroll_png_writer_start(overscroll_png_writer *writer) {
  errno = 0;
  if (setjmp(png_jmpbuf(writer->png))) return false;
  png_write_info(writer->png, writer->info);
  const uint16_t one = 1;
  if (png_get_bit_depth(writer->png, writer->info) == 16 && *(const uint8_t *)&one == 1) png_set_swap(writer->png);
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
