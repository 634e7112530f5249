#define _GNU_SOURCE
#include "CSandbox.h"
#include <errno.h>
#include <fcntl.h>
#include <linux/capability.h>
#include <malloc.h>
#include <sched.h>
#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/mman.h>
#include <sys/prctl.h>
#include <sys/resource.h>
#include <sys/stat.h>
#include <sys/syscall.h>
#include <time.h>
#include <ucontext.h>
#include <unistd.h>

// The processor time that a process may take, in seconds: a bound for what never ends, far above any picture. [C]
#define PROCESSOR_SECONDS (6 * 3600)
// The descriptors that it may have: those of the pictures that are open. [C]
#define DESCRIPTORS 1024

// A ruleset of Landlock as the newest version that is known has it; an older kernel takes its beginning.
typedef struct {
  uint64_t files;
  uint64_t network;
  uint64_t scopes;
} Ruleset;

#ifndef SYS_landlock_create_ruleset
#define SYS_landlock_create_ruleset 444
#define SYS_landlock_restrict_self 446
#endif

// Forbids all that the kernel's Landlock knows; returns its version, 0 if there is none, -1 for an error.
static int forbid(void) {
  const uint32_t asksVersion = 1;
  long version = syscall(SYS_landlock_create_ruleset, NULL, 0, asksVersion);
  if (version <= 0) return 0;
  Ruleset rules = {.files = (1u << 13) - 1};
  size_t length = sizeof rules.files;
  if (version >= 2) rules.files |= 1u << 13;
  if (version >= 3) rules.files |= 1u << 14;
  if (version >= 5) rules.files |= 1u << 15;
  if (version >= 4) {
    rules.network = 3;
    length += sizeof rules.network;
  }
  if (version >= 6) {
    rules.scopes = 3;
    length += sizeof rules.scopes;
  }
  long ruleset = syscall(SYS_landlock_create_ruleset, &rules, length, 0);
  if (ruleset < 0) return -1;
  long result = syscall(SYS_landlock_restrict_self, ruleset, 0);
  close((int)ruleset);
  return result == 0 ? (int)version : -1;
}

static bool limit(int resource, rlim_t most) {
  struct rlimit before;
  if (getrlimit(resource, &before) != 0) return false;
  if (before.rlim_max < most) most = before.rlim_max;
  const struct rlimit now = {most, most};
  return setrlimit(resource, &now) == 0;
}

// The address space that the process takes where /proc does not tell, in bytes. [C]
#define USUAL_BYTES (1ull << 30)

// The size of the text of a status with its end, in bytes. [C]
#define STATUS_SIZE 4096

// Reads what /proc tells about the process; false where it does not.
static bool readStatus(int status, char text[STATUS_SIZE]) {
  const ssize_t length = status < 0 ? -1 : pread(status, text, STATUS_SIZE - 1, 0);
  if (length <= 0) return false;
  text[length] = 0;
  return true;
}

// The address space that the process takes, in bytes.
static uint64_t mappedBytes(int status) {
  char text[STATUS_SIZE];
  if (!readStatus(status, text)) return USUAL_BYTES;
  const char *line = strstr(text, "\nVmSize:");
  unsigned long long kilobytes = 0;
  if (!line || sscanf(line, "\nVmSize: %llu", &kilobytes) != 1) return USUAL_BYTES;
  return kilobytes << 10;
}

static _Thread_local OverscrollLane *currentLane;
static _Thread_local OverscrollCallState *crashState;

void OverscrollSetLane(OverscrollLane *lane) {
  currentLane = lane;
  crashState = lane ? lane->state : NULL;
}

void OverscrollNoteCrashesIn(OverscrollCallState *state) { crashState = state; }

OverscrollLane *OverscrollCurrentLane(void) { return currentLane; }

// A process that cannot even have so much ended for want of memory, in bytes. [C]
#define LEAST_BYTES (64u << 20)

static bool isOutOfMemory(void) {
  void *memory =
      mmap(NULL, LEAST_BYTES, PROT_NONE, MAP_PRIVATE | MAP_ANONYMOUS | MAP_NORESERVE, -1, 0);
  if (memory != MAP_FAILED) munmap(memory, LEAST_BYTES);
  return memory == MAP_FAILED;
}

static void noteCrash(int number) {
  if (crashState) {
    const uint32_t crash = isOutOfMemory() ? OVERSCROLL_OUT_OF_MEMORY : OVERSCROLL_CRASH;
    __atomic_store_n(&crashState->crash, crash, __ATOMIC_RELEASE);
  }
  signal(number, SIG_DFL);
}

static long (*answerCall)(long call, const uint64_t *arguments);

// Answers glibc's call for the status of a descriptor, which has an empty path, and what else is answered here.
static long result(long call, const uint64_t *arguments) {
  const char *path = (const char *)arguments[1];
  if (call == SYS_newfstatat && arguments[3] == AT_EMPTY_PATH && path && !*path) {
    return syscall(SYS_fstat, (int)arguments[0], (void *)arguments[2]) == 0 ? 0 : -errno;
  }
  return answerCall ? answerCall(call, arguments) : -EPERM;
}

