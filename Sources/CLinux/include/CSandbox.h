#pragma once
#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>
#include <sys/types.h>

// Processes that can read the descriptors they are sent, write the memory they share, and nothing else.
//
// A zygote is forked while its program has a single thread. It forks the confined processes, one for each picture: starting a
// program's file again would take longer, and forking with several threads is not safe.

// What a confined process is isolated in, where the kernel lets an unprivileged process have it.
#define OVERSCROLL_USER_NAMESPACE 1u
#define OVERSCROLL_PID_NAMESPACE 2u
#define OVERSCROLL_NETWORK_NAMESPACE 4u
#define OVERSCROLL_IPC_NAMESPACE 8u
#define OVERSCROLL_MOUNT_NAMESPACE 16u
#define OVERSCROLL_EMPTY_ROOT 32u

// What a confined process reports before it serves.
typedef struct {
  // 0, or the error number of what failed.
  int32_t failure;
  // 1 where the process is confined, 0 for one of `--no-sandbox`.
  int32_t isConfined;
  // The version of Landlock that confines it; 0 where the kernel has none.
  int32_t landlock;
  // What it is isolated in.
  uint32_t isolation;
} OverscrollSandboxReport;

// What a zygote's processes run, and what they may do beyond the calls that all decoders need.
typedef struct {
  // Runs in each process with its socket, on its only thread.
  void (*_Nonnull serve)(int socket);
  // Runs before the process is confined, with a descriptor of /proc, or -1; may be NULL.
  void (*_Nullable prepare)(int proc);
  // System calls that are allowed.
  const int *_Nullable calls;
  size_t callCount;
  // System calls that `answer` makes in the kernel's place; it runs in a signal handler, on the thread that made the call.
  const int *_Nullable answeredCalls;
  size_t answeredCallCount;
  // Returns the call's result, or a negative error number.
  long (*_Nullable answer)(long call, const uint64_t *_Nonnull arguments);
} OverscrollSandboxRules;

// Forks a zygote, which ends when its parent does or its socket is closed.
//
// Call it before any thread is started. The rules have to stay valid. Returns the socket of the zygote, or -1.
int OverscrollSandboxStart(const OverscrollSandboxRules *_Nonnull rules);

// Is the zygote of a program that was started for that, on its socket; returns when that is closed.
void OverscrollSandboxServe(
    int socket, bool isConfined, const OverscrollSandboxRules *_Nonnull rules);

// Has the zygote start a process that uses the other end of `socket`, which the caller closes; `number` is for killing it.
// `memory` is the address space that it may take, in bytes, besides the program's own; 0 for no limit.
bool OverscrollSandboxLaunch(int zygote, uint32_t number, int socket, uint64_t memory);

// Kills a process of the zygote.
void OverscrollSandboxKill(int zygote, uint32_t number);

// Starts a program with two arguments and a socket as its descriptor 0, without other descriptors and the user's variables; returns
// its process, or -1.
pid_t OverscrollStartProgram(
    const char *_Nonnull path, const char *_Nonnull first, const char *_Nonnull second, int socket);

// Kills a program that was started.
void OverscrollEndProgram(pid_t process);

// Confines the calling process, which has one thread; returns false, with the reason in the report, if the kernel refuses.
bool OverscrollSandboxConfine(
    uint64_t memory, int proc, const OverscrollSandboxRules *_Nonnull rules,
    OverscrollSandboxReport *_Nonnull report);

// Loads the filter of system calls for all threads; returns 0 or an error number.
int OverscrollSandboxFilter(const OverscrollSandboxRules *_Nonnull rules);

// Loads the filter for a zygote, which starts no program and opens no socket; returns 0 or an error number.
int OverscrollZygoteFilter(void);

// Makes a pair of connected sockets that keep the bounds of messages; the first is the program's, which takes no descriptors where
// the kernel can refuse them.
bool OverscrollSocketPair(int *_Nonnull pair);

// Sends a message with descriptors from the program, without waiting; returns false where there is no room for it, or no one
// receives it.
bool OverscrollSend(
    int socket, const void *_Nonnull bytes, size_t count, const int *_Nullable descriptors,
    int descriptorCount);

// Returns whether everything that was sent has been received.
bool OverscrollIsReceived(int socket);

// Sends a message from a confined process, where the call that sends descriptors ends it; waits for room, and returns false where no
// one receives it.
bool OverscrollReply(int socket, const void *_Nonnull bytes, size_t count);

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
  // Not 0 where the call ended the process: OVERSCROLL_CRASH or OVERSCROLL_OUT_OF_MEMORY.
  uint32_t crash;
  uint32_t padding[14];
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

// Starts a detached thread with no signal blocked: the filter answers some system calls by a signal, and crashes are noted by one.
bool OverscrollStartConfinedThread(
    void (*_Nonnull run)(void *_Nullable argument), void *_Nullable argument);

// The messages that are sent and received here, as Message.swift numbers them.
#define OVERSCROLL_ACKNOWLEDGE_REQUEST 13
#define OVERSCROLL_DESCRIPTOR_REQUEST 14
#define OVERSCROLL_DESCRIPTOR_REPLY 2
#define OVERSCROLL_COMPANION_REPLY 8

// What a thread of a confined process serves.
typedef struct {
  int socket;
  // Notes a crash.
  OverscrollCallState *_Nonnull state;
  // The slots that were sent and that the program has not read yet.
  size_t unreadSlots;
  // True where the program is gone.
  bool isOver;
  void *_Nullable context;
} OverscrollLane;

// The lane that the calling thread serves; NULL on other threads.
void OverscrollSetLane(OverscrollLane *_Nullable lane);
OverscrollLane *_Nullable OverscrollCurrentLane(void);

// Has crashes of the calling thread, which serves no lane, noted for the call that it works for.
void OverscrollNoteCrashesIn(OverscrollCallState *_Nullable state);

// Has the program open the call's file, or one of the folder that belongs to it, and waits for the answer; returns its length, or -1
// where the program is gone. It needs little of the stack and no heap, so that a signal handler may call it.
ssize_t OverscrollRequestDescriptor(
    OverscrollLane *_Nonnull lane, const char *_Nullable companion, uint8_t *_Nonnull answer,
    size_t capacity, int *_Nonnull descriptor);
