#pragma once
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <stdbool.h>
#include <unistd.h>
#include <tiffio.h>

// libtiff reads tags by functions of variable arguments and reports errors with a va_list, neither of
// which Swift can call. Its messages are kept with the handle they are about and never printed.

#define OVERSCROLL_TIFF_MESSAGE_LENGTH 200

typedef struct {
  TIFF *tiff;
  char message[OVERSCROLL_TIFF_MESSAGE_LENGTH];  // The last error since it was cleared, which is the one that mattered.
} overscroll_tiff;

// Answers 1, which tells libtiff not to go on to the handler of the whole process.
static inline int overscroll_tiff_fail(
  TIFF *tiff, void *user, const char *module, const char *format, va_list arguments) {
  overscroll_tiff *reader = (overscroll_tiff *)user;
  if (reader) vsnprintf(reader->message, OVERSCROLL_TIFF_MESSAGE_LENGTH, format, arguments);
  return 1;
}

static inline int overscroll_tiff_warn(
  TIFF *tiff, void *user, const char *module, const char *format, va_list arguments) {
  return 1;
}

// Takes the descriptor, which is closed also on failure. "m": never map the file, since a file that
// is cut while it is mapped ends the process.
static inline overscroll_tiff *overscroll_tiff_open(
  int descriptor, const char *name, tmsize_t most_bytes, overscroll_tiff *failed) {
  overscroll_tiff *reader = (overscroll_tiff *)calloc(1, sizeof(overscroll_tiff));
  TIFFOpenOptions *options = TIFFOpenOptionsAlloc();
  // A few places in libtiff know no handle and would print through these.
  TIFFSetErrorHandler(NULL);
  TIFFSetWarningHandler(NULL);
  if (reader && options) {
    TIFFOpenOptionsSetMaxSingleMemAlloc(options, most_bytes);
    TIFFOpenOptionsSetErrorHandlerExtR(options, overscroll_tiff_fail, reader);
    TIFFOpenOptionsSetWarningHandlerExtR(options, overscroll_tiff_warn, reader);
    reader->tiff = TIFFFdOpenExt(descriptor, name, "rm", options);
  }
  if (options) TIFFOpenOptionsFree(options);
  if (reader && reader->tiff) return reader;
  if (reader) *failed = *reader;
  free(reader);
  close(descriptor);
  return NULL;
}

static inline void overscroll_tiff_close(overscroll_tiff *reader) {
  TIFFClose(reader->tiff);
  free(reader);
}

// The value of a tag of 16 bits, or its default, or `otherwise` when there is neither.
static inline uint16_t overscroll_tiff_short(overscroll_tiff *reader, uint32_t tag, uint16_t otherwise) {
  uint16_t value = otherwise;
  return TIFFGetFieldDefaulted(reader->tiff, tag, &value) ? value : otherwise;
}

static inline uint32_t overscroll_tiff_long(overscroll_tiff *reader, uint32_t tag, uint32_t otherwise) {
  uint32_t value = otherwise;
  return TIFFGetFieldDefaulted(reader->tiff, tag, &value) ? value : otherwise;
}

static inline double overscroll_tiff_double(overscroll_tiff *reader, uint32_t tag, double otherwise) {
  double value = otherwise;
  return TIFFGetField(reader->tiff, tag, &value) ? value : otherwise;
}

// The kinds of the samples beyond the colour; NULL where the file does not say.
static inline const uint16_t *overscroll_tiff_extra_samples(overscroll_tiff *reader, uint16_t *count) {
  uint16_t *kinds = NULL;
  *count = 0;
  return TIFFGetField(reader->tiff, TIFFTAG_EXTRASAMPLES, count, &kinds) ? kinds : NULL;
}

static inline const uint8_t *overscroll_tiff_profile(overscroll_tiff *reader, uint32_t *count) {
  void *bytes = NULL;
  *count = 0;
  return TIFFGetField(reader->tiff, TIFFTAG_ICCPROFILE, count, &bytes) ? (const uint8_t *)bytes : NULL;
}

// The offsets of the directories below this one.
static inline const uint64_t *overscroll_tiff_subpages(overscroll_tiff *reader, uint16_t *count) {
  uint64_t *offsets = NULL;
  *count = 0;
  return TIFFGetField(reader->tiff, TIFFTAG_SUBIFD, count, &offsets) ? offsets : NULL;
}

static inline bool overscroll_tiff_palette(
  overscroll_tiff *reader, const uint16_t **red, const uint16_t **green, const uint16_t **blue) {
  return TIFFGetField(reader->tiff, TIFFTAG_COLORMAP, red, green, blue) == 1;
}

// JPEG data then comes as RGB, whatever its chroma's resolution.
static inline void overscroll_tiff_want_rgb(overscroll_tiff *reader) {
  TIFFSetField(reader->tiff, TIFFTAG_JPEGCOLORMODE, JPEGCOLORMODE_RGB);
}

// Rows and columns then come as they lie in the file also from libtiff's own conversion to RGBA.
static inline void overscroll_tiff_forget_orientation(overscroll_tiff *reader) {
  TIFFSetField(reader->tiff, TIFFTAG_ORIENTATION, ORIENTATION_TOPLEFT);
}

// True if libtiff itself can convert the current page to RGBA.
static inline bool overscroll_tiff_can_convert(overscroll_tiff *reader) {
  char reason[1024] = "";  // libtiff's own length.
  return TIFFRGBAImageOK(reader->tiff, reason) == 1;
}

static inline const char *overscroll_tiff_codec_name(uint16_t compression) {
  const TIFFCodec *codec = TIFFFindCODEC(compression);
  return codec ? codec->name : NULL;
}
