#include "opening.h"
#include "slide.h"
#include <pthread.h>
#include <signal.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

// Loads pictures of one format for the viewer, which starts it with the format, a limit of memory, and a socket as descriptor 0:
//
//   overscroll-load FORMAT BYTES|unconfined

// A picture that the viewer refers to by a number.
typedef struct Object {
  int64_t number;
  int useCount;
  Origin origin;
  openslide_t *slide;
  struct Object *next;
} Object;

static const Format *format;
static Object *objects;
static pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;

static void release(Object *object) {
  pthread_mutex_lock(&lock);
  const bool isLast = --object->useCount == 0;
  pthread_mutex_unlock(&lock);
  if (!isLast) return;
  if (object->slide) openslide_close(object->slide);
  free(object->origin.path);
  free(object);
}

// Returns an object, which the caller releases; NULL if there is none.
static Object *find(int64_t number) {
  pthread_mutex_lock(&lock);
  Object *object = objects;
  while (object && object->number != number) object = object->next;
  if (object) object->useCount++;
  pthread_mutex_unlock(&lock);
  return object;
}

static void drop(int64_t number) {
  pthread_mutex_lock(&lock);
  Object **link = &objects;
  while (*link && (*link)->number != number) link = &(*link)->next;
  Object *object = *link;
  if (object) *link = object->next;
  pthread_mutex_unlock(&lock);
  if (object) release(object);
}

static void insert(int64_t number, Origin origin, openslide_t *slide) {
  drop(number);
  Object *object = calloc(1, sizeof *object);
  if (!object) abort();
  *object = (Object){.number = number, .useCount = 1, .origin = origin, .slide = slide};
  pthread_mutex_lock(&lock);
  object->next = objects;
  objects = object;
  pthread_mutex_unlock(&lock);
}

// Reads a file of the viewer's messages: its path, and five numbers that identify it.
static Origin readOrigin(Lane *lane) {
  size_t length;
  const uint8_t *path = ReadBytes(lane, &length);
  Origin origin = {format, strndup((const char *)path, length), 0};
  for (int i = 0; i < 5; i++) ReadNumber(lane);
  return origin;
}

// Ends a call with the first line of libvips' errors.
static void failByVips(Lane *lane) {
  char reason[600];
  const char *error = vips_error_buffer();
  const size_t length = strcspn(error, "\n");
  g_snprintf(reason, sizeof reason, "this %s picture is damaged or of a kind that is not known",
             format->name);
  if (length > 0) {
    const size_t end = strlen(reason);
    const int shown = (int)VIPS_MIN(length, 400);
    g_snprintf(reason + end, sizeof reason - end, " (%.*s)", shown, error);
  }
  vips_error_clear();
  SendFailure(lane, ErrorDamaged, reason);
}

static void failBySlide(Lane *lane, const char *error) {
  char reason[600];
  g_snprintf(reason, sizeof reason,
             "this slide is damaged or of a kind that is not known (%.400s)", error);
  SendFailure(lane, ErrorDamaged, reason);
}

static void addInfo(Message *message, const Header *header, const char *layout) {
  AddText(message, format->name);
  AddNumber(message, header->width);
  AddNumber(message, header->height);
  AddNumber(message, header->bits);
  AddText(message, header->color);
  AddNumber(message, header->hasAlpha);
  AddText(message, layout);
  // Upright: libraries apply the orientation.
  AddNumber(message, 1);
  // No samples of the file's own, and no tone.
  AddNumber(message, false);
  AddNumber(message, 0);
}

static void openRows(Lane *lane, int64_t number, Origin origin) {
  Header header;
  if (!ReadHeader(lane, &origin, &header)) {
    free(origin.path);
    return failByVips(lane);
  }
  insert(number, origin, NULL);
  Message message;
  BeginMessage(&message, ReplyResult);
  addInfo(&message, &header, format->isVector ? "drawing" : "");
  AddNumber(&message, true);
  AddNumber(&message, header.workBytes);
  AddNumber(&message, header.reductions);
  SendMessage(lane, &message);
}

static void openTiles(Lane *lane, int64_t number, Origin origin) {
  char reason[500];
  openslide_t *slide = OpenSlide(&origin, reason, sizeof reason);
  int64_t width = 0, height = 0;
  if (slide) openslide_get_level0_dimensions(slide, &width, &height);
  if (!slide || width <= 0 || height <= 0 || width > INT32_MAX || height > INT32_MAX) {
    if (slide) openslide_close(slide);
    free(origin.path);
    return failBySlide(lane, reason);
  }
  const int count = openslide_get_level_count(slide);
  insert(number, origin, slide);
  const Header header = {(int)width, (int)height, 8, "RGB", false, 0, 0, 1};
  char layout[64] = "";
  if (count > 1) g_snprintf(layout, sizeof layout, "%d levels in the file", count);
  Message message;
  BeginMessage(&message, ReplyResult);
  addInfo(&message, &header, layout);
  AddNumber(&message, false);
  SendMessage(lane, &message);
}

static void openPicture(Lane *lane) {
  const int64_t number = ReadNumber(lane);
  Origin origin = readOrigin(lane);
  size_t unused;
  ReadBytes(lane, &unused);
  if (ReadNumber(lane)) origin.page = (int)ReadNumber(lane);
  if (lane->isMalformed || !origin.path) return;
  if (format->load) {
    openRows(lane, number, origin);
  } else {
    openTiles(lane, number, origin);
  }
}

