// Tries, in a confined process, what a decoder has no use for, and prints what came of each attempt: "NAME ERROR", 0 for success.
#define _GNU_SOURCE
#include "CSandbox.h"
#include <errno.h>
#include <fcntl.h>
#include <sched.h>
#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/ioctl.h>
#include <sys/mman.h>
#include <sys/personality.h>
#include <sys/prctl.h>
#include <sys/ptrace.h>
#include <sys/resource.h>
#include <sys/socket.h>
#include <sys/stat.h>
#include <sys/syscall.h>
#include <unistd.h>

static char report[4096];

static void note(const char *name, long result) {
  size_t length = strlen(report);
  snprintf(report + length, sizeof report - length, "%s %d\n", name, result < 0 ? errno : 0);
}

static int ran;
static void runThread(void *argument) {
  (void)argument;
  __atomic_store_n(&ran, 1, __ATOMIC_RELEASE);
}

static void probe(int socket) {
  char byte;
  int file = -1;
  if (OverscrollReceive(socket, &byte, 1, &file, 1) != 1) return;
  struct stat status;
  note("open", open("/etc/passwd", O_RDONLY));
  note("creat", creat("/tmp/overscroll-probe", 0600));
  note("stat", stat("/etc/passwd", &status));
  note("access", access("/etc/passwd", R_OK));
  note("unlink", unlink("/tmp/overscroll-probe"));
  note("mkdir", mkdir("/tmp/overscroll-probe", 0700));
  note("socket", syscall(SYS_socket, AF_INET, SOCK_STREAM, 0));
  note("unix socket", syscall(SYS_socket, AF_UNIX, SOCK_STREAM, 0));
  char *arguments[] = {"/bin/true", NULL};
  note("exec", execv("/bin/true", arguments));
  note("ptrace", ptrace(PTRACE_ATTACH, 1, NULL, NULL));
  note("kill", kill(1, 0));
  note("kill own", kill(getpid(), 0));
  note("tgkill other", syscall(SYS_tgkill, 1, 1, 0));
  note("fork", syscall(SYS_clone, (unsigned long)SIGCHLD, NULL, NULL, NULL, 0));
  note("vfork", syscall(SYS_clone, (unsigned long)(CLONE_VM | CLONE_VFORK | SIGCHLD), NULL, NULL, NULL, 0));
  note("clone3", syscall(SYS_clone3, NULL, 0));
  note("unshare", unshare(CLONE_NEWUSER));
  note("ioctl", ioctl(file, FIONREAD, &ran));
  note("prctl", prctl(PR_SET_DUMPABLE, 1, 0, 0, 0));
  note("personality", personality(READ_IMPLIES_EXEC));
  note("write to file", syscall(SYS_write, file, "x", 1));
  note("truncate", ftruncate(file, 0));
  note("chmod", fchmod(file, 0777));
  note("memfd", memfd_create("x", 0));
  note("dup", fcntl(file, F_DUPFD, 0));
  note("io_uring", syscall(SYS_io_uring_setup, 1, NULL));
  note("process_vm_readv", syscall(SYS_process_vm_readv, 1, NULL, 0, NULL, 0, 0));
  note("setrlimit", setrlimit(RLIMIT_CORE, &(struct rlimit){0, 0}));
  void *code = mmap(NULL, 4096, PROT_READ | PROT_EXEC, MAP_PRIVATE | MAP_ANONYMOUS, -1, 0);
  note("mmap exec", code == MAP_FAILED ? -1 : 0);
  void *data = mmap(NULL, 4096, PROT_READ | PROT_WRITE, MAP_PRIVATE | MAP_ANONYMOUS, -1, 0);
  note("+mmap", data == MAP_FAILED ? -1 : 0);
  note("mprotect exec", mprotect(data, 4096, PROT_READ | PROT_EXEC));
  note("+read", pread(file, &byte, 1, 0));
  memset(&status, 0, sizeof status);
  int result = fstat(file, &status);
  errno = EINVAL;
  note("+fstat", result == 0 && S_ISREG(status.st_mode) && status.st_size > 0 ? 0 : -1);
  void *volatile some = malloc(1 << 20);
  note("+malloc", some ? 0 : -1);
  void *volatile much = malloc(3ul << 30);
  note("more memory than granted", much ? 0 : -1);
  bool isStarted = OverscrollStartConfinedThread(runThread, NULL);
  while (isStarted && !__atomic_load_n(&ran, __ATOMIC_ACQUIRE)) sched_yield();
  errno = EAGAIN;
  note("+thread", isStarted ? 0 : -1);
  int descriptors = 0;
  for (int other = 1; other < 64; other++) descriptors += other != file && fcntl(other, F_GETFD) >= 0;
  errno = EBADF;
  note("+no other descriptors", descriptors ? -1 : 0);
  OverscrollSend(socket, report, strlen(report), NULL, 0);
}

int main(int count, char **arguments) {
  if (count != 2) return 2;
  const int file = open(arguments[1], O_RDONLY | O_CLOEXEC);
  const int zygote = OverscrollSandboxStart(probe);
  int pair[2];
  if (file < 0 || zygote < 0 || !OverscrollSocketPair(pair)) return 1;
  if (!OverscrollSandboxLaunch(zygote, 1, pair[1], 1u << 30)) return 1;
  close(pair[1]);
  OverscrollSandboxReport first;
  if (OverscrollReceive(pair[0], &first, sizeof first, NULL, 0) != (ssize_t)sizeof first) return 1;
  printf("failure %d\nlandlock %d\n", first.failure, first.landlock);
  char text[4096];
  if (!OverscrollSend(pair[0], "x", 1, &file, 1)) return 1;
  const ssize_t length = OverscrollReceive(pair[0], text, sizeof text, NULL, 0);
  if (length <= 0) return 1;
  fwrite(text, 1, (size_t)length, stdout);
  return 0;
}
