/* A crowd of pages at one gateway. It measures the memory of the gateway as pages come, and then the delay of one page and the cost of a
 * message: while the other pages rest, while all play, and while nearly all leave at the same time. */
#define _GNU_SOURCE
#include "PageLoad.h"

#include <errno.h>
#include <poll.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/resource.h>
#include <sys/timerfd.h>
#include <unistd.h>

#define LIMIT 1024
#define SAMPLES 4096
/* The time between two messages of the page whose delay is measured, in µs. */
#define PERIOD_us 10000

static struct page pages[LIMIT];
static uint32_t delays[SAMPLES];
static int taken;

/* Returns the memory that only process `pid` uses, in KiB (proc(5), smaps_rollup). */
static long private_memory(const char *pid) {
  char path[64], line[256];
  long sum = 0, size;
  snprintf(path, sizeof path, "/proc/%s/smaps_rollup", pid);
  FILE *file = fopen(path, "r");
  if (file == NULL) give_up(path);
  while (fgets(line, sizeof line, file)) {
    if (sscanf(line, "Private_Clean: %ld", &size) == 1 || sscanf(line, "Private_Dirty: %ld", &size) == 1) sum += size;
  }
  fclose(file);
  return sum;
}

static int is_later(const void *left, const void *right) {
  uint32_t a = *(const uint32_t *)left, b = *(const uint32_t *)right;
  return (a > b) - (a < b);
}

/* Opens a timer for the turns of `count` pages that each play `rate` times a second. */
static int open_timer(int count, long rate) {
  int timer = timerfd_create(CLOCK_MONOTONIC, TFD_CLOEXEC | TFD_NONBLOCK);
  long period = rate > 0 ? 1000000000L / rate / count : 0;
  struct itimerspec times = {.it_value.tv_nsec = period, .it_interval.tv_nsec = period};
  if (timer < 0 || timerfd_settime(timer, 0, &times, NULL) < 0) give_up("timerfd");
  return timer;
}

/* Lets the next page read its messages and, if `is_playing`, send one; the first of the `count` pages is never chosen. */
static void take_turn(int count, int is_playing) {
  static int last;
  last = last % (count - 1) + 1;
  struct page *page = &pages[last];
  page_hear(page, NULL);
  if (is_playing) page_send(page, 1);
}

/* Lets pages take the turns for which the timer has expired; returns the number of messages that they sent. */
static uint64_t take_turns(int timer, int count, int is_playing) {
  uint64_t ticks = 0;
  if (read(timer, &ticks, sizeof ticks) != sizeof ticks) return 0;
  for (uint64_t tick = 0; tick < ticks; tick++) take_turn(count, is_playing);
  return is_playing ? ticks : 0;
}

/* Waits until the timer expires, the first page has an answer, or `wait` µs have passed; records the answer's delay. */
static void await(int timer, uint32_t wait) {
  struct page *first = &pages[0];
  struct pollfd ready[] = {{.fd = first->link.descriptor, .events = POLLIN}, {.fd = timer, .events = POLLIN}};
  struct timespec limit = {.tv_nsec = (long)wait * 1000};
  if (ppoll(ready, 2, &limit, NULL) < 0 && errno != EINTR) give_up("ppoll");
  if (!ready[0].revents) return;
  uint32_t former = first->covered;
  page_hear(first, NULL);
  if (former != first->covered && first->covered == first->counter && taken < SAMPLES) {
    delays[taken++] = microseconds() - first->departed;
  }
}

/* Plays for `seconds`. The first page sends every 10 ms, and measures the time until the answer. The other pages read their messages
 * `rate` times a second and, if `is_playing`, send as often. */
static void play(const char *what, const char *pid, int count, long rate, int is_playing, long seconds) {
  int timer = open_timer(count - 1, rate);
  uint64_t messages = 0;
  uint32_t began = microseconds(), due = began;
  long used = -time_used(pid);
  taken = 0;
  while (microseconds() - began < (uint32_t)seconds * 1000000) {
    uint32_t now = microseconds();
    int is_due = now - due < UINT32_MAX / 2, is_answered = pages[0].covered == pages[0].counter;
    if (is_due && is_answered) {
      page_send(&pages[0], 1);
      messages++;
      due = now + PERIOD_us;
    }
    await(timer, is_due ? PERIOD_us : due - now);
    messages += take_turns(timer, count, is_playing);
  }
  used += time_used(pid);
  close(timer);
  if (taken == 0) give_up("no message was answered");
  qsort(delays, (size_t)taken, sizeof delays[0], is_later);
  printf("%s: %d pages, %llu messages; %ld ns a message, %ld thousandths of a core; delay p50 %u us, p99 %u us, worst %u us\n", what,
         count, (unsigned long long)messages, used / (long)messages, used / seconds / 1000000, delays[taken / 2],
         delays[taken * 99 / 100], delays[taken - 1]);
  fflush(stdout);
}

int crowd_main(int arguments_count, char **arguments) {
  (void)arguments_count;
  uint16_t port = (uint16_t)atoi(arguments[0]);
  const char *pid = arguments[1];
  int wanted = atoi(arguments[2]), count = 0;
  long rate = atol(arguments[3]), seconds = atol(arguments[4]);
  struct rlimit files = {.rlim_cur = LIMIT + 64, .rlim_max = LIMIT + 64};
  setrlimit(RLIMIT_NOFILE, &files);
  SSL_CTX *context = SSL_CTX_new(TLS_client_method());
  if (context == NULL || wanted < 2 || wanted > LIMIT) give_up("the number of pages");
  char ticket[64];
  long before = private_memory(pid);
  printf("memory: 0 pages, %ld KiB\n", before);
  for (; count < wanted && scanf("%63s", ticket) == 1; count++) {
    page_enter(&pages[count], context, port, ticket, count + 1);
    int now = count + 1;
    /* The gateway ends pages that do not answer its pings. */
    page_hear(&pages[0], NULL);
    for (int turn = 0; turn < 32 && now > 1; turn++) take_turn(now, 0);
    if (now == 16 || now == 256 || now == wanted) {
      long size = private_memory(pid);
      printf("memory: %d pages, %ld KiB, %ld bytes a page\n", now, size, (size - before) * 1024 / now);
      fflush(stdout);
    }
    if (now == 16) play("a few", pid, now, rate, 0, seconds);
  }
  if (count < wanted) give_up("too few tickets");
  play("rest", pid, count, rate, 0, seconds);
  play("use", pid, count, rate, 1, seconds);
  printf("memory: %d pages after play, %ld KiB\n", count, private_memory(pid));
  if (atoi(arguments[5]) == 0) return 0;
  // All pages but two leave at once; the delays of the first page show whether that delays the others.
  for (int index = 2; index < count; index++) close(pages[index].link.descriptor);
  play("leave", pid, 2, rate, 1, seconds);
  printf("memory: 2 pages after %d have left, %ld KiB\n", count - 2, private_memory(pid));
  return 0;
}
