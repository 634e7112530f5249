#include "MutantSwitch.h"

#include <fcntl.h>
#include <stdio.h>
#include <stdlib.h>
#include <unistd.h>

/// The mutant that runs, by the environment variable MUTANT; 0 for none.
static int mutant;
/// The file named by MUTANT_RECORD, to which the sites go that are reached; -1 for none.
static int record = -1;

enum { capacity = 1 << 18 };
static bool reached[capacity];

__attribute__((constructor)) static void start(void) {
  const char *number = getenv("MUTANT");
  mutant = number ? atoi(number) : 0;
  const char *path = getenv("MUTANT_RECORD");
  // The programs that tests start share the file, and may be killed.
  if (path) record = open(path, O_WRONLY | O_CREAT | O_APPEND | O_CLOEXEC, 0666);
}

static void note(int number) {
  if (record < 0 || number >= capacity || reached[number]) return;
  reached[number] = true;
  char line[16];
  int length = snprintf(line, sizeof line, "%d\n", number);
  if (write(record, line, (size_t)length) < 0) record = -1;
}

int selectedMutant(int first, int last) {
  note(first);
  return mutant >= first && mutant <= last ? mutant : 0;
}

bool isMutant(int number) {
  note(number);
  return mutant == number;
}
