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
// Xlib cannot pass file descriptors to the server, but XCB can.
#include <X11/Xlib-xcb.h>
#include <xcb/shm.h>
// Headers that the Glibc module lacks: eventfd, signalfd, timerfd, System V shared memory.
#include <sys/eventfd.h>
#include <sys/ipc.h>
#include <sys/syscall.h>
#include <unistd.h>
#include <sys/shm.h>
#include <sys/signalfd.h>
#include <sys/timerfd.h>

// Cairo's header for Xlib includes Xlib.h, and Xlib's types would then belong to two modules. So its two functions are
// declared here; the target CX11Checks compares the declarations with the header.
#include <X11/extensions/Xrender.h>
struct _cairo_surface *cairo_xlib_surface_create(Display *, Drawable, Visual *, int, int);
struct _cairo_surface *cairo_xlib_surface_create_with_xrender_format(
    Display *, Drawable, Screen *, XRenderPictFormat *, int, int);

// XDestroyImage is a macro that calls a function pointer of the image.
static inline void OverscrollDestroyImage(XImage *image) { XDestroyImage(image); }

// An anonymous file in memory, closed on exec; -1 on failure. Glibc declares memfd_create for _GNU_SOURCE only.
static inline int OverscrollCreateMemoryFile(void) {
  return (int)syscall(SYS_memfd_create, "overscroll pixels", 1u);
}

// XGetPixel is such a macro too.
static inline unsigned long OverscrollPixelAt(XImage *image, int x, int y) {
  return XGetPixel(image, x, y);
}

// Moves the calling thread to a new IPC namespace, in which tests simulate a container (CLONE_NEWIPC).
static inline int OverscrollUnshareIPC(void) {
  return (int)syscall(SYS_unshare, 0x08000000);
}

// XISetMask is a macro.
static inline void OverscrollSetMask(unsigned char *mask, int event) { XISetMask(mask, event); }
