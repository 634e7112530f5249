#pragma once

#include <stdbool.h>

/// Returns the number of the mutant that runs if it lies in `first...last`, else 0.
int selectedMutant(int first, int last);

/// Returns whether the mutant of this number runs.
bool isMutant(int number);
