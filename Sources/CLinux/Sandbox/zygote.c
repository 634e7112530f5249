#define _GNU_SOURCE
#include "CSandbox.h"
#include "isolate.h"
#include <errno.h>
#include <fcntl.h>
#include <poll.h>
#include <pthread.h>
#include <signal.h>
#include <stdlib.h>
#include <string.h>
#include <sys/prctl.h>
#include <sys/syscall.h>
#include <sys/wait.h>
#include <unistd.h>

// The processes that can be killed: one for each picture that is open. [C]
#define PROCESSES 256

typedef struct {
  uint32_t kills;
  uint32_t number;
  uint64_t memory;
} Request;

typedef struct {
  pid_t process;
  uint32_t number;
} Child;

// A zygote, as its children inherit it.
typedef struct {
  const OverscrollSandboxRules *rules;
  bool isConfined;
  Isolation isolation;
  // The signals that are blocked but while a request is awaited.
  sigset_t signals;
  Child children[PROCESSES];
} Zygote;

static const int ignored[] = {SIGINT, SIGQUIT, SIGHUP, SIGTERM, SIGPIPE};

// What ends or interrupts the program is for the program to handle; its processes follow it.
static void ignoreSignals(void) {
  for (size_t i = 0; i < sizeof ignored / sizeof *ignored; i++) signal(ignored[i], SIG_IGN);
}

// Closes all descriptors but one, which becomes 0.
static void keepOnly(int descriptor) {
  dup2(descriptor, 0);
  if (syscall(SYS_close_range, 1u, ~0u, 0u) == 0) return;
  long most = sysconf(_SC_OPEN_MAX);
  for (int other = 1; other < most; other++) close(other);
}

// The variables may hold what is no decoder's business; their memory is cleared, too.
static void clearEnvironment(void) {
  for (char **variable = environ; variable && *variable; variable++) {
    memset(*variable, 0, strlen(*variable));
  }
  clearenv();
}

static void collect(Zygote *zygote) {
  pid_t ended;
  while ((ended = waitpid(-1, NULL, WNOHANG)) > 0) {
    for (int i = 0; i < PROCESSES; i++) {
      if (zygote->children[i].process == ended) zygote->children[i].process = 0;
    }
  }
}

static void serveConfined(Zygote *zygote, uint64_t memory, int socket, pid_t parent) {
  signal(SIGCHLD, SIG_DFL);
  sigprocmask(SIG_SETMASK, &zygote->signals, NULL);
  prctl(PR_SET_PDEATHSIG, SIGKILL);
  // In a namespace of its own it sees no parent, and ends with the namespace of the zygote.
  const pid_t seen = getppid();
  if (seen != parent && seen != 0) _exit(0);
  dup2(socket, 0);
  close(socket);
  OverscrollSandboxReport report = {0};
  if (zygote->isConfined) {
    const int proc = zygote->isolation.proc;
    if (zygote->isolation.processes >= 0) close(zygote->isolation.processes);
    raiseOOMScore(proc);
    if (zygote->rules->prepare) zygote->rules->prepare(proc);
    report.isolation = zygote->isolation.parts;
    OverscrollSandboxConfine(memory, proc, zygote->rules, &report);
  }
  OverscrollReply(0, &report, sizeof report);
  if (report.failure == 0) zygote->rules->serve(0);
  _exit(0);
}

static void launch(Zygote *zygote, const Request *request, int socket) {
  Child *free = NULL;
  for (int i = 0; i < PROCESSES && !free; i++) {
    if (!zygote->children[i].process) free = &zygote->children[i];
  }
  if (free) {
    const pid_t parent = getpid();
    enterChildNamespace(&zygote->isolation);
    const pid_t child = fork();
    if (child == 0) serveConfined(zygote, request->memory, socket, parent);
    leaveChildNamespace(&zygote->isolation);
    if (child > 0) *free = (Child){child, request->number};
  }
  close(socket);
}

static void killChild(Zygote *zygote, uint32_t number) {
  // Not collected yet, so its number is no other's.
  for (int i = 0; i < PROCESSES; i++) {
    const Child *child = &zygote->children[i];
    if (child->process && child->number == number) kill(child->process, SIGKILL);
  }
}

static void noteEnd(int number) { (void)number; }

