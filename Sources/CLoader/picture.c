#include "load.h"
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

// The longer side of a drawing, in pixels.
#define VECTOR_SIDE 8192
// The rows that are decoded at a time: drawings are drawn from the start for each. [C]
#define STRIP_ROWS 64
#define VECTOR_STRIP_ROWS 512
// The memory that the process has beyond what the viewer counts for the work on a picture, in bytes.
#define SPARE_BYTES (384ll << 20)
// The halvings that are left to a format. [C]
#define MAXIMUM_REDUCTIONS 5

// The bytes of a file.
typedef struct {
  int descriptor;
  int64_t place;
} Input;

static gint64 readInput(VipsSourceCustom *source, void *buffer, gint64 length, Input *input) {
  (void)source;
  const ssize_t count = pread(input->descriptor, buffer, (size_t)length, input->place);
  if (count > 0) input->place += count;
  return count;
}

static gint64 seekInput(VipsSourceCustom *source, gint64 offset, int whence, Input *input) {
  (void)source;
  if (whence == SEEK_END) {
    offset += lseek(input->descriptor, 0, SEEK_END);
  } else if (whence == SEEK_CUR) {
    offset += input->place;
  }
  if (offset < 0) return -1;
  return input->place = offset;
}

static void closeInput(gpointer input, GClosure *closure) {
  (void)closure;
  close(((Input *)input)->descriptor);
  g_free(input);
}

static VipsSource *openSource(void) {
  const int descriptor = RequestOpening(NULL);
  if (descriptor < 0) {
    vips_error("file", "it cannot be read");
    return NULL;
  }
  Input *input = g_new(Input, 1);
  *input = (Input){descriptor, 0};
  VipsSourceCustom *source = vips_source_custom_new();
  g_signal_connect(source, "seek", G_CALLBACK(seekInput), input);
  g_signal_connect_data(source, "read", G_CALLBACK(readInput), input, closeInput, 0);
  return VIPS_SOURCE(source);
}

static VipsImage *load(const LoadOrigin *origin, double scale, int reduction) {
  VipsSource *source = NULL;
  if (origin->format->suffix) {
    KeepPictureOpen();
  } else if (!(source = openSource())) {
    return NULL;
  }
  VipsImage *image = NULL;
  const char *path = PictureName(origin->path);
  const int result = origin->format->load(source, path, &image, origin->page, scale, reduction);
  if (source) g_object_unref(source);
  return result == 0 ? image : NULL;
}

// Replaces an image by one made of it; both may be NULL.
static bool replace(VipsImage **image, VipsImage *other) {
  if (*image) g_object_unref(*image);
  *image = other;
  return other != NULL;
}

static bool convert(VipsImage **image, VipsInterpretation space) {
  VipsImage *other = NULL;
  return replace(image, vips_colourspace(*image, &other, space, NULL) == 0 ? other : NULL);
}

// The alpha of what is opaque in an OpenEXR picture; libvips 8.15 changed it. That of JPEG XL is as it is stored, of 1.
static double linearOpaque(void) {
  return vips_version(0) > 8 || vips_version(1) >= 15 ? 1 : 255;
}

// Makes the alpha of an OpenEXR picture a number from 0 to 1.
static bool scaleAlpha(VipsImage **image) {
  double factors[4] = {1, 1, 1, 1};
  const double offsets[4] = {0, 0, 0, 0};
  const int bands = (*image)->Bands;
  if (linearOpaque() == 1 || bands > 4) return true;
  factors[bands - 1] = 1 / linearOpaque();
  VipsImage *other = NULL;
  return replace(
      image, vips_linear(*image, &other, factors, offsets, bands, NULL) == 0 ? other : NULL);
}

