#define _GNU_SOURCE
#include "isolate.h"
#include "CSandbox.h"
#include <fcntl.h>
#include <sched.h>
#include <signal.h>
#include <stdbool.h>
#include <stdio.h>
#include <string.h>
#include <sys/mount.h>
#include <sys/prctl.h>
#include <sys/syscall.h>
#include <unistd.h>

static bool writeText(int folder, const char *path, const char *text) {
  if (folder < 0) return false;
  const int descriptor = openat(folder, path, O_WRONLY | O_CLOEXEC);
  if (descriptor < 0) return false;
  const ssize_t length = (ssize_t)strlen(text);
  const bool isWritten = write(descriptor, text, (size_t)length) == length;
  close(descriptor);
  return isWritten;
}

void raiseOOMScore(int proc) { writeText(proc, "self/oom_score_adj", "1000"); }

// Makes namespaces; returns their flags, 0 for none.
static int makeNamespaces(int proc) {
  const int others = CLONE_NEWPID | CLONE_NEWNET | CLONE_NEWIPC | CLONE_NEWNS;
  char users[64], groups[64];
  snprintf(users, sizeof users, "%u %u 1", geteuid(), geteuid());
  snprintf(groups, sizeof groups, "%u %u 1", getegid(), getegid());
  if (unshare(CLONE_NEWUSER | others) == 0) {
    // Without a map the process has no number of its own, which mounting needs.
    writeText(proc, "self/setgroups", "deny");
    writeText(proc, "self/uid_map", users);
    writeText(proc, "self/gid_map", groups);
    return CLONE_NEWUSER | others;
  }
  // Root may have them without being another user, where it may not be one: inside a chroot, say.
  return unshare(others) == 0 ? others : 0;
}

// Has an empty folder that no one can write as the root.
static bool emptyRoot(void) {
  static const char *const places[] = {"/tmp", "/dev", "/proc", "/usr"};
  const unsigned long flags = MS_NOSUID | MS_NODEV | MS_NOEXEC | MS_RDONLY;
  mount(NULL, "/", NULL, MS_REC | MS_PRIVATE, NULL);
  for (size_t i = 0; i < sizeof places / sizeof *places; i++) {
    if (mount("none", places[i], "tmpfs", flags, "size=4096,nr_inodes=2,mode=555") != 0) continue;
    if (chdir(places[i]) != 0) return false;
    if (syscall(SYS_pivot_root, ".", ".") == 0) {
      return umount2(".", MNT_DETACH) == 0 && chdir("/") == 0;
    }
    // The first root of a system, and a folder that is not mounted, cannot be exchanged.
    return mount(".", "/", NULL, MS_MOVE, NULL) == 0 && chroot(".") == 0 && chdir("/") == 0;
  }
  return false;
}

static uint32_t partsOf(int flags) {
  uint32_t parts = 0;
  if (flags & CLONE_NEWUSER) parts |= OVERSCROLL_USER_NAMESPACE;
  if (flags & CLONE_NEWPID) parts |= OVERSCROLL_PID_NAMESPACE;
  if (flags & CLONE_NEWNET) parts |= OVERSCROLL_NETWORK_NAMESPACE;
  if (flags & CLONE_NEWIPC) parts |= OVERSCROLL_IPC_NAMESPACE;
  if (flags & CLONE_NEWNS) parts |= OVERSCROLL_MOUNT_NAMESPACE;
  return parts;
}

pid_t isolate(Isolation *isolation) {
  isolation->proc = open("/proc", O_PATH | O_DIRECTORY | O_CLOEXEC);
  isolation->processes = -1;
  const int flags = makeNamespaces(isolation->proc);
  isolation->parts = partsOf(flags);
  if (flags == 0) return 0;
  const pid_t child = fork();
  if (child > 0) return child;
  // A namespace whose first process cannot be made has none.
  if (child < 0) _exit(1);
  prctl(PR_SET_PDEATHSIG, SIGKILL);
  if (isolation->proc >= 0) {
    isolation->processes = openat(isolation->proc, "self/ns/pid", O_RDONLY | O_CLOEXEC);
  }
  if (emptyRoot()) isolation->parts |= OVERSCROLL_EMPTY_ROOT;
  return 0;
}

void enterChildNamespace(const Isolation *isolation) {
  if (isolation->processes >= 0) unshare(CLONE_NEWPID);
}

void leaveChildNamespace(const Isolation *isolation) {
  if (isolation->processes >= 0) setns(isolation->processes, CLONE_NEWPID);
}
