#include "AllocationCounter.h"
#include <stdatomic.h>
#include <stddef.h>

// The program's own malloc takes the place of glibc's everywhere, Swift's runtime included; it counts
// and hands on to glibc's under its second name.

static _Atomic uint64_t count;

extern void *__libc_malloc(size_t);
extern void *__libc_calloc(size_t, size_t);
extern void *__libc_realloc(void *, size_t);
extern void *__libc_memalign(size_t, size_t);

void *malloc(size_t size) {
  atomic_fetch_add_explicit(&count, 1, memory_order_relaxed);
  return __libc_malloc(size);
}

void *calloc(size_t number, size_t size) {
  atomic_fetch_add_explicit(&count, 1, memory_order_relaxed);
  return __libc_calloc(number, size);
}

void *realloc(void *memory, size_t size) {
  atomic_fetch_add_explicit(&count, 1, memory_order_relaxed);
  return __libc_realloc(memory, size);
}

int posix_memalign(void **memory, size_t alignment, size_t size) {
  atomic_fetch_add_explicit(&count, 1, memory_order_relaxed);
  *memory = __libc_memalign(alignment, size);
  return *memory ? 0 : 12;
}

uint64_t AllocationCount(void) {
  return atomic_load_explicit(&count, memory_order_relaxed);
}
