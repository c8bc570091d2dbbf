/* A library to preload (ld.so(8)) that makes the disk hang. While the file that TILTPAD_HANG names exists, SQLite's writes and synchronisations
 * wait. */
#define _GNU_SOURCE
#include <stdlib.h>
#include <sys/syscall.h>
#include <sys/types.h>
#include <time.h>
#include <unistd.h>

static void wait_for_disk(void) {
  const char *mark = getenv("TILTPAD_HANG");
  const struct timespec pause = {.tv_nsec = 1000000};
  while (mark != NULL && access(mark, F_OK) == 0) nanosleep(&pause, NULL);
}

ssize_t pwrite64(int descriptor, const void *bytes, size_t count, off64_t offset) {
  wait_for_disk();
  return syscall(SYS_pwrite64, descriptor, bytes, count, offset);
}

ssize_t pwrite(int descriptor, const void *bytes, size_t count, off_t offset) __attribute__((alias("pwrite64")));

int fsync(int descriptor) {
  wait_for_disk();
  return (int)syscall(SYS_fsync, descriptor);
}

int fdatasync(int descriptor) {
  wait_for_disk();
  return (int)syscall(SYS_fdatasync, descriptor);
}
