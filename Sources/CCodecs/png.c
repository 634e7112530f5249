#include "CodecsPNG.h"
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>

// The size of reads in image data; libpng's own are of 8 kB.
static const size_t overscroll_png_read_size = 4096;

enum { OVERSCROLL_PNG_IDAT = 0x49444154 };  // The type of the chunks of pixels.

static void overscroll_png_fail(png_structp png, png_const_charp text) {
  (void)text;
  png_longjmp(png, 1);
}

// Called by libpng on a warning; the default would print.
static void overscroll_png_warn(png_structp png, png_const_charp text) {
  (void)png;
  (void)text;
}

void overscroll_png_close(overscroll_png *reader) {
  png_destroy_read_struct(&reader->png, &reader->info, NULL);
  free(reader->tone);
  free(reader);
}

// Debian 13's libpng is built without PNG_IGNORE_ADLER32. Then a wrong checksum (Adler-32) at the end of the compressed
// data costs the last row, since zlib goes on to the checksum in the call that completes that row.
// So the last byte of each IDAT chunk is read on its own. By the time zlib has the whole checksum, the last row is
// complete, and a wrong checksum is only a warning. And of a file that ends early no byte is read with ones that it
// lacks, since libpng would drop them all: some programs leave out the checksums at the end.
static void overscroll_png_read(png_structp png, png_bytep bytes, size_t count) {
  const size_t crc = 4;
  overscroll_png *reader = (overscroll_png *)png_get_io_ptr(png);
  if (fread(bytes, 1, count, reader->file) != count) png_error(png, "");
  reader->left -= count < reader->left ? count : reader->left;
  if (reader->until_header > 0) {
    reader->until_header -= count;
  } else {
    // Eight bytes: the length of the data, and the type.
    reader->until_header = (uint64_t)png_get_uint_32(bytes) + crc;
    reader->is_image_data = memcmp(bytes + 4, "IDAT", 4) == 0;
  }
  if (!reader->is_image_data || reader->until_header <= crc + 1) return;
  uint64_t available = reader->until_header - crc - 1;
  if (reader->left > 0 && available > reader->left) available = reader->left;
  png_set_compression_buffer_size(
    png, available < overscroll_png_read_size ? (size_t)available : overscroll_png_read_size);
}

overscroll_png *overscroll_png_open(FILE *file) {
  overscroll_png *reader = (overscroll_png *)calloc(1, sizeof(overscroll_png));
  if (!reader) return NULL;
  reader->png = png_create_read_struct(
    PNG_LIBPNG_VER_STRING, NULL, overscroll_png_fail, overscroll_png_warn);
  if (reader->png) reader->info = png_create_info_struct(reader->png);
  if (!reader->png || !reader->info || setjmp(png_jmpbuf(reader->png))) {
    overscroll_png_close(reader);
    return NULL;
  }
  struct stat status;
  reader->file = file;
  reader->until_header = 8;  // The signature.
  reader->left = fstat(fileno(file), &status) == 0 ? (uint64_t)status.st_size : UINT64_MAX;
  png_set_read_fn(reader->png, reader, overscroll_png_read);
#ifdef PNG_IGNORE_ADLER32
  // The checksum over all pixels takes up to a fifth of the time, and the chunks' checksums cover the same bytes.
  png_set_option(reader->png, PNG_IGNORE_ADLER32, PNG_OPTION_ON);
#endif
#ifdef PNG_MAXIMUM_INFLATE_WINDOW
  // Some old programs state a smaller window of the compression than they used.
  png_set_option(reader->png, PNG_MAXIMUM_INFLATE_WINDOW, PNG_OPTION_ON);
#endif
  // libpng's own limit is a million pixels a side; ours is checked on the area, before memory is taken.
  // Notes may be megabytes of compressed text, which no one here reads.
  png_set_keep_unknown_chunks(
    reader->png, PNG_HANDLE_CHUNK_NEVER,
    (png_const_bytep) "tEXt\0zTXt\0iTXt\0pCAL\0sCAL\0sPLT\0hIST\0tIME", 8);
  png_set_keep_unknown_chunks(reader->png, PNG_HANDLE_CHUNK_ALWAYS, (png_const_bytep) "cICP", 1);
  png_set_user_limits(reader->png, PNG_UINT_31_MAX, PNG_UINT_31_MAX);
  png_set_compression_buffer_size(reader->png, overscroll_png_read_size);
  return reader;
}

