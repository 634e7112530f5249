#define _GNU_SOURCE
#include "CText.h"
#include <dlfcn.h>
#include <pthread.h>
#include <stddef.h>

// The functions of Pango that are used, as its documentation declares them; objects are opaque here.
static struct {
  void *(*createLayout)(struct _cairo *);
  void (*showLine)(struct _cairo *, void *);
  void (*setOptions)(void *, const struct _cairo_font_options *);
  void *(*getContext)(void *);
  void (*contextChanged)(void *);
  void (*setText)(void *, const char *, int);
  void (*setFont)(void *, const void *);
  void (*setSingleParagraph)(void *, int);
  void (*getSize)(void *, int *, int *);
  int (*getBaseline)(void *);
  void *(*getLine)(void *, int);
  void *(*newFont)(void);
  void (*freeFont)(void *);
  void (*setFamily)(void *, const char *);
  void (*setSize)(void *, double);
  void (*setWeight)(void *, int);
  void (*unref)(void *);
} pango;

static bool isLoaded, isTried;

// Units of Pango per unit of the canvas (PANGO_SCALE), and a weight (PANGO_WEIGHT_BOLD).
enum { scale = 1024, bold = 700 };

static void load(void) {
  isTried = true;
  // Its dependencies come with it, and their functions are found through it.
  void *library = dlopen("libpangocairo-1.0.so.0", RTLD_NOW | RTLD_LOCAL);
  if (!library) return;
  const struct {
    const char *name;
    void *function;
  } functions[] = {
      {"pango_cairo_create_layout", &pango.createLayout},
      {"pango_cairo_show_layout_line", &pango.showLine},
      {"pango_cairo_context_set_font_options", &pango.setOptions},
      {"pango_layout_get_context", &pango.getContext},
      {"pango_layout_context_changed", &pango.contextChanged},
      {"pango_layout_set_text", &pango.setText},
      {"pango_layout_set_font_description", &pango.setFont},
      {"pango_layout_set_single_paragraph_mode", &pango.setSingleParagraph},
      {"pango_layout_get_size", &pango.getSize},
      {"pango_layout_get_baseline", &pango.getBaseline},
      {"pango_layout_get_line_readonly", &pango.getLine},
      {"pango_font_description_new", &pango.newFont},
      {"pango_font_description_free", &pango.freeFont},
      {"pango_font_description_set_family", &pango.setFamily},
      {"pango_font_description_set_absolute_size", &pango.setSize},
      {"pango_font_description_set_weight", &pango.setWeight},
      {"g_object_unref", &pango.unref},
  };
  for (size_t i = 0; i < sizeof functions / sizeof *functions; i++) {
    void *function = dlsym(library, functions[i].name);
    if (!function) return;
    *(void **)functions[i].function = function;
  }
  isLoaded = true;
}

bool OverscrollHasTextShaping(void) {
  static pthread_once_t once = PTHREAD_ONCE_INIT;
  pthread_once(&once, load);
  return isLoaded;
}

bool OverscrollLacksTextShaping(void) { return isTried && !isLoaded; }

// A layout of one line, or NULL.
static void *layout(struct _cairo *context, OverscrollTextLine line) {
  if (!OverscrollHasTextShaping()) return NULL;
  void *made = pango.createLayout(context);
  if (!made) return NULL;
  if (line.options) {
    pango.setOptions(pango.getContext(made), line.options);
    pango.contextChanged(made);
  }
  void *font = pango.newFont();
  pango.setFamily(font, line.family);
  pango.setSize(font, line.size * scale);
  if (line.isBold) pango.setWeight(font, bold);
  pango.setFont(made, font);
  pango.freeFont(font);
  pango.setSingleParagraph(made, 1);
  pango.setText(made, line.text, -1);
  return made;
}

bool OverscrollMeasureLine(
    struct _cairo *context, OverscrollTextLine line, OverscrollTextMetrics *metrics) {
  void *made = layout(context, line);
  if (!made) return false;
  int width = 0, height = 0;
  pango.getSize(made, &width, &height);
  int ascent = pango.getBaseline(made);
  metrics->width = (double)width / scale;
  metrics->ascent = (double)ascent / scale;
  metrics->descent = (double)(height - ascent) / scale;
  pango.unref(made);
  return true;
}

void cairo_move_to(struct _cairo *, double, double);

bool OverscrollDrawLine(struct _cairo *context, OverscrollTextLine line, double x, double y) {
  void *made = layout(context, line);
  if (!made) return false;
  cairo_move_to(context, x, y);
  pango.showLine(context, pango.getLine(made, 0));
  pango.unref(made);
  return true;
}
