"""File managers with the installed viewer: thumbnails, opening three files, and drops into the window."""

import shutil
import subprocess
import time

from rig import Session, Skip, until

# The color of the picture that is dragged: its thumbnail is found by it.
MAGENTA = "#ff00ff"
SCREEN, LEFT, RIGHT = (1600, 900), (0, 30, 780, 800), (800, 30, 780, 800)
# The middle of the viewer's window, and a place in the file manager's that has no file.
IN_VIEWER, IN_FOLDER = (RIGHT[0] + 390, RIGHT[1] + 400), (LEFT[0] + 600, LEFT[1] + 650)


# All applications: KDE's libraries know only those of a menu, which is Plasma's on a desktop of its own.
MENU = """<!DOCTYPE Menu PUBLIC "-//freedesktop//DTD Menu 1.0//EN" "http://www.freedesktop.org/standards/menu-spec/1.0/menu.dtd">
<Menu><Name>Applications</Name><DefaultAppDirs/><Include><All/></Include></Menu>
"""


class Manager:
    """A file manager: its program, the keys that open what is selected, and why it shows no thumbnails of ours, if so."""

    def __init__(self, name, *options, window=None, keys=("Return",), mark=None, unsuitable=None):
        self.name, self.options, self.window, self.keys = name, options, window or name, keys
        # The color by which a file is found: that of its thumbnail, or of what is selected.
        self.mark, self.selects = mark or MAGENTA, mark is not None
        self.unsuitable = unsuitable


ALL = [
    Manager("thunar", keys=("ctrl+o",)),
    Manager("nautilus", "--new-window", window="org.gnome.Nautilus"),
    Manager("pcmanfm", "--no-desktop", keys=("Menu", "o"),
            unsuitable="it reads pictures with GdkPixbuf alone, and runs thumbnailers for other media types"),
    # Without icons and previews of its own packages, there is only the name, on the color of what is selected.
    Manager("dolphin", "--new-window", mark="#308cc6",
            unsuitable="it runs KDE's own thumbnailers, and no others"),
]


