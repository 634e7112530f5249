"""Sends input to an X server, quickly: a process of its own, since Xlib ends the one whose server has died.

Reads a line for each event on standard input, and answers `sync` with a line once the server has done all before it:

    key BINDING            a key or button, as `overscroll keys` writes it: ctrl+shift+r, KP_Add, button8
    move X Y               the pointer, in pixels of the screen
    press N, release N     a button
    size W H, place X Y    the window, in pixels
    map, unmap, minimize   the window
    sync

usage: hand.py DISPLAY WINDOW
"""

import ctypes
import ctypes.util
import sys

import xdnd

MODIFIERS = {"shift": b"Shift_L", "ctrl": b"Control_L", "alt": b"Alt_L", "super": b"Super_L"}


def libraries():
    """Xlib and XTEST with the types of their arguments; `None` where one of them is not installed."""
    x11, name = xdnd.library(), ctypes.util.find_library("Xtst")
    if not (x11 and name):
        return None
    xtst = ctypes.CDLL(name)
    pointer, number, integer, size = ctypes.c_void_p, xdnd.ULONG, ctypes.c_int, ctypes.c_uint
    for library, function, arguments in [
            (x11, "XStringToKeysym", [ctypes.c_char_p]), (x11, "XKeysymToKeycode", [pointer, number]),
            (x11, "XKeycodeToKeysym", [pointer, ctypes.c_ubyte, integer]),
            (x11, "XResizeWindow", [pointer, number, size, size]), (x11, "XMoveWindow", [pointer, number, integer, integer]),
            (x11, "XMapWindow", [pointer, number]), (x11, "XUnmapWindow", [pointer, number]),
            (x11, "XIconifyWindow", [pointer, number, integer]), (x11, "XFlush", [pointer]),
            (x11, "XSetErrorHandler", [pointer]),
            (xtst, "XTestFakeKeyEvent", [pointer, size, integer, number]),
            (xtst, "XTestFakeButtonEvent", [pointer, size, integer, number]),
            (xtst, "XTestFakeMotionEvent", [pointer, integer, integer, integer, number])]:
        getattr(library, function).restype = number if "Key" in function and library is x11 else integer
        getattr(library, function).argtypes = arguments
    x11.XKeysymToKeycode.restype = ctypes.c_ubyte
    return x11, xtst


class Hand:
    """The input of one window."""

    def __init__(self, display, window):
        self.x11, self.xtst = libraries()
        # A window that is gone is no failure.
        handler = ctypes.CFUNCTYPE(ctypes.c_int, ctypes.c_void_p, ctypes.c_void_p)
        self.ignore = handler(lambda display, error: 0)
        self.x11.XSetErrorHandler(self.ignore)
        self.display, self.window = self.x11.XOpenDisplay(display.encode()), window
        if not self.display:
            raise SystemExit(f"cannot open display {display}")

    def perform(self, word, *values):
        x11, display, window = self.x11, self.display, self.window
        match word:
            case "key": self.key(values[0])
            case "move": self.xtst.XTestFakeMotionEvent(display, -1, *map(int, values), 0)
            case "press": self.xtst.XTestFakeButtonEvent(display, int(values[0]), 1, 0)
            case "release": self.xtst.XTestFakeButtonEvent(display, int(values[0]), 0, 0)
            case "size": x11.XResizeWindow(display, window, *map(int, values))
            case "place": x11.XMoveWindow(display, window, *map(int, values))
            case "map": x11.XMapWindow(display, window)
            case "unmap": x11.XUnmapWindow(display, window)
            case "minimize": x11.XIconifyWindow(display, window, 0)
            case "sync":
                x11.XSync(display, 0)
                print("done", flush=True)
        x11.XFlush(display)

    def key(self, binding):
        """Presses and releases a key with its modifiers; one that the keyboard lacks is left out."""
        *modifiers, name = binding.split("+")
        held = [self.code(MODIFIERS[modifier]) for modifier in modifiers]
        if name.startswith("button"):
            button = int(name.removeprefix("button"))
            fake, code = self.xtst.XTestFakeButtonEvent, button
        else:
            keysym = self.x11.XStringToKeysym(name.encode())
            fake, code = self.xtst.XTestFakeKeyEvent, self.x11.XKeysymToKeycode(self.display, keysym)
            if code and self.x11.XKeycodeToKeysym(self.display, code, 0) != keysym:
                held.append(self.code(MODIFIERS["shift"]))
        if not code:
            return
        for modifier in held:
            self.xtst.XTestFakeKeyEvent(self.display, modifier, 1, 0)
        fake(self.display, code, 1, 0)
        fake(self.display, code, 0, 0)
        for modifier in reversed(held):
            self.xtst.XTestFakeKeyEvent(self.display, modifier, 0, 0)

    def code(self, name):
        return self.x11.XKeysymToKeycode(self.display, self.x11.XStringToKeysym(name))


def main():
    hand = Hand(sys.argv[1], int(sys.argv[2]))
    for line in sys.stdin:
        hand.perform(*line.split())


if __name__ == "__main__":
    main()