// Takes the alpha channel off an image, as bytes.
static bool splitAlpha(VipsImage **image, VipsImage **alpha) {
  VipsImage *colors = NULL;
  VipsImage *band = NULL;
  VipsImage *scaled = NULL;
  const int last = (*image)->Bands - 1;
  const bool isGood = vips_extract_band(*image, &band, last, NULL) == 0 &&
                      vips_extract_band(*image, &colors, 0, "n", last, NULL) == 0 &&
                      vips_cast_uchar(band, &scaled, NULL) == 0;
  if (band) g_object_unref(band);
  *alpha = scaled;
  return replace(image, isGood ? colors : NULL) && scaled;
}

// Leaves one, three or four bands.
static bool selectBands(VipsImage **image, bool isData) {
  const int bands = (*image)->Bands;
  const int kept = isData ? (bands == 3 ? 3 : 1) : bands > 4 ? 3 : bands;
  VipsImage *other = NULL;
  if (kept != bands &&
      !replace(image, vips_extract_band(*image, &other, 0, "n", kept, NULL) == 0 ? other : NULL)) {
    return false;
  }
  if ((*image)->Type != VIPS_INTERPRETATION_MULTIBAND) return true;
  const VipsInterpretation space = kept < 3 ? VIPS_INTERPRETATION_B_W : VIPS_INTERPRETATION_sRGB;
  other = NULL;
  return replace(
      image, vips_copy(*image, &other, "interpretation", space, NULL) == 0 ? other : NULL);
}

static bool hasUsableProfile(VipsImage *image) {
  return vips_image_get_typeof(image, VIPS_META_ICC_NAME) &&
         (image->BandFmt == VIPS_FORMAT_UCHAR || image->BandFmt == VIPS_FORMAT_USHORT) &&
         image->Bands != 2;
}

// Converts the colors, without alpha, to sRGB of 8 bits.
static bool convertColors(VipsImage **image) {
  VipsImage *other = NULL;
  if (hasUsableProfile(*image) &&
      vips_icc_transform(*image, &other, "srgb", "embedded", TRUE, NULL) == 0) {
    replace(image, other);
  }
  // A profile that does not fit is ignored.
  vips_error_clear();
  if (!convert(image, VIPS_INTERPRETATION_sRGB)) return false;
  other = NULL;
  return (*image)->BandFmt == VIPS_FORMAT_UCHAR ||
         replace(image, vips_cast_uchar(*image, &other, NULL) == 0 ? other : NULL);
}

// Makes an image sRGB of 8 bits, with straight alpha where it has some; consumes it. NULL for an error.
static VipsImage *display(const LoadFormat *format, VipsImage *image) {
  VipsImage *alpha = NULL;
  bool isGood = selectBands(&image, format->isData);
  if (isGood && vips_image_hasalpha(image)) {
    isGood = splitAlpha(&image, &alpha);
  }
  isGood = isGood && convertColors(&image);
  if (isGood && alpha) {
    VipsImage *both = NULL;
    isGood = replace(&image, vips_bandjoin2(image, alpha, &both, NULL) == 0 ? both : NULL);
  }
  if (alpha) g_object_unref(alpha);
  if (!isGood && image) replace(&image, NULL);
  return image;
}

// The bits of a sample as they are stored: libvips shifts those of HEIF up to 16.
static int bitsOf(VipsImage *image) {
  int bits = 0;
  if (vips_image_get_typeof(image, "heif-bitdepth") &&
      vips_image_get_int(image, "heif-bitdepth", &bits) == 0 && bits > 0 && bits <= 16) {
    return bits;
  }
  return (int)vips_format_sizeof(image->BandFmt) * 8;
}

