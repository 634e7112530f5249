#pragma once
#include <stdint.h>

/// The number of times this process has asked for heap memory so far.
uint64_t AllocationCount(void);
