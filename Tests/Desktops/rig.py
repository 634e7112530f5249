"""What the checks of desktops have in common: their results, folders and processes."""

import os
import shutil
import signal
import subprocess
import tempfile
import time
from pathlib import Path

ROOT = Path(__file__).resolve().parent.parent.parent


class Skip(Exception):
    """A check that cannot be made here; the message says why."""


class Report:
    """Prints one line per check."""

    def __init__(self, pictures=None):
        self.counts = {"PASS": 0, "SKIP": 0, "FAIL": 0}
        self.pictures = pictures

    def check(self, name, body):
        """Runs a check, which fails by an exception or by returning False; returns whether it passed."""
        try:
            result = body()
            if result is False:
                raise AssertionError("it does not hold")
            self.line("PASS", name, result if isinstance(result, str) else "")
            return True
        except Skip as reason:
            self.line("SKIP", name, str(reason))
        except Exception as reason:  # pylint: disable=broad-exception-caught
            self.line("FAIL", name, f"{type(reason).__name__}: {reason}"[:400])
        return False

    def line(self, verdict, name, detail):
        self.counts[verdict] += 1
        print(f"{verdict} {name}" + (f": {detail}" if detail else ""), flush=True)


def until(what, condition, seconds=20):
    """Waits until a condition returns something true, and returns that."""
    end = time.monotonic() + seconds
    while True:
        result = condition()
        if result:
            return result
        if time.monotonic() > end:
            raise AssertionError(f"timed out waiting for {what}")
        time.sleep(0.05)


class Session:
    """A private session of a user: home, runtime folder, bus, and processes that end with it."""

    def __init__(self, **variables):
        self.folder = Path(tempfile.mkdtemp(prefix="overscroll-desktop-"))
        self.processes = []
        self.environment = {key: value for key, value in os.environ.items()
                            if not key.startswith(("XDG_", "DBUS_", "WAYLAND_", "GTK_", "QT_"))}
        self.environment.pop("DISPLAY", None)
        for name in ["home", "run", "config", "data", "cache", "state"]:
            (self.folder / name).mkdir(mode=0o700)
        self.environment |= {
            "HOME": str(self.folder / "home"), "XDG_RUNTIME_DIR": str(self.folder / "run"),
            "XDG_CONFIG_HOME": str(self.folder / "config"), "XDG_DATA_HOME": str(self.folder / "data"),
            "XDG_CACHE_HOME": str(self.folder / "cache"), "XDG_STATE_HOME": str(self.folder / "state"),
            "LC_ALL": "C.UTF-8", "NO_AT_BRIDGE": "1", "GSETTINGS_BACKEND": "keyfile"} | variables

    def __enter__(self):
        bus = self.start(["dbus-daemon", "--session", "--nofork", "--print-address=1"], stdout=subprocess.PIPE)
        self.environment["DBUS_SESSION_BUS_ADDRESS"] = bus.stdout.readline().decode().strip()
        return self

    def __exit__(self, *_):
        for process in reversed(self.processes):
            self.end(process)
        shutil.rmtree(self.folder, ignore_errors=True)

    def start(self, command, log=None, **options):
        """Starts a program in a process group of its own; what it prints goes to a file of that name."""
        output = open(self.folder / log, "wb") if log else subprocess.DEVNULL
        options = {"stdout": output, "stderr": output} | options
        process = subprocess.Popen([str(part) for part in command], env=self.environment,
                                   stdin=subprocess.DEVNULL, start_new_session=True, **options)
        self.processes.append(process)
        return process

    def end(self, process, number=signal.SIGTERM, seconds=8):
        """Ends a program and those that it has started; returns its exit status."""
        if process.poll() is None:
            process.send_signal(number)
            try:
                process.wait(seconds)
            except subprocess.TimeoutExpired:
                pass
        try:
            os.killpg(process.pid, signal.SIGKILL)
        except ProcessLookupError:
            pass
        return process.wait()

    def run(self, *command, seconds=30, checked=True):
        """Runs a program to its end; returns its standard output."""
        result = subprocess.run([str(part) for part in command], env=self.environment, capture_output=True,
                                timeout=seconds, check=False)
        if checked and result.returncode:
            raise AssertionError(f"{command[0]} exited with {result.returncode}: {result.stderr.decode()[-200:]}")
        return result.stdout.decode(errors="replace")

    def log(self, name):
        path = self.folder / name
        return path.read_text(errors="replace") if path.exists() else ""

    # X windows

    def windows(self, name="overscroll", kind="class"):
        """The visible windows of a class."""
        return self.run("xdotool", "search", "--onlyvisible", f"--{kind}", name, checked=False).split()

    def area(self, window):
        """The place and size of a window in the X server's pixels."""
        labels = {"Absolute upper-left X": "x", "Absolute upper-left Y": "y", "Width": "width", "Height": "height"}
        found = {}
        for line in self.run("xwininfo", "-id", window).splitlines():
            name, _, value = line.strip().partition(":")
            if name in labels:
                found[labels[name]] = int(value)
        return found["x"], found["y"], found["width"], found["height"]

    def picture(self, window, path):
        """Saves what a window shows, and returns the number of colors in it."""
        self.run("import", "-window", window, path)
        return int(self.run("identify", "-format", "%k", path))
