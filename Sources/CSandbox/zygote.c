#define _GNU_SOURCE
#include "CSandbox.h"
#include <errno.h>
#include <fcntl.h>
#include <pthread.h>
#include <signal.h>
#include <stdlib.h>
#include <string.h>
#include <sys/mman.h>
#include <sys/prctl.h>
#include <sys/socket.h>
#include <sys/syscall.h>
#include <sys/wait.h>
#include <unistd.h>

// The confined processes that can be killed. [C]
#define PROCESSES 16

typedef struct {
  uint32_t kills;
  uint32_t number;
  uint64_t memory;
} Request;

typedef struct {
  pid_t process;
  uint32_t number;
} Child;

static Child children[PROCESSES];

bool OverscrollSocketPair(int *pair) {
  return socketpair(AF_UNIX, SOCK_SEQPACKET | SOCK_CLOEXEC, 0, pair) == 0;
}

bool OverscrollSend(
    int socket, const void *bytes, size_t count, const int *descriptors, int descriptorCount) {
  struct iovec part = {(void *)bytes, count};
  struct msghdr message = {.msg_iov = &part, .msg_iovlen = 1};
  _Alignas(struct cmsghdr) char control[CMSG_SPACE(4 * sizeof(int))];
  if (descriptorCount > 0 && descriptorCount <= 4) {
    size_t length = (size_t)descriptorCount * sizeof(int);
    memset(control, 0, sizeof control);
    message.msg_control = control;
    message.msg_controllen = CMSG_SPACE(length);
    struct cmsghdr *header = CMSG_FIRSTHDR(&message);
    header->cmsg_level = SOL_SOCKET;
    header->cmsg_type = SCM_RIGHTS;
    header->cmsg_len = CMSG_LEN(length);
    memcpy(CMSG_DATA(header), descriptors, length);
  }
  ssize_t sent;
  do {
    sent = sendmsg(socket, &message, MSG_NOSIGNAL);
  } while (sent < 0 && errno == EINTR);
  return sent == (ssize_t)count;
}

ssize_t OverscrollReceive(
    int socket, void *bytes, size_t capacity, int *descriptors, int descriptorCount) {
  struct iovec part = {bytes, capacity};
  struct msghdr message = {.msg_iov = &part, .msg_iovlen = 1};
  _Alignas(struct cmsghdr) char control[CMSG_SPACE(4 * sizeof(int))];
  for (int i = 0; i < descriptorCount; i++) descriptors[i] = -1;
  // Without room for descriptors the kernel closes those that are sent.
  if (descriptorCount > 0 && descriptorCount <= 4) {
    message.msg_control = control;
    message.msg_controllen = CMSG_SPACE((size_t)descriptorCount * sizeof(int));
  }
  ssize_t count;
  do {
    count = recvmsg(socket, &message, MSG_CMSG_CLOEXEC);
  } while (count < 0 && errno == EINTR);
  if (count < 0) return -1;
  if (descriptorCount > 0) {
    struct cmsghdr *header = CMSG_FIRSTHDR(&message);
    if (header && header->cmsg_level == SOL_SOCKET && header->cmsg_type == SCM_RIGHTS) {
      const int *sent = (const int *)CMSG_DATA(header);
      const int sentCount = (int)((header->cmsg_len - CMSG_LEN(0)) / sizeof(int));
      // What pads the buffer is room for one more than was asked for.
      for (int i = 0; i < sentCount; i++) {
        if (i < descriptorCount) {
          descriptors[i] = sent[i];
        } else {
          close(sent[i]);
        }
      }
    }
  }
  return message.msg_flags & MSG_TRUNC ? -2 : count;
}

int OverscrollMakeSharedMemory(size_t byteCount) {
  int descriptor = memfd_create("overscroll", MFD_CLOEXEC | MFD_ALLOW_SEALING);
  if (descriptor < 0) return -1;
  // A process that shortened it would crash the other one.
  if (ftruncate(descriptor, (off_t)byteCount) != 0 ||
      fcntl(descriptor, F_ADD_SEALS, F_SEAL_SHRINK | F_SEAL_GROW | F_SEAL_SEAL) != 0) {
    close(descriptor);
    return -1;
  }
  return descriptor;
}

