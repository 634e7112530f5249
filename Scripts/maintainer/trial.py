"""Runs the program on damaged files within limits: shared by fuzz, corpus and torture."""

import contextlib
import os
import signal
import subprocess
import sys
import tempfile
import threading
import time
from dataclasses import dataclass

# Values that parsers get wrong: limits, signs, wrong types, bytes that are not UTF-8.
UNUSUAL_VALUES = (b"0", b"-1", b"1e999", b"NaN", b"null", b"[]", b"{}", b'"', b"\\u0000", b"\xff\xfe",
                  b"\0" * 8, b"\xff" * 8, b"9" * 40)

# Headers lie at the start or at the end of a file and take some hundred bytes.
HEADER = 600


def damaged(data, dice):
    """A copy of the bytes with one to eight of them, or ranges of them, changed, inserted, repeated or deleted.

    The places are anywhere, near the start, or near the end.
    """
    data = bytearray(data)
    where = dice.randrange(3)
    for _ in range(dice.randint(1, 8)):
        size = len(data) + 1
        first = max(0, size - HEADER) if where == 1 else 0
        at = dice.randrange(first, min(size, HEADER) if where == 2 else size)
        what = dice.randrange(5)
        if what == 0 and data:
            data[at % len(data)] = dice.randrange(256)
        elif what == 1:
            data[at:at] = dice.choice(UNUSUAL_VALUES)
        elif what == 2:
            del data[at:at + dice.randint(1, 64)]
        elif what == 3:
            end = at + dice.randint(1, 64)
            data[at:at] = data[at:end]
        else:
            del data[at:at + dice.randint(0, size) ** 4 // size ** 3]
    return bytes(data)


@dataclass
class Outcome:
    """How a run of the program ended."""

    status: int  # The exit status; negative: the signal that ended it.
    lines: list  # Its standard error.
    seconds: float
    megabytes: float  # The most resident memory at any time.
    is_late: bool  # True if it was killed at the time limit.


def kill(pid):
    """Kills a process, unless it has just ended."""
    with contextlib.suppress(ProcessLookupError):
        os.kill(pid, signal.SIGKILL)


def run(command, seconds, environment=None):
    """Runs a program, and kills it when it takes longer than `seconds`."""
    with tempfile.TemporaryFile() as errors:
        child = subprocess.Popen(command, stdin=subprocess.DEVNULL, stdout=subprocess.DEVNULL,
                                 stderr=errors, env=environment)
        # Popen.kill would take the exit status, and with it the use of memory, from wait4.
        timer = threading.Timer(seconds, kill, [child.pid])
        timer.start()
        begin = os.times().elapsed
        try:
            _, status, usage = os.wait4(child.pid, 0)
        except KeyboardInterrupt:
            child.kill()
            child.wait()
            raise
        finally:
            timer.cancel()
        took = os.times().elapsed - begin
        child.returncode = os.waitstatus_to_exitcode(status)
        errors.seek(0)
        lines = errors.read().decode(errors="replace").splitlines()
    is_late = child.returncode == -9 and took >= seconds
    return Outcome(child.returncode, lines, took, usage.ru_maxrss / 1024, is_late)


class Progress:
    """A line of progress on a terminal, drawn at most ten times a second; none for work of half a second."""

    def __init__(self, total, unit):
        (self.total, self.unit) = (total, unit)
        self.begin = time.monotonic()
        self.next = self.begin + 0.5
        self.is_drawn = False

    def show(self, done, task):
        now = time.monotonic()
        if now < self.next or not sys.stderr.isatty():
            return
        self.next = now + 0.1
        of = f" of {self.total}" if self.total else ""
        task = "".join(c if c.isprintable() else " " for c in task)
        line = f"{task}  {done}{of} {self.unit}"[:os.get_terminal_size(sys.stderr.fileno()).columns - 1]
        print(f"\r\033[K{line}", end="", file=sys.stderr, flush=True)
        self.is_drawn = True

    def clear(self):
        """Removes the line, before something else is printed."""
        if self.is_drawn:
            print("\r\033[K", end="", file=sys.stderr, flush=True)
        self.is_drawn = False

    def __enter__(self):
        return self

    def __exit__(self, *_):
        self.clear()
