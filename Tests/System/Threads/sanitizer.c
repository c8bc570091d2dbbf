/* Stands between the programs and the thread sanitizer, for scripts/test/sanitizers. */
#include <stdint.h>

void __tsan_acquire(void *address);
void __tsan_release(void *address);
void __real___tsan_external_write(void *address, void *caller, void *tag);

/* Swift tells the sanitizer of each access through `inout`. For a value without a size, such as SystemRandomNumberGenerator,
 * the address is undefined, and the sanitizer would crash: addresses that no program has are not passed on. */
void __wrap___tsan_external_write(void *address, void *caller, void *tag) {
  /* On x86-64, programs have the lower 47 bits. */
  if ((uintptr_t)address >> 47 == 0) __real___tsan_external_write(address, caller, tag);
}

/* Synchronization._MutexHandle._lockSlow(UInt32) and ._unlockSlow(). By the first, a thread waits for a Mutex that another thread
 * has locked. By the second, a thread unlocks a Mutex for which another thread waits. Both are in Swift's library, where the
 * sanitizer does not see that the lock comes after the unlock. */
#define LOCK(prefix) prefix "$s15Synchronization12_MutexHandleV9_lockSlowyys6UInt32VF"
#define UNLOCK(prefix) prefix "$s15Synchronization12_MutexHandleV11_unlockSlowyyF"
#define SWIFT __attribute__((swiftcall))
#define SELF __attribute__((swift_context))

SWIFT void lock(uint32_t thread, SELF void *handle) __asm__(LOCK("__real_"));
SWIFT void unlock(SELF void *handle) __asm__(UNLOCK("__real_"));
SWIFT void seen_lock(uint32_t thread, SELF void *handle) __asm__(LOCK("__wrap_"));
SWIFT void seen_unlock(SELF void *handle) __asm__(UNLOCK("__wrap_"));

SWIFT void seen_lock(uint32_t thread, SELF void *handle) {
  lock(thread, handle);
  __tsan_acquire(handle);
}

SWIFT void seen_unlock(SELF void *handle) {
  __tsan_release(handle);
  unlock(handle);
}