void *OverscrollMapSharedMemory(int descriptor, size_t byteCount) {
  void *memory = mmap(NULL, byteCount, PROT_READ | PROT_WRITE, MAP_SHARED, descriptor, 0);
  return memory == MAP_FAILED ? NULL : memory;
}

// Closes all descriptors but one, which becomes 0.
static void keepOnly(int descriptor) {
  dup2(descriptor, 0);
  if (syscall(SYS_close_range, 1u, ~0u, 0u) == 0) return;
  long most = sysconf(_SC_OPEN_MAX);
  for (int other = 1; other < most; other++) close(other);
}

static void collect(void) {
  pid_t ended;
  while ((ended = waitpid(-1, NULL, WNOHANG)) > 0) {
    for (int i = 0; i < PROCESSES; i++) {
      if (children[i].process == ended) children[i].process = 0;
    }
  }
}

static void serveConfined(uint64_t memory, int socket, pid_t zygote, void (*serve)(int)) {
  static const int ignored[] = {SIGINT, SIGQUIT, SIGHUP, SIGTERM};
  prctl(PR_SET_PDEATHSIG, SIGKILL);
  if (getppid() != zygote) _exit(0);
  keepOnly(socket);
  for (size_t i = 0; i < sizeof ignored / sizeof *ignored; i++) signal(ignored[i], SIG_IGN);
  OverscrollSandboxReport report;
  bool isConfined = OverscrollSandboxConfine(memory, &report);
  OverscrollSend(0, &report, sizeof report, NULL, 0);
  if (isConfined) serve(0);
  _exit(0);
}

static void launch(const Request *request, int socket, void (*serve)(int)) {
  Child *free = NULL;
  for (int i = 0; i < PROCESSES && !free; i++) {
    if (!children[i].process) free = &children[i];
  }
  if (free) {
    const pid_t zygote = getpid();
    const pid_t child = fork();
    if (child == 0) serveConfined(request->memory, socket, zygote, serve);
    if (child > 0) *free = (Child){child, request->number};
  }
  close(socket);
}

static void killChild(uint32_t number) {
  // Not collected yet, so its number is no other's.
  for (int i = 0; i < PROCESSES; i++) {
    if (children[i].process && children[i].number == number) kill(children[i].process, SIGKILL);
  }
}

// Serves until the program has ended.
static void run(void (*serve)(int)) {
  Request request;
  int socket;
  while (OverscrollReceive(0, &request, sizeof request, &socket, 1) == (ssize_t)sizeof request) {
    collect();
    if (request.kills) {
      killChild(request.number);
      if (socket >= 0) close(socket);
    } else if (socket >= 0) {
      launch(&request, socket, serve);
    }
  }
}

int OverscrollSandboxStart(void (*serve)(int socket)) {
  static const int ignored[] = {SIGINT, SIGQUIT, SIGHUP, SIGTERM, SIGPIPE};
  int pair[2];
  if (!OverscrollSocketPair(pair)) return -1;
  const pid_t parent = getpid();
  const pid_t child = fork();
  if (child == 0) {
    // What ends or interrupts the program is for the program to handle; the zygote follows it.
    for (size_t i = 0; i < sizeof ignored / sizeof *ignored; i++) signal(ignored[i], SIG_IGN);
    prctl(PR_SET_PDEATHSIG, SIGKILL);
    if (getppid() != parent) _exit(0);
    prctl(PR_SET_NAME, "overscroll-box");
    keepOnly(pair[1]);
    if (chdir("/") == 0) run(serve);
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

bool OverscrollStartConfinedThread(void (*run)(void *argument), void *argument) {
  Start *start = malloc(sizeof *start);
  if (!start) return false;
  *start = (Start){run, argument};
  pthread_attr_t attributes;
  pthread_t thread;
  bool isStarted = false;
  if (pthread_attr_init(&attributes) == 0) {
    pthread_attr_setdetachstate(&attributes, PTHREAD_CREATE_DETACHED);
    pthread_attr_setstacksize(&attributes, 2 << 20);
    isStarted = pthread_create(&thread, &attributes, begin, start) == 0;
    pthread_attr_destroy(&attributes);
  }
  if (!isStarted) free(start);
  return isStarted;
}