class Desk(Session):
    """A session on Xvfb with a window manager and pictures in a folder."""

    def __enter__(self):
        super().__enter__()
        server = self.start(["Xvfb", "-displayfd", "1", "-screen", "0", f"{SCREEN[0]}x{SCREEN[1]}x24", "-nolisten", "tcp",
                             "-noreset"], stdout=subprocess.PIPE, stderr=subprocess.DEVNULL)
        self.environment["DISPLAY"] = f":{server.stdout.readline().decode().strip()}"
        self.environment |= {"XDG_DATA_DIRS": "/usr/local/share:/usr/share", "GDK_BACKEND": "x11",
                             "QT_QPA_PLATFORM": "xcb", "LIBGL_ALWAYS_SOFTWARE": "1", "GSK_RENDERER": "cairo"}
        self.start(["openbox"])
        self.pictures = self.folder / "home/pictures"
        self.pictures.mkdir()
        # The default for pictures is the viewer.
        types = ["image/webp", "image/png", "image/jpeg"]
        (self.folder / "config/mimeapps.list").write_text(
            "[Default Applications]\n" + "".join(f"{name}=overscroll.desktop\n" for name in types))
        menus = self.folder / "config/menus"
        menus.mkdir()
        (menus / "applications.menu").write_text(MENU)
        return self

    def add(self, name, color, size="640x480"):
        path = self.pictures / name
        self.run("convert", "-size", size, f"xc:{color}", path)
        return path

    def open(self, manager):
        """Opens the folder in a file manager; returns its window, in the left half."""
        if not shutil.which(manager.name):
            raise Skip("it is not installed")
        process = self.start([manager.name, *manager.options, self.pictures], log="manager.log")

        def shown():
            if process.poll() not in (None, 0):
                raise AssertionError(self.log("manager.log")[-300:])
            return [window for window in self.windows(manager.window) if self.area(window)[2] > 200]
        window = until(f"{manager.name}'s window", shown, 40)[0]
        self.put(window, LEFT)
        return window

    def put(self, window, place):
        self.run("xdotool", "windowactivate", "--sync", window, checked=False)
        self.run("xdotool", "windowmove", window, *place[:2], "windowsize", window, *place[2:])
        time.sleep(1)

    def select_all(self, window):
        self.run("xdotool", "windowactivate", "--sync", window, checked=False)
        self.run("xdotool", "mousemove", *IN_FOLDER, "click", 1)
        time.sleep(0.5)
        self.run("xdotool", "key", "ctrl+a")
        time.sleep(1)

    def find(self, window, color):
        """The middle of what has a color in a window, in pixels of the screen; `None` where nothing has."""
        x, y, width, height = self.area(window)
        shot = self.folder / "shot.gray"
        self.run("import", "-window", "root", "-crop", f"{width}x{height}+{x}+{y}", f"{shot}.png")
        self.run("convert", f"{shot}.png", "+repage", "-fuzz", "4%", "-fill", "black", "+opaque", color, "-depth", "8",
                 f"gray:{shot}")
        data = shot.read_bytes()
        places = [index for index, value in enumerate(data) if value]
        if len(places) < 200:
            return None
        rows, columns = [place // width for place in places], [place % width for place in places]
        return x + sum(columns) // len(columns), y + sum(rows) // len(rows)

    def titles(self):
        return [self.run("xdotool", "getwindowname", window).strip() for window in self.windows()]


def same_pixels(session, first, second):
    result = subprocess.run(["compare", "-metric", "AE", first, second, "null:"], env=session.environment,
                            capture_output=True, check=False)
    return result.returncode == 0


def thumbnails(report, manager):
    """A format that the file manager can't read itself: only our thumbnailer can have made what it caches."""
    if manager.unsuitable and shutil.which(manager.name):
        raise Skip(manager.unsuitable)
    with Desk() as session:
        path = session.pictures / "gradient.webp"
        session.run("convert", "-size", "900x600", "gradient:#ff0000-#0000ff", "-define", "webp:lossless=true", path)
        session.open(manager)
        cache = session.folder / "cache/thumbnails"

        def cached():
            return [file for kind in ["normal", "large", "x-large", "xx-large"]
                    for file in (cache / kind).glob("*.png")]
        file = until("a thumbnail in the cache", cached, 40)[0]
        time.sleep(1)
        own = session.folder / "own.png"
        size = {"normal": 128, "large": 256, "x-large": 512, "xx-large": 1024}[file.parent.name]
        session.run("overscroll", "thumbnail", path, "-o", own, "--size", size)
        if report.pictures:
            session.run("import", "-window", "root", report.pictures / f"{manager.name}.png")
        if not same_pixels(session, file, own):
            raise AssertionError("the thumbnail in the cache is not that of overscroll thumbnail")
        return f"{session.run('identify', '-format', '%wx%h', file)}, in {file.parent.name}"


def opening(report, manager):
    """Selects all files and presses Return."""
    with Desk() as session:
        for name, color in [("a.png", "red"), ("b.png", "green"), ("c.png", "blue")]:
            session.add(name, color)
        window = session.open(manager)
        time.sleep(2)
        session.select_all(window)
        for key in manager.keys:
            session.run("xdotool", "key", key)
            time.sleep(0.5)
        until("the viewer", session.titles)
        until("its title", lambda: any("of 3" in title for title in session.titles()), 10)
        if report.pictures:
            session.run("import", "-window", "root", report.pictures / f"{manager.name}-opened.png")
        titles = session.titles()
        if len(titles) != 1:
            raise AssertionError(f"{len(titles)} windows: {titles}")
        return titles[0]


def drop(report, manager):
    """Drags a file from the file manager's window into the viewer's."""
    with Desk() as session:
        dragged = session.add("dragged.png", MAGENTA)
        other = session.folder / "home/other.png"
        session.run("convert", "-size", "640x480", "xc:gray", other)
        session.start(["overscroll", other], log="viewer.log")
        viewer = until("the viewer's window", session.windows)[0]
        session.put(viewer, RIGHT)
        window = session.open(manager)
        # With previews of its own, the picture is found as others' is.
        place = session.find(window, MAGENTA)
        if manager.selects and not place:
            session.select_all(window)
        place = place or until("the picture in the folder", lambda: session.find(window, manager.mark), 40)
        for attempt in range(3):
            carry(session, place, lambda: report.pictures and session.run(
                "import", "-window", "root", report.pictures / f"{manager.name}-drop.png"))
            try:
                # Asked once: a search fails where another window, such as the drag's icon, goes away meanwhile.
                title = until("the dropped picture", lambda: next(
                    (title for title in session.titles() if dragged.name in title), None), 8)
                return title + (f", at attempt {attempt + 1}" if attempt else "")
            except AssertionError:
                # A busy machine: the file manager has given up waiting for the window's answer.
                if attempt == 2:
                    raise


def give(report, manager):
    """Drags the shown file from the viewer's window into the file manager's folder, which copies it."""
    with Desk() as session:
        shown = session.folder / "home/shown.png"
        session.run("convert", "-size", "640x480", f"xc:{MAGENTA}", shown)
        session.start(["overscroll", shown], log="viewer.log")
        viewer = until("the viewer's window", session.windows)[0]
        session.put(viewer, RIGHT)
        until("the picture in the window", lambda: session.find(viewer, MAGENTA))
        session.open(manager)
        time.sleep(2)
        target = session.pictures / shown.name
        session.run("xdotool", "keydown", "ctrl")
        try:
            carry(session, IN_VIEWER, lambda: report.pictures and session.run(
                "import", "-window", "root", report.pictures / f"{manager.name}-give.png"), IN_FOLDER)
        finally:
            session.run("xdotool", "keyup", "ctrl")
        until("the file in the folder", lambda: target.exists() and target.stat().st_size == shown.stat().st_size, 20)
        if not shown.exists() or target.read_bytes() != shown.read_bytes():
            raise AssertionError("the file was not copied")
        if report.pictures:
            time.sleep(2)
            session.run("import", "-window", "root", report.pictures / f"{manager.name}-given.png")
        return f"{target.stat().st_size} bytes"


def carry(session, place, middle, end=IN_VIEWER):
    """Drags what is at a place to another, by default in the viewer's window."""
    session.run("xdotool", "mousemove", *place, "mousedown", 1)
    x, y = end
    for step in range(1, 21):
        session.run("xdotool", "mousemove", place[0] + (x - place[0]) * step // 20,
                    place[1] + (y - place[1]) * step // 20)
        time.sleep(0.05)
    # GTK 4 takes the window's answer to one movement with the next one.
    for _ in range(2):
        time.sleep(1)
        x += 3
        session.run("xdotool", "mousemove", x, y)
    time.sleep(1)
    middle()
    session.run("xdotool", "mouseup", 1)


def launcher():
    """Opens files by the desktop entry, as any launcher does."""
    with Desk() as session:
        files = [session.add(f"{name}.png", name) for name in ["red", "green", "blue"]]
        session.start(["gio", "launch", "/usr/local/share/applications/overscroll.desktop", *files])
        until("the viewer's title", lambda: any("of 3" in title for title in session.titles()))
        time.sleep(1)
        titles = session.titles()
        return titles[0] if len(titles) == 1 else False


def run(report, wanted):
    """Runs the checks of the file managers with these names; the viewer has to be installed."""
    if not wanted or "launcher" in wanted:
        report.check("gio launch opens three files in one window", launcher)
    for manager in ALL:
        if wanted and manager.name not in wanted:
            continue
        for name, check in [("shows thumbnails by overscroll", thumbnails), ("opens three files in one window", opening),
                            ("drops a file into the window", drop), ("takes a file from the window", give)]:
            report.check(f"{manager.name} {name}", lambda check=check, manager=manager: check(report, manager))
