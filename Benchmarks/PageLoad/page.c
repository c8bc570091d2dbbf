/* One page without a browser: how it connects, and the messages that it sends and reads. */
#define _GNU_SOURCE
#include "PageLoad.h"

#include <arpa/inet.h>
#include <errno.h>
#include <netinet/tcp.h>
#include <stdio.h>
#include <string.h>
#include <sys/socket.h>
#include <time.h>

/* The number of messages per change of the button: ten edges a second. */
#define EDGE_PERIOD 6

uint32_t microseconds(void) {
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
static size_t compose(struct page *page, uint8_t *bytes, int is_pressing) {
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

/* Applies the frames ACK and PING of a message from the host. */
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

int page_hear(struct page *page, const char *wanted) {
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

int connect_to(uint16_t port, int number) {
  int descriptor = socket(AF_INET, SOCK_STREAM | SOCK_CLOEXEC, 0), yes = 1;
  struct sockaddr_in address = {
      .sin_family = AF_INET, .sin_port = htons(port), .sin_addr.s_addr = htonl(INADDR_LOOPBACK)};
  struct sockaddr_in own = {.sin_family = AF_INET, .sin_addr.s_addr = htonl(INADDR_LOOPBACK + (uint32_t)number)};
  if (descriptor < 0 || bind(descriptor, (struct sockaddr *)&own, sizeof own) < 0) give_up("binding");
  if (connect(descriptor, (struct sockaddr *)&address, sizeof address) < 0) give_up("connecting");
  setsockopt(descriptor, IPPROTO_TCP, TCP_NODELAY, &yes, sizeof yes);
  return descriptor;
}

void page_enter(struct page *page, SSL_CTX *context, uint16_t port, const char *ticket, int number) {
  char text[512];
  page->link = (struct link){.tls = SSL_new(context), .descriptor = connect_to(port, number), .masks = 1};
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
  size = snprintf(text, sizeof text, "{\"type\":\"hello\",\"name\":\"Page\",\"counter\":0}");
  link_send(&page->link, OPCODE_TEXT, text, (size_t)size);
  while (!page_hear(page, "\"welcome\"")) {}
  link_stop_waiting(&page->link);
}

void page_send(struct page *page, int is_pressing) {
  uint8_t bytes[512];
  page->departed = microseconds();
  link_send(&page->link, OPCODE_BINARY, bytes, compose(page, bytes, is_pressing));
}

long time_used(const char *pid) {
  char path[64];
  long used = 0;
  snprintf(path, sizeof path, "/proc/%s/schedstat", pid);
  FILE *file = fopen(path, "r");
  if (file == NULL || fscanf(file, "%ld", &used) != 1) give_up(path);
  fclose(file);
  return used;
}