// Has the end of a process interrupt the wait for a request, and nothing else.
static void watchChildren(Zygote *zygote) {
  const struct sigaction action = {.sa_handler = noteEnd};
  sigset_t ends;
  sigemptyset(&ends);
  sigaddset(&ends, SIGCHLD);
  sigaction(SIGCHLD, &action, NULL);
  sigprocmask(SIG_BLOCK, &ends, &zygote->signals);
}

// Waits for a request, and collects the processes that end meanwhile; returns false for an error.
static bool awaitRequest(Zygote *zygote) {
  struct pollfd event = {.fd = 0, .events = POLLIN};
  while (true) {
    collect(zygote);
    const int count = ppoll(&event, 1, NULL, &zygote->signals);
    if (count > 0) return true;
    if (count < 0 && errno != EINTR) return false;
  }
}

// Serves until the program has ended.
static void run(Zygote *zygote) {
  Request request;
  int socket;
  watchChildren(zygote);
  while (awaitRequest(zygote) &&
         OverscrollReceive(0, &request, sizeof request, &socket, 1) == (ssize_t)sizeof request) {
    if (request.kills) {
      killChild(zygote, request.number);
      if (socket >= 0) close(socket);
    } else if (socket >= 0) {
      launch(zygote, &request, socket);
    }
  }
}

void OverscrollSandboxServe(int socket, bool isConfined, const OverscrollSandboxRules *rules) {
  static Zygote zygote;
  zygote.rules = rules;
  zygote.isConfined = isConfined;
  // 0 would be a namespace: root's first process would begin one, whose end ends all the others.
  zygote.isolation.proc = zygote.isolation.processes = -1;
  ignoreSignals();
  if (socket != 0) dup2(socket, 0);
  if (isConfined) {
    // Where the root cannot be emptied it is at least no folder of the user's.
    if (chdir("/") != 0) return;
    // The process that is the first of the namespace of processes serves; the other one waits for it.
    const pid_t first = isolate(&zygote.isolation);
    if (first > 0) {
      OverscrollZygoteFilter();
      close(0);
      while (waitpid(first, NULL, 0) < 0 && errno == EINTR) {}
      return;
    }
    prctl(PR_SET_NO_NEW_PRIVS, 1, 0, 0, 0);
    OverscrollZygoteFilter();
  }
  run(&zygote);
}

int OverscrollSandboxStart(const OverscrollSandboxRules *rules) {
  int pair[2];
  if (!OverscrollSocketPair(pair)) return -1;
  const pid_t parent = getpid();
  const pid_t child = fork();
  if (child == 0) {
    prctl(PR_SET_PDEATHSIG, SIGKILL);
    if (getppid() != parent) _exit(0);
    prctl(PR_SET_NAME, "overscroll-box");
    keepOnly(pair[1]);
    clearEnvironment();
    OverscrollSandboxServe(0, true, rules);
    _exit(0);
  }
  close(pair[1]);
  if (child < 0) {
    close(pair[0]);
    return -1;
  }
  return pair[0];
}

bool OverscrollSandboxLaunch(int zygote, uint32_t number, int socket, uint64_t memory) {
  const Request request = {.number = number, .memory = memory};
  return OverscrollSend(zygote, &request, sizeof request, &socket, 1);
}

void OverscrollSandboxKill(int zygote, uint32_t number) {
  const Request request = {.kills = 1, .number = number};
  OverscrollSend(zygote, &request, sizeof request, NULL, 0);
}

typedef struct {
  void (*run)(void *);
  void *argument;
} Start;

static void *begin(void *argument) {
  Start start = *(Start *)argument;
  free(argument);
  start.run(start.argument);
  return NULL;
}

// The stack of a thread, for libraries that recurse. [C]
#define STACK_BYTES (8 << 20)

bool OverscrollStartConfinedThread(void (*run)(void *argument), void *argument) {
  Start *start = malloc(sizeof *start);
  if (!start) return false;
  *start = (Start){run, argument};
  pthread_attr_t attributes;
  pthread_t thread;
  bool isStarted = false;
  if (pthread_attr_init(&attributes) == 0) {
    pthread_attr_setdetachstate(&attributes, PTHREAD_CREATE_DETACHED);
    pthread_attr_setstacksize(&attributes, STACK_BYTES);
    isStarted = pthread_create(&thread, &attributes, begin, start) == 0;
    pthread_attr_destroy(&attributes);
  }
  if (!isStarted) free(start);
  return isStarted;
}
