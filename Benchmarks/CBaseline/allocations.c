/* The program's malloc(3) and its relatives, which take the place of glibc's to count the calls. */
#include "CBaseline.h"

#include <errno.h>
#include <stdbool.h>

void *__libc_malloc(size_t size);
void *__libc_calloc(size_t count, size_t size);
void *__libc_realloc(void *memory, size_t size);
void *__libc_memalign(size_t alignment, size_t size);
void __libc_free(void *memory);

/* One thread runs everything, so these variables need no lock. */
static bool is_counting;
static uint64_t count;

static void note(void) {
  if (is_counting) count++;
}

void allocations_start(void) {
  count = 0;
  is_counting = true;
}

uint64_t allocations_stop(void) {
  is_counting = false;
  return count;
}

void *malloc(size_t size) {
  note();
  return __libc_malloc(size);
}

void *calloc(size_t number, size_t size) {
  note();
  return __libc_calloc(number, size);
}

void *realloc(void *memory, size_t size) {
  note();
  return __libc_realloc(memory, size);
}

void *memalign(size_t alignment, size_t size) {
  note();
  return __libc_memalign(alignment, size);
}

void *aligned_alloc(size_t alignment, size_t size) { return memalign(alignment, size); }

int posix_memalign(void **memory, size_t alignment, size_t size) {
  if (alignment % sizeof(void *) != 0 || (alignment & (alignment - 1)) != 0) return EINVAL;
  void *found = memalign(alignment, size);
  if (found == NULL) return ENOMEM;
  *memory = found;
  return 0;
}

void free(void *memory) { __libc_free(memory); }
