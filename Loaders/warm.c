#include "opening.h"
#include <fontconfig/fontconfig.h>
#include <gmodule.h>
#include <stdio.h>
#include <string.h>

// A drawing with text in the fonts that drawings ask for, and a transparent gradient.
static const char drawing[] =
    "<svg xmlns='http://www.w3.org/2000/svg' width='8' height='8'>"
    "<linearGradient id='g'><stop stop-color='red' stop-opacity='.5'/></linearGradient>"
    "<rect width='8' height='8' fill='url(#g)'/>"
    "<text y='7' font-size='4' font-family='sans-serif'>a</text>"
    "<text y='7' font-size='4' font-family='serif' font-weight='bold'>a</text>"
    "<text y='7' font-size='4' font-family='monospace' font-style='italic'>a</text></svg>";

// A page with text in fonts that the file does not have.
static const char page[] =
    "%PDF-1.4\n"
    "1 0 obj<</Type/Catalog/Pages 2 0 R>>endobj\n"
    "2 0 obj<</Type/Pages/Kids[3 0 R]/Count 1>>endobj\n"
    "3 0 obj<</Type/Page/Parent 2 0 R/MediaBox[0 0 9 9]/Contents 4 0 R"
    "/Resources<</Font<</F<</Type/Font/Subtype/Type1/BaseFont/Helvetica>>"
    "/G<</Type/Font/Subtype/Type1/BaseFont/Symbol>>>>>>>>endobj\n"
    "4 0 obj<</Length 50>>stream\n"
    "BT /F 4 Tf 1 1 Td (a) Tj /G 4 Tf 1 1 Td (a) Tj ET \n"
    "endstream endobj\n"
    "trailer<</Root 1 0 R>>\n%%EOF\n";

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

static void loadDrawing(const char *bytes, size_t length, bool isSVG) {
  VipsImage *image = NULL;
  const int result = isSVG ? vips_svgload_buffer((void *)bytes, length, &image, NULL)
                           : vips_pdfload_buffer((void *)bytes, length, &image, NULL);
  if (result == 0) {
    size_t size = 0;
    g_free(vips_image_write_to_memory(image, &size));
    g_object_unref(image);
  }
}

// Loads what libraries load at their first use: of the format, of color profiles.
static void loadLibraries(const Format *format) {
  if (strcmp(format->argument, "svg") == 0) loadDrawing(drawing, sizeof drawing - 1, true);
  if (strcmp(format->argument, "pdf") == 0) loadDrawing(page, sizeof page - 1, false);
  VipsImage *image = NULL;
  if (format->load && format->hasPages && !format->isVector &&
      vips_heifload_buffer((void *)page, sizeof page, &image, NULL) == 0) {
    g_object_unref(image);
  }
  VipsImage *black = NULL;
  VipsImage *other = NULL;
  if (vips_black(&black, 8, 8, "bands", 3, NULL) == 0 &&
      vips_icc_transform(black, &other, "srgb", "input_profile", "srgb", NULL) == 0) {
    size_t size = 0;
    g_free(vips_image_write_to_memory(other, &size));
  }
  if (other) g_object_unref(other);
  if (black) g_object_unref(black);
}

static bool loadModule(const char *name) {
  char path[512];
  snprintf(path, sizeof path, "%s/vips-modules-%d.%d/%s.so", VIPS_LIBRARIES, vips_version(0),
           vips_version(1), name);
  return g_module_open(path, 0) != NULL;
}

bool WarmUp(const Format *format) {
  if (format->module && !loadModule(format->module)) return false;
  vips_cache_set_max(0);
  vips_concurrency_set(1);
  if (format->isVector) keepFonts();
  loadLibraries(format);
  if (format->isVector) dropOtherFonts(FcConfigGetCurrent());
  vips_error_clear();
  return true;
}
