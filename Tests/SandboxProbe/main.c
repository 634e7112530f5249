// Tries, in confined processes, what a decoder has no use for, and prints what came of each attempt: "NAME ERROR", 0 for success,
// "NAME killed" where the process was ended for it. Each attempt has a process of its own; those whose names begin with "thread" are
// made on a thread that was started after confinement.
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

// The file that the process was sent.
static int file = -1;

static long failUnless(bool holds, int error) {
  errno = error;
  return holds ? 0 : -1;
}

static int ran;
static void runThread(void *argument) {
  (void)argument;
  __atomic_store_n(&ran, 1, __ATOMIC_RELEASE);
}

#define ATTEMPT(name, call) static long name(void) { return (call); }
ATTEMPT(tryOpen, open("/etc/passwd", O_RDONLY))
ATTEMPT(tryCreat, syscall(SYS_openat, AT_FDCWD, "/tmp/overscroll-probe", O_CREAT | O_WRONLY, 0600))
ATTEMPT(tryStat, syscall(SYS_newfstatat, AT_FDCWD, "/etc/passwd", &(struct stat){0}, 0))
ATTEMPT(tryAccess, access("/etc/passwd", R_OK))
ATTEMPT(tryUnlink, unlink("/tmp/overscroll-probe"))
ATTEMPT(tryMkdir, mkdir("/tmp/overscroll-probe", 0700))
ATTEMPT(tryInet, syscall(SYS_socket, AF_INET, SOCK_STREAM, 0))
ATTEMPT(tryUnix, syscall(SYS_socket, AF_UNIX, SOCK_STREAM, 0))
ATTEMPT(tryConnect, connect(0, &(struct sockaddr){.sa_family = AF_UNSPEC}, sizeof(struct sockaddr)))
ATTEMPT(tryExec, execv("/bin/true", (char *[]){"/bin/true", NULL}))
ATTEMPT(tryPtrace, ptrace(PTRACE_ATTACH, 1, NULL, NULL))
ATTEMPT(tryKill, kill(1, SIGCONT))
ATTEMPT(tryTgkill, syscall(SYS_tgkill, 2, 2, 0))
ATTEMPT(tryFork, syscall(SYS_clone, (unsigned long)SIGCHLD, NULL, NULL, NULL, 0))
ATTEMPT(tryVfork, syscall(SYS_clone, (unsigned long)(CLONE_VM | CLONE_VFORK | SIGCHLD), NULL, NULL, NULL, 0))
ATTEMPT(tryClone3, syscall(SYS_clone3, NULL, 0))
ATTEMPT(tryUnshare, unshare(CLONE_NEWUSER))
ATTEMPT(tryIoctl, ioctl(file, FIONREAD, &ran))
ATTEMPT(tryPrctl, prctl(PR_SET_DUMPABLE, 1, 0, 0, 0))
ATTEMPT(tryPersonality, personality(READ_IMPLIES_EXEC))
ATTEMPT(tryWrite, syscall(SYS_write, file, "x", 1))
ATTEMPT(tryTruncate, ftruncate(file, 0))
ATTEMPT(tryChmod, fchmod(file, 0777))
ATTEMPT(tryMemfd, memfd_create("x", 0))
ATTEMPT(tryDup, fcntl(file, F_DUPFD, 0))
ATTEMPT(tryRing, syscall(SYS_io_uring_setup, 1, NULL))
ATTEMPT(tryUserfault, syscall(SYS_userfaultfd, 0))
ATTEMPT(tryRead, syscall(SYS_process_vm_readv, 1, NULL, 0, NULL, 0, 0))
ATTEMPT(tryLimit, setrlimit(RLIMIT_CORE, &(struct rlimit){0, 0}))
ATTEMPT(tryMount, syscall(SYS_mount, "none", "/", "tmpfs", 0, NULL))
ATTEMPT(tryBPF, syscall(SYS_bpf, 0, NULL, 0))

