#pragma once
#include <X11/Xlib.h>
#include <X11/Xutil.h>
#include <X11/Xatom.h>
#include <X11/XKBlib.h>
#include <X11/cursorfont.h>
#include <X11/Xcursor/Xcursor.h>
#include <X11/extensions/XInput2.h>
#include <X11/extensions/Xrandr.h>
#include <X11/extensions/XShm.h>
// The Glibc module has none of the following: event, signal and timer descriptors, shared memory.
#include <sys/eventfd.h>
#include <sys/ipc.h>
#include <sys/shm.h>
#include <sys/signalfd.h>
#include <sys/timerfd.h>

// Xlibint.h is Xlib's inside: it is needed for one assignment only and defines macros such as min and max.
#define XLIB_ILLEGAL_ACCESS 1
#include <X11/Xlibint.h>
#undef min
#undef max

// After the connection broke, Xlib leaves its output buffer full and the next request that does not fit it
// is written through a null pointer. Emptying the buffer lets drawing in progress come to its end.
static inline void OverscrollForgetOutput(Display *display) { display->bufptr = display->buffer; }

// XDestroyImage calls through the image, which Swift does not import.
static inline void OverscrollDestroyImage(XImage *image) { XDestroyImage(image); }

// XISetMask is a macro with statements in it.
static inline void OverscrollSetMask(unsigned char *mask, int event) { XISetMask(mask, event); }
