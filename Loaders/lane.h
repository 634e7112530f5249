#pragma once
#include "CSandbox.h"
#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

// The viewer's calls, in the messages of Sources/Imaging/Sandbox: numbers of 64 bits, and bytes after their count.

// What the viewer asks for; the rest of its requests are for its own decoders.
enum {
  RequestOpen = 1,
  RequestDecode = 2,
  RequestThumbnail = 3,
  RequestRegions = 4,
  RequestSteps = 9,
  RequestRelease = 12,
  RequestAcknowledge = 13,
  RequestDescriptor = 14,
  RequestRegion = 15,
};

// What is answered.
enum {
  ReplyBytes = 1,
  ReplyDescriptor = 2,
  ReplyBegin = 4,
  ReplyResult = 5,
  ReplyFailure = 6,
  ReplyUnknown = 7,
  ReplyCompanion = 8,
};

// The kinds of errors, as the viewer numbers them.
enum {
  ErrorUnreadable = 2,
  ErrorDamaged = 5,
  ErrorTooLarge = 6,
  ErrorUnsupported = 7,
  ErrorBadArgument = 8,
};

// The bytes of the longest message.
#define MAXIMUM_MESSAGE (1 << 16)

// One thread of calls, and the memory that it shares with the viewer.
typedef struct {
  int socket;
  uint8_t *memory;
  OverscrollCallState *state;
  // The slots that were sent, and those of them that the viewer has not read yet.
  size_t sentSlots;
  size_t unreadSlots;
  size_t filledBytes;
  // True where the viewer is gone.
  bool isOver;
  // The request, and how far it is read.
  uint8_t request[MAXIMUM_MESSAGE];
  size_t length;
  size_t place;
  // True where the request is not what the viewer sends.
  bool isMalformed;
} Lane;

// A message to the viewer.
typedef struct {
  uint8_t bytes[MAXIMUM_MESSAGE];
  size_t count;
} Message;

// Starts a thread that serves the calls of a lane; takes the descriptors.
bool StartLane(int socket, int memory, void (*serve)(Lane *lane, int64_t kind));

// The lane that the calling thread serves; NULL on other threads.
Lane *CurrentLane(void);

// Reads a request. Beyond its end numbers are 0 and bytes are empty, and the lane is malformed.
int64_t ReadNumber(Lane *lane);
const uint8_t *ReadBytes(Lane *lane, size_t *count);

// Makes a message.
void BeginMessage(Message *message, int64_t kind);
void AddNumber(Message *message, int64_t number);
void AddText(Message *message, const char *text);

// Sends a message after the bytes that were written.
void SendMessage(Lane *lane, const Message *message);
void SendKind(Lane *lane, int64_t kind);
void SendFailure(Lane *lane, int64_t code, const char *reason);

// Sends bytes through the slots; waits where all are full.
void WriteBytes(Lane *lane, const void *bytes, size_t count);

// Notes a step of the call; returns false where it is no longer needed.
bool ShouldContinue(Lane *lane);

// Has the viewer open the call's file, or one in the folder that belongs to it, and returns the descriptor, or -1.
//
// It may be called from a signal handler, on the lane's own thread.
int OpenDescriptor(Lane *lane, const char *companion);