bool overscroll_png_read_header(overscroll_png *reader) {
  if (setjmp(png_jmpbuf(reader->png))) return false;
  png_read_info(reader->png, reader->info);
  return true;
}

bool overscroll_png_read_cicp(overscroll_png *reader, uint8_t *numbers) {
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

int overscroll_png_start(overscroll_png *reader) {
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

static const size_t overscroll_png_tone_size = 65536;

// Makes bytes of a row of BGRA of 16 bits, in place: the last of libpng's transformations.
static void overscroll_png_apply_tone(png_structp png, png_row_infop row, png_bytep bytes) {
  const overscroll_png *reader = (overscroll_png *)png_get_user_transform_ptr(png);
  const uint8_t *tone = reader->tone;
  const int32_t no_data = reader->no_data;
  bool isEmpty = false;
  for (png_uint_32 sample = 0; sample < row->width * 4; sample++) {
    unsigned value = (unsigned)bytes[2 * sample] << 8 | bytes[2 * sample + 1];
    bytes[sample] =
      sample % 4 == 3 ? (uint8_t)((value * 255 + 32895) >> 16) : tone[value];
    if (sample % 4 < 3) {
      isEmpty = (sample % 4 == 0 || isEmpty) && (int32_t)value == no_data;
    } else if (isEmpty) {
      bytes[sample] = 0;
    }
  }
}

// Requests BGRA of 16 bits, of which `apply` makes bytes.
static int overscroll_png_start_transformed(
  overscroll_png *reader, png_user_transform_ptr apply, bool is_native) {
  if (setjmp(png_jmpbuf(reader->png))) return 0;
  png_set_expand(reader->png);
  png_set_expand_16(reader->png);
  png_set_gray_to_rgb(reader->png);
  png_set_bgr(reader->png);
  png_set_add_alpha(reader->png, 0xFFFF, PNG_FILLER_AFTER);
#if __BYTE_ORDER__ == __ORDER_LITTLE_ENDIAN__
  if (is_native) png_set_swap(reader->png);
#endif
  png_set_read_user_transform_fn(reader->png, apply);
  png_set_user_transform_info(reader->png, reader, 8, 4);
  int passes = png_set_interlace_handling(reader->png);
  png_read_update_info(reader->png, reader->info);
  return passes;
}

int overscroll_png_start_toned(overscroll_png *reader, const uint8_t *table, int32_t no_data) {
  if (png_get_bit_depth(reader->png, reader->info) != 16) return 0;
  free(reader->tone);
  reader->tone = (uint8_t *)malloc(overscroll_png_tone_size);
  if (!reader->tone) return 0;
  memcpy(reader->tone, table, overscroll_png_tone_size);
  reader->no_data = no_data;
  return overscroll_png_start_transformed(reader, overscroll_png_apply_tone, false);
}

// Hands a row of BGRA of 16 bits over: the last of libpng's transformations.
static void overscroll_png_apply_convert(png_structp png, png_row_infop row, png_bytep bytes) {
  overscroll_png *reader = (overscroll_png *)png_get_user_transform_ptr(png);
  reader->convert(reader->converter, bytes, row->width);
}

int overscroll_png_start_deep(overscroll_png *reader, overscroll_png_convert convert, void *converter) {
  reader->convert = convert;
  reader->converter = converter;
  return overscroll_png_start_transformed(reader, overscroll_png_apply_convert, true);
}

bool overscroll_png_finish(overscroll_png *reader) {
  if (setjmp(png_jmpbuf(reader->png))) reader->has_failed = true;
  if (!reader->has_failed) png_read_end(reader->png, NULL);
  // Where libpng has come to another chunk, the checksums of the pixels' chunks are right: what is wrong is the end of their
  // compression or lies behind them, and costs none of them.
  return !reader->has_failed || png_get_io_chunk_type(reader->png) != OVERSCROLL_PNG_IDAT;
}

bool overscroll_png_read_row(overscroll_png *reader, uint8_t *row) {
  const png_uint_32 number = png_get_current_row_number(reader->png);
  const png_byte pass = png_get_current_pass_number(reader->png);
  if (setjmp(png_jmpbuf(reader->png))) {
    // With the last row libpng goes on to what follows the pixels. The row is complete by then.
    reader->has_failed = true;
    return png_get_current_row_number(reader->png) != number || png_get_current_pass_number(reader->png) != pass;
  }
  png_read_row(reader->png, NULL, row);
  return true;
}
