#include "lane.h"
#include <pthread.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

// The memory of a call, as in CallMemory.swift.
#define SLOT_COUNT 4
#define SLOT_BYTES (1u << 19)
#define HEAD_BYTES 4096
#define MEMORY_BYTES (HEAD_BYTES + SLOT_COUNT * SLOT_BYTES)

// The stack of a thread, for libraries that recurse. [C]
#define STACK_BYTES (8 << 20)

static _Thread_local Lane *currentLane;

Lane *CurrentLane(void) { return currentLane; }

static int64_t numberAt(const uint8_t *bytes) {
  uint64_t number = 0;
  for (int i = 7; i >= 0; i--) number = number << 8 | bytes[i];
  return (int64_t)number;
}

int64_t ReadNumber(Lane *lane) {
  if (lane->length - lane->place < 8) {
    lane->isMalformed = true;
    return 0;
  }
  lane->place += 8;
  return numberAt(lane->request + lane->place - 8);
}

const uint8_t *ReadBytes(Lane *lane, size_t *count) {
  const int64_t length = ReadNumber(lane);
  *count = 0;
  if (length < 0 || (uint64_t)length > lane->length - lane->place) {
    lane->isMalformed = true;
    return lane->request;
  }
  *count = (size_t)length;
  lane->place += *count;
  return lane->request + lane->place - *count;
}

void BeginMessage(Message *message, int64_t kind) {
  message->count = 0;
  AddNumber(message, kind);
}

void AddNumber(Message *message, int64_t number) {
  if (message->count + 8 > sizeof message->bytes) return;
  for (int i = 0; i < 8; i++) {
    message->bytes[message->count++] = (uint8_t)((uint64_t)number >> 8 * i);
  }
}

void AddText(Message *message, const char *text) {
  const size_t length = strnlen(text, 1000);
  if (message->count + 8 + length > sizeof message->bytes) return;
  AddNumber(message, (int64_t)length);
  memcpy(message->bytes + message->count, text, length);
  message->count += length;
}

// Needs no more of the stack than a signal handler has.
static void sendNumbers(Lane *lane, int64_t kind, int64_t number, bool hasNumber) {
  uint8_t bytes[16];
  for (int i = 0; i < 8; i++) {
    bytes[i] = (uint8_t)((uint64_t)kind >> 8 * i);
    bytes[8 + i] = (uint8_t)((uint64_t)number >> 8 * i);
  }
  if (!OverscrollSend(lane->socket, bytes, hasNumber ? 16 : 8, NULL, 0)) lane->isOver = true;
}

static void flush(Lane *lane) {
  if (lane->filledBytes == 0) return;
  const size_t count = lane->filledBytes;
  lane->filledBytes = 0;
  lane->sentSlots++;
  lane->unreadSlots++;
  sendNumbers(lane, ReplyBytes, (int64_t)count, true);
}

void SendMessage(Lane *lane, const Message *message) {
  flush(lane);
  if (!OverscrollSend(lane->socket, message->bytes, message->count, NULL, 0)) lane->isOver = true;
}

void SendKind(Lane *lane, int64_t kind) {
  flush(lane);
  sendNumbers(lane, kind, 0, false);
}

void SendFailure(Lane *lane, int64_t code, const char *reason) {
  Message message;
  BeginMessage(&message, ReplyFailure);
  AddNumber(&message, code);
  AddText(&message, reason);
  SendMessage(lane, &message);
}

// Waits for an answer of the viewer while a call is served; returns its kind, or -1 at the end.
static int64_t receiveAnswer(Lane *lane, int *descriptor) {
  uint8_t bytes[2048];
  const ssize_t count =
      OverscrollReceive(lane->socket, bytes, sizeof bytes, descriptor, descriptor ? 1 : 0);
  if (count >= 8) return numberAt(bytes);
  lane->isOver = true;
  return -1;
}

