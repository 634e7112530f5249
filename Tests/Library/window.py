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


def phases():
    """Returns the phase of each frame, without the line that names the columns."""
    return [line.split(",")[1] for line in trace.read_text().splitlines()[1:] if "," in line]


def is_resting(after):
    """Returns whether the content has rested since the phase `after`."""
    seen = phases()
    return after in seen and seen[-1] == "idle" and after not in seen[-2:]


def is_visible():
    search = ["xdotool", "search", "--onlyvisible", "--name", "ScrollEngine in GTK"]
    return subprocess.run(search, capture_output=True).returncode == 0


wait("the window", is_visible)
do("search", "--onlyvisible", "--name", "ScrollEngine in GTK", "windowfocus")
# On a busy machine the hand may rest before it lets go, so that the content does not fly.
flick = []
for y in range(395, 200, -15):
    flick += ["mousemove", 320, y, "sleep", 0.008]
for drags in range(20):
    do("mousemove", 320, 400, "mousedown", 1)
    wait("a touch", lambda: "tracking" in phases())
    do(*flick, "mouseup", 1)
    wait("a drag", lambda: script.read_text().count('"ended"') > drags)
    wait("the end of the drag", lambda: is_resting("dragging"))
    if "decelerating" in phases():
        break
do("click", 5)
wait("a notch of the wheel", lambda: "animating" in phases())
do("key", "Up")
wait("a key", lambda: '"key"' in script.read_text())
do("keydown", "ctrl", "click", 4, "click", 4, "keyup", "ctrl")
wait("a zoom", lambda: is_resting("zooming"))
do("key", "q")
sys.exit(window.wait(PATIENCE))