// Leaves the bands that are shown, as numbers of the bits that are stored: libvips shifts them up. Consumes the image; NULL for an
// error.
static VipsImage *raw(const LoadFormat *format, VipsImage *image, int storedBits) {
  VipsImage *other = NULL;
  if (image->Coding == VIPS_CODING_RAD &&
      !replace(&image, vips_rad2float(image, &other, NULL) == 0 ? other : NULL)) {
    return NULL;
  }
  const int spare = (int)vips_format_sizeof(image->BandFmt) * 8 - storedBits;
  if (!selectBands(&image, format->isData)) return NULL;
  if (vips_band_format_iscomplex(image->BandFmt)) {
    vips_error("color", "its samples are complex numbers");
    replace(&image, NULL);
    return NULL;
  }
  other = NULL;
  if (spare > 0 && vips_band_format_isint(image->BandFmt) &&
      !replace(&image, vips_rshift_const1(image, &other, spare, NULL) == 0 ? other : NULL)) {
    return NULL;
  }
  if (format->meaning == LoadLight && image->Type == VIPS_INTERPRETATION_scRGB &&
      vips_image_hasalpha(image)) {
    scaleAlpha(&image);
  }
  return image;
}

static LoadSamples samplesOf(const LoadFormat *format, VipsImage *image) {
  LoadSamples samples = {
    .meaning = format->meaning, .bands = image->Bands,
    .bits = (int)vips_format_sizeof(image->BandFmt) * 8, .storedBits = bitsOf(image),
    .isFloat = vips_band_format_isfloat(image->BandFmt),
    .isSigned = !vips_band_format_isuint(image->BandFmt),
    .isCMYK = image->Type == VIPS_INTERPRETATION_CMYK,
    .hasAlpha = vips_image_hasalpha(image) && !format->isOpaque,
    .isPremultiplied = format->meaning == LoadLight,
  };
  const void *profile = NULL;
  if (vips_image_get_typeof(image, VIPS_META_ICC_NAME) &&
      vips_image_get_blob(image, VIPS_META_ICC_NAME, &profile, &samples.profileLength) == 0 &&
      (samples.profile = malloc(samples.profileLength))) {
    memcpy(samples.profile, profile, samples.profileLength);
  }
  return samples;
}

static const char *colorOf(VipsImage *image, bool hasAlpha) {
  if (image->Type == VIPS_INTERPRETATION_CMYK) return hasAlpha ? "CMYK with alpha" : "CMYK";
  if (image->Bands < 3) return hasAlpha ? "gray with alpha" : "gray";
  return hasAlpha ? "RGB with alpha" : "RGB";
}

// The scale at which a drawing has its longer side; 0 for one without a size.
static double vectorScale(const LoadOrigin *origin) {
  VipsImage *image = load(origin, 1, 0);
  if (!image) return 0;
  const int longer = image->Xsize > image->Ysize ? image->Xsize : image->Ysize;
  g_object_unref(image);
  return longer > 0 ? (double)VECTOR_SIDE / longer : 0;
}

static int pagesOf(VipsImage *image) {
  const int count = vips_image_get_n_pages(image);
  return count > 0 ? count : 1;
}

// The memory that decoding takes beyond what the process has in any case.
static int64_t workBytes(const LoadFormat *format, VipsImage *image) {
  // Drawings are drawn in strips, the others are held as a whole.
  if (format->isVector) return 0;
  const int64_t area = (int64_t)image->Xsize * image->Ysize;
  const int64_t held = area * (int64_t)VIPS_IMAGE_SIZEOF_PEL(image);
  const int64_t size = (int64_t)vips_format_sizeof(image->BandFmt);
  const int64_t bytes = size > 1 ? format->deepPixelBytes * size / 2 : format->pixelBytes;
  const int64_t needed = area * bytes - SPARE_BYTES;
  return held > needed ? held : needed;
}

bool LoadReadHeader(const LoadOrigin *origin, LoadHeader *header) {
  const LoadFormat *format = origin->format;
  const double scale = format->isVector ? vectorScale(origin) : 1;
  VipsImage *image = scale > 0 ? load(origin, scale, 0) : NULL;
  if (!image) return false;
  const int pages = pagesOf(image);
  header->width = image->Xsize;
  header->height = image->Ysize;
  header->bits = bitsOf(image);
  // Pages are white where nothing is drawn.
  header->hasAlpha = vips_image_hasalpha(image) && !format->isOpaque;
  header->color = colorOf(image, header->hasAlpha);
  header->reductions = format->isVector ? MAXIMUM_REDUCTIONS
                       : format->hasReductions ? VIPS_MIN(pages - 1, MAXIMUM_REDUCTIONS)
                                               : 0;
  header->pageCount = format->hasPages ? pages : 1;
  header->workBytes = workBytes(format, image);
  // They are described as they are decoded, and shifted once it is known how far.
  if (!format->isVector && (image = raw(format, image, 64))) {
    header->samples = samplesOf(format, image);
  }
  if (!image) return false;
  g_object_unref(image);
  return true;
}

