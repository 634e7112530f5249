#include "CLinux.h"

static int count;
static char *const *values;

// The C library passes the arguments of main to constructors.
__attribute__((constructor)) static void keep(int argc, char *const *argv) {
  count = argc;
  values = argv;
}

int OverscrollArgumentCount(void) { return count; }

const char *OverscrollArgument(int index) {
  return index >= 0 && index < count ? values[index] : 0;
}
