#pragma once
#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

// What the files of this target share: sd-bus, and the portal's name.

typedef int (*Handler)(void *message, void *context, void *error);

// The functions of sd-bus that are used, as its documentation declares them; objects are opaque here.
typedef struct {
  int (*open)(void **bus);
  void *(*close)(void *bus);
  int (*uniqueName)(void *bus, const char **name);
  int (*matchSignal)(void *bus, void **slot, const char *sender, const char *path,
                     const char *interface, const char *member, Handler handler, void *context);
  int (*newCall)(void *bus, void **message, const char *destination, const char *path,
                 const char *interface, const char *member);
  int (*call)(void *bus, void *message, uint64_t microseconds, void *error, void **reply);
  void *(*unref)(void *message);
  int (*process)(void *bus, void **message);
  int (*wait)(void *bus, uint64_t microseconds);
  int (*append)(void *message, char type, const void *value);
  int (*appendArray)(void *message, char type, const void *items, size_t size);
  int (*openContainer)(void *message, char type, const char *contents);
  int (*closeContainer)(void *message);
  int (*read)(void *message, char type, void *value);
  int (*enter)(void *message, char type, const char *contents);
  int (*exit)(void *message);
  int (*skip)(void *message, const char *types);
} OverscrollBusFunctions;

extern OverscrollBusFunctions OverscrollBus;
#define sd OverscrollBus

// Loads the library on first use; false where there is none.
bool OverscrollLoadBus(void);

// The time that a program on the bus has for an answer, in microseconds.
enum { OverscrollBusTimeLimit = 1000000 };

// The unique name of the portal, which is started if it does not run and `starts` is true; false where there is none.
bool OverscrollPortalName(void *bus, bool starts, char *name, size_t size);

// Calls the handler with each change of a name's owner: sss, the name, its old owner and its new one, empty for none.
int OverscrollMatchOwners(void *bus, Handler handler, void *context);
