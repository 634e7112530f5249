#define _GNU_SOURCE
#include "CBus.h"
#include <dlfcn.h>
#include <fcntl.h>
#include <pthread.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <systemd/sd-bus.h>
#include <unistd.h>

// MARK: - The library

// The functions of sd-bus that are used, without the prefix that they share.
#define FUNCTIONS(each)                                                                           \
  each(open_user) each(flush_close_unref) each(get_unique_name) each(match_signal) each(call)     \
  each(process) each(wait) each(message_new_method_call) each(message_unref)                      \
  each(message_get_destination)                                                                   \
  each(message_append) each(message_append_array) each(message_open_container)                    \
  each(message_close_container) each(message_read) each(message_enter_container)                  \
  each(message_exit_container) each(message_skip)

// The program is not linked with the library, so that it starts without it.
static struct {
#define DECLARE(name) __typeof__(sd_bus_##name) *name;
  FUNCTIONS(DECLARE)
} sd;

static bool isLoaded;

static void load(void) {
  // Systems without systemd have the same functions in libraries of other names.
  static const char *const names[] = {"libsystemd.so.0", "libelogind.so.0", "libbasu.so.0"};
  void *library = NULL;
  for (size_t i = 0; i < sizeof names / sizeof *names && !library; i++) {
    library = dlopen(names[i], RTLD_NOW | RTLD_LOCAL);
  }
  if (!library) return;
#define LOAD(name) \
  if (!(sd.name = (__typeof__(sd.name))dlsym(library, "sd_bus_" #name))) return;
  FUNCTIONS(LOAD)
  isLoaded = true;
}

// Connects to the user's bus; NULL where there is no library or no bus.
static sd_bus *openBus(void) {
  static pthread_once_t once = PTHREAD_ONCE_INIT;
  sd_bus *bus = NULL;
  pthread_once(&once, load);
  return isLoaded && sd.open_user(&bus) >= 0 ? bus : NULL;
}

// MARK: - The portal

static const char *const driver = "org.freedesktop.DBus";
static const char *const driverPath = "/org/freedesktop/DBus";
static const char *const portalName = "org.freedesktop.portal.Desktop";
static const char *const portalPath = "/org/freedesktop/portal/desktop";

// The time that a program on the bus has for an answer, in microseconds.
static const uint64_t timeLimit = 1000000;
// The same where the portal moves a file to the trash.
static const uint64_t trashTimeLimit = 10000000;
// The same where a file manager has to start first.
static const uint64_t startTimeLimit = 10000000;

// Sends a call, which it releases; returns the reply, which the caller releases, or NULL, as for a call that is NULL.
static sd_bus_message *send(sd_bus *bus, sd_bus_message *call, uint64_t limit) {
  sd_bus_message *reply = NULL;
  if (!call || sd.call(bus, call, limit, NULL, &reply) < 0) reply = NULL;
  sd.message_unref(call);
  return reply;
}

// Calls a method of the bus itself with the portal's name and, if there are any, flags; returns the reply, or NULL.
static sd_bus_message *callDriver(sd_bus *bus, const char *method, const uint32_t *flags) {
  sd_bus_message *call = NULL;
  if (sd.message_new_method_call(bus, &call, driver, driverPath, driver, method) < 0) return NULL;
  sd.message_append(call, "s", portalName);
  if (flags) sd.message_append(call, "u", *flags);
  return send(bus, call, timeLimit);
}

// Begins a call of one of the portal's methods, which is started if it does not run and `starts` is true. The call goes to its unique
// name: any program can send signals with the portal's path and interface, but none has that.
static sd_bus_message *newCall(
    sd_bus *bus, bool starts, const char *interface, const char *method) {
  sd_bus_message *owner = callDriver(bus, "GetNameOwner", NULL), *call = NULL;
  if (!owner && starts) {
    const uint32_t noFlags = 0;
    sd.message_unref(callDriver(bus, "StartServiceByName", &noFlags));
    owner = callDriver(bus, "GetNameOwner", NULL);
  }
  const char *name = NULL;
  if (owner && sd.message_read(owner, "s", &name) > 0
      && sd.message_new_method_call(bus, &call, name, portalPath, interface, method) < 0) {
    call = NULL;
  }
  sd.message_unref(owner);
  return call;
}

// A change of a name's owner that is waited for.
typedef struct {
  char name[256];
  // Whether the name gets an owner, or loses it.
  bool appears;
  bool happened;
} OwnerChange;

static int ownerDidChange(sd_bus_message *message, void *context, sd_bus_error *error) {
  OwnerChange *change = context;
  const char *name = NULL, *old = NULL, *new = NULL;
  if (sd.message_read(message, "sss", &name, &old, &new) > 0 && strcmp(name, change->name) == 0
      && (*new != 0) == change->appears) {
    change->happened = true;
  }
  return 0;
}

// Notes the change from now on.
static bool follow(sd_bus *bus, OwnerChange *change) {
  // Only the bus itself has this name, so that no program can forge the signal.
  return sd.match_signal(bus, NULL, driver, driverPath, driver, "NameOwnerChanged",
                         ownerDidChange, change)
         >= 0;
}

// Handles what has come on the bus or waits for more; false where the bus has gone.
static bool advance(sd_bus *bus) {
  int status = sd.process(bus, NULL);
  if (status == 0) status = sd.wait(bus, UINT64_MAX);
  return status >= 0;
}

// MARK: - Settings

static const char *const namespace = "org.freedesktop.appearance";

// Any program can send such a signal, so that it is only a reason to ask the portal.
static int didChange(sd_bus_message *message, void *context, sd_bus_error *error) {
  *(bool *)context = true;
  return 0;
}

// Reads the settings of a namespace: a{sv}.
static bool readSettings(sd_bus_message *reply, OverscrollAppearance *appearance) {
  if (sd.message_enter_container(reply, 'a', "{sv}") < 0) return false;
  while (sd.message_enter_container(reply, 'e', "sv") > 0) {
    const char *key = NULL;
    if (sd.message_read(reply, "s", &key) <= 0 || !key) return false;
    unsigned *value = strcmp(key, "reduced-motion") == 0 ? &appearance->reducedMotion
                      : strcmp(key, "contrast") == 0     ? &appearance->contrast
                                                         : NULL;
    uint32_t number = 0;
    if (value && sd.message_read(reply, "v", "u", &number) > 0) {
      *value = number;
    } else if (sd.message_skip(reply, "v") < 0) {
      return false;
    }
    if (sd.message_exit_container(reply) < 0) return false;
  }
  return sd.message_exit_container(reply) >= 0;
}

// Reads the reply to ReadAll: a{sa{sv}}.
static bool readNamespaces(sd_bus_message *reply, OverscrollAppearance *appearance) {
  if (sd.message_enter_container(reply, 'a', "{sa{sv}}") < 0) return false;
  while (sd.message_enter_container(reply, 'e', "sa{sv}") > 0) {
    const char *name = NULL;
    if (sd.message_read(reply, "s", &name) <= 0 || !name) return false;
    bool isRead = strcmp(name, namespace) == 0 ? readSettings(reply, appearance)
                                               : sd.message_skip(reply, "a{sv}") >= 0;
    if (!isRead || sd.message_exit_container(reply) < 0) return false;
  }
  return true;
}

static const char *const settingsInterface = "org.freedesktop.portal.Settings";

// Asks the portal for the settings; false where it has none, or does not answer.
static bool readAppearance(sd_bus *bus, bool starts, OverscrollAppearance *appearance) {
  sd_bus_message *call = newCall(bus, starts, settingsInterface, "ReadAll");
  if (call) sd.message_append(call, "as", 1, namespace);
  sd_bus_message *reply = send(bus, call, timeLimit);
  bool isRead = reply && readNamespaces(reply, appearance);
  sd.message_unref(reply);
  return isRead;
}

void OverscrollFollowAppearance(
    void *context, void (*changed)(void *context, OverscrollAppearance appearance)) {
  sd_bus *bus = openBus();
  if (!bus) return;
  // The signals are asked for first, so that no change is missed; a portal that comes may have other settings, or have some at last.
  bool isOutdated = true;
  OwnerChange arrival = {"org.freedesktop.portal.Desktop", true, false};
  bool goesOn = sd.match_signal(bus, NULL, portalName, portalPath, settingsInterface,
                                "SettingChanged", didChange, &isOutdated) >= 0
                && follow(bus, &arrival);
  // Started once: one that ends while it is asked would be started forever.
  bool starts = true;
  while (goesOn) {
    if (isOutdated || arrival.happened) {
      OverscrollAppearance appearance = {0, 0};
      isOutdated = arrival.happened = false;
      // A call that fails changes nothing; the next signal is a reason to ask again.
      if (readAppearance(bus, starts, &appearance)) changed(context, appearance);
      starts = false;
    }
    goesOn = advance(bus);
  }
  sd.flush_close_unref(bus);
}

// MARK: - Choosing files

typedef struct {
  void *context;
  void (*add)(void *, const char *);
  bool isDone;
  uint32_t response;
  // The number of the part that was chosen, where parts can be.
  unsigned part;
} Answer;

// The name of the choice of a part.
static const char *const partChoice = "part";

// Reads the choices: a(ss), each a name and what was chosen.
static bool readChoices(sd_bus_message *message, Answer *answer) {
  if (sd.message_enter_container(message, 'v', "a(ss)") <= 0
      || sd.message_enter_container(message, 'a', "(ss)") < 0) {
    return false;
  }
  const char *name = NULL, *value = NULL;
  while (sd.message_read(message, "(ss)", &name, &value) > 0) {
    if (strcmp(name, partChoice) == 0) answer->part = (unsigned)strtoul(value, NULL, 10);
  }
  return sd.message_exit_container(message) >= 0 && sd.message_exit_container(message) >= 0;
}

// Reads the Response signal: u a{sv}.
static int didRespond(sd_bus_message *message, void *context, sd_bus_error *error) {
  Answer *answer = context;
  answer->isDone = true;
  if (sd.message_read(message, "u", &answer->response) < 0 || answer->response != 0) return 0;
  if (sd.message_enter_container(message, 'a', "{sv}") <= 0) return 0;
  while (sd.message_enter_container(message, 'e', "sv") > 0) {
    const char *key = NULL;
    if (sd.message_read(message, "s", &key) < 0) return 0;
    if (key && strcmp(key, "uris") == 0 && sd.message_enter_container(message, 'v', "as") > 0) {
      const char *uri = NULL;
      if (sd.message_enter_container(message, 'a', "s") < 0) return 0;
      while (sd.message_read(message, "s", &uri) > 0) answer->add(answer->context, uri);
      if (sd.message_exit_container(message) < 0 || sd.message_exit_container(message) < 0) return 0;
    } else if (key && strcmp(key, "choices") == 0) {
      if (!readChoices(message, answer)) return 0;
    } else if (sd.message_skip(message, "v") < 0) {
      return 0;
    }
    if (sd.message_exit_container(message) < 0) return 0;
  }
  return 0;
}

// Appends the filters: an array of names with arrays of kinds and patterns, of which kind 1 is a MIME type.
static void appendFilters(sd_bus_message *call, const char *filter, const char *types) {
  sd.message_open_container(call, 'e', "sv");
  sd.message_append(call, "s", "filters");
  sd.message_open_container(call, 'v', "a(sa(us))");
  sd.message_open_container(call, 'a', "(sa(us))");
  sd.message_open_container(call, 'r', "sa(us)");
  sd.message_append(call, "s", filter);
  sd.message_open_container(call, 'a', "(us)");
  char words[1024];
  snprintf(words, sizeof words, "%s", types);
  char *rest = NULL;
  for (char *type = strtok_r(words, " ", &rest); type; type = strtok_r(NULL, " ", &rest)) {
    sd.message_append(call, "(us)", 1, type);
  }
  for (int containers = 5; containers > 0; containers--) sd.message_close_container(call);
}

// Appends the choice of a part: an array of names, labels, arrays of values with labels, and the value that is proposed.
static void appendParts(sd_bus_message *call, const char *parts) {
  sd.message_open_container(call, 'e', "sv");
  sd.message_append(call, "s", "choices");
  sd.message_open_container(call, 'v', "a(ssa(ss)s)");
  sd.message_open_container(call, 'a', "(ssa(ss)s)");
  sd.message_open_container(call, 'r', "ssa(ss)s");
  sd.message_append(call, "ss", partChoice, "Save");
  sd.message_open_container(call, 'a', "(ss)");
  char lines[1024], number[16];
  snprintf(lines, sizeof lines, "%s", parts);
  char *rest = NULL;
  unsigned count = 0;
  for (char *line = strtok_r(lines, "\n", &rest); line; line = strtok_r(NULL, "\n", &rest)) {
    snprintf(number, sizeof number, "%u", count++);
    sd.message_append(call, "(ss)", number, line);
  }
  sd.message_close_container(call);
  sd.message_append(call, "s", "0");
  for (int containers = 4; containers > 0; containers--) sd.message_close_container(call);
}

static void appendFolder(sd_bus_message *call, const char *folder) {
  sd.message_open_container(call, 'e', "sv");
  sd.message_append(call, "s", "current_folder");
  sd.message_open_container(call, 'v', "ay");
  // With the zero at its end, as the portal wants paths.
  sd.message_append_array(call, 'y', folder, strlen(folder) + 1);
  sd.message_close_container(call);
  sd.message_close_container(call);
}

// The path of the request's object: the unique name without its colon, dots as underscores.
static bool requestPath(sd_bus *bus, const char *token, char *path, size_t size) {
  const char *name = NULL;
  if (sd.get_unique_name(bus, &name) < 0 || !name || !*name) return false;
  char sender[128];
  snprintf(sender, sizeof sender, "%s", name + 1);
  for (char *dot = sender; (dot = strchr(dot, '.'));) *dot = '_';
  int count = snprintf(path, size, "%s/request/%s/%s", portalPath, sender, token);
  return count > 0 && (size_t)count < size;
}

// A request to the portal that the user answers.
typedef struct {
  char path[256];
  OwnerChange departure;
  Answer answer;
} Request;

// Begins the call of a request's method; NULL where there is no portal. A portal that leaves and an answer may both come before the
// reply, so the signals are awaited first.
static sd_bus_message *newRequest(
    sd_bus *bus, Request *request, const char *token, const char *interface, const char *method) {
  sd_bus_message *call =
      requestPath(bus, token, request->path, sizeof request->path)
              && follow(bus, &request->departure)
          ? newCall(bus, true, interface, method)
          : NULL;
  if (!call) return NULL;
  OwnerChange *departure = &request->departure;
  snprintf(departure->name, sizeof departure->name, "%s", sd.message_get_destination(call));
  if (sd.match_signal(bus, NULL, departure->name, request->path, "org.freedesktop.portal.Request",
                      "Response", didRespond, &request->answer) < 0) {
    call = sd.message_unref(call);
  }
  return call;
}

// Sends the call, which it releases, and waits for the answer; false where there is none.
static bool awaitAnswer(sd_bus *bus, Request *request, sd_bus_message *call) {
  sd_bus_message *reply = send(bus, call, timeLimit);
  bool goesOn = reply;
  sd.message_unref(reply);
  while (goesOn && !request->answer.isDone && !request->departure.happened) goesOn = advance(bus);
  return request->answer.isDone;
}

OverscrollChooserResult OverscrollChooseFiles(
    const char *parent, const char *title, const char *filter, const char *types,
    const char *folder, const char *token, bool choosesFolders, const char *name,
    const char *parts, unsigned *part, void *context, void (*add)(void *, const char *)) {
  sd_bus *bus = openBus();
  if (!bus) return OverscrollChooserUnavailable;
  Request request = {"", {"", false, false}, {context, add, false, 2, 0}};
  sd_bus_message *call = newRequest(
      bus, &request, token, "org.freedesktop.portal.FileChooser", name ? "SaveFile" : "OpenFile");
  if (call) {
    sd.message_append(call, "ss", parent, title);
    sd.message_open_container(call, 'a', "{sv}");
    sd.message_append(call, "{sv}", "handle_token", "s", token);
    if (name) {
      sd.message_append(call, "{sv}", "current_name", "s", name);
    } else {
      sd.message_append(call, "{sv}", "multiple", "b", 1);
    }
    if (choosesFolders) {
      sd.message_append(call, "{sv}", "directory", "b", 1);
    } else {
      appendFilters(call, filter, types);
    }
    if (folder) appendFolder(call, folder);
    if (parts) appendParts(call, parts);
    sd.message_close_container(call);
  }
  bool isAnswered = awaitAnswer(bus, &request, call);
  sd.flush_close_unref(bus);
  if (!isAnswered) return OverscrollChooserUnavailable;
  *part = request.answer.part;
  return request.answer.response == 0 ? OverscrollChooserDone : OverscrollChooserCancelled;
}

// MARK: - Files in other programs

static void ignore(void *context, const char *uri) {}

// Has the portal open a file, or its folder; false where it cannot.
static bool openByPortal(
    sd_bus *bus, const char *parent, const char *path, const char *token, const char *method,
    bool asks) {
  Request request = {"", {"", false, false}, {NULL, ignore, false, 2, 0}};
  int file = open(path, O_RDONLY | O_CLOEXEC | O_NONBLOCK | O_NOCTTY);
  sd_bus_message *call =
      file >= 0 ? newRequest(bus, &request, token, "org.freedesktop.portal.OpenURI", method) : NULL;
  if (call) {
    sd.message_append(call, "sh", parent, file);
    sd.message_open_container(call, 'a', "{sv}");
    sd.message_append(call, "{sv}", "handle_token", "s", token);
    if (asks) sd.message_append(call, "{sv}", "ask", "b", 1);
    sd.message_close_container(call);
  }
  bool isAnswered = awaitAnswer(bus, &request, call);
  if (file >= 0) close(file);
  // 1 is the user's own end of the dialog.
  return isAnswered && request.answer.response <= 1;
}

bool OverscrollShowInFolder(
    const char *parent, const char *path, const char *uri, const char *token) {
  static const char *const manager = "org.freedesktop.FileManager1";
  sd_bus *bus = openBus();
  if (!bus) return false;
  sd_bus_message *call = NULL;
  if (sd.message_new_method_call(bus, &call, manager, "/org/freedesktop/FileManager1", manager, "ShowItems") < 0) {
    call = NULL;
  }
  if (call) sd.message_append(call, "ass", 1, uri, "");
  sd_bus_message *reply = send(bus, call, startTimeLimit);
  bool isShown = reply || openByPortal(bus, parent, path, token, "OpenDirectory", false);
  sd.message_unref(reply);
  sd.flush_close_unref(bus);
  return isShown;
}

bool OverscrollOpenWith(const char *parent, const char *path, const char *token) {
  sd_bus *bus = openBus();
  if (!bus) return false;
  bool isOpened = openByPortal(bus, parent, path, token, "OpenFile", true);
  sd.flush_close_unref(bus);
  return isOpened;
}

// MARK: - The trash

// Opens a file for the portal, which moves only what the program itself could change.
static int openForTrash(const char *path) {
  int file = open(path, O_RDWR | O_CLOEXEC | O_NOFOLLOW | O_NONBLOCK);
  return file >= 0 ? file : open(path, O_PATH | O_CLOEXEC | O_NOFOLLOW);
}

OverscrollTrashResult OverscrollTrashFile(const char *path) {
  sd_bus *bus = openBus();
  if (!bus) return OverscrollTrashUnavailable;
  OverscrollTrashResult result = OverscrollTrashUnavailable;
  int file = openForTrash(path);
  sd_bus_message *call =
      file >= 0 ? newCall(bus, true, "org.freedesktop.portal.Trash", "TrashFile") : NULL;
  if (call) sd.message_append(call, "h", file);
  sd_bus_message *reply = send(bus, call, trashTimeLimit);
  uint32_t isMoved = 0;
  if (reply && sd.message_read(reply, "u", &isMoved) > 0) {
    result = isMoved ? OverscrollTrashMoved : OverscrollTrashRefused;
  }
  sd.message_unref(reply);
  if (file >= 0) close(file);
  sd.flush_close_unref(bus);
  return result;
}

// MARK: - Idleness

void *OverscrollInhibitIdle(const char *parent, const char *reason) {
  sd_bus *bus = openBus();
  if (!bus) return NULL;
  sd_bus_message *call = newCall(bus, true, "org.freedesktop.portal.Inhibit", "Inhibit");
  const uint32_t idle = 8;
  if (call) sd.message_append(call, "sua{sv}", parent, idle, 1, "reason", "s", reason);
  sd_bus_message *reply = send(bus, call, timeLimit);
  sd.message_unref(reply);
  if (reply) return bus;
  sd.flush_close_unref(bus);
  return NULL;
}

void OverscrollEndInhibition(void *bus) {
  // The portal ends the requests of a connection with it.
  if (bus) sd.flush_close_unref(bus);
}
