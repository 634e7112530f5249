#!/usr/bin/env python3
"""Scrolls Examples/Python/scroll_window.py by the mouse, the wheel and a key, and closes it.

usage: window.py NAME      the window records NAME.script and NAME.trace
"""

import pathlib
import subprocess
import sys
import time

PATIENCE = 60
example = pathlib.Path(__file__).parents[2] / "Examples/Python/scroll_window.py"
window = subprocess.Popen([example, "--record", sys.argv[1]])
trace = pathlib.Path(sys.argv[1] + ".trace")
script = pathlib.Path(sys.argv[1] + ".script")


def do(*actions):
    subprocess.run(["xdotool", *map(str, actions)], check=True, stdout=subprocess.DEVNULL)


def wait(description, test):
    limit = time.monotonic() + PATIENCE
    while time.monotonic() < limit:
        if window.poll() is not None:
            sys.exit(f"window: ended with {window.returncode} before {description}")
        if test():
            return
        time.sleep(0.02)
    window.kill()
    sys.exit(f"window: not seen within {PATIENCE} s: {description}")


def is_resting(after):
    """Returns whether the content has rested since the phase `after`."""
    phases = [line.split(",")[1] for line in trace.read_text().splitlines() if "," in line]
    return after in phases and phases[-1] == "idle" and after not in phases[-2:]


def is_visible():
    search = ["xdotool", "search", "--onlyvisible", "--name", "ScrollEngine in GTK"]
    return subprocess.run(search, capture_output=True).returncode == 0


wait("the window", is_visible)
do("search", "--onlyvisible", "--name", "ScrollEngine in GTK", "windowfocus")
do("mousemove", 320, 400)
do("mousedown", 1)
for y in range(395, 200, -15):
    do("mousemove", 320, y)
do("mouseup", 1)
wait("the end of a flick", lambda: is_resting("dragging"))
do("click", 5)
wait("a notch of the wheel", lambda: '"wheel"' in script.read_text())
do("key", "Up")
wait("a key", lambda: '"key"' in script.read_text())
do("keydown", "ctrl", "click", 4, "click", 4, "keyup", "ctrl")
wait("a zoom", lambda: is_resting("zooming"))
do("key", "q")
sys.exit(window.wait(PATIENCE))
