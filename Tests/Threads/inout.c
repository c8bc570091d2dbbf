/* Stands between the compiler and the thread sanitizer, for scripts/sanitizers.
 *
 * Swift tells the sanitizer of each access through `inout`. For a value without a size, such as SystemRandomNumberGenerator,
 * the address is undefined, and the sanitizer would crash: addresses that no program has are not passed on. */
#include <stdint.h>

void __real___tsan_external_write(void *address, void *caller, void *tag);

void __wrap___tsan_external_write(void *address, void *caller, void *tag) {
  /* x86-64 and arm64: programs have the lower 47 bits. */
  if ((uintptr_t)address >> 47 == 0) __real___tsan_external_write(address, caller, tag);
}
