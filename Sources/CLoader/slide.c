#include "load.h"
#include <math.h>
#include <openslide/openslide.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

// The bytes that are read from a slide at a time. [C]
#define STRIP_BYTES (8 << 20)
// The most bytes that a row of a region is made of. [C]
#define MAXIMUM_ROW_BYTES (256u << 20)
// The most pixels of the full size along a side of a region. [C]
#define MAXIMUM_SIDE (1 << 24)

LoadSlide *LoadOpenSlide(const LoadOrigin *origin, char *reason, size_t capacity) {
  openslide_t *slide = openslide_open(PictureName(origin->path));
  if (!slide) {
    snprintf(reason, capacity, "OpenSlide %s does not know this file", openslide_get_version());
    return NULL;
  }
  const char *error = openslide_get_error(slide);
  if (!error) return (LoadSlide *)slide;
  snprintf(reason, capacity, "%s", error);
  openslide_close(slide);
  return NULL;
}

void LoadCloseSlide(LoadSlide *slide) { openslide_close((openslide_t *)slide); }

void LoadMeasureSlide(LoadSlide *slide, int64_t *width, int64_t *height, int *levels) {
  openslide_get_level0_dimensions((openslide_t *)slide, width, height);
  *levels = openslide_get_level_count((openslide_t *)slide);
}

double LoadSlideScale(LoadSlide *slide, bool isVertical) {
  const char *name = isVertical ? OPENSLIDE_PROPERTY_NAME_MPP_Y : OPENSLIDE_PROPERTY_NAME_MPP_X;
  const char *text = openslide_get_property_value((openslide_t *)slide, name);
  return text ? g_ascii_strtod(text, NULL) : 0;
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

bool LoadSlideRegion(
    LoadSlide *loaded, int level, int64_t left, int64_t top, int64_t width, int64_t height,
    uint32_t *pixels, char *reason, size_t capacity) {
  openslide_t *slide = (openslide_t *)loaded;
  const double scale = (double)((int64_t)1 << level);
  const int32_t stored = levelFor(slide, scale);
  const int factor = VIPS_MAX(1, (int)lrint(scale / openslide_get_level_downsample(slide, stored)));
  snprintf(reason, capacity, "a part of it needs too much memory");
  if (width * factor > MAXIMUM_SIDE) return false;
  const size_t rowBytes = (size_t)width * (size_t)factor * (size_t)factor * sizeof(uint32_t);
  if (rowBytes > MAXIMUM_ROW_BYTES) return false;
  const int64_t strip = VIPS_MAX(1, VIPS_MIN(height, (int64_t)(STRIP_BYTES / rowBytes)));
  uint32_t *source = malloc(rowBytes * (size_t)strip);
  bool isGood = source;
  const uint32_t ground = background(slide);
  for (int64_t y = 0; isGood && y < height; y += strip) {
    const int64_t rows = VIPS_MIN(strip, height - y);
    openslide_read_region(slide, source, left << level, (top + y) << level, stored, width * factor,
                          rows * factor);
    const char *error = openslide_get_error(slide);
    if (error) snprintf(reason, capacity, "%s", error);
    isGood = !error;
    for (int64_t row = 0; isGood && row < rows; row++) {
      const uint32_t *part = source + (size_t)row * rowBytes / sizeof *source;
      reduce(part, pixels + (y + row) * width, (int)width, factor, ground);
    }
  }
  free(source);
  return isGood;
}
