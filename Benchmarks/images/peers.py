"""What other viewers need to go through a folder."""

import os, shutil, signal, statistics, subprocess, time

from display import HEIGHT, WIDTH, Usage, points
from plain import COLORS, color, is_alike, path, seen

# The other viewers: a command for a picture, one for a folder, the key for the next picture, and a command for
# thumbnails, or why there is none. PICTURE, FOLDER and FILES stand for paths.
PEERS = {
    "feh": (["feh", "--fullscreen", "--auto-reload", "PICTURE"],
            ["feh", "--fullscreen", "--version-sort", "--start-at", "PICTURE", "FOLDER"], "Right",
            ["feh", "--thumbnails", "--fullscreen", "--limit-width", str(WIDTH), "--limit-height",
             str(HEIGHT), "--thumb-width", "160", "--thumb-height", "160", "FILES"]),
    "nsxiv": (["nsxiv", "-f", "PICTURE"], ["nsxiv", "-f", "FILES"], "n",
              ["nsxiv", "-t", "-f", "FILES"]),
    "eog": (["eog", "--fullscreen", "PICTURE"],) * 2 + ("Right", "has a strip of them only"),
    "gthumb": (["gthumb", "--fullscreen", "PICTURE"],) * 2 + ("Next", ["gthumb", "FOLDER"]),
    "qimgv": (["qimgv", "PICTURE"],) * 2 + ("Right", ["qimgv", "FOLDER"]),
    "geeqie": (["geeqie", "--fullscreen", "PICTURE"],) * 2
        + ("Next", "shows them beside a picture only"),
}
# Settings in the home of each: the whole screen, and the order of the names.
SETTINGS = {
    ".config/qimgv/qimgv.conf": "[General]\nopenInFullscreen=true\n",
    ".config/glib-2.0/settings/keyfile":
        "[org/gnome/gthumb/browser]\nsort-type='file::name'\nmaximized=true\n"
        "thumbnail-size=256\n",
}
# The part of the screen that thumbnails of plain colours cover when it is full of them.
COVERED = 0.25


def peers(display, folder, only=("next", "rewritten", "overview")):
    """What other viewers need for the same, as far as they can do it; a dash where it is not seen."""
    home = folder + "/home"
    for name, (alone, album, key, thumbnails) in PEERS.items():
        if not shutil.which(name):
            continue
        peer = Peer(display, folder, home)
        choices = {
            "next": ("next picture, median", lambda: peer.next(album, key)),
            "rewritten": ("rewritten picture, median", lambda: peer.rewritten(alone)),
            "overview": ("a screen of thumbnails", lambda: peer.overview(thumbnails))}
        for what, measure in map(choices.get, only):
            shutil.rmtree(home, ignore_errors=True)
            value = measure()
            peer.stop()
            text = f"{value:8.1f} ms" if isinstance(value, float) else f"{'–':>8}    {value or ''}"
            print(f"{name + ', ' + what:<44}{text}", flush=True)


class Peer:
    """Another viewer on the same pictures, with a home of its own."""

    def __init__(self, display, folder, home):
        self.display, self.folder, self.home, self.process = display, folder, home, None

    def start(self, command, picture):
        self.stop()
        for name, settings in SETTINGS.items():
            os.makedirs(os.path.dirname(f"{self.home}/{name}"), exist_ok=True)
            with open(f"{self.home}/{name}", "w") as file:
                file.write(settings)
        files = sorted(entry.path for entry in os.scandir(self.folder + "/pictures"))[:2000]
        paths = {"PICTURE": [picture], "FOLDER": [self.folder + "/pictures"], "FILES": files}
        words = [path for word in command for path in paths.get(word, [word])]
        environment = dict(os.environ, DISPLAY=self.display.name, HOME=self.home,
                           XDG_CACHE_HOME=self.home + "/cache",
                           XDG_CONFIG_HOME=self.home + "/.config",
                           GSETTINGS_BACKEND="keyfile", NO_AT_BRIDGE="1")
        # Some of them need a bus; all end with their session.
        self.process = subprocess.Popen(
            ["dbus-run-session", "--", *words], env=environment, start_new_session=True,
            stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL)

    def stop(self):
        if self.process:
            os.killpg(self.process.pid, signal.SIGTERM)
            self.process.wait()
            self.process = None
            time.sleep(0.5)

    def rest(self):
        """Waits until it has been idle for a second, at most a minute: gThumb ignores keys until it has listed the folder."""
        usage, quiet = Usage(self.process.pid), 0
        for _ in range(300):
            time.sleep(0.2)
            usage.look()
            quiet = 0 if usage.is_busy else quiet + 1
            if quiet == 5:
                return

    def next(self, command, key):
        self.start(command, path(self.folder, 0))
        if not seen(self.display, 0, 60):
            return None
        self.rest()
        times = []
        for number in range(1, 9):
            began = time.monotonic()
            self.display.press(key)
            time_seen = seen(self.display, number, 10)
            if not time_seen:
                return None
            times.append((time_seen - began) * 1000)
            time.sleep(0.7)
        return statistics.median(times)

    def rewritten(self, command):
        copy = self.folder + "/copy/copy.jpg"
        os.makedirs(os.path.dirname(copy), exist_ok=True)
        shutil.copy(self.folder + "/0.jpg", copy)
        self.start(command, copy)
        if not seen(self.display, 0, 20):
            return None
        self.rest()
        times = []
        for number in range(1, 5):
            shutil.copy(f"{self.folder}/{number}.jpg", copy)
            began = time.monotonic()
            time_seen = seen(self.display, number, 8)
            if not time_seen:
                return None
            times.append((time_seen - began) * 1000)
            # Imlib2, which draws for feh, takes a file for unchanged whose time is in the same second.
            time.sleep(1.2)
        return statistics.median(times)

    def overview(self, command):
        if isinstance(command, str):
            return command
        began = time.monotonic()
        self.start(command, path(self.folder, 0))
        end = began + 60
        known = [color(number) for number in range(COLORS)]
        while time.monotonic() < end:
            self.display.wait_for_change(0.02)
            colors = [tuple(reversed(point)) for point in points(self.display.look())]
            if sum(any(is_alike(one, other) for other in known) for one in colors) \
                    > COVERED * len(colors):
                return (time.monotonic() - began) * 1000
        return None