static void awaitSlot(Lane *lane) {
  while (lane->unreadSlots == SLOT_COUNT && !lane->isOver) {
    if (receiveAnswer(lane, NULL) != RequestAcknowledge) lane->isOver = true;
    lane->unreadSlots--;
  }
}

void WriteBytes(Lane *lane, const void *bytes, size_t count) {
  const uint8_t *rest = bytes;
  while (count > 0 && !lane->isOver) {
    if (lane->filledBytes == 0) awaitSlot(lane);
    uint8_t *slot = lane->memory + HEAD_BYTES + lane->sentSlots % SLOT_COUNT * SLOT_BYTES;
    size_t part = SLOT_BYTES - lane->filledBytes;
    if (part > count) part = count;
    memcpy(slot + lane->filledBytes, rest, part);
    lane->filledBytes += part;
    rest += part;
    count -= part;
    if (lane->filledBytes == SLOT_BYTES) flush(lane);
  }
}

bool ShouldContinue(Lane *lane) {
  OverscrollAdvance(lane->state);
  return !lane->isOver && !OverscrollIsStopped(lane->state);
}

int OpenDescriptor(Lane *lane, const char *companion) {
  flush(lane);
  if (companion) {
    uint8_t bytes[16 + 256];
    const size_t length = strnlen(companion, 256);
    for (int i = 0; i < 8; i++) {
      bytes[i] = (uint8_t)((uint64_t)ReplyCompanion >> 8 * i);
      bytes[8 + i] = (uint8_t)((uint64_t)length >> 8 * i);
    }
    memcpy(bytes + 16, companion, length);
    if (!OverscrollSend(lane->socket, bytes, 16 + length, NULL, 0)) lane->isOver = true;
  } else {
    sendNumbers(lane, ReplyDescriptor, 0, false);
  }
  while (!lane->isOver) {
    int descriptor = -1;
    const int64_t kind = receiveAnswer(lane, &descriptor);
    if (kind == RequestDescriptor) return descriptor;
    if (kind != RequestAcknowledge) lane->isOver = true;
    lane->unreadSlots--;
  }
  return -1;
}

typedef struct {
  Lane *lane;
  void (*serve)(Lane *lane, int64_t kind);
} Start;

static void *run(void *argument) {
  const Start start = *(Start *)argument;
  Lane *lane = start.lane;
  free(argument);
  currentLane = lane;
  OverscrollSetCall(lane->state, lane);
  while (!lane->isOver) {
    const ssize_t count =
        OverscrollReceive(lane->socket, lane->request, sizeof lane->request, NULL, 0);
    if (count < 8) break;
    lane->length = (size_t)count;
    lane->place = 0;
    lane->isMalformed = false;
    const int64_t kind = ReadNumber(lane);
    if (kind == RequestAcknowledge) {
      lane->unreadSlots--;
    } else {
      start.serve(lane, kind);
      if (lane->isMalformed) break;
    }
  }
  OverscrollSetCall(NULL, NULL);
  currentLane = NULL;
  close(lane->socket);
  free(lane);
  return NULL;
}

bool StartLane(int socket, int memory, void (*serve)(Lane *lane, int64_t kind)) {
  Lane *lane = calloc(1, sizeof *lane);
  Start *start = malloc(sizeof *start);
  void *shared = memory >= 0 ? OverscrollMapSharedMemory(memory, MEMORY_BYTES) : NULL;
  if (memory >= 0) close(memory);
  if (!lane || !start || !shared || socket < 0) return false;
  lane->socket = socket;
  lane->memory = shared;
  lane->state = shared;
  *start = (Start){lane, serve};
  pthread_attr_t attributes;
  pthread_t thread;
  if (pthread_attr_init(&attributes) != 0) return false;
  pthread_attr_setdetachstate(&attributes, PTHREAD_CREATE_DETACHED);
  pthread_attr_setstacksize(&attributes, STACK_BYTES);
  return pthread_create(&thread, &attributes, run, start) == 0;
}
