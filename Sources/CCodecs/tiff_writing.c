#include "CodecsTIFFWriting.h"
#include <stdarg.h>
#include <unistd.h>

// Some rows of a picture of common width, so that a reader need not decode much more than it shows.
static const uint32_t overscroll_tiff_strip_bytes = 1 << 18;

static int overscroll_tiff_writer_ignore(
  TIFF *tiff, void *user, const char *module, const char *format, va_list arguments) {
  return 1;
}

TIFF *overscroll_tiff_writer_open(
  int descriptor, uint32_t width, uint32_t height, bool has_alpha, bool is_big) {
  TIFF *tiff = NULL;
  TIFFOpenOptions *options = TIFFOpenOptionsAlloc();
  if (options) {
    TIFFOpenOptionsSetErrorHandlerExtR(options, overscroll_tiff_writer_ignore, NULL);
    TIFFOpenOptionsSetWarningHandlerExtR(options, overscroll_tiff_writer_ignore, NULL);
    tiff = TIFFFdOpenExt(descriptor, "", is_big ? "w8m" : "wm", options);
    TIFFOpenOptionsFree(options);
  }
  if (!tiff) {
    close(descriptor);
    return NULL;
  }
  uint16_t channels = has_alpha ? 4 : 3;
  TIFFSetField(tiff, TIFFTAG_IMAGEWIDTH, width);
  TIFFSetField(tiff, TIFFTAG_IMAGELENGTH, height);
  TIFFSetField(tiff, TIFFTAG_BITSPERSAMPLE, 8);
  TIFFSetField(tiff, TIFFTAG_SAMPLESPERPIXEL, channels);
  TIFFSetField(tiff, TIFFTAG_PHOTOMETRIC, PHOTOMETRIC_RGB);
  TIFFSetField(tiff, TIFFTAG_PLANARCONFIG, PLANARCONFIG_CONTIG);
  TIFFSetField(tiff, TIFFTAG_ORIENTATION, ORIENTATION_TOPLEFT);
  TIFFSetField(tiff, TIFFTAG_COMPRESSION, COMPRESSION_ADOBE_DEFLATE);
  TIFFSetField(tiff, TIFFTAG_PREDICTOR, PREDICTOR_HORIZONTAL);
  if (has_alpha) {
    uint16_t kind = EXTRASAMPLE_UNASSALPHA;
    TIFFSetField(tiff, TIFFTAG_EXTRASAMPLES, 1, &kind);
  }
  uint64_t rows = overscroll_tiff_strip_bytes / ((uint64_t)width * channels);
  TIFFSetField(tiff, TIFFTAG_ROWSPERSTRIP, (uint32_t)(rows < 1 ? 1 : rows < height ? rows : height));
  return tiff;
}
