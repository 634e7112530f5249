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

// The alpha of what is opaque in linear light; libvips 8.15 changed it.
static double linearOpaque(void) {
  return vips_version(0) > 8 || vips_version(1) >= 15 ? 1 : 255;
}

// Divides colors by the alpha that they were multiplied with, in linear light.
static bool unpremultiply(VipsImage **colors, VipsImage *alpha) {
  VipsImage *share = NULL;
  VipsImage *divided = NULL;
  VipsImage *other = NULL;
  const bool isGood = vips_linear1(alpha, &share, 1 / linearOpaque(), 0, NULL) == 0 &&
                      vips_divide(*colors, share, &divided, NULL) == 0 &&
                      vips_copy(divided, &other, "interpretation", VIPS_INTERPRETATION_scRGB,
                                NULL) == 0;
  if (share) g_object_unref(share);
  if (divided) g_object_unref(divided);
  return replace(colors, isGood ? other : NULL);
}

// Takes the alpha channel off an image, as bytes.
static bool splitAlpha(VipsImage **image, VipsImage **alpha) {
  VipsImage *colors = NULL;
  VipsImage *band = NULL;
  VipsImage *scaled = NULL;
  const int last = (*image)->Bands - 1;
  const bool isLinear = (*image)->Type == VIPS_INTERPRETATION_scRGB;
  const double factor =
      (*image)->BandFmt == VIPS_FORMAT_USHORT ? 1.0 / 257 : isLinear ? 255 / linearOpaque() : 1;
  bool isGood = vips_extract_band(*image, &band, last, NULL) == 0 &&
                vips_extract_band(*image, &colors, 0, "n", last, NULL) == 0;
  if (isGood && factor == 1) {
    isGood = vips_cast_uchar(band, &scaled, NULL) == 0;
  } else if (isGood) {
    isGood = vips_linear1(band, &scaled, factor, 0.5, "uchar", TRUE, NULL) == 0;
  }
  isGood = isGood && (!isLinear || unpremultiply(&colors, band));
  if (band) g_object_unref(band);
  *alpha = scaled;
  return replace(image, isGood ? colors : NULL) && scaled;
}

// Astronomers' numbers may have any range: black and white are the least and the greatest.
static bool stretch(VipsImage **image) {
  if ((*image)->BandFmt == VIPS_FORMAT_UCHAR) return true;
  VipsImage *other = NULL;
  return replace(image, vips_scale(*image, &other, NULL) == 0 ? other : NULL);
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
  const bool isData = format->isData;
  bool isGood = selectBands(&image, isData) && (!isData || stretch(&image));
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

static int bitsOf(VipsImage *image) {
  int bits = 0;
  if (vips_image_get_typeof(image, "heif-bitdepth") &&
      vips_image_get_int(image, "heif-bitdepth", &bits) == 0 && bits > 0 && bits <= 16) {
    return bits;
  }
  return (int)vips_format_sizeof(image->BandFmt) * 8;
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
  const int64_t needed = area * format->pixelBytes - SPARE_BYTES;
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

static bool takeRows(VipsImage *image, int strip, LoadTakeRow take, void *context) {
  VipsRegion *region = vips_region_new(image);
  uint32_t *row = g_try_new(uint32_t, (gsize)image->Xsize);
  bool isGood = region && row;
  bool isNeeded = true;
  for (int top = 0; isGood && isNeeded && top < image->Ysize; top += strip) {
    const VipsRect part = {0, top, image->Xsize, VIPS_MIN(strip, image->Ysize - top)};
    isGood = vips_region_prepare(region, &part) == 0;
    for (int y = 0; isGood && isNeeded && y < part.height; y++) {
      premultiplyRow(VIPS_REGION_ADDR(region, 0, top + y), image->Bands, row, image->Xsize);
      isNeeded = take(context, row);
    }
  }
  g_free(row);
  if (region) g_object_unref(region);
  return isGood;
}

bool LoadDecode(
    const LoadOrigin *origin, int width, int height, int reduction, LoadTakeRow take,
    void *context) {
  const bool isVector = origin->format->isVector;
  const double scale = isVector ? vectorScale(origin) / (1 << reduction) : 1;
  VipsImage *image = scale > 0 ? load(origin, scale, reduction) : NULL;
  if (image) image = display(origin->format, image);
  bool isGood = image && fit(&image, width, height);
  if (isGood && image->Bands != 3 && image->Bands != 4) {
    vips_error("color", "its colors are of an unknown kind");
    isGood = false;
  }
  isGood = isGood && takeRows(image, isVector ? VECTOR_STRIP_ROWS : STRIP_ROWS, take, context);
  if (image) g_object_unref(image);
  return isGood;
}

void LoadTakeError(char *reason, size_t capacity) {
  const char *error = vips_error_buffer();
  snprintf(reason, capacity, "%.*s", (int)VIPS_MIN(strcspn(error, "\n"), 400), error);
  vips_error_clear();
}

void LoadEndThread(void) { vips_thread_shutdown(); }