static void answer(int number, siginfo_t *info, void *context) {
  (void)number;
  ucontext_t *thread = context;
  const int error = errno;
#if defined(__x86_64__)
  greg_t *registers = thread->uc_mcontext.gregs;
  const uint64_t arguments[] = {
    (uint64_t)registers[REG_RDI], (uint64_t)registers[REG_RSI], (uint64_t)registers[REG_RDX],
    (uint64_t)registers[REG_R10],
  };
  registers[REG_RAX] = result(info->si_syscall, arguments);
#elif defined(__aarch64__)
  unsigned long long *registers = thread->uc_mcontext.regs;
  const uint64_t arguments[] = {registers[0], registers[1], registers[2], registers[3]};
  registers[0] = (unsigned long long)result(info->si_syscall, arguments);
#else
#error "The registers of this processor are not known."
#endif
  errno = error;
}

static void handleSignals(void) {
  static const int crashes[] = {SIGSEGV, SIGBUS, SIGILL, SIGFPE, SIGTRAP, SIGABRT};
  struct sigaction action = {0};
  action.sa_handler = noteCrash;
  for (size_t i = 0; i < sizeof crashes / sizeof *crashes; i++) sigaction(crashes[i], &action, NULL);
  struct sigaction call = {0};
  call.sa_sigaction = answer;
  call.sa_flags = SA_SIGINFO;
  sigaction(SIGSYS, &call, NULL);
  sigset_t none;
  sigemptyset(&none);
  sigprocmask(SIG_SETMASK, &none, NULL);
}

// Gives up all that root may do beyond other users, in whatever namespace.
static bool dropCapabilities(void) {
  for (int capability = 0; prctl(PR_CAPBSET_READ, capability, 0, 0, 0) >= 0; capability++) {
    // Without a capability of its own it cannot have others.
    prctl(PR_CAPBSET_DROP, capability, 0, 0, 0);
  }
  prctl(PR_CAP_AMBIENT, PR_CAP_AMBIENT_CLEAR_ALL, 0, 0, 0);
  struct __user_cap_header_struct header = {_LINUX_CAPABILITY_VERSION_3, 0};
  const struct __user_cap_data_struct none[2] = {{0}};
  return syscall(SYS_capset, &header, none) == 0;
}

// The process's status as the kernel tells it; -1 where there is no /proc.
static int openStatus(int proc) {
  return proc < 0 ? -1 : openat(proc, "self/status", O_RDONLY | O_CLOEXEC);
}

static bool statusHas(int status, const char *const *lines, size_t count) {
  char text[STATUS_SIZE];
  if (!readStatus(status, text)) return false;
  for (size_t i = 0; i < count; i++) {
    if (!strstr(text, lines[i])) return false;
  }
  return true;
}

// Returns whether the process has one thread: each other one would keep what it may do.
static bool hasOneThread(int status) {
  static const char *const lines[] = {"\nThreads:\t1\n"};
  if (status >= 0) return statusHas(status, lines, 1);
  return unshare(CLONE_THREAD) == 0;
}

// Returns whether the filter holds, as the kernel tells and as a call shows that never fails otherwise.
static bool isConfined(int status) {
  static const char *const lines[] = {
    "\nThreads:\t1\n", "\nNoNewPrivs:\t1\n", "\nSeccomp:\t2\n", "\nCapEff:\t0000000000000000\n",
  };
  if (status >= 0 && !statusHas(status, lines, sizeof lines / sizeof *lines)) return false;
  return syscall(SYS_getppid) == -1 && errno == EPERM;
}

// Fails with the error number of the last call, or another one.
static bool fail(OverscrollSandboxReport *report, int error) {
  report->failure = error ? error : EPERM;
  return false;
}

bool OverscrollSandboxConfine(
    uint64_t memory, int proc, const OverscrollSandboxRules *rules,
    OverscrollSandboxReport *report) {
  const int status = openStatus(proc);
  if (proc >= 0) close(proc);
  if (!hasOneThread(status)) return fail(report, EBUSY);
  answerCall = rules->answer;
  // Each further arena would reserve 64 MB of the address space. [C]
  mallopt(M_ARENA_MAX, 2);
  // Libraries convert dates, for which the file of the time zone would be opened each time.
  setenv("TZ", "UTC0", 1);
  tzset();
  handleSignals();
  const bool isLimited = limit(RLIMIT_CORE, 0) && limit(RLIMIT_FSIZE, 0) &&
                         limit(RLIMIT_NOFILE, DESCRIPTORS) && limit(RLIMIT_CPU, PROCESSOR_SECONDS) &&
                         (!memory || limit(RLIMIT_AS, mappedBytes(status) + memory));
  if (!isLimited || prctl(PR_SET_DUMPABLE, 0) != 0 || !dropCapabilities() ||
      prctl(PR_SET_NO_NEW_PRIVS, 1, 0, 0, 0) != 0) {
    return fail(report, errno);
  }
  report->landlock = forbid();
  if (report->landlock < 0) return fail(report, errno);
  const int failure = OverscrollSandboxFilter(rules);
  if (failure) return fail(report, failure);
  if (!isConfined(status)) return fail(report, EPERM);
  if (status >= 0) close(status);
  report->isConfined = 1;
  return true;
}
