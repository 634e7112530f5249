#define _GNU_SOURCE
#include "CBus.h"
#include "bus.h"
#include <fcntl.h>
#include <stdio.h>
#include <string.h>
#include <unistd.h>

typedef struct {
  const char *parent, *title, *filter, *types, *folder, *token;
  bool choosesFolders;
  const char *name;  // Of a file to be written; NULL to choose files that exist.
} Request;

typedef struct {
  void *context;
  void (*add)(void *, const char *);
  bool isDone;
  uint32_t response;
  // The portal's unique name, and whether it has left the bus.
  char portal[256];
  bool isGone;
} Answer;

// Reads a change of a name's owner.
static int ownerDidChange(void *message, void *context, void *error) {
  Answer *answer = context;
  const char *name = NULL, *old = NULL, *new = NULL;
  if (sd.read(message, 's', &name) <= 0 || sd.read(message, 's', &old) <= 0
      || sd.read(message, 's', &new) <= 0) {
    return 0;
  }
  if (strcmp(name, answer->portal) == 0 && !*new) answer->isGone = true;
  return 0;
}

// Reads the Response signal: u a{sv}.
static int didRespond(void *message, void *context, void *error) {
  Answer *answer = context;
  answer->isDone = true;
  answer->response = 2;
  if (sd.read(message, 'u', &answer->response) < 0) return 0;
  if (answer->response != 0 || sd.enter(message, 'a', "{sv}") <= 0) return 0;
  while (sd.enter(message, 'e', "sv") > 0) {
    const char *key = NULL;
    if (sd.read(message, 's', &key) < 0) return 0;
    if (key && strcmp(key, "uris") == 0 && sd.enter(message, 'v', "as") > 0) {
      const char *uri = NULL;
      if (sd.enter(message, 'a', "s") < 0) return 0;
      while (sd.read(message, 's', &uri) > 0) answer->add(answer->context, uri);
      if (sd.exit(message) < 0 || sd.exit(message) < 0) return 0;
    } else if (sd.skip(message, "v") < 0) {
      return 0;
    }
    if (sd.exit(message) < 0) return 0;
  }
  return 0;
}

// Begins an entry of the options, a{sv}.
static void beginOption(void *message, const char *key, const char *type) {
  sd.openContainer(message, 'e', "sv");
  sd.append(message, 's', key);
  sd.openContainer(message, 'v', type);
}

static void endOption(void *message) {
  sd.closeContainer(message);
  sd.closeContainer(message);
}

static void appendFlag(void *message, const char *key, int value) {
  beginOption(message, key, "b");
  sd.append(message, 'b', &value);
  endOption(message);
}

// The filters: an array of names with arrays of kinds and patterns, of which kind 1 is a MIME type.
static void appendFilters(void *message, Request request) {
  beginOption(message, "filters", "a(sa(us))");
  sd.openContainer(message, 'a', "(sa(us))");
  sd.openContainer(message, 'r', "sa(us)");
  sd.append(message, 's', request.filter);
  sd.openContainer(message, 'a', "(us)");
  char types[1024];
  snprintf(types, sizeof types, "%s", request.types);
  char *rest = NULL;
  for (char *type = strtok_r(types, " ", &rest); type; type = strtok_r(NULL, " ", &rest)) {
    uint32_t kind = 1;
    sd.openContainer(message, 'r', "us");
    sd.append(message, 'u', &kind);
    sd.append(message, 's', type);
    sd.closeContainer(message);
  }
  sd.closeContainer(message);
  sd.closeContainer(message);
  sd.closeContainer(message);
  endOption(message);
}

static void appendArguments(void *message, Request request) {
  sd.append(message, 's', request.parent);
  sd.append(message, 's', request.title);
  sd.openContainer(message, 'a', "{sv}");
  beginOption(message, "handle_token", "s");
  sd.append(message, 's', request.token);
  endOption(message);
  if (request.name) {
    beginOption(message, "current_name", "s");
    sd.append(message, 's', request.name);
    endOption(message);
  } else {
    appendFlag(message, "multiple", 1);
  }
  if (request.choosesFolders) {
    appendFlag(message, "directory", 1);
  } else {
    appendFilters(message, request);
  }
  if (request.folder) {
    beginOption(message, "current_folder", "ay");
    // With the zero at its end, as the portal wants paths.
    sd.appendArray(message, 'y', request.folder, strlen(request.folder) + 1);
    endOption(message);
  }
  sd.closeContainer(message);
}

// The path of the request's object: the unique name without its colon, dots as underscores.
static bool requestPath(void *bus, const char *token, char *path, size_t size) {
  const char *name = NULL;
  if (sd.uniqueName(bus, &name) < 0 || !name || !*name) return false;
  char sender[128];
  size_t length = 0;
  for (const char *letter = name + 1; *letter && length < sizeof sender - 1; letter++) {
    sender[length++] = *letter == '.' ? '_' : *letter;
  }
  sender[length] = 0;
  int count =
      snprintf(path, size, "/org/freedesktop/portal/desktop/request/%s/%s", sender, token);
  return count > 0 && (size_t)count < size;
}

