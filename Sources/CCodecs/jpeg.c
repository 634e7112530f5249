#include "CodecsJPEG.h"
#include <stdlib.h>

enum {
  // The most bytes in a scan that are looked at for being filler. [C]
  OVERSCROLL_JPEG_CHECKED = 1 << 16,
};

// Called by libjpeg on a fatal error; the default would end the process.
static void overscroll_jpeg_fail(j_common_ptr common) {
  overscroll_jpeg *jpeg = (overscroll_jpeg *)common->client_data;
  jpeg->failure = common->err->msg_code;
  longjmp(jpeg->escape, 1);
}

// True if the bytes before the next one to read, after so many others, are filler: zeros, or 0xFF and stuffed zeros.
// Webcams, drones and scanners write it where a chip ends its words.
static bool overscroll_jpeg_is_filler(overscroll_jpeg *jpeg, long count, long after) {
  if (count > OVERSCROLL_JPEG_CHECKED) return false;
  const JOCTET *next = jpeg->info.src->next_input_byte;
  if (next - jpeg->buffer >= after + count) {
    for (long i = 1; i <= count; i++) {
      if (next[-after - i] != 0 && next[-after - i] != 0xFF) return false;
    }
    return true;
  }
  long place = ftell(jpeg->file);
  // At the end of the file the buffer has an end that libjpeg made up.
  long ahead = jpeg->reached_end > 0 ? 0 : (long)jpeg->info.src->bytes_in_buffer;
  long start = place - ahead - after - count;
  uint8_t bytes[OVERSCROLL_JPEG_CHECKED];
  bool is_filler = place >= 0 && start >= 0 && fseek(jpeg->file, start, SEEK_SET) == 0
    && fread(bytes, 1, (size_t)count, jpeg->file) == (size_t)count;
  for (long i = 0; is_filler && i < count; i++) is_filler = bytes[i] == 0 || bytes[i] == 0xFF;
  // The stream goes on where it was, since libjpeg has its own buffer.
  return place >= 0 && fseek(jpeg->file, place, SEEK_SET) == 0 && is_filler;
}

// Called by libjpeg at the end of a restart interval, once it has dropped whole bytes that it read ahead.
static boolean overscroll_jpeg_restart(j_decompress_ptr info) {
  overscroll_jpeg *jpeg = (overscroll_jpeg *)info->client_data;
  long ahead = (long)info->marker->discarded_bytes;
  // A marker that was reached has two bytes.
  long after = info->unread_marker != 0 ? 2 : 0;
  if (ahead > 0 && ahead <= OVERSCROLL_JPEG_FILLER && overscroll_jpeg_is_filler(jpeg, ahead, after))
    info->marker->discarded_bytes = 0;
  return jpeg->read_restart_marker(info);
}

// Called by libjpeg on a warning; the default would print. Counts those that cost pixels.
static void overscroll_jpeg_warn(j_common_ptr common, int level) {
  overscroll_jpeg *jpeg = (overscroll_jpeg *)common->client_data;
  if (level >= 0) return;
  switch (common->err->msg_code) {
    case JWRN_HIT_MARKER:
    case JWRN_ARITH_BAD_CODE:
      if (((j_decompress_ptr)common)->unread_marker == JPEG_EOI) jpeg->is_truncated = true;
      jpeg->missing_data++;
      break;
    case JWRN_HUFF_BAD_CODE:
    case JWRN_MUST_RESYNC: jpeg->missing_data++; break;
    case JWRN_JPEG_EOF: jpeg->reached_end++; break;
    case JWRN_EXTRANEOUS_DATA:
      if (jpeg->in_scan) {
        long count = common->err->msg_parm.i[0];
        // Half of an end that libjpeg made up, whose other half was skipped with a block that ends early.
        if (count == 1 && jpeg->reached_end > 0) break;
        // Any number may come before the end of the picture.
        bool is_end = common->err->msg_parm.i[1] == JPEG_EOI;
        if ((is_end || count <= OVERSCROLL_JPEG_FILLER) && overscroll_jpeg_is_filler(jpeg, count, 0)) break;
        jpeg->extraneous += count;
      }
      break;
    default: break;
  }
}

// Counts the bytes of the header, and fails where there are too many.
static boolean overscroll_jpeg_fill(j_decompress_ptr info) {
  overscroll_jpeg *jpeg = (overscroll_jpeg *)info->client_data;
  boolean is_filled = jpeg->fill_input_buffer(info);
  jpeg->buffer = info->src->next_input_byte;
  if (!jpeg->in_header) return is_filled;
  jpeg->header_bytes += (long)info->src->bytes_in_buffer;
  if (jpeg->header_bytes > OVERSCROLL_JPEG_HEADER_BYTES) {
    jpeg->failure = OVERSCROLL_JPEG_LONG_HEADER;
    longjmp(jpeg->escape, 1);
  }
  return is_filled;
}

static int overscroll_jpeg_byte(j_decompress_ptr info) {
  struct jpeg_source_mgr *source = info->src;
  if (source->bytes_in_buffer == 0) source->fill_input_buffer(info);
  source->bytes_in_buffer--;
  return *source->next_input_byte++;
}