static long tryRights(void) {
  char byte = 0;
  _Alignas(struct cmsghdr) char control[CMSG_SPACE(sizeof(int))] = {0};
  struct iovec part = {&byte, 1};
  struct msghdr message = {
    .msg_iov = &part, .msg_iovlen = 1, .msg_control = control, .msg_controllen = sizeof control};
  struct cmsghdr *header = CMSG_FIRSTHDR(&message);
  header->cmsg_level = SOL_SOCKET;
  header->cmsg_type = SCM_RIGHTS;
  header->cmsg_len = CMSG_LEN(sizeof(int));
  memcpy(CMSG_DATA(header), &file, sizeof file);
  return sendmsg(0, &message, 0);
}

static long tryMapExecutable(void) {
  void *code = mmap(NULL, 4096, PROT_READ | PROT_EXEC, MAP_PRIVATE | MAP_ANONYMOUS, -1, 0);
  return code == MAP_FAILED ? -1 : 0;
}

static long tryProtectExecutable(void) {
  void *data = mmap(NULL, 4096, PROT_READ | PROT_WRITE, MAP_PRIVATE | MAP_ANONYMOUS, -1, 0);
  return mprotect(data, 4096, PROT_READ | PROT_EXEC);
}

static long tryMap(void) {
  void *data = mmap(NULL, 4096, PROT_READ | PROT_WRITE, MAP_PRIVATE | MAP_ANONYMOUS, -1, 0);
  return data == MAP_FAILED ? -1 : 0;
}

static long tryReadFile(void) {
  char byte;
  return pread(file, &byte, 1, 0);
}

static long tryFstat(void) {
  struct stat status = {0};
  const int result = fstat(file, &status);
  return failUnless(result == 0 && S_ISREG(status.st_mode) && status.st_size > 0, EINVAL);
}

static long tryMalloc(void) {
  void *volatile some = malloc(1 << 20);
  return some ? 0 : -1;
}

static long tryMuch(void) {
  void *volatile much = malloc(3ul << 30);
  return much ? 0 : -1;
}

static long tryThread(void) {
  const bool isStarted = OverscrollStartConfinedThread(runThread, NULL);
  while (isStarted && !__atomic_load_n(&ran, __ATOMIC_ACQUIRE)) sched_yield();
  return failUnless(isStarted, EAGAIN);
}

static long tryOtherDescriptors(void) {
  int others = 0;
  for (int other = 1; other < 64; other++) others += other != file && fcntl(other, F_GETFD) >= 0;
  return failUnless(others == 0, EBADF);
}

// The process of another picture would be another number than 1 where each has a namespace of its own.
static long tryNumber(void) { return failUnless(getpid() == 1, ESRCH); }

static long tryVariables(void) {
  int count = 0;
  for (char **variable = environ; variable && *variable; variable++) count++;
  // The time zone is set so that no file of it is looked for.
  return failUnless(count <= 1, EINVAL);
}

static const struct {
  const char *name;
  long (*make)(void);
} attempts[] = {
  {"open", tryOpen}, {"creat", tryCreat}, {"stat", tryStat}, {"access", tryAccess},
  {"unlink", tryUnlink}, {"mkdir", tryMkdir}, {"socket", tryInet}, {"unix socket", tryUnix},
  {"connect", tryConnect}, {"exec", tryExec}, {"ptrace", tryPtrace}, {"kill", tryKill},
  {"tgkill other", tryTgkill}, {"fork", tryFork}, {"vfork", tryVfork}, {"clone3", tryClone3},
  {"unshare", tryUnshare}, {"ioctl", tryIoctl}, {"prctl", tryPrctl},
  {"personality", tryPersonality}, {"write to file", tryWrite}, {"truncate", tryTruncate},
  {"chmod", tryChmod}, {"memfd", tryMemfd}, {"dup", tryDup}, {"io_uring", tryRing},
  {"userfaultfd", tryUserfault}, {"process_vm_readv", tryRead}, {"setrlimit", tryLimit},
  {"mount", tryMount}, {"bpf", tryBPF}, {"send a descriptor", tryRights},
  {"mmap exec", tryMapExecutable}, {"mprotect exec", tryProtectExecutable}, {"+mmap", tryMap},
  {"+read", tryReadFile}, {"+fstat", tryFstat}, {"+malloc", tryMalloc},
  {"more memory than granted", tryMuch}, {"+thread", tryThread},
  {"+no other descriptors", tryOtherDescriptors}, {"+own number", tryNumber},
  {"+no variables", tryVariables},
};
#define ATTEMPTS (sizeof attempts / sizeof *attempts)

