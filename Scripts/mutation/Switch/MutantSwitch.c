#include "MutantSwitch.h"

#include <stdio.h>
#include <stdlib.h>

/// The mutant that runs, by the environment variable MUTANT; 0 for none.
static int mutant;
/// The file named by MUTANT_RECORD, to which the sites go that were reached; NULL for none.
static const char *record;

enum { capacity = 1 << 18 };
static bool reached[capacity];

__attribute__((constructor)) static void start(void) {
  const char *number = getenv("MUTANT");
  mutant = number ? atoi(number) : 0;
  record = getenv("MUTANT_RECORD");
}

__attribute__((destructor)) static void finish(void) {
  FILE *file = record ? fopen(record, "w") : NULL;
  if (!file) return;
  for (int number = 0; number < capacity; ++number)
    if (reached[number]) fprintf(file, "%d\n", number);
  fclose(file);
}

int selectedMutant(int first, int last) {
  if (record && first < capacity) reached[first] = true;
  return mutant >= first && mutant <= last ? mutant : 0;
}

bool isMutant(int number) {
  if (record && number < capacity) reached[number] = true;
  return mutant == number;
}
