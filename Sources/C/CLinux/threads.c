#define _GNU_SOURCE
#include "CLinux.h"

#include <errno.h>
#include <poll.h>
#include <pthread.h>
#include <signal.h>
#include <stdlib.h>
#include <sys/eventfd.h>
#include <unistd.h>

int linux_bell_open(void) {
  int bell = eventfd(0, EFD_NONBLOCK | EFD_CLOEXEC);
  return bell < 0 ? -errno : bell;
}

void linux_bell_ring(int bell) {
  uint64_t one = 1;
  while (write(bell, &one, sizeof one) < 0 && errno == EINTR) continue;
}

int linux_bell_silence(int bell) {
  uint64_t count;
  return read(bell, &count, sizeof count) == (ssize_t)sizeof count;
}

int linux_bell_wait(int bell, int milliseconds) {
  struct pollfd wanted = {.fd = bell, .events = POLLIN};
  if (poll(&wanted, 1, milliseconds) <= 0) return 0;
  return linux_bell_silence(bell);
}

/* Enough for SQLite and small enough to be locked in memory. */
static const size_t stack_size = 256 * 1024;

struct work {
  void (*body)(void *);
  void *context;
};

static void *begin(void *argument) {
  struct work work = *(struct work *)argument;
  free(argument);
  work.body(work.context);
  return NULL;
}

/* Starts the thread while the caller has all signals blocked, which the thread inherits. */
static int start(struct work *work) {
  pthread_attr_t attributes;
  pthread_t thread;
  sigset_t all, former;
  int error = pthread_attr_init(&attributes);
  if (error != 0) return error;
  sigfillset(&all);
  pthread_attr_setdetachstate(&attributes, PTHREAD_CREATE_DETACHED);
  pthread_attr_setstacksize(&attributes, stack_size);
  pthread_sigmask(SIG_SETMASK, &all, &former);
  error = pthread_create(&thread, &attributes, begin, work);
  pthread_sigmask(SIG_SETMASK, &former, NULL);
  pthread_attr_destroy(&attributes);
  return error;
}

int linux_thread_start(void (*body)(void *), void *context) {
  struct work *work = malloc(sizeof *work);
  if (work == NULL) return -ENOMEM;
  *work = (struct work){.body = body, .context = context};
  int error = start(work);
  if (error != 0) free(work);
  return -error;
}
