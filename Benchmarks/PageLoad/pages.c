/* Pages without a browser: each sends, at 60 Hz, the messages of a page in play, and reads the answers.
 *
 * One timer wakes for one page after the other, and the answers of a page are read only then, so that the pages
 * cost little themselves. No page sends while four of its messages are unacknowledged, as real pages do. */
#define _GNU_SOURCE
#include "PageLoad.h"

#include <arpa/inet.h>
#include <errno.h>
#include <netinet/tcp.h>
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
/* The number of messages per change of the button: ten edges a second. */
#define EDGE_PERIOD 6
/* The pause in a page's messages from which on the host may take the page for silent and let go of what it holds; the host itself waits
   for 900 ms (docs/decisions/0004-at-rest-in-a-second.md). */
#define PAUSE_us 800000

struct page {
  struct link link;
  uint32_t counter;
  uint32_t covered;
  uint16_t edge;      /* the number of the next edge */
  uint16_t safe_edge; /* the first edge that the host has not acknowledged */
  int is_pinged;
  uint32_t ping;
  uint64_t answers;
  uint32_t departed; /* the time of the last message, in microseconds() */
  uint64_t pauses;   /* the number of pauses while the button was down */
};

static struct page pages[LIMIT];
static uint64_t sent, held;
/* 0 while the pages rest: SIGUSR1 lets them rest, SIGUSR2 lets them press again. */
static volatile sig_atomic_t is_pressing = 1;

static void obey(int signal) { is_pressing = signal == SIGUSR2; }

static uint32_t microseconds(void) {
  struct timespec now;
  clock_gettime(CLOCK_MONOTONIC, &now);
  return (uint32_t)((uint64_t)now.tv_sec * 1000000 + (uint64_t)now.tv_nsec / 1000);
}

static void put(uint8_t **next, const void *bytes, size_t size) {
  memcpy(*next, bytes, size);
  *next += size;
}

static void put_number(uint8_t **next, uint64_t value, size_t size) { put(next, &value, size); }

/* Writes the unacknowledged edges with an age of 20 ms: even numbers press A, and odd ones release it. */
static void put_edges(uint8_t **next, const struct page *page) {
  uint16_t count = (uint16_t)(page->edge - page->safe_edge);
  if (count == 0) return;
  if (count > 16) count = 16;
  put_number(next, 0x04, 1);
  put_number(next, 2 + 3 * count, 1);
  put_number(next, page->safe_edge, 2);
  for (uint16_t index = 0; index < count; index++) {
    put_number(next, (page->safe_edge + index) & 1 ? 0 : 0x80, 1);
    put_number(next, 200, 2);
  }
}

/* Writes STATE with tilt and sticks, HIST with two tilts, and EDGES and PONG if there are any (docs/protocol.md,
   "Frames"). */
static size_t compose(struct page *page, uint8_t *bytes) {
  uint8_t *next = bytes;
  uint32_t now = microseconds();
  int16_t tilt = (int16_t)(8000 - (int)(page->counter * 97 % 16000));
  int may_change = is_pressing || (page->edge & 1);
  if (page->counter % EDGE_PERIOD == 0 && may_change && (uint16_t)(page->edge - page->safe_edge) < 16) page->edge++;
  put_number(&next, ++page->counter, 4);
  put_number(&next, 0x01 | 28 << 8, 2);
  put_number(&next, now, 4);
  put_number(&next, 3 | 255 << 8, 2);
  int16_t motion[] = {tilt, (int16_t)(tilt / 2), 0};
  put(&next, motion, sizeof motion);
  put_number(&next, page->edge & 1, 4);
  int16_t sticks[] = {tilt, (int16_t)-tilt, 0, 0};
  put(&next, sticks, sizeof sticks);
  put_number(&next, 0, 2);
  put_number(&next, page->edge, 2);
  put_number(&next, 0x02 | 16 << 8, 2);
  for (unsigned index = 1; index <= 2; index++) {
    put_number(&next, index * 833, 2);
    put(&next, motion, sizeof motion);
  }
  put_edges(&next, page);
  if (page->is_pinged) {
    put_number(&next, 0x06 | 12 << 8, 2);
    put_number(&next, page->ping, 4);
    put_number(&next, now, 4);
    put_number(&next, now, 4);
    page->is_pinged = 0;
  }
  return (size_t)(next - bytes);
}

/* Takes ACK and PING from the host's frames. */
static void take(struct page *page, const struct message *message) {
  page->answers++;
  for (size_t at = 0; at + 2 <= message->size; at += 2 + message->bytes[at + 1]) {
    const uint8_t *body = message->bytes + at + 2;
    if (message->bytes[at] == 0x10) {
      memcpy(&page->covered, body, 4);
      memcpy(&page->safe_edge, body + 8, 2);
    } else if (message->bytes[at] == 0x11) {
      memcpy(&page->ping, body, 4);
      page->is_pinged = 1;
    }
  }
}

