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
#include <X11/extensions/sync.h>
// Xlib cannot pass file descriptors to the server, but XCB can.
#include <X11/Xlib-xcb.h>
#include <xcb/shm.h>
#include <xcb/xcbext.h>
#include <stdlib.h>
#include <sys/uio.h>
// Headers that the Glibc module lacks: System V shared memory.
#include <sys/ipc.h>
#include <sys/syscall.h>
#include <unistd.h>
#include <sys/shm.h>

// Cairo's header for Xlib includes Xlib.h, and Xlib's types would then belong to two modules. So its two functions are
// declared here; CLinux compares the declarations with the header.
#include <X11/extensions/Xrender.h>
struct _cairo_surface *cairo_xlib_surface_create(Display *, Drawable, Visual *, int, int);
struct _cairo_surface *cairo_xlib_surface_create_with_xrender_format(
    Display *, Drawable, Screen *, XRenderPictFormat *, int, int);

// XDestroyImage is a macro that calls a function pointer of the image.
static inline void OverscrollDestroyImage(XImage *image) { XDestroyImage(image); }

// XGetPixel is such a macro too.
static inline unsigned long OverscrollPixelAt(XImage *image, int x, int y) {
  return XGetPixel(image, x, y);
}

// Moves the calling thread to a new IPC namespace, in which tests simulate a container (CLONE_NEWIPC).
static inline int OverscrollUnshareIPC(void) {
  return (int)syscall(SYS_unshare, 0x08000000);
}

// The version of the XWAYLAND extension (XwlQueryVersion), for which Debian 12 has no header; false without an answer. `opcode` is the
// extension's major opcode.
static inline int OverscrollXwaylandVersion(Display *display, int opcode, int *major, int *minor) {
  struct { uint8_t opcode, request; uint16_t length, major, minor; } query = {
      (uint8_t)opcode, 0, 2, 1, 0};
  struct { uint8_t type, unused; uint16_t sequence; uint32_t length; uint16_t major, minor; } *answer;
  // XCB prepends vectors of its own to the first one.
  struct iovec vectors[3] = {{0}, {0}, {&query, sizeof query}};
  xcb_protocol_request_t request = {1, NULL, (uint8_t)opcode, 0};
  xcb_connection_t *connection = XGetXCBConnection(display);
  xcb_generic_error_t *error = NULL;
  unsigned sequence = xcb_send_request(connection, XCB_REQUEST_CHECKED, vectors + 2, &request);
  answer = xcb_wait_for_reply(connection, sequence, &error);
  int isKnown = answer != NULL;
  if (isKnown) {
    *major = answer->major;
    *minor = answer->minor;
  }
  free(answer);
  free(error);
  return isKnown;
}

// XISetMask is a macro.
static inline void OverscrollSetMask(unsigned char *mask, int event) { XISetMask(mask, event); }

// Functions with a variable number of arguments, which Swift cannot call.

// Calls `gone` with `client` when the server of an input method goes away.
static inline void OverscrollWatchInputMethod(XIM method, XPointer client, XIMProc gone) {
  XIMCallback callback = {client, gone};
  XSetIMValues(method, XNDestroyCallback, &callback, NULL);
}

static inline int OverscrollIgnorePreedit(XIC context, XPointer client, XPointer data) { return -1; }

// A context that calls `draw` with the text being composed; NULL where the input method does not support it.
static inline XIC OverscrollCreateComposingContext(
    XIM method, Window window, XPointer client, XIMProc draw) {
  XICCallback start = {client, (XICProc)OverscrollIgnorePreedit};
  XICCallback drawing = {client, (XICProc)draw};
  XVaNestedList list = XVaCreateNestedList(
      0, XNPreeditStartCallback, &start, XNPreeditDoneCallback, &start, XNPreeditDrawCallback, &drawing,
      XNPreeditCaretCallback, &start, NULL);
  XIC context = XCreateIC(
      method, XNInputStyle, XIMPreeditCallbacks | XIMStatusNothing, XNClientWindow, window,
      XNFocusWindow, window, XNPreeditAttributes, list, NULL);
  XFree(list);
  return context;
}

// A context whose input method shows the text being composed itself, if at all.
static inline XIC OverscrollCreatePlainContext(XIM method, Window window) {
  return XCreateIC(
      method, XNInputStyle, XIMPreeditNothing | XIMStatusNothing, XNClientWindow, window,
      XNFocusWindow, window, NULL);
}

// The events that an input method needs to be selected for its window.
static inline unsigned long OverscrollFilteredEvents(XIC context) {
  unsigned long mask = 0;
  XGetICValues(context, XNFilterEvents, &mask, NULL);
  return mask;
}

static inline void OverscrollSetSpot(XIC context, short x, short y) {
  XPoint spot = {x, y};
  XVaNestedList list = XVaCreateNestedList(0, XNSpotLocation, &spot, NULL);
  XSetICValues(context, XNPreeditAttributes, list, NULL);
  XFree(list);
}
