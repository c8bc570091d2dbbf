/* Pages without a browser: each sends, at 60 Hz, the messages of a page in play, and reads the answers.
 *
 * One timer wakes the program for one page after the other. The answers of a page are read only then, so that the pages
 * themselves cost little. Like a real page, no page sends while four of its messages are unacknowledged. */
#define _GNU_SOURCE
#include "PageLoad.h"

#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/timerfd.h>
#include <time.h>
#include <unistd.h>

#define LIMIT 16
#define RATE 60
#define WINDOW 4
/* The pause in a page's messages, in µs, after which the host may consider the page silent and release its buttons. The host itself
   waits for 900 ms (docs/decisions/0004-at-rest-in-a-second.md). */
#define PAUSE_us 800000

static struct page pages[LIMIT];
static uint64_t sent, held;
/* 1 while the pages press, 0 while they rest: SIGUSR1 lets them rest, and SIGUSR2 lets them press again. */
static volatile sig_atomic_t is_pressing = 1;

static void obey(int signal) { is_pressing = signal == SIGUSR2; }

static void play(struct page *page) {
  page_hear(page, NULL);
  if (page->counter - page->covered >= WINDOW && page->covered > 0) {
    held++;
    return;
  }
  uint32_t now = microseconds();
  if ((page->edge & 1) && now - page->departed > PAUSE_us) page->pauses++;
  page_send(page, is_pressing);
  sent++;
}

/* Plays all pages in turn for `rounds` rounds; if a tick of the timer is late, the missed turns are made up for. */
static void play_rounds(int count, long rounds) {
  int timer = timerfd_create(CLOCK_MONOTONIC, TFD_CLOEXEC);
  struct itimerspec period = {.it_value.tv_nsec = 1, .it_interval.tv_nsec = 1000000000L / RATE / count};
  if (timer < 0 || timerfd_settime(timer, 0, &period, NULL) < 0) give_up("timerfd");
  uint64_t ticks = 0, turn = 0, total = (uint64_t)(rounds * count);
  while (turn < total) {
    if (read(timer, &ticks, sizeof ticks) != sizeof ticks) continue;
    for (; ticks > 0 && turn < total; ticks--) play(&pages[turn++ % (uint64_t)count]);
  }
  close(timer);
}

int pages_main(int arguments_count, char **arguments) {
  (void)arguments_count;
  uint16_t port = (uint16_t)atoi(arguments[0]);
  long seconds = atol(arguments[1]);
  char ticket[64];
  int count = 0;
  signal(SIGUSR1, obey);
  signal(SIGUSR2, obey);
  SSL_CTX *context = SSL_CTX_new(TLS_client_method());
  if (context == NULL) give_up("TLS");
  for (; count < LIMIT && scanf("%63s", ticket) == 1; count++) page_enter(&pages[count], context, port, ticket, count + 1);
  if (count == 0) give_up("no ticket");
  play_rounds(count, RATE);
  sent = held = 0;
  for (int index = 0; index < count; index++) pages[index].answers = 0;
  long before = time_used(arguments[2]);
  play_rounds(count, RATE * seconds);
  long used = time_used(arguments[2]) - before;
  uint64_t messages = sent, late = held, answers = 0, presses = 0, open = 0, pauses = 0;
  for (int index = 0; index < count; index++) answers += pages[index].answers;
  /* The pages release their buttons, and get the last acknowledgements. */
  obey(SIGUSR1);
  play_rounds(count, RATE / 2);
  for (int index = 0; index < count; index++) {
    presses += pages[index].edge / 2;
    pauses += pages[index].pauses;
    open += (uint16_t)(pages[index].edge - pages[index].safe_edge);
  }
  printf("%d pages, %ld s, %s: %llu messages, %llu held back, %llu answers; ", count, seconds,
         SSL_get_cipher(pages[0].link.tls), (unsigned long long)messages, (unsigned long long)late,
         (unsigned long long)answers);
  printf("%ld thousandths of a core, %ld ns a message; %llu presses, %llu edges without an answer, %llu pauses in a press\n", used / seconds / 1000000,
         used / (long)(messages ? messages : 1), (unsigned long long)presses, (unsigned long long)open,
         (unsigned long long)pauses);
  return 0;
}