/* Reads all available messages; returns 1 if a text of the type `wanted` was among them. */
static int hear(struct page *page, const char *wanted) {
  struct message message;
  int found = 0;
  size_t before;
  do {
    before = page->link.count;
    if (!link_fill(&page->link)) give_up("the gateway has closed a page");
    if (page->link.count == before) break;
    while (link_next(&page->link, &message)) {
      if (message.opcode == OPCODE_BINARY) take(page, &message);
      if (message.opcode == OPCODE_PING) link_send(&page->link, OPCODE_PONG, message.bytes, message.size);
      if (message.opcode == OPCODE_TEXT && wanted && memmem(message.bytes, message.size, wanted, strlen(wanted))) {
        found = 1;
      }
    }
  } while (SSL_pending(page->link.tls) > 0 || !found);
  return found;
}

static int connect_to(uint16_t port) {
  int descriptor = socket(AF_INET, SOCK_STREAM | SOCK_CLOEXEC, 0), yes = 1;
  struct sockaddr_in address = {
      .sin_family = AF_INET, .sin_port = htons(port), .sin_addr.s_addr = htonl(INADDR_LOOPBACK)};
  if (descriptor < 0 || connect(descriptor, (struct sockaddr *)&address, sizeof address) < 0) give_up("connecting");
  setsockopt(descriptor, IPPROTO_TCP, TCP_NODELAY, &yes, sizeof yes);
  return descriptor;
}

/* Connects with `ticket` and waits for a slot. */
static void enter(struct page *page, SSL_CTX *context, uint16_t port, const char *ticket, int number) {
  char text[512];
  page->link = (struct link){.tls = SSL_new(context), .descriptor = connect_to(port), .masks = 1};
  if (page->link.tls == NULL || SSL_set_fd(page->link.tls, page->link.descriptor) != 1 ||
      SSL_connect(page->link.tls) != 1) {
    give_up("TLS");
  }
  int size = snprintf(text, sizeof text,
                      "GET /link HTTP/1.1\r\nHost: 127.0.0.1:%u\r\nOrigin: https://127.0.0.1:%u\r\n"
                      "Connection: Upgrade\r\nUpgrade: websocket\r\nSec-WebSocket-Version: 13\r\n"
                      "Sec-WebSocket-Key: dGhlIHNhbXBsZSBub25jZQ==\r\n"
                      "Sec-WebSocket-Protocol: tpp.v1, ticket.%s\r\n\r\n",
                      port, port, ticket);
  link_write(&page->link, text, (size_t)size);
  if (strncmp(link_read_head(&page->link), "HTTP/1.1 101 ", 13) != 0) give_up("a ticket is refused");
  size = snprintf(text, sizeof text, "{\"type\":\"hello\",\"name\":\"Page %d\",\"counter\":0}", number);
  link_send(&page->link, OPCODE_TEXT, text, (size_t)size);
  while (!hear(page, "\"welcome\"")) {}
  link_stop_waiting(&page->link);
}

static void play(struct page *page) {
  uint8_t bytes[512];
  hear(page, NULL);
  if (page->counter - page->covered >= WINDOW && page->covered > 0) {
    held++;
    return;
  }
  uint32_t now = microseconds();
  if ((page->edge & 1) && now - page->departed > PAUSE_us) page->pauses++;
  page->departed = now;
  link_send(&page->link, OPCODE_BINARY, bytes, compose(page, bytes));
  sent++;
}

/* Returns the time that the first thread of process `pid` has run, in ns (schedstat of the kernel's scheduler/sched-stats). */
static long used_by(const char *pid) {
  char path[64];
  long used = 0;
  snprintf(path, sizeof path, "/proc/%s/schedstat", pid);
  FILE *file = fopen(path, "r");
  if (file == NULL || fscanf(file, "%ld", &used) != 1) give_up(path);
  fclose(file);
  return used;
}

/* Plays all pages in turn for `rounds` rounds; a late tick makes up for the missed ones. */
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
  for (; count < LIMIT && scanf("%63s", ticket) == 1; count++) enter(&pages[count], context, port, ticket, count + 1);
  if (count == 0) give_up("no ticket");
  play_rounds(count, RATE);
  sent = held = 0;
  for (int index = 0; index < count; index++) pages[index].answers = 0;
  long before = used_by(arguments[2]);
  play_rounds(count, RATE * seconds);
  long used = used_by(arguments[2]) - before;
  uint64_t messages = sent, late = held, answers = 0, presses = 0, open = 0, pauses = 0;
  for (int index = 0; index < count; index++) answers += pages[index].answers;
  /* In the end everything is released and acknowledged. */
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
