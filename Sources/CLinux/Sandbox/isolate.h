#pragma once
#include <stdint.h>
#include <sys/types.h>

// The namespaces of a zygote, which its processes share but for that of processes.
typedef struct {
  // What of OVERSCROLL_…_NAMESPACE and OVERSCROLL_EMPTY_ROOT could be had.
  uint32_t parts;
  // The descriptor of /proc, or -1.
  int proc;
  // The descriptor of the zygote's own namespace of processes, or -1.
  int processes;
} Isolation;

// Moves the calling process, which has one thread, into namespaces of its own with an empty root, as far as the kernel lets it.
// Where there is a namespace of processes it forks, and returns the child's number in the parent; otherwise 0.
pid_t isolate(Isolation *isolation);

// Has the next child begin a namespace of processes.
void enterChildNamespace(const Isolation *isolation);

// Has the next child begin none.
void leaveChildNamespace(const Isolation *isolation);

// Has the kernel end this process first where memory is short.
void raiseOOMScore(int proc);
