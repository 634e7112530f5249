#define _GNU_SOURCE
#include "CSandbox.h"
#include <errno.h>
#include <fcntl.h>
#include <sched.h>
#include <seccomp.h>
#include <sys/mman.h>
#include <unistd.h>

// What glibc starts a thread with: nothing that makes a process or a namespace.
#define THREAD_FLAGS                                                                              \
  (CLONE_VM | CLONE_FS | CLONE_FILES | CLONE_SYSVSEM | CLONE_SIGHAND | CLONE_THREAD |             \
   CLONE_SETTLS | CLONE_PARENT_SETTID | CLONE_CHILD_CLEARTID)

// Calls that reach nothing but the process's own memory, its descriptors, time and threads.
static const int allowed[] = {
  SCMP_SYS(read),           SCMP_SYS(pread64),         SCMP_SYS(readv),
  SCMP_SYS(lseek),          SCMP_SYS(close),           SCMP_SYS(fstat),
  SCMP_SYS(munmap),         SCMP_SYS(mremap),          SCMP_SYS(madvise),
  SCMP_SYS(brk),            SCMP_SYS(futex),           SCMP_SYS(sched_yield),
  SCMP_SYS(clock_gettime),  SCMP_SYS(clock_getres),    SCMP_SYS(gettimeofday),
  SCMP_SYS(clock_nanosleep), SCMP_SYS(nanosleep),      SCMP_SYS(restart_syscall),
  SCMP_SYS(getpid),         SCMP_SYS(gettid),          SCMP_SYS(getrandom),
  SCMP_SYS(rt_sigaction),   SCMP_SYS(rt_sigprocmask),  SCMP_SYS(rt_sigreturn),
  SCMP_SYS(sigaltstack),    SCMP_SYS(set_robust_list), SCMP_SYS(rseq),
  SCMP_SYS(recvmsg),        SCMP_SYS(sendmsg),         SCMP_SYS(poll),
  SCMP_SYS(ppoll),          SCMP_SYS(exit),            SCMP_SYS(exit_group),
};

static int addCalls(scmp_filter_ctx filter, uint32_t action, const int *calls, size_t count) {
  for (size_t i = 0; i < count; i++) {
    int result = seccomp_rule_add(filter, action, calls[i], 0);
    // Some machines lack some calls.
    if (result < 0 && result != -EDOM) return result;
  }
  return 0;
}

static int addRules(scmp_filter_ctx filter) {
  int result = addCalls(filter, SCMP_ACT_ALLOW, allowed, sizeof allowed / sizeof *allowed);
  if (result < 0) return result;
  // Memory is never executable.
  const struct scmp_arg_cmp notExecutable = SCMP_A2(SCMP_CMP_MASKED_EQ, PROT_EXEC, 0);
  if ((result = seccomp_rule_add(filter, SCMP_ACT_ALLOW, SCMP_SYS(mmap), 1, notExecutable)) < 0 ||
      (result = seccomp_rule_add(filter, SCMP_ACT_ALLOW, SCMP_SYS(mprotect), 1, notExecutable)) < 0) {
    return result;
  }
  // Threads only. The flags of clone3 are in memory, where no filter sees them; glibc then takes clone.
  if ((result = seccomp_rule_add(filter, SCMP_ACT_ALLOW, SCMP_SYS(clone), 1,
                                 SCMP_A0(SCMP_CMP_EQ, THREAD_FLAGS))) < 0 ||
      (result = seccomp_rule_add(filter, SCMP_ACT_ERRNO(ENOSYS), SCMP_SYS(clone3), 0)) < 0) {
    return result;
  }
  // abort() signals its own process.
  if ((result = seccomp_rule_add(filter, SCMP_ACT_ALLOW, SCMP_SYS(tgkill), 1,
                                 SCMP_A0(SCMP_CMP_EQ, (scmp_datum_t)getpid()))) < 0) {
    return result;
  }
  if ((result = seccomp_rule_add(filter, SCMP_ACT_ALLOW, SCMP_SYS(fcntl), 1,
                                 SCMP_A1(SCMP_CMP_EQ, F_GETFL))) < 0 ||
      (result = seccomp_rule_add(filter, SCMP_ACT_ALLOW, SCMP_SYS(fcntl), 1,
                                 SCMP_A1(SCMP_CMP_EQ, F_GETFD))) < 0) {
    return result;
  }
  // glibc asks for the status of a descriptor by an empty path, which no filter sees: the handler of the signal does that.
  return seccomp_rule_add(filter, SCMP_ACT_TRAP, SCMP_SYS(newfstatat), 0);
}

int OverscrollSandboxFilter(const OverscrollSandboxExtras *extras) {
  scmp_filter_ctx filter = seccomp_init(SCMP_ACT_ERRNO(EPERM));
  if (!filter) return ENOMEM;
  int result = addRules(filter);
  if (result == 0 && extras) {
    result = addCalls(filter, SCMP_ACT_ALLOW, extras->calls, extras->callCount);
  }
  if (result == 0 && extras) {
    result = addCalls(filter, SCMP_ACT_TRAP, extras->answeredCalls, extras->answeredCallCount);
  }
  if (result == 0) result = seccomp_load(filter);
  seccomp_release(filter);
  return -result;
}
