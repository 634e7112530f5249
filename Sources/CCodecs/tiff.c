#include "CodecsTIFF.h"
#include <stdarg.h>
#include <unistd.h>

// Its messages are for its authors. Answers 1, which tells libtiff not to go on and print them.
static int overscroll_tiff_ignore_message(
  TIFF *tiff, void *user, const char *module, const char *format, va_list arguments) {
  return 1;
}

TIFF *overscroll_tiff_open(int descriptor, const char *name, tmsize_t most_bytes) {
  TIFF *tiff = NULL;
  TIFFOpenOptions *options = TIFFOpenOptionsAlloc();
  // A few places in libtiff know no handle and would print through these.
  TIFFSetErrorHandler(NULL);
  TIFFSetWarningHandler(NULL);
  if (options) {
    TIFFOpenOptionsSetMaxSingleMemAlloc(options, most_bytes);
    TIFFOpenOptionsSetErrorHandlerExtR(options, overscroll_tiff_ignore_message, NULL);
    TIFFOpenOptionsSetWarningHandlerExtR(options, overscroll_tiff_ignore_message, NULL);
    tiff = TIFFFdOpenExt(descriptor, name, "rm", options);
    TIFFOpenOptionsFree(options);
  }
  if (!tiff) close(descriptor);
  return tiff;
}

uint16_t overscroll_tiff_short(TIFF *tiff, uint32_t tag, uint16_t otherwise) {
  uint16_t value = otherwise;
  return TIFFGetFieldDefaulted(tiff, tag, &value) ? value : otherwise;
}

uint32_t overscroll_tiff_long(TIFF *tiff, uint32_t tag, uint32_t otherwise) {
  uint32_t value = otherwise;
  return TIFFGetFieldDefaulted(tiff, tag, &value) ? value : otherwise;
}

double overscroll_tiff_double(TIFF *tiff, uint32_t tag, double otherwise) {
  double value = otherwise;
  return TIFFGetField(tiff, tag, &value) ? value : otherwise;
}

bool overscroll_tiff_white(TIFF *tiff, float *x, float *y) {
  float *white = NULL;
  if (!TIFFGetField(tiff, TIFFTAG_WHITEPOINT, &white) || !white) return false;
  *x = white[0];
  *y = white[1];
  return true;
}

const float *overscroll_tiff_primaries(TIFF *tiff) {
  float *places = NULL;
  return TIFFGetField(tiff, TIFFTAG_PRIMARYCHROMATICITIES, &places) ? places : NULL;
}

int overscroll_tiff_curves(TIFF *tiff, const uint16_t *curves[3]) {
  uint16_t *found[3] = {NULL, NULL, NULL};
  if (!TIFFGetField(tiff, TIFFTAG_TRANSFERFUNCTION, &found[0], &found[1], &found[2])) return 0;
  int count = 0;
  while (count < 3 && found[count]) {
    curves[count] = found[count];
    count++;
  }
  return count == 3 ? 3 : count > 0 ? 1 : 0;
}

const uint16_t *overscroll_tiff_extra_samples(TIFF *tiff, uint16_t *count) {
  uint16_t *kinds = NULL;
  *count = 0;
  return TIFFGetField(tiff, TIFFTAG_EXTRASAMPLES, count, &kinds) ? kinds : NULL;
}

const uint8_t *overscroll_tiff_profile(TIFF *tiff, uint32_t *count) {
  void *bytes = NULL;
  *count = 0;
  return TIFFGetField(tiff, TIFFTAG_ICCPROFILE, count, &bytes) ? (const uint8_t *)bytes : NULL;
}

const uint8_t *overscroll_tiff_no_data(TIFF *tiff, uint32_t *count) {
  const uint32_t tag = 42113;  // GDAL_NODATA, which libtiff does not know.
  void *bytes = NULL;
  *count = 0;
  const TIFFField *field = TIFFFindField(tiff, tag, TIFF_ANY);
  if (!field || TIFFFieldDataType(field) != TIFF_ASCII) return NULL;
  // Programs that know it may have described it without a count.
  if (!TIFFFieldPassCount(field) || TIFFFieldReadCount(field) != TIFF_VARIABLE2) return NULL;
  return TIFFGetField(tiff, tag, count, &bytes) ? (const uint8_t *)bytes : NULL;
}

const uint64_t *overscroll_tiff_subpages(TIFF *tiff, uint16_t *count) {
  uint64_t *offsets = NULL;
  *count = 0;
  return TIFFGetField(tiff, TIFFTAG_SUBIFD, count, &offsets) ? offsets : NULL;
}

bool overscroll_tiff_palette(
  TIFF *tiff, const uint16_t **red, const uint16_t **green, const uint16_t **blue) {
  return TIFFGetField(tiff, TIFFTAG_COLORMAP, red, green, blue) == 1;
}

void overscroll_tiff_request_rgb(TIFF *tiff) {
  TIFFSetField(tiff, TIFFTAG_JPEGCOLORMODE, JPEGCOLORMODE_RGB);
}

void overscroll_tiff_ignore_orientation(TIFF *tiff) {
  TIFFSetField(tiff, TIFFTAG_ORIENTATION, ORIENTATION_TOPLEFT);
}

bool overscroll_tiff_can_convert(TIFF *tiff) {
  char reason[1024] = "";  // libtiff's own length.
  return TIFFRGBAImageOK(tiff, reason) == 1;
}

const char *overscroll_tiff_codec_name(uint16_t compression) {
  const TIFFCodec *codec = TIFFFindCODEC(compression);
  return codec ? codec->name : NULL;
}
