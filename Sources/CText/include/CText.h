#pragma once
#include <stdbool.h>

// Text in all scripts by Pango, which is loaded on first use: most pictures never need it, and it takes ten libraries.

struct _cairo;
struct _cairo_font_options;

// A line of text in a generic font family; `size` is the em size in units of the canvas.
typedef struct {
  const char *_Nonnull text;
  const char *_Nonnull family;
  double size;
  bool isBold;
  const struct _cairo_font_options *_Nullable options;
} OverscrollTextLine;

// Metrics of a line, in units of the canvas.
typedef struct {
  double width, ascent, descent;
} OverscrollTextMetrics;

// Whether Pango is installed; loads it.
bool OverscrollHasTextShaping(void);

// Whether Pango was needed and is not installed.
bool OverscrollLacksTextShaping(void);

// Measures a line; false where Pango is not installed.
bool OverscrollMeasureLine(
    struct _cairo *_Nonnull context, OverscrollTextLine line,
    OverscrollTextMetrics *_Nonnull metrics);

// Draws a line with the source of `context` and the baseline from (x, y) on; false where Pango is not installed.
bool OverscrollDrawLine(
    struct _cairo *_Nonnull context, OverscrollTextLine line, double x, double y);
