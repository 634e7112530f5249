"""A display of one's own with a window manager, and what can be seen and done on it from outside."""

import ctypes, os, select, subprocess, time

WIDTH, HEIGHT = 1920, 1080
# The points that are looked at; rows are fetched whole, so few of them cost the server little.
COLUMNS, ROWS = 96, 54
REPORT_NON_EMPTY, ALL_PLANES, Z_PIXMAP = 3, 0xFFFFFFFF, 2


class Image(ctypes.Structure):
    _fields_ = [(name, ctypes.c_int) for name in ("width", "height", "offset", "format")]
    _fields_ += [("data", ctypes.c_void_p)]


def library(name, functions):
    """Loads a library whose functions take and return what `functions` says: (result, arguments…)."""
    loaded = ctypes.CDLL(name)
    for function, (result, *arguments) in functions.items():
        getattr(loaded, function).restype = result
        getattr(loaded, function).argtypes = arguments
    return loaded


class Display:
    """Xvfb and openbox, from `with` to its end."""

    def __init__(self, name):
        self.name = name

    def __enter__(self):
        quiet = {"stdout": subprocess.DEVNULL, "stderr": subprocess.DEVNULL}
        self.server = subprocess.Popen(
            ["Xvfb", self.name, "-screen", "0", f"{WIDTH}x{HEIGHT}x24", "-nolisten", "tcp",
             "-noreset"], **quiet)
        self.connect()
        self.manager = subprocess.Popen(
            ["openbox"], env=dict(os.environ, DISPLAY=self.name), **quiet)
        time.sleep(0.5)
        return self

    def __exit__(self, *_):
        for process in (self.manager, self.server):
            process.terminate()
            process.wait()

    def connect(self):
        pointer, word, number = ctypes.c_void_p, ctypes.c_ulong, ctypes.c_int
        self.x = library("libX11.so.6", {
            "XOpenDisplay": (pointer, ctypes.c_char_p), "XDefaultRootWindow": (word, pointer),
            "XGetImage": (ctypes.POINTER(Image), pointer, word, number, number, ctypes.c_uint,
                          ctypes.c_uint, word, number),
            "XDestroyImage": (number, ctypes.POINTER(Image)), "XPending": (number, pointer),
            "XNextEvent": (number, pointer, pointer), "XConnectionNumber": (number, pointer),
            "XFlush": (number, pointer), "XStringToKeysym": (word, ctypes.c_char_p),
            "XKeysymToKeycode": (ctypes.c_ubyte, pointer, word)})
        self.damage = library("libXdamage.so.1", {
            "XDamageQueryExtension": (number, pointer, pointer, pointer),
            "XDamageCreate": (word, pointer, word, number),
            "XDamageSubtract": (None, pointer, word, word, word)})
        self.test = library("libXtst.so.6", {
            "XTestFakeMotionEvent": (number, pointer, number, number, number, word),
            "XTestFakeButtonEvent": (number, pointer, ctypes.c_uint, number, word),
            "XTestFakeKeyEvent": (number, pointer, ctypes.c_uint, number, word)})
        for _ in range(200):
            self.display = self.x.XOpenDisplay(self.name.encode())
            if self.display:
                break
            time.sleep(0.05)
        self.root = self.x.XDefaultRootWindow(self.display)
        base, error = ctypes.c_int(), ctypes.c_int()
        self.damage.XDamageQueryExtension(self.display, ctypes.byref(base), ctypes.byref(error))
        self.changes = self.damage.XDamageCreate(self.display, self.root, REPORT_NON_EMPTY)

    # What is seen.

    def wait_for_change(self, seconds):
        """Waits until something is drawn, at most some seconds; answers whether it was."""
        if not self.x.XPending(self.display):
            select.select([self.x.XConnectionNumber(self.display)], [], [], seconds)
        event, changed = ctypes.create_string_buffer(192), False
        while self.x.XPending(self.display):
            self.x.XNextEvent(self.display, event)
            changed = True
        if changed:
            self.damage.XDamageSubtract(self.display, self.changes, 0, 0)
        return changed

    def look(self):
        """The rows of points as they are, as bytes."""
        lines = []
        for row in range(ROWS):
            y = (2 * row + 1) * HEIGHT // (2 * ROWS)
            image = self.x.XGetImage(
                self.display, self.root, 0, y, WIDTH, 1, ALL_PLANES, Z_PIXMAP)
            lines.append(ctypes.string_at(image.contents.data, WIDTH * 4))
            self.x.XDestroyImage(image)
        return b"".join(lines)

    # What is done.

    def move(self, x, y):
        self.test.XTestFakeMotionEvent(self.display, -1, x, y, 0)
        self.x.XFlush(self.display)

    def button(self, number, is_down):
        self.test.XTestFakeButtonEvent(self.display, number, int(is_down), 0)
        self.x.XFlush(self.display)

    def key(self, name, is_down):
        code = self.x.XKeysymToKeycode(self.display, self.x.XStringToKeysym(name.encode()))
        self.test.XTestFakeKeyEvent(self.display, code, int(is_down), 0)
        self.x.XFlush(self.display)

    def press(self, *names):
        """Presses keys together, the last one last, and lets go of them."""
        for name in names:
            self.key(name, True)
        for name in reversed(names):
            self.key(name, False)


