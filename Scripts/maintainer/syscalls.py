"""Follows a program and its children by strace, and collects the forbidden calls that a confined process makes."""

import os
import re

OPENING = "open,openat,openat2,creat,socket,connect,execve,execveat,ptrace"
STARTING = "clone,clone3,fork,vfork"
# A call that the sandbox refuses with a signal has its own number as the result: the handler answers it. x86-64's numbers.
TRAPPED = {"openat": "257"}
LINE = re.compile(r"(\d+) +(.*)")
CALL = re.compile(r"(\w+)\((.*)")
TRANSLATED = re.compile(r"= \d+ /\* (\d+) in strace's PID NS \*/")
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
        self.refused = set()  # What they were refused.
        self.confined = 0
        self.crashes = 0

    @property
    def command(self):
        """The start of the command line."""
        return ["strace", "-f", "--seccomp-bpf", "--pidns-translation", "-q", "-s", "80", "-o", str(self.path),
                "-e", f"trace=seccomp,{OPENING},{STARTING}", "-e", "signal=SIGSEGV,SIGABRT,SIGBUS,SIGILL,SIGFPE"]

    @property
    def violations(self):
        """The calls that confined processes have made."""
        return [call for calls in list(self.calls.values()) for call in calls]

    @property
    def summary(self):
        refused = ", ".join(sorted(self.refused)) or "nothing"
        return (f"{self.confined} confined processes, of which {self.crashes} crashed; none has opened a file, connected "
                f"or executed; refused: {refused}")

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
            self.pending[thread] = text.removesuffix("<unfinished ...>")
            return
        if not (call := CALL.match(text)):
            return
        name, result = call.group(1), RESULT.search(text)
        if '"self/oom_score_adj"' in text:
            # The first call of a process that is not confined yet, and may have the number of one that was.
            self.calls.pop(process, None)
            return
        if name == "seccomp":
            if "SECCOMP_SET_MODE_FILTER" in text and result and result.group(1) == "0":
                self.confined += process not in self.calls
                self.calls[process] = []
        elif name in STARTING.split(","):
            if result and int(result.group(1)) > 0:
                # In a namespace of its own a process has another number there: "3 /* 712 in strace's PID NS */".
                translated = TRANSLATED.search(text)
                child = int(translated.group(1) if translated else result.group(1))
                self.process[child] = process if "CLONE_THREAD" in text else child
                # A process may have the number of one that has ended.
                if self.calls.get(child) == []:
                    del self.calls[child]
        elif process in self.calls:
            if result and result.group(1) != TRAPPED.get(name):
                self.calls[process].append(text)
            else:
                self.refused.add(text.partition(",")[2].partition(",")[0].strip() or name)

    def forget(self, thread):
        """Forgets a thread whose number may be used again, unless its process has done something."""
        self.process.pop(thread, None)
        self.pending.pop(thread, None)
        if self.calls.get(thread) == []:
            del self.calls[thread]
