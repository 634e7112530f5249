#pragma once
#include <X11/Xlib.h>
#include <X11/Xutil.h>
#include <X11/Xatom.h>
#include <X11/XKBlib.h>
#include <X11/cursorfont.h>
#include <X11/Xcursor/Xcursor.h>
#include <X11/extensions/XInput2.h>
#include <X11/extensions/Xpresent.h>
#include <X11/extensions/Xrandr.h>
#include <X11/extensions/XShm.h>
// The Glibc module has none of the following: event, signal and timer descriptors, shared memory.
#include <sys/eventfd.h>
#include <sys/ipc.h>
#include <sys/shm.h>
#include <sys/signalfd.h>
#include <sys/timerfd.h>

// Cairo's header for windows brings Xlib along, and then the compiler takes Xlib's types now for the one
// module's, now for the other's. So its two functions stand here.
#include <X11/extensions/Xrender.h>
struct _cairo_surface *cairo_xlib_surface_create(Display *, Drawable, Visual *, int, int);
struct _cairo_surface *cairo_xlib_surface_create_with_xrender_format(
    Display *, Drawable, Screen *, XRenderPictFormat *, int, int);

// XDestroyImage calls through the image, which Swift does not import.
static inline void OverscrollDestroyImage(XImage *image) { XDestroyImage(image); }

// XISetMask is a macro with statements in it.
static inline void OverscrollSetMask(unsigned char *mask, int event) { XISetMask(mask, event); }