// What a process is asked for.
typedef struct {
  uint32_t index;
  uint32_t isOnThread;
} Task;

static Task task;

static void make(void *argument) {
  (void)argument;
  errno = 0;
  const long result = attempts[task.index].make();
  const int32_t error = result < 0 ? errno : 0;
  OverscrollReply(0, &error, sizeof error);
}

static void probe(int socket) {
  if (OverscrollReceive(socket, &task, sizeof task, &file, 1) != (ssize_t)sizeof task) return;
  if (task.isOnThread) {
    OverscrollStartConfinedThread(make, NULL);
  } else {
    make(NULL);
  }
  // Until the program has read the answer.
  OverscrollReceive(socket, &task, sizeof task, NULL, 0);
}

static bool run(int zygote, const char *path, uint32_t number, Task given) {
  const int sent = open(path, O_RDONLY | O_CLOEXEC);
  int pair[2];
  if (sent < 0 || !OverscrollSocketPair(pair)) return false;
  if (!OverscrollSandboxLaunch(zygote, number, pair[1], 1u << 30)) return false;
  close(pair[1]);
  OverscrollSandboxReport report;
  if (OverscrollReceive(pair[0], &report, sizeof report, NULL, 0) != (ssize_t)sizeof report) {
    return false;
  }
  if (number == 1) {
    printf("failure %d\nlandlock %d\nisolation %u\n", report.failure, report.landlock,
           report.isolation);
  }
  if (!OverscrollSend(pair[0], &given, sizeof given, &sent, 1)) return false;
  int32_t error;
  printf(given.isOnThread ? "thread %s " : "%s ", attempts[given.index].name);
  if (OverscrollReceive(pair[0], &error, sizeof error, NULL, 0) == (ssize_t)sizeof error) {
    printf("%d\n", error);
  } else {
    printf("killed\n");
  }
  close(pair[0]);
  close(sent);
  return true;
}

// What the loader of a format answers in the kernel's place: here, that there is no such file.
static long answer(long call, const uint64_t *arguments) {
  (void)call, (void)arguments;
  return -ENOENT;
}

// With a second argument the rules are those of the loader that may do most.
int main(int count, char **arguments) {
  static const int allowed[] = {SYS_dup};
  static const int answered[] = {
    SYS_openat, SYS_faccessat,
#ifdef SYS_access
    SYS_access,
#endif
  };
  if (count != 2 && count != 3) return 2;
  OverscrollSandboxRules rules = {.serve = probe};
  if (count == 3) {
    rules.answer = answer;
    rules.calls = allowed;
    rules.callCount = sizeof allowed / sizeof *allowed;
    rules.answeredCalls = answered;
    rules.answeredCallCount = sizeof answered / sizeof *answered;
  }
  const int zygote = OverscrollSandboxStart(&rules);
  if (zygote < 0) return 1;
  uint32_t number = 0;
  for (uint32_t index = 0; index < ATTEMPTS; index++) {
    for (uint32_t isOnThread = 0; isOnThread < 2; isOnThread++) {
      if (!run(zygote, arguments[1], ++number, (Task){index, isOnThread})) return 1;
    }
  }
  return 0;
}