static void decode(Lane *lane, Object *object) {
  const int64_t width = ReadNumber(lane);
  const int64_t height = ReadNumber(lane);
  const int64_t reduction = ReadNumber(lane);
  const bool isPossible = format->load && width > 0 && height > 0 && width <= INT32_MAX &&
                          height <= INT32_MAX && reduction >= 0 && reduction <= 8;
  if (!isPossible) {
    lane->isMalformed = true;
  } else if (DecodeRows(lane, &object->origin, (int)width, (int)height, (int)reduction)) {
    SendKind(lane, ReplyResult);
  } else {
    failByVips(lane);
  }
}

static void sendRegion(Lane *lane, Object *object) {
  const int64_t level = ReadNumber(lane);
  int64_t numbers[4];
  for (int i = 0; i < 4; i++) {
    numbers[i] = ReadNumber(lane);
    if (numbers[i] < 0 || numbers[i] > INT32_MAX) lane->isMalformed = true;
  }
  if (!object->slide || level < 0 || level > 30) lane->isMalformed = true;
  if (lane->isMalformed) return;
  char reason[500];
  const VipsRect rect = {(int)numbers[0], (int)numbers[1], (int)numbers[2], (int)numbers[3]};
  if (SendRegion(lane, object->slide, (int)level, &rect, reason, sizeof reason)) {
    SendKind(lane, ReplyResult);
  } else {
    failBySlide(lane, reason);
  }
}

// Lists pages from a number on, as many as are asked for.
static void listPages(Lane *lane) {
  ReadNumber(lane);
  Origin origin = readOrigin(lane);
  const int64_t start = ReadNumber(lane);
  const int64_t count = ReadNumber(lane);
  Header header = {.pageCount = 1};
  const bool isKnown = !lane->isMalformed && format->hasPages && ReadHeader(lane, &origin, &header);
  Message message;
  BeginMessage(&message, ReplyResult);
  int64_t page = start;
  if (isKnown && header.pageCount > 1) {
    AddNumber(&message, false);
    for (; page < header.pageCount && page < start + count && ShouldContinue(lane); page++) {
      origin.page = (int)page;
      const bool isGood = ReadHeader(lane, &origin, &header);
      AddNumber(&message, true);
      AddNumber(&message, page);
      AddNumber(&message, isGood ? header.width : 0);
      AddNumber(&message, isGood ? header.height : 0);
      AddNumber(&message, 0);
      AddNumber(&message, 0);
    }
    AddNumber(&message, 2);
    AddNumber(&message, page >= header.pageCount);
    AddNumber(&message, true);
    AddNumber(&message, 1);
  }
  vips_error_clear();
  free(origin.path);
  SendMessage(lane, &message);
}

static void serveObject(Lane *lane, void (*serve)(Lane *lane, Object *object)) {
  Object *object = find(ReadNumber(lane));
  if (!object) return SendKind(lane, ReplyUnknown);
  serve(lane, object);
  release(object);
}

// There is no thumbnail in the file, and nothing that its regions could be decoded from.
static void sendNothing(Lane *lane, int64_t kind) {
  Message message;
  BeginMessage(&message, ReplyResult);
  if (kind == RequestRegions) AddNumber(&message, false);
  SendMessage(lane, &message);
}

static void serve(Lane *lane, int64_t kind) {
  switch (kind) {
  case RequestOpen: openPicture(lane); break;
  case RequestDecode: serveObject(lane, decode); break;
  case RequestRegion: serveObject(lane, sendRegion); break;
  case RequestSteps: listPages(lane); break;
  case RequestThumbnail:
  case RequestRegions: sendNothing(lane, kind); break;
  case RequestRelease:
    drop(ReadNumber(lane));
    SendKind(lane, ReplyResult);
    break;
  default: lane->isMalformed = true;
  }
  vips_thread_shutdown();
}

static void serveLanes(void) {
  int descriptors[2];
  uint8_t byte;
  while (OverscrollReceive(0, &byte, 1, descriptors, 2) == 1) {
    if (!StartLane(descriptors[0], descriptors[1], serve)) return;
  }
}

int main(int argc, char **argv) {
  format = argc == 3 ? FindFormat(argv[1]) : NULL;
  if (!format) return 2;
  signal(SIGPIPE, SIG_IGN);
  // Only the module of the format is loaded.
  setenv("VIPSHOME", "/nonexistent", 1);
  // Code that is made as it runs would need memory that is executable.
  setenv("VIPS_NOVECTOR", "1", 1);
  OverscrollSandboxReport report = {0};
  if (VIPS_INIT(argv[0]) != 0 || !WarmUp(format)) return 3;
  const bool isConfined = strcmp(argv[2], "unconfined") != 0;
  if (isConfined) {
    const uint64_t memory = strtoull(argv[2], NULL, 10);
    OverscrollSandboxConfineWith(memory, PrepareOpening(format), &report);
  }
  OverscrollSend(0, &report, sizeof report, NULL, 0);
  if (report.failure == 0) serveLanes();
  // Threads may still decode, and need what an orderly end would free.
  _exit(0);
}
