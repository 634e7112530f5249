#pragma once
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>
#include <stdbool.h>
#include <stdlib.h>
#include <string.h>
#include <setjmp.h>
#include <jpeglib.h>
#include <jerror.h>
#include <png.h>

// libpng and libjpeg report errors by longjmp, which Swift frames must never see. So each call that
// can fail sits in a function below, with the setjmp it jumps back to, and answers false instead.

typedef struct {
  struct jpeg_decompress_struct info;
  struct jpeg_error_mgr errors;
  jmp_buf escape;
  FILE *file;
  int missing_data;  // Warnings so far that the data of some blocks was missing or wrong.
  int reached_end;   // Warnings so far that the file ended before its picture did.
  int failure;       // The number of the error that ended it.
  bool in_scan;      // True once pixels are being decoded.
  long extraneous;   // Bytes among those of the pixels that belong to none.
} overscroll_jpeg;

// Called by libjpeg on a fatal error; the default would end the process.
static inline void overscroll_jpeg_fail(j_common_ptr common) {
  overscroll_jpeg *jpeg = (overscroll_jpeg *)common->client_data;
  jpeg->failure = common->err->msg_code;
  longjmp(jpeg->escape, 1);
}

// Called by libjpeg on a warning; the default would print. Counts those that cost pixels.
static inline void overscroll_jpeg_warn(j_common_ptr common, int level) {
  overscroll_jpeg *jpeg = (overscroll_jpeg *)common->client_data;
  if (level >= 0) return;
  switch (common->err->msg_code) {
    case JWRN_HIT_MARKER:
    case JWRN_HUFF_BAD_CODE:
    case JWRN_ARITH_BAD_CODE:
    case JWRN_MUST_RESYNC: jpeg->missing_data++; break;
    case JWRN_JPEG_EOF: jpeg->reached_end++; break;
    case JWRN_EXTRANEOUS_DATA:
      if (jpeg->in_scan) jpeg->extraneous += common->err->msg_parm.i[0];
      break;
    default: break;
  }
}

// Allocated here, since the struct holds a jmp_buf and pointers into itself and must not move.
static inline overscroll_jpeg *overscroll_jpeg_open(FILE *file) {
  overscroll_jpeg *jpeg = (overscroll_jpeg *)calloc(1, sizeof(overscroll_jpeg));
  if (!jpeg) return NULL;
  jpeg->file = file;
  jpeg->info.err = jpeg_std_error(&jpeg->errors);
  jpeg->info.client_data = jpeg;
  jpeg->errors.error_exit = overscroll_jpeg_fail;
  jpeg->errors.emit_message = overscroll_jpeg_warn;
  if (setjmp(jpeg->escape)) {
    jpeg_destroy_decompress(&jpeg->info);
    free(jpeg);
    return NULL;
  }
  jpeg_create_decompress(&jpeg->info);
  jpeg->info.client_data = jpeg;
  jpeg_stdio_src(&jpeg->info, file);
  return jpeg;
}

static inline void overscroll_jpeg_close(overscroll_jpeg *jpeg) {
  jpeg_destroy_decompress(&jpeg->info);
  free(jpeg);
}

// EXIF lives in APP1, ICC profiles in APP2; 0xFFFF is the longest a marker can be.
static inline bool overscroll_jpeg_read_header(overscroll_jpeg *jpeg) {
  if (setjmp(jpeg->escape)) return false;
  jpeg_save_markers(&jpeg->info, JPEG_APP0 + 1, 0xFFFF);
  jpeg_save_markers(&jpeg->info, JPEG_APP0 + 2, 0xFFFF);
  return jpeg_read_header(&jpeg->info, TRUE) == JPEG_HEADER_OK;
}

// The parts of a profile put together, to be freed by the caller; false when there is none.
static inline bool overscroll_jpeg_read_profile(
  overscroll_jpeg *jpeg, uint8_t **bytes, unsigned int *count) {
  if (setjmp(jpeg->escape)) return false;
  return jpeg_read_icc_profile(&jpeg->info, bytes, count);
}

