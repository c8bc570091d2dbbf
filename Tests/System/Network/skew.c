/* A preloaded library (ld.so(8)) that gives a program a wrong clock. From the program's start on, CLOCK_MONOTONIC and its timers run faster by
 * SKEW_PPB billionths. With SKEW_RECORD, it writes a time in ns to that file for each key from standard input: the time at which the program
 * first asked for the time after it had read the key. The time is that of the real CLOCK_MONOTONIC, less SKEW_OFFSET seconds, by which the time
 * namespace is ahead (clock_gettime(2)). */
#define _GNU_SOURCE
#include <dlfcn.h>
#include <fcntl.h>
#include <stdint.h>
#include <stdlib.h>
#include <sys/timerfd.h>
#include <time.h>
#include <unistd.h>

static const int64_t second = 1000000000;

static int (*real_gettime)(clockid_t, struct timespec *);
static int (*real_settime)(int, int, const struct itimerspec *, struct itimerspec *);
static ssize_t (*real_read)(int, void *, size_t);
static int64_t start, rate = 1000000000, offset;
static int record = -1;
/* The number of keys that the program has read, and for which it has not asked for the time yet. */
static int keys;

static int64_t nanoseconds(struct timespec time) { return time.tv_sec * second + time.tv_nsec; }

static struct timespec timespec(int64_t time) {
  return (struct timespec){.tv_sec = time / second, .tv_nsec = time % second};
}

static int64_t number(const char *name) {
  const char *text = getenv(name);
  return text == NULL ? 0 : strtoll(text, NULL, 10);
}

__attribute__((constructor)) static void begin(void) {
  real_gettime = (int (*)(clockid_t, struct timespec *))dlsym(RTLD_NEXT, "clock_gettime");
  real_settime = (int (*)(int, int, const struct itimerspec *, struct itimerspec *))dlsym(RTLD_NEXT, "timerfd_settime");
  real_read = (ssize_t (*)(int, void *, size_t))dlsym(RTLD_NEXT, "read");
  struct timespec now;
  real_gettime(CLOCK_MONOTONIC, &now);
  start = nanoseconds(now);
  rate = second + number("SKEW_PPB");
  offset = number("SKEW_OFFSET") * second;
  const char *path = getenv("SKEW_RECORD");
  if (path != NULL) record = open(path, O_WRONLY | O_CREAT | O_APPEND | O_CLOEXEC, 0600);
}

static int64_t scaled(int64_t time, int64_t times, int64_t by) {
  return start + (int64_t)((__int128)(time - start) * times / by);
}

int clock_gettime(clockid_t clock, struct timespec *time) {
  if (real_gettime == NULL) begin();
  int result = real_gettime(clock, time);
  if (result != 0 || clock != CLOCK_MONOTONIC) return result;
  int64_t now = nanoseconds(*time);
  *time = timespec(scaled(now, rate, second));
  for (; keys > 0; keys--) {
    int64_t pressed = now - offset;
    if (write(record, &pressed, sizeof pressed) < 0) abort();
  }
  return 0;
}

int timerfd_settime(int timer, int flags, const struct itimerspec *new, struct itimerspec *old) {
  if (real_settime == NULL) begin();
  struct itimerspec due = *new;
  int64_t time = nanoseconds(new->it_value);
  /* One ns late, since a program that the timer wakes must see that the time has come. */
  if ((flags & TFD_TIMER_ABSTIME) != 0 && time > start) due.it_value = timespec(scaled(time, second, rate) + 1);
  return real_settime(timer, flags, &due, old);
}

ssize_t read(int file, void *buffer, size_t size) {
  if (real_read == NULL) begin();
  ssize_t count = real_read(file, buffer, size);
  if (file == STDIN_FILENO && count > 0 && record >= 0) keys += (int)count;
  return count;
}
