#define _GNU_SOURCE
#include "RateMeter.h"

#include <errno.h>
#include <fcntl.h>
#include <linux/input.h>
#include <pthread.h>
#include <sched.h>
#include <stdatomic.h>
#include <stdlib.h>
#include <sys/stat.h>
#include <time.h>
#include <unistd.h>

enum { SENDER = 1, READER = 2, DAEMON = 4, EVENTS = 2048 };

static int device;
/* The time at which the packet with each mark was sent; 0 if it has arrived or was never sent. */
static _Atomic int64_t sent[METER_MARKS];
/* Only the reader appends to this list, and only latencies of packets that were sent after meter_begin. */
static uint32_t *latencies;
static size_t capacity;
static atomic_size_t arrived;
static _Atomic uint64_t reports, bytes;
static atomic_int hurried;

int64_t meter_now(void) {
  struct timespec time;
  clock_gettime(CLOCK_MONOTONIC, &time);
  return (int64_t)time.tv_sec * 1000000000 + time.tv_nsec;
}

void meter_sleep(int64_t until) {
  struct timespec time = {.tv_sec = until / 1000000000, .tv_nsec = until % 1000000000};
  while (clock_nanosleep(CLOCK_MONOTONIC, TIMER_ABSTIME, &time, NULL) == EINTR) continue;
}

static void hurry(int priority) {
  struct sched_param parameters = {.sched_priority = priority};
  if (sched_setscheduler(0, SCHED_FIFO | SCHED_RESET_ON_FORK, &parameters) == 0) atomic_fetch_or(&hurried, priority);
}

void meter_hurry(void) { hurry(SENDER); }

void meter_hurry_daemon(int process) {
  struct sched_param parameters = {.sched_priority = 1};
  if (sched_setscheduler(process, SCHED_RR | SCHED_RESET_ON_FORK, &parameters) == 0) atomic_fetch_or(&hurried, DAEMON);
}

int meter_is_hurried(void) { return atomic_load(&hurried) == (SENDER | READER | DAEMON); }

static void take(const struct input_event *event, int64_t now) {
  if (event->type == EV_SYN && event->code == SYN_REPORT) atomic_fetch_add(&reports, 1);
  if (event->type != EV_ABS || event->code != ABS_RX) return;
  int mark = event->value + METER_CENTRE;
  if (mark < 0 || mark >= METER_MARKS) return;
  int64_t left = atomic_exchange(&sent[mark], 0);
  size_t index = atomic_load(&arrived);
  if (left == 0 || index == capacity) return;
  int64_t latency = now - left;
  latencies[index] = latency > UINT32_MAX ? UINT32_MAX : (uint32_t)latency;
  atomic_store(&arrived, index + 1);
}

/* Reads whole events: each write(2) to the FIFO is a multiple of their size, and so is the buffer. */
static void *read_device(void *unused) {
  static struct input_event events[EVENTS];
  (void)unused;
  hurry(READER);
  for (;;) {
    ssize_t size = read(device, events, sizeof events);
    int64_t now = meter_now();
    if (size < 0 && errno == EINTR) continue;
    if (size <= 0) return NULL;
    atomic_fetch_add(&bytes, (uint64_t)size);
    for (size_t index = 0; index < (size_t)size / sizeof events[0]; index++) take(&events[index], now);
  }
}

int meter_open(const char *path) {
  pthread_t thread;
  if (mkfifo(path, 0600) < 0) return -errno;
  /* It is also opened for writing, so that the reader does not get an end of file when the writers close it. */
  device = open(path, O_RDWR | O_CLOEXEC);
  if (device < 0) return -errno;
  return -pthread_create(&thread, NULL, read_device, NULL);
}

int meter_begin(size_t wanted) {
  for (size_t mark = 0; mark < METER_MARKS; mark++) atomic_store(&sent[mark], 0);
  if (wanted > capacity) {
    uint32_t *list = realloc(latencies, wanted * sizeof *list);
    if (list == NULL) return -ENOMEM;
    latencies = list;
    capacity = wanted;
  }
  atomic_store(&arrived, 0);
  atomic_store(&reports, 0);
  atomic_store(&bytes, 0);
  return 0;
}

void meter_note(uint32_t mark) {
  if (mark < METER_MARKS) atomic_store(&sent[mark], meter_now());
}

size_t meter_arrived(void) { return atomic_load(&arrived); }

uint32_t meter_latency(size_t index) { return index < meter_arrived() ? latencies[index] : 0; }

uint64_t meter_reports(void) { return atomic_load(&reports); }

uint64_t meter_bytes(void) { return atomic_load(&bytes); }
