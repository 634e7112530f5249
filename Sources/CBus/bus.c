#define _GNU_SOURCE
#include "bus.h"
#include <dlfcn.h>
#include <pthread.h>
#include <stdio.h>

OverscrollBusFunctions OverscrollBus;

static bool isLoaded;

static void load(void) {
  // Systems without systemd have the same functions in libraries of other names.
  static const char *const names[] = {"libsystemd.so.0", "libelogind.so.0", "libbasu.so.0"};
  void *library = NULL;
  for (size_t i = 0; i < sizeof names / sizeof *names && !library; i++) {
    library = dlopen(names[i], RTLD_NOW | RTLD_LOCAL);
  }
  if (!library) return;
  const struct {
    const char *name;
    void *function;
  } functions[] = {
      {"sd_bus_open_user", &sd.open},
      {"sd_bus_flush_close_unref", &sd.close},
      {"sd_bus_get_unique_name", &sd.uniqueName},
      {"sd_bus_match_signal", &sd.matchSignal},
      {"sd_bus_message_new_method_call", &sd.newCall},
      {"sd_bus_call", &sd.call},
      {"sd_bus_message_unref", &sd.unref},
      {"sd_bus_process", &sd.process},
      {"sd_bus_wait", &sd.wait},
      {"sd_bus_message_append_basic", &sd.append},
      {"sd_bus_message_append_array", &sd.appendArray},
      {"sd_bus_message_open_container", &sd.openContainer},
      {"sd_bus_message_close_container", &sd.closeContainer},
      {"sd_bus_message_read_basic", &sd.read},
      {"sd_bus_message_enter_container", &sd.enter},
      {"sd_bus_message_exit_container", &sd.exit},
      {"sd_bus_message_skip", &sd.skip},
  };
  for (size_t i = 0; i < sizeof functions / sizeof *functions; i++) {
    void *function = dlsym(library, functions[i].name);
    if (!function) return;
    *(void **)functions[i].function = function;
  }
  isLoaded = true;
}

static pthread_once_t once = PTHREAD_ONCE_INIT;

bool OverscrollLoadBus(void) {
  pthread_once(&once, load);
  return isLoaded;
}

static const char *const driver = "org.freedesktop.DBus";
static const char *const driverPath = "/org/freedesktop/DBus";

int OverscrollMatchOwners(void *bus, Handler handler, void *context) {
  // Only the bus itself has this name, so that no program can forge the signal.
  return sd.matchSignal(bus, NULL, driver, driverPath, driver, "NameOwnerChanged", handler,
                        context);
}

// Calls a method of the bus itself with a name and, if there are any, flags; returns the reply, which the caller releases.
static void *callBus(void *bus, const char *method, const char *name, const uint32_t *flags) {
  void *message = NULL, *reply = NULL;
  if (sd.newCall(bus, &message, driver, driverPath, driver, method) < 0) return NULL;
  sd.append(message, 's', name);
  if (flags) sd.append(message, 'u', flags);
  if (sd.call(bus, message, OverscrollBusTimeLimit, NULL, &reply) < 0) reply = NULL;
  sd.unref(message);
  return reply;
}

// The unique name of the program that owns a name; false where there is none.
static bool nameOwner(void *bus, const char *wellKnown, char *name, size_t size) {
  void *reply = callBus(bus, "GetNameOwner", wellKnown, NULL);
  if (!reply) return false;
  const char *owner = NULL;
  int count = -1;
  if (sd.read(reply, 's', &owner) > 0 && owner) count = snprintf(name, size, "%s", owner);
  sd.unref(reply);
  return count > 0 && (size_t)count < size;
}

// The unique name of the portal, which is started if it does not run: any program can send signals with the portal's path and
// interface, but none has its unique name.
bool OverscrollPortalName(void *bus, bool starts, char *name, size_t size) {
  static const char *const portal = "org.freedesktop.portal.Desktop";
  if (nameOwner(bus, portal, name, size)) return true;
  if (!starts) return false;
  const uint32_t noFlags = 0;
  void *started = callBus(bus, "StartServiceByName", portal, &noFlags);
  if (!started) return false;
  sd.unref(started);
  return nameOwner(bus, portal, name, size);
}
