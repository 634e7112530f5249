#include "CodecsTIFF.h"
#include <stdarg.h>
#include <stdlib.h>
#include <sys/stat.h>
#include <unistd.h>
#include <zlib.h>

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

enum { OVERSCROLL_ADLER = 4 };  // The length of the checksum behind deflated data.

// Puts the right checksum behind deflated data of `length` bytes, after which there is room for another. Returns the
// new length; 0 where the data does not end, or its checksum is right already.
static size_t overscroll_tiff_mend_checksum(uint8_t *bytes, size_t length) {
  const size_t header = 2;
  uint8_t pixels[1 << 15];
  uLong sum = adler32(0, NULL, 0);
  z_stream stream = {.next_in = bytes + header, .avail_in = (uInt)(length - header)};
  if (length <= header || length > UINT32_MAX || inflateInit2(&stream, -MAX_WBITS) != Z_OK) return 0;
  int state = Z_OK;
  while (state == Z_OK) {
    stream.next_out = pixels;
    stream.avail_out = sizeof pixels;
    state = inflate(&stream, Z_NO_FLUSH);
    sum = adler32(sum, pixels, (uInt)(sizeof pixels - stream.avail_out));
  }
  size_t place = (size_t)(stream.next_in - bytes);
  inflateEnd(&stream);
  if (state != Z_STREAM_END) return 0;
  bool isRight = place + OVERSCROLL_ADLER <= length;
  for (int index = 0; index < OVERSCROLL_ADLER; index++) {
    uint8_t byte = (uint8_t)(sum >> (24 - 8 * index));
    isRight = isRight && bytes[place + index] == byte;
    bytes[place + index] = byte;
  }
  return isRight ? 0 : place + OVERSCROLL_ADLER;
}

// The bytes of a block's pixels, at most `count`: the last strip has only the rows that are left.
static tmsize_t overscroll_tiff_block_size(TIFF *tiff, uint32_t block, tmsize_t count) {
  if (TIFFIsTiled(tiff)) return count;
  uint32_t height = overscroll_tiff_long(tiff, TIFFTAG_IMAGELENGTH, 0);
  uint32_t rows = overscroll_tiff_long(tiff, TIFFTAG_ROWSPERSTRIP, height);
  if (rows == 0 || rows > height) rows = height;
  if (rows == 0) return 0;
  uint32_t first = block % ((height - 1) / rows + 1) * rows;
  tmsize_t size = TIFFVStripSize(tiff, height - first < rows ? height - first : rows);
  return size < count ? size : count;
}

bool overscroll_tiff_read_mended(
  TIFF *tiff, uint32_t block, void *pixels, tmsize_t count, size_t most_bytes) {
  struct stat status;
  uint64_t start = TIFFGetStrileOffset(tiff, block);
  uint64_t length = TIFFGetStrileByteCount(tiff, block);
  uint16_t compression = overscroll_tiff_short(tiff, TIFFTAG_COMPRESSION, COMPRESSION_NONE);
  bool isDeflated = compression == COMPRESSION_ADOBE_DEFLATE || compression == COMPRESSION_DEFLATE;
  if (fstat(TIFFFileno(tiff), &status) != 0 || start == 0 || start >= (uint64_t)status.st_size) return false;
  uint64_t left = (uint64_t)status.st_size - start;
  bool isMended = length == 0 || length > left;
  if (isMended) length = left;
  if (length > most_bytes) length = most_bytes;
  if (!isMended && !isDeflated) return false;
  uint8_t *bytes = (uint8_t *)malloc((size_t)length + OVERSCROLL_ADLER);
  if (!bytes) return false;
  bool isRead = pread(TIFFFileno(tiff), bytes, (size_t)length, (off_t)start) == (ssize_t)length;
  if (isRead && isDeflated) {
    size_t mended = overscroll_tiff_mend_checksum(bytes, (size_t)length);
    isMended = isMended || mended > 0;
    if (mended > 0) length = mended;
  }
  isRead = isRead && isMended
    && TIFFReadFromUserBuffer(
         tiff, block, bytes, (tmsize_t)length, pixels, overscroll_tiff_block_size(tiff, block, count)) == 1;
  free(bytes);
  return isRead;
}
