"""What the scripts share that try the program on files nobody should trust."""

import os
import subprocess
import tempfile
import threading
from dataclasses import dataclass

ODD_WORDS = (b"0", b"-1", b"1e999", b"NaN", b"null", b"[]", b"{}", b'"', b"\\u0000", b"\xff\xfe",
             b"\0" * 8, b"\xff" * 8, b"9" * 40)


# Headers lie at the start or at the end of a file and take some hundred bytes.
HEADER = 600


def damaged(data, dice):
    """The bytes with up to eight of their places changed, filled, copied, or cut out.

    The places lie all over, or at the start, or at the end.
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
            data[at:at] = dice.choice(ODD_WORDS)
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
    """How a program ended."""

    status: int  # The exit status; below zero the signal that ended it.
    lines: list  # What it wrote to standard error.
    seconds: float
    megabytes: float  # The most memory it held at once.
    is_late: bool  # True if it was ended since it took too long.


def run(command, seconds, environment=None):
    """Runs a program to its end, which is brought about when it takes too long."""
    with tempfile.TemporaryFile() as errors:
        child = subprocess.Popen(command, stdin=subprocess.DEVNULL, stdout=subprocess.DEVNULL,
                                 stderr=errors, env=environment)
        timer = threading.Timer(seconds, child.kill)
        timer.start()
        begin = os.times().elapsed
        _, status, usage = os.wait4(child.pid, 0)
        took = os.times().elapsed - begin
        timer.cancel()
        child.returncode = os.waitstatus_to_exitcode(status)
        errors.seek(0)
        lines = errors.read().decode(errors="replace").splitlines()
    is_late = child.returncode == -9 and took >= seconds
    return Outcome(child.returncode, lines, took, usage.ru_maxrss / 1024, is_late)
