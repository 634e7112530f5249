#define _GNU_SOURCE
#include "CBus.h"
#include "bus.h"
#include <string.h>

static const char *const settingsPath = "/org/freedesktop/portal/desktop";
static const char *const settingsInterface = "org.freedesktop.portal.Settings";
static const char *const portalName = "org.freedesktop.portal.Desktop";
static const char *const namespace = "org.freedesktop.appearance";

// Any program can send such a signal, so that it is only a reason to ask the portal.
static int didChange(void *message, void *context, void *error) {
  *(bool *)context = true;
  return 0;
}

// Reads the settings of a namespace: a{sv}.
static bool readSettings(void *reply, OverscrollAppearance *appearance) {
  if (sd.enter(reply, 'a', "{sv}") < 0) return false;
  while (sd.enter(reply, 'e', "sv") > 0) {
    const char *key = NULL;
    if (sd.read(reply, 's', &key) <= 0 || !key) return false;
    unsigned *value = strcmp(key, "reduced-motion") == 0 ? &appearance->reducedMotion
                      : strcmp(key, "contrast") == 0     ? &appearance->contrast
                                                         : NULL;
    if (value && sd.enter(reply, 'v', "u") > 0) {
      uint32_t number = 0;
      if (sd.read(reply, 'u', &number) <= 0 || sd.exit(reply) < 0) return false;
      *value = number;
    } else if (sd.skip(reply, "v") < 0) {
      return false;
    }
    if (sd.exit(reply) < 0) return false;
  }
  return sd.exit(reply) >= 0;
}

// Reads the reply to ReadAll: a{sa{sv}}.
static bool readNamespaces(void *reply, OverscrollAppearance *appearance) {
  if (sd.enter(reply, 'a', "{sa{sv}}") < 0) return false;
  while (sd.enter(reply, 'e', "sa{sv}") > 0) {
    const char *name = NULL;
    if (sd.read(reply, 's', &name) <= 0 || !name) return false;
    bool isRead = strcmp(name, namespace) == 0 ? readSettings(reply, appearance)
                                               : sd.skip(reply, "a{sv}") >= 0;
    if (!isRead || sd.exit(reply) < 0) return false;
  }
  return true;
}

// Notes that a portal has come, which may have other settings, or have some at last.
static int ownerDidChange(void *message, void *context, void *error) {
  const char *name = NULL, *old = NULL, *new = NULL;
  if (sd.read(message, 's', &name) <= 0 || sd.read(message, 's', &old) <= 0
      || sd.read(message, 's', &new) <= 0) {
    return 0;
  }
  if (strcmp(name, portalName) == 0 && *new) *(bool *)context = true;
  return 0;
}

// Asks the portal for the settings; false where it has none, or does not answer.
static bool ask(void *bus, bool starts, OverscrollAppearance *appearance) {
  char portal[256];
  void *message = NULL, *reply = NULL;
  if (!OverscrollPortalName(bus, starts, portal, sizeof portal)
      || sd.newCall(bus, &message, portal, settingsPath, settingsInterface, "ReadAll") < 0) {
    return false;
  }
  sd.openContainer(message, 'a', "s");
  sd.append(message, 's', namespace);
  sd.closeContainer(message);
  bool isRead = sd.call(bus, message, OverscrollBusTimeLimit, NULL, &reply) >= 0
                && readNamespaces(reply, appearance);
  if (reply) sd.unref(reply);
  sd.unref(message);
  return isRead;
}

void OverscrollFollowAppearance(
    void *context, void (*changed)(void *context, OverscrollAppearance appearance)) {
  void *bus = NULL;
  if (!OverscrollLoadBus() || sd.open(&bus) < 0) return;
  // The signal is asked for first, so that no change is missed.
  bool isOutdated = true;
  int status = sd.matchSignal(bus, NULL, portalName, settingsPath, settingsInterface,
                              "SettingChanged", didChange, &isOutdated);
  if (status >= 0) status = OverscrollMatchOwners(bus, ownerDidChange, &isOutdated);
  // Started once: one that ends while it is asked would be started forever.
  bool starts = true;
  while (status >= 0) {
    if (isOutdated) {
      OverscrollAppearance appearance = {0, 0};
      isOutdated = false;
      // A call that fails changes nothing; the next signal is a reason to ask again.
      if (ask(bus, starts, &appearance)) changed(context, appearance);
      starts = false;
    }
    status = sd.process(bus, NULL);
    if (status == 0 && !isOutdated) status = sd.wait(bus, UINT64_MAX);
  }
  sd.close(bus);
}
