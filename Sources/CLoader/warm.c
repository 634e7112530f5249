#define _GNU_SOURCE
#include "load.h"
#include <dlfcn.h>
#include <libgen.h>
#include <stdlib.h>
#include <fontconfig/fontconfig.h>
#include <gmodule.h>
#include <stdio.h>
#include <string.h>
#include <sys/stat.h>

// A drawing with text in the fonts that drawings ask for, and a transparent gradient.
static const char drawing[] =
    "<svg xmlns='http://www.w3.org/2000/svg' width='8' height='8'>"
    "<linearGradient id='g'><stop stop-color='red' stop-opacity='.5'/></linearGradient>"
    "<rect width='8' height='8' fill='url(#g)'/>"
    "<text y='7' font-size='4' font-family='sans-serif'>a</text>"
    "<text y='7' font-size='4' font-family='serif' font-weight='bold'>a</text>"
    "<text y='7' font-size='4' font-family='monospace' font-style='italic'>a</text></svg>";

// The families whose fonts are there for text, with the slants and weights of each.
static const char *const families[] = {
  "sans-serif", "serif", "monospace", "Helvetica", "Times", "Courier", "Symbol", "ZapfDingbats",
  "Arial", "Times New Roman", "Courier New", "emoji",
};

// The languages whose letters other fonts may have.
static const char *const languages[] = {
  "ja", "zh-cn", "zh-tw", "ko", "ar", "he", "hi", "bn", "ta", "th", "ka", "hy", "am", "ru", "el",
};

// Keeps the font open that is chosen for a pattern, which it frees.
static void keepFont(FcConfig *config, FcPattern *pattern) {
  FcConfigSubstitute(config, pattern, FcMatchPattern);
  FcDefaultSubstitute(pattern);
  FcResult result;
  FcPattern *match = FcFontMatch(config, pattern, &result);
  FcChar8 *file = NULL;
  if (match && FcPatternGetString(match, FC_FILE, 0, &file) == FcResultMatch) {
    KeepFontOpen((const char *)file);
  }
  if (match) FcPatternDestroy(match);
  FcPatternDestroy(pattern);
}

// Drops the fonts that are not open, so that text is drawn in one that is.
static void dropOtherFonts(FcConfig *config) {
  FcFontSet *set = config ? FcConfigGetFonts(config, FcSetSystem) : NULL;
  int count = 0;
  for (int i = 0; set && i < set->nfont; i++) {
    FcChar8 *file = NULL;
    if (FcPatternGetString(set->fonts[i], FC_FILE, 0, &file) == FcResultMatch &&
        HasFontOpen((const char *)file)) {
      set->fonts[count++] = set->fonts[i];
    }
  }
  if (set) set->nfont = count;
}

static void keepFonts(void) {
  static const int weights[] = {FC_WEIGHT_REGULAR, FC_WEIGHT_BOLD};
  static const int slants[] = {FC_SLANT_ROMAN, FC_SLANT_ITALIC};
  FcConfig *config = FcConfigGetCurrent();
  if (!config) return;
  // The files and folders of fonts cannot be looked at again.
  FcConfigSetRescanInterval(config, 0);
  for (size_t i = 0; i < sizeof families / sizeof *families; i++) {
    for (int j = 0; j < 4; j++) {
      keepFont(config, FcPatternBuild(NULL, FC_FAMILY, FcTypeString, families[i], FC_WEIGHT,
                                      FcTypeInteger, weights[j / 2], FC_SLANT, FcTypeInteger,
                                      slants[j % 2], NULL));
    }
  }
  for (size_t i = 0; i < sizeof languages / sizeof *languages; i++) {
    FcPattern *pattern = FcPatternBuild(NULL, FC_FAMILY, FcTypeString, "sans-serif", NULL);
    FcLangSet *set = FcLangSetCreate();
    FcLangSetAdd(set, (const FcChar8 *)languages[i]);
    FcPatternAddLangSet(pattern, FC_LANG, set);
    FcLangSetDestroy(set);
    keepFont(config, pattern);
  }
}

// Computes an image on the calling thread: libvips' own way would start others, which no confined process may have.
static void compute(VipsImage *image) {
  VipsRegion *region = vips_region_new(image);
  const VipsRect all = {0, 0, image->Xsize, VIPS_MIN(image->Ysize, 64)};
  if (region) {
    vips_region_prepare(region, &all);
    g_object_unref(region);
  }
}

// Loads what libraries load at their first use: those of the format, of fonts, of color profiles.
//
// Not by a page of PDF: libvips has other threads compute its background. What Poppler needs are the fonts.
static gpointer loadLibraries(gpointer argument) {
  const LoadFormat *format = argument;
  VipsImage *image = NULL;
  if (strcmp(format->argument, "svg") == 0 &&
      vips_svgload_buffer((void *)drawing, sizeof drawing - 1, &image, "access",
                          VIPS_ACCESS_SEQUENTIAL, NULL) == 0) {
    compute(image);
  } else if (format->load && format->hasPages && !format->isVector) {
    // It is no picture, but the library looks for its decoders.
    vips_heifload_buffer((void *)drawing, sizeof drawing, &image, NULL);
  }
  if (image) g_object_unref(image);
  VipsImage *black = NULL;
  VipsImage *other = NULL;
  if (vips_black(&black, 8, 8, "bands", 3, NULL) == 0 &&
      vips_icc_transform(black, &other, "srgb", "input_profile", "srgb", NULL) == 0) {
    compute(other);
  }
  if (other) g_object_unref(other);
  if (black) g_object_unref(black);
  vips_error_clear();
  vips_thread_shutdown();
  return NULL;
}

// The time in which threads that libraries have started for a while end, in milliseconds. [C]
#define THREAD_MILLISECONDS 5000

// Waits until the process has one thread; returns false where others stay, whose state no fork would have.
static bool awaitThreads(void) {
  for (int time = 0; time < THREAD_MILLISECONDS; time++) {
    struct stat status;
    // The folder of the threads has a link for each, besides two.
    if (stat("/proc/self/task", &status) != 0 || status.st_nlink == 3) return true;
    g_usleep(1000);
  }
  return false;
}

// Loads a module of libvips, which lies beside the library.
static bool loadModule(const char *name) {
  Dl_info library;
  if (!dladdr(vips_version, &library)) return false;
  char *file = realpath(library.dli_fname, NULL);
  if (!file) return false;
  char path[512];
  const int length = snprintf(path, sizeof path, "%s/vips-modules-%d.%d/%s.so", dirname(file),
                              vips_version(0), vips_version(1), name);
  free(file);
  return length < (int)sizeof path && g_module_open(path, 0) != NULL;
}

bool LoadWarmUp(const LoadFormat *format) {
  // Only the module of the format is loaded.
  setenv("VIPSHOME", "/nonexistent", 1);
  // Code that is made as it runs would need memory that is executable.
  setenv("VIPS_NOVECTOR", "1", 1);
  // What is held as a whole stays in memory: a confined process has no files.
  setenv("VIPS_DISC_THRESHOLD", "1000g", 1);
  if (VIPS_INIT("overscroll-load") != 0) return false;
  if (format->module && !loadModule(format->module)) return false;
  vips_cache_set_max(0);
  vips_concurrency_set(1);
  if (format->isVector) keepFonts();
  // Pango keeps threads for the fonts of each thread that draws, until that ends.
  g_thread_join(g_thread_new("warm-up", loadLibraries, (gpointer)format));
  if (format->isVector) dropOtherFonts(FcConfigGetCurrent());
  return awaitThreads();
}
