#define _GNU_SOURCE
#include "CSandbox.h"
#include <errno.h>
#include <fcntl.h>
#include <sched.h>
#include <seccomp.h>
#include <sys/mman.h>
#include <sys/socket.h>
#include <unistd.h>

// What glibc starts a thread with: nothing that makes a process or a namespace.
#define THREAD_FLAGS                                                                              \
  (CLONE_VM | CLONE_FS | CLONE_FILES | CLONE_SYSVSEM | CLONE_SIGHAND | CLONE_THREAD |             \
   CLONE_SETTLS | CLONE_PARENT_SETTID | CLONE_CHILD_CLEARTID)

// Calls that reach nothing but the process's own memory, its descriptors, time and threads. None of them sends a descriptor.
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
  SCMP_SYS(recvmsg),        SCMP_SYS(poll),            SCMP_SYS(ppoll),
  SCMP_SYS(exit),           SCMP_SYS(exit_group),
};

// Calls by which sound libraries look for files, settings and processors: they fail. Every other one ends the process.
static const int refused[] = {
  SCMP_SYS(open),           SCMP_SYS(openat),          SCMP_SYS(stat),
  SCMP_SYS(lstat),          SCMP_SYS(statx),           SCMP_SYS(access),
  SCMP_SYS(faccessat),      SCMP_SYS(faccessat2),      SCMP_SYS(readlink),
  SCMP_SYS(readlinkat),     SCMP_SYS(getdents64),      SCMP_SYS(getcwd),
  SCMP_SYS(statfs),         SCMP_SYS(fstatfs),         SCMP_SYS(ioctl),
  SCMP_SYS(dup),            SCMP_SYS(dup2),            SCMP_SYS(dup3),
  SCMP_SYS(pipe),           SCMP_SYS(pipe2),           SCMP_SYS(eventfd2),
  SCMP_SYS(write),          SCMP_SYS(writev),          SCMP_SYS(pwrite64),
  SCMP_SYS(ftruncate),      SCMP_SYS(fsync),           SCMP_SYS(fadvise64),
  SCMP_SYS(getppid),        SCMP_SYS(getuid),          SCMP_SYS(geteuid),
  SCMP_SYS(getgid),         SCMP_SYS(getegid),         SCMP_SYS(uname),
  SCMP_SYS(sysinfo),        SCMP_SYS(getrusage),       SCMP_SYS(times),
  SCMP_SYS(getrlimit),      SCMP_SYS(setrlimit),       SCMP_SYS(prlimit64),
  SCMP_SYS(sched_getaffinity), SCMP_SYS(sched_setaffinity), SCMP_SYS(sched_getparam),
  SCMP_SYS(sched_getscheduler), SCMP_SYS(sched_setscheduler), SCMP_SYS(getpriority),
  SCMP_SYS(setpriority),    SCMP_SYS(prctl),           SCMP_SYS(arch_prctl),
  SCMP_SYS(get_mempolicy),  SCMP_SYS(set_mempolicy),   SCMP_SYS(mbind),
  SCMP_SYS(membarrier),     SCMP_SYS(getcpu),          SCMP_SYS(mlock),
  SCMP_SYS(munlock),        SCMP_SYS(mincore),         SCMP_SYS(msync),
  SCMP_SYS(select),         SCMP_SYS(pselect6),        SCMP_SYS(epoll_create1),
  SCMP_SYS(epoll_ctl),      SCMP_SYS(epoll_wait),      SCMP_SYS(epoll_pwait),
  SCMP_SYS(set_tid_address), SCMP_SYS(rt_sigpending),  SCMP_SYS(rt_sigtimedwait),
  SCMP_SYS(rt_sigsuspend),  SCMP_SYS(timer_create),    SCMP_SYS(timer_settime),
  SCMP_SYS(timer_delete),   SCMP_SYS(setitimer),       SCMP_SYS(getitimer),
  SCMP_SYS(getsockname),    SCMP_SYS(getpeername),     SCMP_SYS(getsockopt),
};

// What a zygote never does: start a program, reach another process or the network, or call what only attacks need.
static const int neverByZygotes[] = {
  SCMP_SYS(execve),         SCMP_SYS(execveat),        SCMP_SYS(socketpair),
  SCMP_SYS(connect),        SCMP_SYS(bind),
  SCMP_SYS(listen),         SCMP_SYS(accept),          SCMP_SYS(accept4),
  SCMP_SYS(ptrace),         SCMP_SYS(process_vm_readv), SCMP_SYS(process_vm_writev),
  SCMP_SYS(pidfd_getfd),    SCMP_SYS(memfd_create),    SCMP_SYS(userfaultfd),
  SCMP_SYS(io_uring_setup), SCMP_SYS(bpf),             SCMP_SYS(perf_event_open),
  SCMP_SYS(keyctl),         SCMP_SYS(add_key),         SCMP_SYS(request_key),
  SCMP_SYS(init_module),    SCMP_SYS(finit_module),    SCMP_SYS(kexec_load),
  SCMP_SYS(mkdirat),        SCMP_SYS(unlinkat),        SCMP_SYS(renameat2),
  SCMP_SYS(linkat),         SCMP_SYS(symlinkat),       SCMP_SYS(open_by_handle_at),
};

static int addCalls(scmp_filter_ctx filter, uint32_t action, const int *calls, size_t count) {
  for (size_t i = 0; i < count; i++) {
    int result = seccomp_rule_add(filter, action, calls[i], 0);
    // Some machines lack some calls.
    if (result < 0 && result != -EDOM) return result;
  }
  return 0;
}

