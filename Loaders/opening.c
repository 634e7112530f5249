#define _GNU_SOURCE
#include "opening.h"
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

static char pictureName[64];
static bool isConfined;

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

// Opens the picture or a file of the folder that belongs to it, by the viewer; a font is open.
static int openName(const char *path) {
  Lane *lane = CurrentLane();
  if (lane && strcmp(path, pictureName) == 0) return OpenDescriptor(lane, NULL);
  const size_t length = strlen(NAME);
  if (lane && strncmp(path, NAME "/", length + 1) == 0 && !strchr(path + length + 1, '/')) {
    return OpenDescriptor(lane, path + length + 1);
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

static long status(const char *path, struct stat *status) {
  // The folder of companions is one, as far as libraries ask.
  const int descriptor = path ? openName(path) : -1;
  if (descriptor < 0) return -ENOENT;
  const long result = syscall(SYS_fstat, descriptor, status) == 0 ? 0 : -errno;
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

const OverscrollSandboxExtras *PrepareOpening(const Format *format) {
  static OverscrollSandboxExtras extras;
  isConfined = true;
  snprintf(pictureName, sizeof pictureName, NAME "%s", format->suffix ? format->suffix : "");
  extras = (OverscrollSandboxExtras){.answer = answer};
  // Other libraries never open a file.
  if (format->suffix || format->isVector) {
    extras.answeredCalls = answered;
    extras.answeredCallCount = sizeof answered / sizeof *answered;
  }
  if (format->isVector) {
    extras.calls = allowed;
    extras.callCount = sizeof allowed / sizeof *allowed;
  }
  return &extras;
}
