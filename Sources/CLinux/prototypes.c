// CX11's shim.h repeats two prototypes of Cairo, because Swift cannot import Cairo's own header for Xlib. This file includes
// both headers, so that a prototype that differs is an error of the compiler.
#include <cairo/cairo-xlib.h>
#include <cairo/cairo-xlib-xrender.h>
#include "../../CX11/shim.h"

#define SAME(function, type) \
  _Static_assert(__builtin_types_compatible_p(__typeof__(&function), type), #function)

SAME(cairo_xlib_surface_create,
     cairo_surface_t *(*)(Display *, Drawable, Visual *, int, int));
SAME(cairo_xlib_surface_create_with_xrender_format,
     cairo_surface_t *(*)(Display *, Drawable, Screen *, XRenderPictFormat *, int, int));

int OverscrollPrototypesAreChecked;