# Other viewers that fill the display with a picture.
PEERS = {
    "feh": ["feh", "-F", "--auto-zoom"], "eog": ["eog", "-f"], "gthumb": ["gthumb", "-f"],
    "geeqie": ["geeqie", "-f"], "viewnior": ["viewnior", "--fullscreen"], "nsxiv": ["nsxiv", "-f"],
    "vipsdisp": ["vipsdisp"],
}


def environment(display, home):
    """That of a viewer with a home of its own, in which nothing is left of another one."""
    return dict(
        os.environ, DISPLAY=display.name, HOME=home, XDG_CACHE_HOME=home, XDG_CONFIG_HOME=home,
        XDG_STATE_HOME=home, XDG_DATA_HOME=home, GSETTINGS_BACKEND="memory", NO_AT_BRIDGE="1")


def points(lines):
    """The colours of the grid of points, row by row, in what `look` gave."""
    places = [(2 * column + 1) * WIDTH // (2 * COLUMNS) * 4 for column in range(COLUMNS)]
    return [lines[row * WIDTH * 4 + place:][:3] for row in range(ROWS) for place in places]


def tree(pid):
    """A process and all below it."""
    found = [pid]
    for parent in found:
        try:
            for task in os.listdir(f"/proc/{parent}/task"):
                with open(f"/proc/{parent}/task/{task}/children") as file:
                    found += [int(child) for child in file.read().split()]
        except OSError:
            pass
    return found


def number(path, key):
    try:
        with open(path) as file:
            return next((int(line.split()[1]) for line in file if line.startswith(key)), 0)
    except OSError:
        return 0


def ticks(pid):
    """The time that the processor worked for a process, in hundredths of a second."""
    try:
        with open(f"/proc/{pid}/stat") as file:
            return sum(int(word) for word in file.read().rpartition(")")[2].split()[11:13])
    except OSError:
        return 0


def work(pid):
    """The seconds that the processors worked for all threads of a process and of those below it."""
    total = 0
    for pid in tree(pid):
        for task in os.listdir(f"/proc/{pid}/task"):
            try:
                with open(f"/proc/{pid}/task/{task}/schedstat") as file:
                    total += int(file.read().split()[0])
            except OSError:
                pass
    return total / 1e9


class Usage:
    """The peak of resident memory, as the system keeps it, and the bytes written, of all processes that
    were seen, and whether they are at work. Resident pages count in full even where other programs share them, libraries for instance;
    `share` counts those by the part that is the process's own."""

    def __init__(self, pid):
        self.pid, self.peaks, self.written, self.share = pid, {}, {}, 0
        self.ticks, self.is_busy = 0, True

    def look(self):
        pids, before = tree(self.pid), self.ticks
        self.ticks = sum(ticks(pid) for pid in pids)
        self.is_busy = self.ticks > before + 1
        for pid in pids:
            peak = number(f"/proc/{pid}/status", "VmHWM:")
            self.peaks[pid] = max(peak, self.peaks.get(pid, 0))
            written = number(f"/proc/{pid}/io", "write_bytes:")
            self.written[pid] = max(written, self.written.get(pid, 0))

    def look_closely(self):
        self.look()
        self.share = sum(number(f"/proc/{pid}/smaps_rollup", "Pss:") for pid in tree(self.pid))

    @property
    def megabytes(self):
        return sum(self.peaks.values()) / 1024, self.share / 1024, sum(self.written.values()) / 1e6
