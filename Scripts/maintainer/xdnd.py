"""Drops data on a window over Xlib, as a file manager does (XDND 5)."""

import ctypes
import ctypes.util
import time

ULONG = ctypes.c_ulong
PROPERTY_CHANGE, SELECTION_REQUEST, SELECTION_NOTIFY, CLIENT_MESSAGE = 28, 30, 31, 33


class ClientMessage(ctypes.Structure):
    _fields_ = [("type", ctypes.c_int), ("serial", ULONG), ("send_event", ctypes.c_int),
                ("display", ctypes.c_void_p), ("window", ULONG), ("message_type", ULONG),
                ("format", ctypes.c_int), ("data", ctypes.c_long * 5)]


class SelectionRequest(ctypes.Structure):
    _fields_ = [("type", ctypes.c_int), ("serial", ULONG), ("send_event", ctypes.c_int),
                ("display", ctypes.c_void_p), ("owner", ULONG), ("requestor", ULONG),
                ("selection", ULONG), ("target", ULONG), ("property", ULONG), ("time", ULONG)]


class Selection(ctypes.Structure):
    _fields_ = [("type", ctypes.c_int), ("serial", ULONG), ("send_event", ctypes.c_int),
                ("display", ctypes.c_void_p), ("requestor", ULONG), ("selection", ULONG),
                ("target", ULONG), ("property", ULONG), ("time", ULONG)]


class Event(ctypes.Union):
    _fields_ = [("type", ctypes.c_int), ("message", ClientMessage), ("request", SelectionRequest),
                ("selection", Selection), ("pad", ctypes.c_long * 24)]


def library():
    """The functions of Xlib with the types of their arguments; `None` where it is not installed."""
    name = ctypes.util.find_library("X11")
    if not name:
        return None
    x11 = ctypes.CDLL(name)
    pointer, text, integer = ctypes.c_void_p, ctypes.c_char_p, ctypes.c_int
    for function, result, arguments in [
            ("XOpenDisplay", pointer, [text]), ("XCloseDisplay", integer, [pointer]),
            ("XDefaultRootWindow", ULONG, [pointer]), ("XPending", integer, [pointer]),
            ("XSync", integer, [pointer, integer]), ("XInternAtom", ULONG, [pointer, text, integer]),
            ("XCreateSimpleWindow", ULONG, [pointer, ULONG] + [integer] * 2 + [ctypes.c_uint] * 3 + [ULONG] * 2),
            ("XSetSelectionOwner", integer, [pointer, ULONG, ULONG, ULONG]),
            ("XNextEvent", integer, [pointer, pointer]),
            ("XSendEvent", integer, [pointer, ULONG, integer, ctypes.c_long, pointer]),
            ("XChangeProperty", integer, [pointer, ULONG, ULONG, ULONG, integer, integer, text, integer])]:
        getattr(x11, function).restype = result
        getattr(x11, function).argtypes = arguments
    return x11


class Source:
    """A client that drops bytes of a type on a window."""

    def __init__(self, x11, display):
        self.x11, self.display = x11, x11.XOpenDisplay(display.encode())
        if not self.display:
            raise OSError(f"cannot open display {display}")
        root = x11.XDefaultRootWindow(self.display)
        self.window = x11.XCreateSimpleWindow(self.display, root, 0, 0, 1, 1, 0, 0, 0)

    def close(self):
        self.x11.XCloseDisplay(self.display)

    def atom(self, name):
        return self.x11.XInternAtom(self.display, name.encode(), 0)

    def drop(self, target, kind, data, place, seconds):
        """Drops data at a place of the screen; returns whether the target has finished with it in time."""
        self.x11.XSetSelectionOwner(self.display, self.atom("XdndSelection"), self.window, 0)
        self.send(target, "XdndEnter", 5 << 24, self.atom(kind), 0, 0)
        self.send(target, "XdndPosition", 0, place[0] << 16 | place[1], 0, self.atom("XdndActionCopy"))
        self.serve(kind, data, "XdndStatus", seconds)
        self.send(target, "XdndDrop", 0, 0, 0, 0)
        return self.serve(kind, data, "XdndFinished", seconds)

    def send(self, target, name, *items):
        event = Event()
        event.message.type, event.message.window, event.message.format = CLIENT_MESSAGE, target, 32
        event.message.message_type = self.atom(name)
        event.message.data = (ctypes.c_long * 5)(self.window, *items)
        self.x11.XSendEvent(self.display, target, 0, 0, ctypes.byref(event))
        self.x11.XSync(self.display, 0)

    def serve(self, kind, data, answer, seconds):
        """Hands the data over until an answer comes; returns whether one came."""
        end = time.monotonic() + seconds
        while time.monotonic() < end:
            if not self.x11.XPending(self.display):
                time.sleep(0.005)
                continue
            event = Event()
            self.x11.XNextEvent(self.display, ctypes.byref(event))
            if event.type == SELECTION_REQUEST:
                self.hand_over(event.request, kind, data)
            elif event.type == CLIENT_MESSAGE and event.message.message_type == self.atom(answer):
                return True
        return False

    def hand_over(self, request, kind, data):
        is_known = request.target == self.atom(kind)
        if is_known:
            self.x11.XChangeProperty(
                self.display, request.requestor, request.property, request.target, 8, 0, data, len(data))
        event = Event()
        event.selection.type, event.selection.requestor = SELECTION_NOTIFY, request.requestor
        event.selection.selection, event.selection.target = request.selection, request.target
        event.selection.property, event.selection.time = request.property if is_known else 0, request.time
        self.x11.XSendEvent(self.display, request.requestor, 0, 0, ctypes.byref(event))
        self.x11.XSync(self.display, 0)
