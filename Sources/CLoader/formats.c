#include "load.h"
#include <string.h>

static int loadHEIF(VipsSource *source, const char *path, VipsImage **image, int page,
                    double scale, int reduction) {
  (void)path, (void)scale, (void)reduction;
  return vips_heifload_source(source, image, "page", page, "access", VIPS_ACCESS_SEQUENTIAL, NULL);
}

static int loadJXL(VipsSource *source, const char *path, VipsImage **image, int page,
                   double scale, int reduction) {
  (void)path, (void)page, (void)scale, (void)reduction;
  return vips_jxlload_source(source, image, "access", VIPS_ACCESS_SEQUENTIAL, NULL);
}

static int loadSVG(VipsSource *source, const char *path, VipsImage **image, int page,
                   double scale, int reduction) {
  (void)path, (void)page, (void)reduction;
  return vips_svgload_source(source, image, "scale", scale, "access", VIPS_ACCESS_SEQUENTIAL, NULL);
}

static int loadPDF(VipsSource *source, const char *path, VipsImage **image, int page,
                   double scale, int reduction) {
  (void)path, (void)reduction;
  return vips_pdfload_source(source, image, "page", page, "scale", scale, "access",
                             VIPS_ACCESS_SEQUENTIAL, NULL);
}

// What libvips calls pages are resolutions.
static int loadJP2(VipsSource *source, const char *path, VipsImage **image, int page,
                   double scale, int reduction) {
  (void)path, (void)page, (void)scale;
  return vips_jp2kload_source(source, image, "page", reduction, "access",
                              VIPS_ACCESS_SEQUENTIAL, NULL);
}

static int loadEXR(VipsSource *source, const char *path, VipsImage **image, int page,
                   double scale, int reduction) {
  (void)source, (void)page, (void)scale, (void)reduction;
  return vips_openexrload(path, image, NULL);
}

static int loadHDR(VipsSource *source, const char *path, VipsImage **image, int page,
                   double scale, int reduction) {
  (void)path, (void)page, (void)scale, (void)reduction;
  return vips_radload_source(source, image, "access", VIPS_ACCESS_SEQUENTIAL, NULL);
}

static int loadFITS(VipsSource *source, const char *path, VipsImage **image, int page,
                    double scale, int reduction) {
  (void)source, (void)page, (void)scale, (void)reduction;
  return vips_fitsload(path, image, NULL);
}

static const LoadFormat formats[] = {
  {"heif", "HEIF", "vips-heif", .hasPages = true, .pixelBytes = 9, .deepPixelBytes = 14,
   .load = loadHEIF},
  {"avif", "AVIF", "vips-heif", .hasPages = true, .pixelBytes = 9, .deepPixelBytes = 14,
   .load = loadHEIF},
  {"jxl", "JPEG XL", "vips-jxl", .pixelBytes = 9, .deepPixelBytes = 21, .load = loadJXL},
  {"svg", "SVG", NULL, .isVector = true, .load = loadSVG},
  {"pdf", "PDF", "vips-poppler", .isOpaque = true, .isVector = true, .hasPages = true,
   .load = loadPDF},
  {"jp2", "JPEG 2000", NULL, .meaning = LoadNumbers, .hasReductions = true, .pixelBytes = 9,
   .deepPixelBytes = 9, .load = loadJP2},
  {"exr", "OpenEXR", NULL, .meaning = LoadLight, .suffix = ".exr", .load = loadEXR},
  {"hdr", "Radiance HDR", NULL, .meaning = LoadLight, .load = loadHDR},
  {"fits", "FITS", NULL, .isOpaque = true, .isData = true, .meaning = LoadNumbers,
   .suffix = ".fits", .load = loadFITS},
  // By OpenSlide itself.
  {"svs", "SVS", NULL, .suffix = ".svs"},
  {"ndpi", "NDPI", NULL, .suffix = ".ndpi"},
  {"mrxs", "MRXS", NULL, .suffix = ".mrxs"},
  {"scn", "SCN", NULL, .suffix = ".scn"},
  {"bif", "BIF", NULL, .suffix = ".bif"},
  {"philips", "Philips TIFF", NULL, .suffix = ".tiff"},
};

const LoadFormat *LoadFindFormat(const char *argument) {
  for (size_t i = 0; i < sizeof formats / sizeof *formats; i++) {
    if (strcmp(formats[i].argument, argument) == 0) return &formats[i];
  }
  return NULL;
}

const char *LoadName(const LoadFormat *format) { return format->name; }
bool LoadIsVector(const LoadFormat *format) { return format->isVector; }
bool LoadIsSlide(const LoadFormat *format) { return !format->load; }
bool LoadHasPages(const LoadFormat *format) { return format->hasPages; }