// Keeps a marker as libjpeg does, which looks for the end of their list each time and keeps any number.
static boolean overscroll_jpeg_keep(j_decompress_ptr info) {
  overscroll_jpeg *jpeg = (overscroll_jpeg *)info->client_data;
  int length = overscroll_jpeg_byte(info) << 8;
  length = (length | overscroll_jpeg_byte(info)) - 2;
  if (length <= 0) return TRUE;
  if (jpeg->marker_count >= OVERSCROLL_JPEG_MARKERS) {
    info->src->skip_input_data(info, length);
    return TRUE;
  }
  jpeg_saved_marker_ptr marker = (jpeg_saved_marker_ptr)info->mem->alloc_large(
    (j_common_ptr)info, JPOOL_IMAGE, sizeof(struct jpeg_marker_struct) + (size_t)length);
  *marker = (struct jpeg_marker_struct){
    .marker = (UINT8)info->unread_marker,
    .original_length = (unsigned)length,
    .data_length = (unsigned)length,
    .data = (JOCTET *)(marker + 1),
  };
  for (int i = 0; i < length; i++) marker->data[i] = (JOCTET)overscroll_jpeg_byte(info);
  if (jpeg->last_marker) {
    jpeg->last_marker->next = marker;
  } else {
    info->marker_list = marker;
  }
  jpeg->last_marker = marker;
  jpeg->marker_count++;
  return TRUE;
}

overscroll_jpeg *overscroll_jpeg_open(FILE *file) {
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
  jpeg->fill_input_buffer = jpeg->info.src->fill_input_buffer;
  jpeg->info.src->fill_input_buffer = overscroll_jpeg_fill;
  jpeg->read_restart_marker = jpeg->info.marker->read_restart_marker;
  jpeg->info.marker->read_restart_marker = overscroll_jpeg_restart;
  return jpeg;
}

void overscroll_jpeg_close(overscroll_jpeg *jpeg) {
  jpeg_destroy_decompress(&jpeg->info);
  free(jpeg);
}

bool overscroll_jpeg_read_header(overscroll_jpeg *jpeg) {
  if (setjmp(jpeg->escape)) return false;
  jpeg_set_marker_processor(&jpeg->info, JPEG_APP0 + 1, overscroll_jpeg_keep);
  jpeg_set_marker_processor(&jpeg->info, JPEG_APP0 + 2, overscroll_jpeg_keep);
  jpeg->in_header = true;
  bool is_read = jpeg_read_header(&jpeg->info, TRUE) == JPEG_HEADER_OK;
  jpeg->in_header = false;
  return is_read;
}

bool overscroll_jpeg_read_profile(
  overscroll_jpeg *jpeg, uint8_t **bytes, unsigned int *count) {
  if (setjmp(jpeg->escape)) return false;
  return jpeg_read_icc_profile(&jpeg->info, bytes, count);
}

bool overscroll_jpeg_start(overscroll_jpeg *jpeg, J_COLOR_SPACE color) {
  if (setjmp(jpeg->escape)) return false;
  jpeg->info.out_color_space = color;
  jpeg->in_scan = true;
  return jpeg_start_decompress(&jpeg->info);
}

bool overscroll_jpeg_start_reduced(overscroll_jpeg *jpeg, J_COLOR_SPACE color, int divisor) {
  jpeg->info.scale_num = 1;
  jpeg->info.scale_denom = divisor;
  jpeg->info.dct_method = JDCT_IFAST;
  jpeg->info.do_fancy_upsampling = FALSE;
  return jpeg_has_multiple_scans(&jpeg->info)
    ? overscroll_jpeg_start_scans(jpeg, color) : overscroll_jpeg_start(jpeg, color);
}

bool overscroll_jpeg_start_scans(overscroll_jpeg *jpeg, J_COLOR_SPACE color) {
  if (setjmp(jpeg->escape)) return false;
  jpeg->info.out_color_space = color;
  jpeg->info.buffered_image = TRUE;
  jpeg->in_scan = true;
  return jpeg_start_decompress(&jpeg->info);
}

bool overscroll_jpeg_read_scans(overscroll_jpeg *jpeg, bool *is_done) {
  if (setjmp(jpeg->escape)) return false;
  *is_done = jpeg_consume_input(&jpeg->info) == JPEG_REACHED_EOI;
  if (!*is_done && jpeg->info.input_scan_number > OVERSCROLL_JPEG_SCANS) {
    *is_done = jpeg->has_unread_scans = true;
    // The scan that has just begun is left out, so that none of the rows waits for it.
    return jpeg_start_output(&jpeg->info, OVERSCROLL_JPEG_SCANS);
  }
  return !*is_done || jpeg_start_output(&jpeg->info, jpeg->info.input_scan_number);
}

bool overscroll_jpeg_start_preview(overscroll_jpeg *jpeg, J_COLOR_SPACE color) {
  if (setjmp(jpeg->escape)) return false;
  jpeg->info.out_color_space = color;
  jpeg->info.buffered_image = TRUE;
  jpeg->info.scale_num = 1;
  jpeg->info.scale_denom = 8;
  jpeg->info.do_block_smoothing = FALSE;
  return jpeg_start_decompress(&jpeg->info) && jpeg_start_output(&jpeg->info, 1);
}

bool overscroll_jpeg_finish(overscroll_jpeg *jpeg) {
  if (setjmp(jpeg->escape)) return false;
  return jpeg_finish_decompress(&jpeg->info);
}

bool overscroll_jpeg_read_row(overscroll_jpeg *jpeg, uint8_t *row) {
  if (setjmp(jpeg->escape)) return false;
  return jpeg_read_scanlines(&jpeg->info, &row, 1) == 1;
}