static bool contains(const int *calls, size_t count, int call) {
  for (size_t i = 0; i < count; i++) {
    if (calls[i] == call) return true;
  }
  return false;
}

// Refuses what is neither allowed nor answered for a program.
static int refuseCalls(scmp_filter_ctx filter, const OverscrollSandboxRules *rules) {
  for (size_t i = 0; i < sizeof refused / sizeof *refused; i++) {
    const int call = refused[i];
    if (contains(rules->calls, rules->callCount, call) ||
        contains(rules->answeredCalls, rules->answeredCallCount, call)) {
      continue;
    }
    const int result = addCalls(filter, SCMP_ACT_ERRNO(EPERM), &call, 1);
    if (result < 0) return result;
  }
  return 0;
}

// A rule for a call whose argument compares in a way.
typedef struct {
  uint32_t action;
  int call;
  struct scmp_arg_cmp argument;
} Rule;

static int addRules(scmp_filter_ctx filter) {
  const uint32_t allow = SCMP_ACT_ALLOW, refuse = SCMP_ACT_ERRNO(EPERM);
  const Rule rules[] = {
    // Memory is never executable; libraries that would make code as they run do without.
    {allow, SCMP_SYS(mmap), {2, SCMP_CMP_MASKED_EQ, PROT_EXEC, 0}},
    {refuse, SCMP_SYS(mmap), {2, SCMP_CMP_MASKED_EQ, PROT_EXEC, PROT_EXEC}},
    {allow, SCMP_SYS(mprotect), {2, SCMP_CMP_MASKED_EQ, PROT_EXEC, 0}},
    {refuse, SCMP_SYS(mprotect), {2, SCMP_CMP_MASKED_EQ, PROT_EXEC, PROT_EXEC}},
    // Threads only.
    {allow, SCMP_SYS(clone), {0, SCMP_CMP_EQ, THREAD_FLAGS, 0}},
    // abort() signals its own process.
    {allow, SCMP_SYS(tgkill), {0, SCMP_CMP_EQ, (scmp_datum_t)getpid(), 0}},
    // Messages to the program, which name no other address and carry no descriptor.
    {allow, SCMP_SYS(sendto), {4, SCMP_CMP_EQ, 0, 0}},
    {allow, SCMP_SYS(fcntl), {1, SCMP_CMP_EQ, F_GETFD, 0}},
    {allow, SCMP_SYS(fcntl), {1, SCMP_CMP_EQ, F_GETFL, 0}},
    {refuse, SCMP_SYS(fcntl), {1, SCMP_CMP_EQ, F_DUPFD, 0}},
    {refuse, SCMP_SYS(fcntl), {1, SCMP_CMP_EQ, F_SETFD, 0}},
    {refuse, SCMP_SYS(fcntl), {1, SCMP_CMP_GE, F_SETFL, 0}},
    // glibc asks the daemon of its name service for the user's folder before it reads the file.
    {refuse, SCMP_SYS(socket), {0, SCMP_CMP_EQ, AF_UNIX, 0}},
  };
  for (size_t i = 0; i < sizeof rules / sizeof *rules; i++) {
    const int result = seccomp_rule_add(filter, rules[i].action, rules[i].call, 1, rules[i].argument);
    if (result < 0) return result;
  }
  // The flags of clone3 are in memory, where no filter sees them; glibc then takes clone.
  const int result = seccomp_rule_add(filter, SCMP_ACT_ERRNO(ENOSYS), SCMP_SYS(clone3), 0);
  if (result < 0) return result;
  // glibc asks for the status of a descriptor by an empty path, which no filter sees: the handler of the signal does that.
  return seccomp_rule_add(filter, SCMP_ACT_TRAP, SCMP_SYS(newfstatat), 0);
}

// Loads a filter for all threads and releases it.
static int load(scmp_filter_ctx filter, int result) {
  if (result == 0) result = seccomp_attr_set(filter, SCMP_FLTATR_ACT_BADARCH, SCMP_ACT_KILL_PROCESS);
  if (result == 0) result = seccomp_attr_set(filter, SCMP_FLTATR_CTL_TSYNC, 1);
  if (result == 0) result = seccomp_load(filter);
  seccomp_release(filter);
  return -result;
}

int OverscrollSandboxFilter(const OverscrollSandboxRules *rules) {
  scmp_filter_ctx filter = seccomp_init(SCMP_ACT_KILL_PROCESS);
  if (!filter) return ENOMEM;
  int result = addCalls(filter, SCMP_ACT_ALLOW, allowed, sizeof allowed / sizeof *allowed);
  if (result == 0) result = refuseCalls(filter, rules);
  if (result == 0) result = addRules(filter);
  if (result == 0) result = addCalls(filter, SCMP_ACT_ALLOW, rules->calls, rules->callCount);
  if (result == 0) {
    result = addCalls(filter, SCMP_ACT_TRAP, rules->answeredCalls, rules->answeredCallCount);
  }
  return load(filter, result);
}

int OverscrollZygoteFilter(void) {
  scmp_filter_ctx filter = seccomp_init(SCMP_ACT_ALLOW);
  if (!filter) return ENOMEM;
  int result = addCalls(filter, SCMP_ACT_KILL_PROCESS, neverByZygotes,
                        sizeof neverByZygotes / sizeof *neverByZygotes);
  if (result == 0) {
    // Its processes have theirs refused: see above.
    const struct scmp_arg_cmp isRemote = {0, SCMP_CMP_NE, AF_UNIX, 0};
    result = seccomp_rule_add(filter, SCMP_ACT_KILL_PROCESS, SCMP_SYS(socket), 1, isRemote);
  }
  return load(filter, result);
}