static bool ask(void *bus, const char *portal, Request request) {
  void *message = NULL, *reply = NULL;
  if (sd.newCall(bus, &message, portal, "/org/freedesktop/portal/desktop",
                 "org.freedesktop.portal.FileChooser", request.name ? "SaveFile" : "OpenFile") < 0) {
    return false;
  }
  appendArguments(message, request);
  bool isAccepted = sd.call(bus, message, OverscrollBusTimeLimit, NULL, &reply) >= 0;
  if (reply) sd.unref(reply);
  sd.unref(message);
  return isAccepted;
}

OverscrollChooserResult OverscrollChooseFiles(
    const char *parent, const char *title, const char *filter, const char *types,
    const char *folder, const char *token, bool choosesFolders, const char *name,
    void *context, void (*add)(void *, const char *)) {
  Request request = {parent, title, filter, types, folder, token, choosesFolders, name};
  void *bus = NULL;
  if (!OverscrollLoadBus() || sd.open(&bus) < 0) return OverscrollChooserUnavailable;
  Answer answer = {context, add, false, 2, "", false};
  char path[256];
  // The answer may come before the reply to the request, so its signal is awaited first.
  bool isAsked =
      requestPath(bus, request.token, path, sizeof path)
      && OverscrollMatchOwners(bus, ownerDidChange, &answer) >= 0
      && OverscrollPortalName(bus, true, answer.portal, sizeof answer.portal)
      && sd.matchSignal(bus, NULL, answer.portal, path, "org.freedesktop.portal.Request",
                        "Response", didRespond, &answer) >= 0
      && ask(bus, answer.portal, request);
  while (isAsked && !answer.isDone && !answer.isGone) {
    int status = sd.process(bus, NULL);
    if (status == 0) status = sd.wait(bus, UINT64_MAX);
    if (status < 0) break;
  }
  sd.close(bus);
  if (!answer.isDone) return OverscrollChooserUnavailable;
  return answer.response == 0 ? OverscrollChooserDone : OverscrollChooserCancelled;
}

// The time in which the portal must have moved a file to the trash, in microseconds.
static const uint64_t trashTimeLimit = 10000000;

// Opens a file for the portal, which moves only what the program itself could change.
static int openForTrash(const char *path) {
  int file = open(path, O_RDWR | O_CLOEXEC | O_NOFOLLOW | O_NONBLOCK);
  return file >= 0 ? file : open(path, O_PATH | O_CLOEXEC | O_NOFOLLOW);
}

OverscrollTrashResult OverscrollTrashFile(const char *path) {
  void *bus = NULL;
  if (!OverscrollLoadBus() || sd.open(&bus) < 0) return OverscrollTrashUnavailable;
  char portal[256];
  void *message = NULL, *reply = NULL;
  OverscrollTrashResult result = OverscrollTrashUnavailable;
  int file = openForTrash(path);
  if (file >= 0 && OverscrollPortalName(bus, true, portal, sizeof portal)
      && sd.newCall(bus, &message, portal, "/org/freedesktop/portal/desktop",
                    "org.freedesktop.portal.Trash", "TrashFile") >= 0) {
    sd.append(message, 'h', &file);
    uint32_t isMoved = 0;
    if (sd.call(bus, message, trashTimeLimit, NULL, &reply) >= 0
        && sd.read(reply, 'u', &isMoved) > 0) {
      result = isMoved ? OverscrollTrashMoved : OverscrollTrashRefused;
    }
    if (reply) sd.unref(reply);
    sd.unref(message);
  }
  if (file >= 0) close(file);
  sd.close(bus);
  return result;
}

void *OverscrollInhibitIdle(const char *parent, const char *reason) {
  void *bus = NULL;
  if (!OverscrollLoadBus() || sd.open(&bus) < 0) return NULL;
  char portal[256];
  void *message = NULL, *reply = NULL;
  bool isAccepted = false;
  if (OverscrollPortalName(bus, true, portal, sizeof portal)
      && sd.newCall(bus, &message, portal, "/org/freedesktop/portal/desktop",
                    "org.freedesktop.portal.Inhibit", "Inhibit") >= 0) {
    const uint32_t idle = 8;
    sd.append(message, 's', parent);
    sd.append(message, 'u', &idle);
    sd.openContainer(message, 'a', "{sv}");
    beginOption(message, "reason", "s");
    sd.append(message, 's', reason);
    endOption(message);
    sd.closeContainer(message);
    isAccepted = sd.call(bus, message, OverscrollBusTimeLimit, NULL, &reply) >= 0;
    if (reply) sd.unref(reply);
    sd.unref(message);
  }
  if (isAccepted) return bus;
  sd.close(bus);
  return NULL;
}

void OverscrollEndInhibition(void *bus) {
  // The portal ends the requests of a connection with it.
  if (bus) sd.close(bus);
}
