#pragma once

// What Swift's Glibc module lacks: eventfd, signalfd, timerfd, files in memory, extended attributes, renaming without replacing,
// copying in the kernel, and giving back parts of files.
#include <sys/eventfd.h>
#include <sys/signalfd.h>
#include <sys/syscall.h>
#include <sys/timerfd.h>
#include <sys/xattr.h>
#include <unistd.h>

// An anonymous file in memory, closed on exec; -1 on failure. Glibc declares memfd_create for _GNU_SOURCE only.
static inline int OverscrollCreateMemoryFile(void) {
  return (int)syscall(SYS_memfd_create, "overscroll pixels", 1u);
}

// Renames a file, unless something has the new name; -1 on failure, with EINVAL where the file system cannot do that. Glibc
// declares renameat2 for _GNU_SOURCE only.
static inline int OverscrollRenameExclusively(
    int oldFolder, const char *_Nonnull oldName, int newFolder, const char *_Nonnull newName) {
  return (int)syscall(SYS_renameat2, oldFolder, oldName, newFolder, newName, 1u);
}

// Copies bytes from one file to another at their offsets, by sharing them where the file system can; -1 on failure, and 0 at the
// end, or where the file has no such bytes. Glibc declares copy_file_range for _GNU_SOURCE only.
static inline long OverscrollCopyRange(int from, int to, unsigned long count) {
  return syscall(SYS_copy_file_range, from, (void *)0, to, (void *)0, count, 0u);
}

// Gives the room of a part of a file back to the file system; the part then reads as zeros, and the file stays as long; -1 on
// failure, with EOPNOTSUPP where the file system cannot do that. Glibc declares fallocate for _GNU_SOURCE only.
static inline int OverscrollPunchHole(int file, long offset, long length) {
  return (int)syscall(SYS_fallocate, file, 3, offset, length);
}

// The arguments of the program, also where there is no /proc, from which Swift's CommandLine reads them: in some sandboxes.

// The number of arguments with the program's name.
int OverscrollArgumentCount(void);

// An argument; NULL beyond the last.
const char *_Nullable OverscrollArgument(int index);
