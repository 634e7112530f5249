#!/usr/bin/env python3
"""Scrolls Examples/C/terminal on a pseudoterminal, and checks what it shows.

usage: terminal.py PROGRAM
"""

import fcntl
import os
import pty
import re
import select
import struct
import sys
import termios
import time

ROWS, COLUMNS, CELL, LINES = 25, 80, 20, 1000
END = (LINES - (ROWS - 1)) * CELL
PATIENCE = 60

program, terminal = pty.fork()
if program == 0:
    # The window gets its size before the program begins.
    sys.stdin.readline()
    os.execv(sys.argv[1], sys.argv[1:])
fcntl.ioctl(terminal, termios.TIOCSWINSZ, struct.pack("4H", ROWS, COLUMNS, 0, 0))
os.write(terminal, b"\n")
shown = b""


def wait(description, test):
    """Reads until the newest line of state, a phase and an offset, passes a test."""
    global shown
    limit = time.monotonic() + PATIENCE
    while time.monotonic() < limit:
        if select.select([terminal], [], [], 0.1)[0]:
            shown += os.read(terminal, 65536)
        states = re.findall(rb"\033\[%d;1H\033\[K([a-z ]+) (-?[0-9.]+)(?=\033)" % ROWS, shown)
        if states and test(states[-1][0].decode(), float(states[-1][1])):
            return float(states[-1][1])
    sys.exit(f"terminal: not seen within {PATIENCE} s: {description}; last: {shown[-200:]}")


def send(text):
    os.write(terminal, text.encode())


def mouse(row, button, end="M"):
    send(f"\033[<{button};10;{row}{end}")


def is_resting_at(expected):
    return lambda phase, offset: phase == "idle" and offset == expected


wait("the beginning", is_resting_at(0))
send("\033[1;5B")
wait("the end, by Control and Down", is_resting_at(END))
assert b"line 1000" in shown
mouse(20, 0)
for row in range(19, 4, -1):
    mouse(row, 32)
stretched = wait("a drag beyond the end", lambda phase, offset: phase == "dragging" and offset > END + 50)
assert stretched < END + 15 * CELL, "the content follows the mouse beyond the end without resistance"
mouse(5, 0, "m")
wait("the bounce back", is_resting_at(END))
mouse(5, 64)
wait("a notch of the wheel", lambda phase, offset: phase == "idle" and offset < END)
send("q")
while True:
    try:
        if not os.read(terminal, 65536):
            break
    except OSError:
        break
status = os.waitstatus_to_exitcode(os.waitpid(program, 0)[1])
sys.exit(status and f"terminal: ended with {status}")
