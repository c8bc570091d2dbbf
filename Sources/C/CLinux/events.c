#define _GNU_SOURCE
#include "CLinux.h"

#include <errno.h>
#include <limits.h>
#include <pthread.h>
#include <signal.h>
#include <sys/epoll.h>
#include <sys/inotify.h>
#include <sys/signalfd.h>
#include <sys/timerfd.h>
#include <time.h>
#include <unistd.h>

_Static_assert(LINUX_READABLE == EPOLLIN && LINUX_WRITABLE == EPOLLOUT, "epoll.h");
_Static_assert(LINUX_FAILED == EPOLLERR && LINUX_HUNG_UP == EPOLLHUP, "epoll.h");

static int checked(int result) { return result < 0 ? -errno : result; }

int linux_epoll_open(void) { return checked(epoll_create1(EPOLL_CLOEXEC)); }

static int control(int epoll, int operation, int descriptor, uint32_t events, uint64_t token) {
  struct epoll_event event = {.events = events, .data.u64 = token};
  return checked(epoll_ctl(epoll, operation, descriptor, &event));
}

int linux_epoll_add(int epoll, int descriptor, uint64_t token) {
  return control(epoll, EPOLL_CTL_ADD, descriptor, EPOLLIN, token);
}

int linux_epoll_add_writer(int epoll, int descriptor, uint64_t token) {
  return control(epoll, EPOLL_CTL_ADD, descriptor, EPOLLOUT, token);
}

int linux_epoll_change(int epoll, int descriptor, uint64_t token, uint32_t events) {
  return control(epoll, EPOLL_CTL_MOD, descriptor, events, token);
}

int linux_epoll_remove(int epoll, int descriptor) {
  return control(epoll, EPOLL_CTL_DEL, descriptor, 0, 0);
}

/* Waits with the finest timeout that the kernel has. Valgrind and some containers do not know epoll_pwait2(2); there
   the timeout is rounded up to milliseconds. */
static int wait_for(int epoll, struct epoll_event *events, int capacity, int64_t nanoseconds) {
  struct timespec limit = {.tv_sec = nanoseconds / 1000000000, .tv_nsec = nanoseconds % 1000000000};
  int count = epoll_pwait2(epoll, events, capacity, nanoseconds < 0 ? NULL : &limit, NULL);
  if (count >= 0 || (errno != ENOSYS && errno != EPERM)) return count;
  int64_t milliseconds = nanoseconds / 1000000 + (nanoseconds % 1000000 > 0);
  if (milliseconds > INT_MAX) milliseconds = INT_MAX;
  return epoll_wait(epoll, events, capacity, nanoseconds < 0 ? -1 : (int)milliseconds);
}

int linux_epoll_wait(int epoll, struct linux_event *events, int capacity, int64_t nanoseconds) {
  struct epoll_event raw[LINUX_EVENT_LIMIT];
  if (capacity > LINUX_EVENT_LIMIT) capacity = LINUX_EVENT_LIMIT;
  int count = wait_for(epoll, raw, capacity, nanoseconds);
  if (count < 0) return errno == EINTR ? 0 : -errno;
  for (int index = 0; index < count; index++) {
    events[index].token = raw[index].data.u64;
    events[index].events = raw[index].events;
  }
  return count;
}

int linux_timer_open(void) {
  return checked(timerfd_create(CLOCK_MONOTONIC, TFD_NONBLOCK | TFD_CLOEXEC));
}

int linux_timer_set(int timer, int64_t nanoseconds) {
  struct itimerspec time = {
      .it_value = {.tv_sec = nanoseconds / 1000000000, .tv_nsec = nanoseconds % 1000000000}};
  return checked(timerfd_settime(timer, TFD_TIMER_ABSTIME, &time, NULL));
}

int linux_use_open(const char *path) {
  int use = inotify_init1(IN_NONBLOCK | IN_CLOEXEC);
  if (use < 0) return -errno;
  if (inotify_add_watch(use, path, IN_OPEN | IN_CLOSE | IN_ONLYDIR) >= 0) return use;
  int error = errno;
  close(use);
  return -error;
}

int linux_use_drain(int use) {
  char events[4096];
  int found = 0;
  ssize_t count;
  while ((count = read(use, events, sizeof events)) > 0 || (count < 0 && errno == EINTR)) found |= count > 0;
  return found;
}

int linux_signals_open(const int *numbers, int count) {
  sigset_t set;
  sigemptyset(&set);
  for (int index = 0; index < count; index++) sigaddset(&set, numbers[index]);
  int error = pthread_sigmask(SIG_BLOCK, &set, NULL);
  if (error != 0) return -error;
  return checked(signalfd(-1, &set, SFD_NONBLOCK | SFD_CLOEXEC));
}

int linux_signals_next(int descriptor) {
  struct signalfd_siginfo signal;
  ssize_t count;
  do count = read(descriptor, &signal, sizeof signal);
  while (count < 0 && errno == EINTR);
  if (count == (ssize_t)sizeof signal) return (int)signal.ssi_signo;
  return count >= 0 || errno == EAGAIN ? 0 : -errno;
}
