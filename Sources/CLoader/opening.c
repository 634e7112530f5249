#define _GNU_SOURCE
#include "load.h"
#include <errno.h>
#include <fcntl.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <sys/syscall.h>
#include <unistd.h>

// The folder in which no file exists but the picture, for the libraries that open files by their names.
#define NAME "/overscroll-picture"
// The fonts that are kept open. [C]
#define MAXIMUM_FONTS 64

// The pictures that are open for other threads than those that serve: a library opens one or two. [C]
#define SPARE_PICTURES 2

static char pictureName[64];
static bool isConfined;
static int spares[SPARE_PICTURES] = {-1, -1};

static struct {
  char *path;
  int descriptor;
} fonts[MAXIMUM_FONTS];
static int fontCount;

bool HasFontOpen(const char *path) {
  for (int i = 0; i < fontCount; i++) {
    if (strcmp(fonts[i].path, path) == 0) return true;
  }
  return false;
}

void KeepFontOpen(const char *path) {
  if (HasFontOpen(path) || fontCount == MAXIMUM_FONTS) return;
  const int descriptor = open(path, O_RDONLY | O_CLOEXEC);
  if (descriptor < 0) return;
  fonts[fontCount].path = strdup(path);
  fonts[fontCount++].descriptor = descriptor;
}

const char *PictureName(const char *path) { return isConfined ? pictureName : path; }

int RequestOpening(const char *companion) {
  OverscrollLane *lane = OverscrollCurrentLane();
  uint8_t answer[2048];
  int descriptor = -1;
  if (lane) OverscrollRequestDescriptor(lane, companion, answer, sizeof answer, &descriptor);
  return descriptor;
}

void KeepPictureOpen(void) {
  if (!isConfined || !OverscrollCurrentLane()) return;
  for (int i = 0; i < SPARE_PICTURES; i++) {
    if (__atomic_load_n(&spares[i], __ATOMIC_ACQUIRE) >= 0) continue;
    const int descriptor = RequestOpening(NULL);
    const int before = __atomic_exchange_n(&spares[i], descriptor, __ATOMIC_ACQ_REL);
    if (before >= 0) close(before);
  }
}

// Opens the picture or a file of the folder that belongs to it, by the viewer; a font is open.
static int openName(const char *path) {
  const bool isServing = OverscrollCurrentLane() != NULL;
  if (strcmp(path, pictureName) == 0) {
    if (isServing) return RequestOpening(NULL);
    for (int i = 0; i < SPARE_PICTURES; i++) {
      const int descriptor = __atomic_exchange_n(&spares[i], -1, __ATOMIC_ACQ_REL);
      if (descriptor >= 0) return descriptor;
    }
    return -1;
  }
  const size_t length = strlen(NAME);
  if (isServing && strncmp(path, NAME "/", length + 1) == 0 && !strchr(path + length + 1, '/')) {
    return RequestOpening(path + length + 1);
  }
  for (int i = 0; i < fontCount; i++) {
    if (strcmp(fonts[i].path, path) == 0) return dup(fonts[i].descriptor);
  }
  return -1;
}

static long openReadOnly(const char *path, int flags) {
  if (!path || (flags & O_ACCMODE) != O_RDONLY) return -EACCES;
  const int descriptor = openName(path);
  return descriptor < 0 ? -ENOENT : descriptor;
}

static long statusOf(int descriptor, struct stat *status) {
  return syscall(SYS_fstat, descriptor, status) == 0 ? 0 : -errno;
}

static long status(const char *path, struct stat *status) {
  // What other threads may open once must be there afterwards.
  if (path && !OverscrollCurrentLane() && strcmp(path, pictureName) == 0) {
    for (int i = 0; i < SPARE_PICTURES; i++) {
      const int spare = __atomic_load_n(&spares[i], __ATOMIC_ACQUIRE);
      if (spare >= 0) return statusOf(spare, status);
    }
    return -ENOENT;
  }
  // The folder of companions is one, as far as libraries ask.
  const int descriptor = path ? openName(path) : -1;
  if (descriptor < 0) return -ENOENT;
  const long result = statusOf(descriptor, status);
  close(descriptor);
  return result;
}

static long answer(long call, const uint64_t *arguments) {
  struct stat unused;
  switch (call) {
  case SYS_openat: return openReadOnly((const char *)arguments[1], (int)arguments[2]);
  case SYS_newfstatat: return status((const char *)arguments[1], (struct stat *)arguments[2]);
  case SYS_faccessat:
#ifdef SYS_faccessat2
  case SYS_faccessat2:
#endif
    return arguments[2] & W_OK ? -EACCES : status((const char *)arguments[1], &unused);
#ifdef SYS_open
  case SYS_open: return openReadOnly((const char *)arguments[0], (int)arguments[1]);
  case SYS_access:
    return arguments[1] & W_OK ? -EACCES : status((const char *)arguments[0], &unused);
#endif
  default: return -EPERM;
  }
}

static const int answered[] = {
  SYS_openat, SYS_faccessat,
#ifdef SYS_faccessat2
  SYS_faccessat2,
#endif
#ifdef SYS_open
  SYS_open, SYS_access,
#endif
};

// Copies a descriptor that is open already.
static const int allowed[] = {SYS_dup};

// Opens the fonts once more for this process alone: descriptors of a zygote share their places in the files.
static void reopenFonts(int proc) {
  for (int i = 0; i < fontCount && proc >= 0; i++) {
    char name[64];
    snprintf(name, sizeof name, "self/fd/%d", fonts[i].descriptor);
    const int own = openat(proc, name, O_RDONLY | O_CLOEXEC);
    if (own < 0) continue;
    dup3(own, fonts[i].descriptor, O_CLOEXEC);
    close(own);
  }
}

void LoadPrepare(const LoadFormat *format, bool confined, OverscrollSandboxRules *rules) {
  isConfined = confined;
  snprintf(pictureName, sizeof pictureName, NAME "%s", format->suffix ? format->suffix : "");
  rules->answer = answer;
  // Other libraries never open a file.
  if (format->suffix || format->isVector) {
    rules->answeredCalls = answered;
    rules->answeredCallCount = sizeof answered / sizeof *answered;
  }
  if (format->isVector) {
    rules->prepare = reopenFonts;
    rules->calls = allowed;
    rules->callCount = sizeof allowed / sizeof *allowed;
  }
}
