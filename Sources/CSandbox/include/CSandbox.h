#pragma once
#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>
#include <sys/types.h>

#ifndef __clang__
#define _Nonnull
#define _Nullable
#endif

// Processes that can read the descriptors they are sent, write the memory they share, and nothing else.
//
// A zygote is forked while the program has a single thread. It forks the confined processes later, when the program has others:
// starting the program's file again would take longer, and forking with several threads is not safe.

// What a confined process reports before it serves.
typedef struct {
  // 0, or the error number of what failed.
  int32_t failure;
  // The version of Landlock that confines it; 0 where the kernel has none.
  int32_t landlock;
} OverscrollSandboxReport;

// Forks the zygote, which ends when its parent does or its socket is closed.
//
// Call it before any thread is started. `serve` runs in each confined process with its socket, on its only thread.
// Returns the socket of the zygote, or -1.
int OverscrollSandboxStart(void (*_Nonnull serve)(int socket));

// Has the zygote start a confined process that uses the other end of `socket`, which the caller closes; `number` is for killing it.
// `memory` is the address space that it may take, in bytes, besides the program's own; 0 for no limit.
bool OverscrollSandboxLaunch(int zygote, uint32_t number, int socket, uint64_t memory);

// Kills a confined process.
void OverscrollSandboxKill(int zygote, uint32_t number);

// Starts a program with two arguments and a socket as its descriptor 0, without other descriptors and the user's variables; returns
// its process, or -1.
pid_t OverscrollStartProgram(
    const char *_Nonnull path, const char *_Nonnull first, const char *_Nonnull second, int socket);

// Kills a program that was started.
void OverscrollEndProgram(pid_t process);

// Confines the calling process; returns false, with the reason in the report, if the kernel refuses.
bool OverscrollSandboxConfine(uint64_t memory, OverscrollSandboxReport *_Nonnull report);

// What a confined process may do beyond the calls that all decoders need.
typedef struct {
  // System calls that are allowed.
  const int *_Nullable calls;
  size_t callCount;
  // System calls that `answer` makes in the kernel's place; it runs in a signal handler, on the thread that made the call.
  const int *_Nullable answeredCalls;
  size_t answeredCallCount;
  // Returns the call's result, or a negative error number.
  long (*_Nullable answer)(long call, const uint64_t *_Nonnull arguments);
} OverscrollSandboxExtras;

// Confines the calling process as above, with exceptions, which have to stay valid.
bool OverscrollSandboxConfineWith(
    uint64_t memory, const OverscrollSandboxExtras *_Nullable extras,
    OverscrollSandboxReport *_Nonnull report);

// Loads the filter of system calls; returns 0 or an error number.
int OverscrollSandboxFilter(const OverscrollSandboxExtras *_Nullable extras);

// Makes a pair of connected sockets that keep the bounds of messages.
bool OverscrollSocketPair(int *_Nonnull pair);

// Sends a message with descriptors; returns false where no one receives it.
bool OverscrollSend(
    int socket, const void *_Nonnull bytes, size_t count, const int *_Nullable descriptors,
    int descriptorCount);

// Waits for a message with up to `descriptorCount` descriptors and returns its length; 0 at the end, -1 for an error, -2 for a message
// that is too long. Descriptors that were not sent are -1.
ssize_t OverscrollReceive(
    int socket, void *_Nonnull bytes, size_t capacity, int *_Nullable descriptors,
    int descriptorCount);

// Makes memory to share, whose length cannot change; returns its descriptor, or -1.
int OverscrollMakeSharedMemory(size_t byteCount);

// Maps shared memory; NULL for an error.
void *_Nullable OverscrollMapSharedMemory(int descriptor, size_t byteCount);

#define OVERSCROLL_CRASH 1u
#define OVERSCROLL_OUT_OF_MEMORY 2u

// The head of the memory that both sides of a call share.
typedef struct {
  // Not 0 where the call is no longer needed.
  uint32_t isStopped;
  // Counts the steps of the call.
  uint32_t progress;
  // Not 0 where the call ended the process: OVERSCROLL_CRASH or OVERSCROLL_OUT_OF_MEMORY.
  uint32_t crash;
  uint32_t padding[13];
} OverscrollCallState;

static inline void OverscrollBeginCall(OverscrollCallState *_Nonnull state) {
  __atomic_store_n(&state->isStopped, 0, __ATOMIC_RELEASE);
  __atomic_store_n(&state->crash, 0, __ATOMIC_RELEASE);
}

static inline void OverscrollStopCall(OverscrollCallState *_Nonnull state) {
  __atomic_store_n(&state->isStopped, 1, __ATOMIC_RELEASE);
}

static inline bool OverscrollIsStopped(OverscrollCallState *_Nonnull state) {
  return __atomic_load_n(&state->isStopped, __ATOMIC_ACQUIRE) != 0;
}

// How the call ended the process; 0 where it did not.
static inline uint32_t OverscrollCrash(OverscrollCallState *_Nonnull state) {
  return __atomic_load_n(&state->crash, __ATOMIC_ACQUIRE);
}

static inline uint32_t OverscrollProgress(OverscrollCallState *_Nonnull state) {
  return __atomic_load_n(&state->progress, __ATOMIC_RELAXED);
}

static inline void OverscrollAdvance(OverscrollCallState *_Nonnull state) {
  __atomic_fetch_add(&state->progress, 1, __ATOMIC_RELAXED);
}

// Starts a detached thread with no signal blocked: the filter answers some system calls by a signal, and crashes are noted by one.
bool OverscrollStartConfinedThread(
    void (*_Nonnull run)(void *_Nullable argument), void *_Nullable argument);

// What the calling thread serves; its state notes a crash.
void OverscrollSetCall(OverscrollCallState *_Nullable state, void *_Nullable context);
void *_Nullable OverscrollCallContext(void);