static void premultiplyRow(const uint8_t *colors, int bands, uint32_t *pixels, int count) {
  for (int i = 0; i < count; i++, colors += bands) {
    const uint32_t alpha = bands == 4 ? colors[3] : 255;
    uint32_t pixel = 0;
    for (int band = 0; band < 3; band++) {
      const uint32_t product = colors[band] * alpha + 128;
      pixel = pixel << 8 | (product + (product >> 8)) >> 8;
    }
    pixels[i] = alpha << 24 | pixel;
  }
}

// Cuts an image to a size, or repeats its edges: halving rounds in other ways than drawing.
static bool fit(VipsImage **image, int width, int height) {
  if ((*image)->Xsize == width && (*image)->Ysize == height) return true;
  VipsImage *other = NULL;
  const int result =
      vips_embed(*image, &other, 0, 0, width, height, "extend", VIPS_EXTEND_COPY, NULL);
  return replace(image, result == 0 ? other : NULL);
}

// Passes rows on, which are decoded in strips where they follow each other.
static bool takeRows(VipsImage *image, int strip, const LoadPart *part, LoadTakeRow take,
                     void *context) {
  VipsRegion *region = vips_region_new(image);
  const bool isRaw = part->storedBits > 0;
  uint32_t *row = isRaw ? NULL : g_try_new(uint32_t, (gsize)image->Xsize);
  bool isGood = region && (isRaw || row);
  bool isNeeded = true;
  const int rows = part->step == 1 ? strip : 1;
  for (int top = part->top; isGood && isNeeded && top < image->Ysize; top += rows * part->step) {
    const VipsRect area = {0, top, image->Xsize, VIPS_MIN(rows, image->Ysize - top)};
    isGood = vips_region_prepare(region, &area) == 0;
    for (int y = top; isGood && isNeeded && y < top + area.height; y++) {
      const uint8_t *samples = VIPS_REGION_ADDR(region, 0, y);
      if (!isRaw) premultiplyRow(samples, image->Bands, row, image->Xsize);
      isNeeded = take(context, isRaw ? (const void *)samples : row);
    }
  }
  g_free(row);
  if (region) g_object_unref(region);
  return isGood;
}

bool LoadDecode(
    const LoadOrigin *origin, const LoadPart *part, LoadTakeRow take, void *context) {
  const bool isVector = origin->format->isVector;
  const double scale = isVector ? vectorScale(origin) / (1 << part->reduction) : 1;
  VipsImage *image = scale > 0 ? load(origin, scale, part->reduction) : NULL;
  const int bits = part->storedBits;
  if (image) {
    image = bits > 0 ? raw(origin->format, image, bits) : display(origin->format, image);
  }
  bool isGood = image && fit(&image, part->width, part->height);
  if (isGood && bits == 0 && image->Bands != 3 && image->Bands != 4) {
    vips_error("color", "its colors are of an unknown kind");
    isGood = false;
  }
  const int strip = isVector ? VECTOR_STRIP_ROWS : STRIP_ROWS;
  isGood = isGood && takeRows(image, strip, part, take, context);
  if (image) g_object_unref(image);
  return isGood;
}

void LoadTakeError(char *reason, size_t capacity) {
  const char *error = vips_error_buffer();
  snprintf(reason, capacity, "%.*s", (int)VIPS_MIN(strcspn(error, "\n"), 400), error);
  vips_error_clear();
}

void LoadEndThread(void) { vips_thread_shutdown(); }
