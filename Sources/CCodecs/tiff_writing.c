#include "CodecsTIFFWriting.h"
#include <stdarg.h>
#include <unistd.h>

// Some rows of a picture of common width, so that a reader need not decode much more than it shows.
static const uint32_t overscroll_tiff_strip_bytes = 1 << 18;

static int overscroll_tiff_writer_ignore(
  TIFF *tiff, void *user, const char *module, const char *format, va_list arguments) {
  return 1;
}

// What libtiff can predict samples from: whole numbers and floating ones that fill bytes.
static uint16_t overscroll_tiff_writer_predictor(const overscroll_tiff_layout *layout) {
  if (layout->format == SAMPLEFORMAT_IEEEFP) return layout->bits == 24 ? PREDICTOR_NONE : PREDICTOR_FLOATINGPOINT;
  bool is_whole = layout->bits == 8 || layout->bits == 16 || layout->bits == 32;
  return is_whole ? PREDICTOR_HORIZONTAL : PREDICTOR_NONE;
}

TIFF *overscroll_tiff_writer_open(int descriptor, const overscroll_tiff_layout *layout) {
  TIFF *tiff = NULL;
  TIFFOpenOptions *options = TIFFOpenOptionsAlloc();
  if (options) {
    TIFFOpenOptionsSetErrorHandlerExtR(options, overscroll_tiff_writer_ignore, NULL);
    TIFFOpenOptionsSetWarningHandlerExtR(options, overscroll_tiff_writer_ignore, NULL);
    tiff = TIFFFdOpenExt(descriptor, "", layout->is_big ? "w8m" : "wm", options);
    TIFFOpenOptionsFree(options);
  }
  if (!tiff) {
    close(descriptor);
    return NULL;
  }
  TIFFSetField(tiff, TIFFTAG_IMAGEWIDTH, layout->width);
  TIFFSetField(tiff, TIFFTAG_IMAGELENGTH, layout->height);
  TIFFSetField(tiff, TIFFTAG_BITSPERSAMPLE, layout->bits);
  TIFFSetField(tiff, TIFFTAG_SAMPLESPERPIXEL, layout->channels);
  TIFFSetField(tiff, TIFFTAG_SAMPLEFORMAT, layout->format);
  TIFFSetField(tiff, TIFFTAG_PHOTOMETRIC, layout->photometric);
  TIFFSetField(tiff, TIFFTAG_PLANARCONFIG, PLANARCONFIG_CONTIG);
  TIFFSetField(tiff, TIFFTAG_ORIENTATION, layout->orientation);
  TIFFSetField(tiff, TIFFTAG_COMPRESSION, COMPRESSION_ADOBE_DEFLATE);
  TIFFSetField(tiff, TIFFTAG_PREDICTOR, overscroll_tiff_writer_predictor(layout));
  uint64_t row = ((uint64_t)layout->width * layout->channels * layout->bits + 7) / 8;
  uint64_t rows = overscroll_tiff_strip_bytes / (row < 1 ? 1 : row);
  uint32_t height = layout->height;
  TIFFSetField(tiff, TIFFTAG_ROWSPERSTRIP, (uint32_t)(rows < 1 ? 1 : rows < height ? rows : height));
  return tiff;
}

bool overscroll_tiff_writer_set(TIFF *tiff, uint32_t tag, uint16_t type, uint32_t count, const void *values) {
  const uint16_t *shorts = (const uint16_t *)values;
  uint32_t third = count / 3;
  switch (tag) {
    case TIFFTAG_XRESOLUTION:
    case TIFFTAG_YRESOLUTION:
    case TIFFTAG_SMINSAMPLEVALUE:
    case TIFFTAG_SMAXSAMPLEVALUE: return TIFFSetField(tiff, tag, *(const double *)values) == 1;
    case TIFFTAG_RESOLUTIONUNIT:
    case TIFFTAG_INKSET:
    case TIFFTAG_NUMBEROFINKS: return TIFFSetField(tiff, tag, shorts[0]) == 1;
    case TIFFTAG_COLORMAP: return TIFFSetField(tiff, tag, shorts, shorts + third, shorts + 2 * third) == 1;
    case TIFFTAG_EXTRASAMPLES: return TIFFSetField(tiff, tag, count, values) == 1;
    case TIFFTAG_ICCPROFILE: return TIFFSetField(tiff, tag, count, values) == 1;
    case TIFFTAG_EXIFIFD:
    case TIFFTAG_GPSIFD: return TIFFSetField(tiff, tag, *(const uint64_t *)values) == 1;
  }
  // Texts that libtiff knows end with a zero, and have no count.
  const TIFFField *known = TIFFFindField(tiff, tag, TIFF_ANY);
  if (known && !TIFFFieldPassCount(known)) return type == TIFF_ASCII && TIFFSetField(tiff, tag, values) == 1;
  // Versions of libtiff count IPTC's block in words, or in bytes.
  if (tag == TIFFTAG_RICHTIFFIPTC && known && TIFFFieldDataType(known) == TIFF_LONG) count /= 4;
  static char name[] = "";
  TIFFFieldInfo field = {tag, TIFF_VARIABLE2, TIFF_VARIABLE2, (TIFFDataType)type, FIELD_CUSTOM, 1, 1, name};
  if (!known && TIFFMergeFieldInfo(tiff, &field, 1) != 0) return false;
  return TIFFSetField(tiff, tag, count, values) == 1;
}
