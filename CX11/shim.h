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
// Xlib cannot pass descriptors to the server; XCB, which lies under it, can.
#include <X11/Xlib-xcb.h>
#include <xcb/shm.h>
// The Glibc module has none of the following: event, signal and timer descriptors, shared memory.
#include <sys/eventfd.h>
#include <sys/ipc.h>
#include <sys/syscall.h>
#include <unistd.h>
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

// A nameless file in memory, closed when another program is executed; -1 where there is none. The C library's own
// function needs a macro that Swift does not define.
static inline int OverscrollCreateMemoryFile(void) {
  return (int)syscall(SYS_memfd_create, "overscroll pixels", 1u);
}

// XGetPixel calls through the image too.
static inline unsigned long OverscrollPixelAt(XImage *image, int x, int y) {
  return XGetPixel(image, x, y);
}

// A namespace of segments for the calling thread alone; tests play a container with it.
static inline int OverscrollUnshareIPC(void) {
  return (int)syscall(SYS_unshare, 0x08000000);
}

// XISetMask is a macro with statements in it.
static inline void OverscrollSetMask(unsigned char *mask, int event) { XISetMask(mask, event); }