static inline bool overscroll_jpeg_start(overscroll_jpeg *jpeg, J_COLOR_SPACE color) {
  if (setjmp(jpeg->escape)) return false;
  jpeg->info.out_color_space = color;
  jpeg->in_scan = true;
  return jpeg_start_decompress(&jpeg->info);
}

// Prepares to read several scans a row of blocks at a time, where overscroll_jpeg_start would read all at once.
static inline bool overscroll_jpeg_start_scans(overscroll_jpeg *jpeg, J_COLOR_SPACE color) {
  if (setjmp(jpeg->escape)) return false;
  jpeg->info.out_color_space = color;
  jpeg->info.buffered_image = TRUE;
  jpeg->in_scan = true;
  return jpeg_start_decompress(&jpeg->info);
}

// Reads some of the scans; sets what tells that all are read, after which rows can be had.
static inline bool overscroll_jpeg_read_scans(overscroll_jpeg *jpeg, bool *is_done) {
  if (setjmp(jpeg->escape)) return false;
  *is_done = jpeg_consume_input(&jpeg->info) == JPEG_REACHED_EOI;
  return !*is_done || jpeg_start_output(&jpeg->info, jpeg->info.input_scan_number);
}

// Prepares for the first of several scans at an eighth of the size, of which rows come as soon as it is read.
static inline bool overscroll_jpeg_start_preview(overscroll_jpeg *jpeg, J_COLOR_SPACE color) {
  if (setjmp(jpeg->escape)) return false;
  jpeg->info.out_color_space = color;
  jpeg->info.buffered_image = TRUE;
  jpeg->info.scale_num = 1;
  jpeg->info.scale_denom = 8;
  jpeg->info.do_block_smoothing = FALSE;
  return jpeg_start_decompress(&jpeg->info) && jpeg_start_output(&jpeg->info, 1);
}

// Reads what stands between the last row and the end of the picture.
static inline bool overscroll_jpeg_finish(overscroll_jpeg *jpeg) {
  if (setjmp(jpeg->escape)) return false;
  return jpeg_finish_decompress(&jpeg->info);
}

static inline bool overscroll_jpeg_read_row(overscroll_jpeg *jpeg, uint8_t *row) {
  if (setjmp(jpeg->escape)) return false;
  return jpeg_read_scanlines(&jpeg->info, &row, 1) == 1;
}

typedef struct {
  png_structp png;
  png_infop info;
#ifndef PNG_IGNORE_ADLER32
  FILE *file;
  uint64_t until_header;  // Bytes from here to the next chunk's header.
  bool is_image_data;     // True in an IDAT chunk.
#endif
} overscroll_png;

// The size of reads in image data. Of a truncated file libpng drops the bytes of the last read, so reads are
// short; its own are of 8 kB.
static const size_t overscroll_png_read_size = 4096;

static inline void overscroll_png_fail(png_structp png, png_const_charp text) {
  (void)text;
  png_longjmp(png, 1);
}

// Called by libpng on a warning; the default would print.
static inline void overscroll_png_warn(png_structp png, png_const_charp text) {
  (void)png;
  (void)text;
}

static inline void overscroll_png_close(overscroll_png *reader) {
  png_destroy_read_struct(&reader->png, &reader->info, NULL);
  free(reader);
}

#ifndef PNG_IGNORE_ADLER32
// Debian 13's libpng is built without PNG_IGNORE_ADLER32. Then a wrong checksum (Adler-32) at the end of the compressed
// data costs the last row, since zlib goes on to the checksum in the call that completes that row.
// So the last byte of each IDAT chunk is read on its own. By the time zlib has the whole checksum, the last row is
// complete, and a wrong checksum is only a warning.
static inline void overscroll_png_read(png_structp png, png_bytep bytes, size_t count) {
  const size_t crc = 4;
  overscroll_png *reader = (overscroll_png *)png_get_io_ptr(png);
  if (fread(bytes, 1, count, reader->file) != count) png_error(png, "");
  if (reader->until_header > 0) {
    reader->until_header -= count;
  } else {
    // Eight bytes: the length of the data, and the type.
    reader->until_header = (uint64_t)png_get_uint_32(bytes) + crc;
    reader->is_image_data = memcmp(bytes + 4, "IDAT", 4) == 0;
  }
  if (!reader->is_image_data || reader->until_header <= crc + 1) return;
  uint64_t available = reader->until_header - crc - 1;
  png_set_compression_buffer_size(
    png, available < overscroll_png_read_size ? (size_t)available : overscroll_png_read_size);
}
#endif

