#include "slide.h"
#include "opening.h"
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

// The bytes that are read from a slide at a time. [C]
#define STRIP_BYTES (8 << 20)
// The most bytes that a row of a region is made of. [C]
#define MAXIMUM_ROW_BYTES (256u << 20)
// The most pixels of the full size along a side of a region. [C]
#define MAXIMUM_SIDE (1 << 24)

openslide_t *OpenSlide(const Origin *origin, char *reason, size_t capacity) {
  openslide_t *slide = openslide_open(PictureName(origin->path));
  const char *error = slide ? openslide_get_error(slide) : "OpenSlide does not know this file";
  snprintf(reason, capacity, "%s", error ? error : "");
  if (!error) return slide;
  if (slide) openslide_close(slide);
  return NULL;
}

// The coarsest level of the file that is no coarser than a scale, with 1% for its rounded sizes.
static int32_t levelFor(openslide_t *slide, double scale) {
  const int32_t count = openslide_get_level_count(slide);
  int32_t best = 0;
  for (int32_t level = 1; level < count; level++) {
    const double downsample = openslide_get_level_downsample(slide, level);
    if (downsample > openslide_get_level_downsample(slide, best) && downsample <= scale * 1.01) {
      best = level;
    }
  }
  return best;
}

// Where there is no tissue, slides are white, or of the color that the file names.
static uint32_t background(openslide_t *slide) {
  const char *text = openslide_get_property_value(slide, OPENSLIDE_PROPERTY_NAME_BACKGROUND_COLOR);
  return text ? (uint32_t)strtoul(text, NULL, 16) & 0xFFFFFF : 0xFFFFFF;
}

static uint32_t over(uint32_t pixel, uint32_t background) {
  const uint32_t rest = 255 - (pixel >> 24);
  if (rest == 0) return pixel;
  uint32_t result = 0xFF;
  for (int shift = 16; shift >= 0; shift -= 8) {
    const uint32_t beneath = ((background >> shift & 0xFF) * rest + 127) / 255;
    const uint32_t sum = (pixel >> shift & 0xFF) + beneath;
    result = result << 8 | (sum > 255 ? 255 : sum);
  }
  return result;
}

// The means of squares of `factor` pixels, of as many rows.
static void reduce(const uint32_t *source, uint32_t *target, int width, int factor,
                   uint32_t ground) {
  const uint64_t count = (uint64_t)factor * (uint64_t)factor;
  const size_t stride = (size_t)width * (size_t)factor;
  for (int x = 0; x < width; x++) {
    uint64_t red = 0, green = 0, blue = 0;
    for (int row = 0; row < factor; row++) {
      const uint32_t *pixels = source + (size_t)row * stride + (size_t)x * (size_t)factor;
      for (int column = 0; column < factor; column++) {
        const uint32_t pixel = over(pixels[column], ground);
        red += pixel >> 16 & 0xFF;
        green += pixel >> 8 & 0xFF;
        blue += pixel & 0xFF;
      }
    }
    target[x] = 0xFF000000 | (uint32_t)((red + count / 2) / count) << 16 |
                (uint32_t)((green + count / 2) / count) << 8 |
                (uint32_t)((blue + count / 2) / count);
  }
}

bool SendRegion(Lane *lane, openslide_t *slide, int level, const VipsRect *rect, char *reason,
                size_t capacity) {
  const double scale = (double)((int64_t)1 << level);
  const int32_t stored = levelFor(slide, scale);
  const int factor = VIPS_MAX(1, (int)lrint(scale / openslide_get_level_downsample(slide, stored)));
  const size_t rowBytes = (size_t)rect->width * (size_t)factor * (size_t)factor * sizeof(uint32_t);
  snprintf(reason, capacity, "a part of it needs too much memory");
  if ((int64_t)rect->width * factor > MAXIMUM_SIDE || rowBytes > MAXIMUM_ROW_BYTES) return false;
  const int strip = VIPS_MAX(1, VIPS_MIN(rect->height, (int)(STRIP_BYTES / rowBytes)));
  uint32_t *source = malloc(rowBytes * (size_t)strip);
  uint32_t *row = malloc((size_t)rect->width * sizeof *row);
  bool isGood = source && row;
  const uint32_t ground = background(slide);
  SendKind(lane, ReplyBegin);
  for (int top = 0; isGood && top < rect->height && ShouldContinue(lane); top += strip) {
    const int rows = VIPS_MIN(strip, rect->height - top);
    openslide_read_region(slide, source, (int64_t)rect->left << level,
                          (int64_t)(rect->top + top) << level, stored,
                          (int64_t)rect->width * factor, (int64_t)rows * factor);
    const char *error = openslide_get_error(slide);
    if (error) snprintf(reason, capacity, "%s", error);
    isGood = !error;
    for (int y = 0; isGood && y < rows; y++) {
      const uint32_t *pixels = source + (size_t)y * rowBytes / sizeof *source;
      reduce(pixels, row, rect->width, factor, ground);
      WriteBytes(lane, row, (size_t)rect->width * sizeof *row);
    }
  }
  free(row);
  free(source);
  return isGood;
}
