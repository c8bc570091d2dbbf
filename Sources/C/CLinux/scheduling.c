#define _GNU_SOURCE
#include "CLinux.h"

#include <sched.h>
#include <time.h>

int linux_is_real_time(void) {
  int policy = sched_getscheduler(0);
  if (policy < 0) return 0;
  policy &= ~SCHED_RESET_ON_FORK;
  return policy == SCHED_RR || policy == SCHED_FIFO;
}

void linux_rest(int64_t nanoseconds) {
  struct timespec time = {.tv_sec = nanoseconds / 1000000000, .tv_nsec = nanoseconds % 1000000000};
  nanosleep(&time, NULL);
}