static inline overscroll_png *overscroll_png_open(FILE *file) {
  overscroll_png *reader = (overscroll_png *)calloc(1, sizeof(overscroll_png));
  if (!reader) return NULL;
  reader->png = png_create_read_struct(
    PNG_LIBPNG_VER_STRING, NULL, overscroll_png_fail, overscroll_png_warn);
  if (reader->png) reader->info = png_create_info_struct(reader->png);
  if (!reader->png || !reader->info || setjmp(png_jmpbuf(reader->png))) {
    overscroll_png_close(reader);
    return NULL;
  }
#ifdef PNG_IGNORE_ADLER32
  png_init_io(reader->png, file);
  // The checksum over all pixels takes up to a fifth of the time, and the chunks' checksums cover the same bytes.
  png_set_option(reader->png, PNG_IGNORE_ADLER32, PNG_OPTION_ON);
#else
  reader->file = file;
  reader->until_header = 8;  // The signature.
  png_set_read_fn(reader->png, reader, overscroll_png_read);
#endif
  // libpng's own limit is a million pixels a side; ours is checked on the area, before memory is taken.
  // Notes may be megabytes of compressed text, which nobody here reads.
  png_set_keep_unknown_chunks(
    reader->png, PNG_HANDLE_CHUNK_NEVER,
    (png_const_bytep) "tEXt\0zTXt\0iTXt\0pCAL\0sCAL\0sPLT\0hIST\0tIME", 8);
  png_set_keep_unknown_chunks(reader->png, PNG_HANDLE_CHUNK_ALWAYS, (png_const_bytep) "cICP", 1);
  png_set_user_limits(reader->png, PNG_UINT_31_MAX, PNG_UINT_31_MAX);
  png_set_compression_buffer_size(reader->png, overscroll_png_read_size);
  return reader;
}

static inline bool overscroll_png_read_header(overscroll_png *reader) {
  if (setjmp(png_jmpbuf(reader->png))) return false;
  png_read_info(reader->png, reader->info);
  return true;
}

// The four numbers of a cICP chunk, which libpng itself only knows since 1.6.45; false when there is none.
static inline bool overscroll_png_read_cicp(overscroll_png *reader, uint8_t *numbers) {
#ifdef PNG_cICP_SUPPORTED
  if (png_get_cICP(
        reader->png, reader->info, numbers, numbers + 1, numbers + 2, numbers + 3))
    return true;
#endif
  png_unknown_chunkp chunks = NULL;
  int count = png_get_unknown_chunks(reader->png, reader->info, &chunks);
  for (int index = 0; index < count; index++) {
    if (memcmp(chunks[index].name, "cICP", 4) != 0 || chunks[index].size != 4) continue;
    memcpy(numbers, chunks[index].data, 4);
    return true;
  }
  return false;
}

// Asks for blue, green, red, alpha of 8 bits whatever the file holds, and returns the number of
// passes, or 0 on failure.
static inline int overscroll_png_start(overscroll_png *reader) {
  if (setjmp(png_jmpbuf(reader->png))) return 0;
  png_set_expand(reader->png);
  png_set_scale_16(reader->png);
  png_set_gray_to_rgb(reader->png);
  png_set_bgr(reader->png);
  png_set_add_alpha(reader->png, 0xFF, PNG_FILLER_AFTER);
  int passes = png_set_interlace_handling(reader->png);
  png_read_update_info(reader->png, reader->info);
  return passes;
}

// Checks the sum over the last pixels and goes to the end of the file.
static inline bool overscroll_png_finish(overscroll_png *reader) {
  if (setjmp(png_jmpbuf(reader->png))) return false;
  png_read_end(reader->png, NULL);
  return true;
}

// As the "display row", so that the early passes of an interlaced picture fill whole blocks.
static inline bool overscroll_png_read_row(overscroll_png *reader, uint8_t *row) {
  if (setjmp(png_jmpbuf(reader->png))) return false;
  png_read_row(reader->png, NULL, row);
  return true;
}
