"""Follows a program and its children by strace, and collects the calls that a confined process must not make."""

import os
import re

OPENING = "open,openat,openat2,creat,socket,connect,execve,execveat,ptrace"
STARTING = "clone,clone3,fork,vfork"
# What libraries open by name is refused with a signal, whose handler answers it with what is open already, so that there
# is a result; glibc's heaps ask for a setting of the kernel's, in vain.
ANSWERED = re.compile(r'openat\(AT_FDCWD, "(/overscroll-picture\.|/usr/share/fonts/|/proc/sys/vm/overcommit_memory)')
LINE = re.compile(r"(\d+) +(.*)")
CALL = re.compile(r"(\w+)\((.*)")
RESULT = re.compile(r"\) += (\d+)")


class Trace:
    """What strace says of a program, read while it runs.

    A process is confined once it has installed its last seccomp filter. A thread is confined as its process is.
    """

    def __init__(self, path):
        os.mkfifo(path)
        self.path = path
        self.process = {}  # The process of a thread.
        self.pending = {}  # The arguments of calls that have not returned yet.
        self.calls = {}  # What each confined process has done since its last filter.
        self.confined = 0
        self.crashes = 0

    @property
    def command(self):
        """The start of the command line."""
        return ["strace", "-f", "--seccomp-bpf", "-qq", "-s", "80", "-o", str(self.path),
                "-e", f"trace=seccomp,{OPENING},{STARTING}", "-e", "signal=SIGSEGV,SIGABRT,SIGBUS,SIGILL,SIGFPE"]

    @property
    def violations(self):
        """The calls that confined processes have made."""
        return [call for calls in list(self.calls.values()) for call in calls]

    @property
    def summary(self):
        return (f"{self.confined} confined processes, of which {self.crashes} crashed; none has tried to open a file, "
                "to connect or to execute")

    def read(self):
        with open(self.path, encoding="utf-8", errors="replace") as lines:
            for line in lines:
                if found := LINE.match(line):
                    self.note(int(found.group(1)), found.group(2))

    def note(self, thread, text):
        process = self.process.get(thread, thread)
        if text.startswith("---"):
            self.crashes += process in self.calls
            return
        if text.startswith("+++"):
            return self.forget(thread)
        if text.startswith("<..."):
            text = self.pending.pop(thread, "") + text.partition("resumed>")[2]
        elif text.endswith("<unfinished ...>"):
            text = self.pending[thread] = text.removesuffix("<unfinished ...>")
            # What it tries counts, whether it returns or not.
            if not text.startswith(tuple(OPENING.split(","))):
                return
            self.pending[thread] = ""
        if not (call := CALL.match(text)):
            return
        name, result = call.group(1), RESULT.search(text)
        if name == "seccomp":
            if "SECCOMP_SET_MODE_FILTER" in text and result and result.group(1) == "0":
                self.confined += process not in self.calls
                self.calls[process] = []
        elif name in STARTING.split(","):
            if result and int(result.group(1)) > 0:
                child = int(result.group(1))
                self.process[child] = process if "CLONE_THREAD" in text else child
        elif process in self.calls and not ANSWERED.match(text):
            self.calls[process].append(text)

    def forget(self, thread):
        """Forgets a thread whose number may be used again, unless its process has done something."""
        self.process.pop(thread, None)
        self.pending.pop(thread, None)
        if self.calls.get(thread) == []:
            del self.calls[thread]
