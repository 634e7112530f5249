#include "CodecsJPEGWriting.h"
#include <errno.h>
#include <stdlib.h>

// Called by libjpeg on a fatal error; the default would end the process.
static void overscroll_jpeg_writer_fail(j_common_ptr common) {
  overscroll_jpeg_writer *writer = (overscroll_jpeg_writer *)common->client_data;
  writer->failure = errno ? errno : EIO;
  longjmp(writer->escape, 1);
}

// Called by libjpeg on a warning; the default would print.
static void overscroll_jpeg_writer_warn(j_common_ptr common, int level) {
  (void)common;
  (void)level;
}

overscroll_jpeg_writer *overscroll_jpeg_writer_open(
  FILE *file, uint32_t width, uint32_t height, int quality) {
  overscroll_jpeg_writer *writer =
    (overscroll_jpeg_writer *)calloc(1, sizeof(overscroll_jpeg_writer));
  if (!writer) return NULL;
  writer->info.err = jpeg_std_error(&writer->errors);
  writer->info.client_data = writer;
  writer->errors.error_exit = overscroll_jpeg_writer_fail;
  writer->errors.emit_message = overscroll_jpeg_writer_warn;
  if (setjmp(writer->escape)) {
    overscroll_jpeg_writer_close(writer);
    return NULL;
  }
  jpeg_create_compress(&writer->info);
  writer->info.client_data = writer;
  jpeg_stdio_dest(&writer->info, file);
  writer->info.image_width = width;
  writer->info.image_height = height;
  writer->info.input_components = 3;
  writer->info.in_color_space = JCS_RGB;
  jpeg_set_defaults(&writer->info);
  jpeg_set_quality(&writer->info, quality, TRUE);
  writer->info.comp_info[0].h_samp_factor = 1;
  writer->info.comp_info[0].v_samp_factor = 1;
  return writer;
}

void overscroll_jpeg_writer_close(overscroll_jpeg_writer *writer) {
  jpeg_destroy_compress(&writer->info);
  free(writer);
}

bool overscroll_jpeg_writer_start(overscroll_jpeg_writer *writer) {
  errno = 0;
  if (setjmp(writer->escape)) return false;
  jpeg_start_compress(&writer->info, TRUE);
  return true;
}

bool overscroll_jpeg_write_marker(
  overscroll_jpeg_writer *writer, int number, const uint8_t *bytes, uint32_t length) {
  errno = 0;
  if (setjmp(writer->escape)) return false;
  jpeg_write_marker(&writer->info, JPEG_APP0 + number, bytes, length);
  return true;
}

bool overscroll_jpeg_write_row(overscroll_jpeg_writer *writer, const uint8_t *row) {
  errno = 0;
  if (setjmp(writer->escape)) return false;
  JSAMPROW rows = (JSAMPROW)row;
  return jpeg_write_scanlines(&writer->info, &rows, 1) == 1;
}

bool overscroll_jpeg_writer_finish(overscroll_jpeg_writer *writer) {
  errno = 0;
  if (setjmp(writer->escape)) return false;
  jpeg_finish_compress(&writer->info);
  return true;
}
