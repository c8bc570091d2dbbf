/* The baseline with which a gateway is compared: the same TLS records and WebSocket frames on one side, the same messages of
 * the local socket on the other, and no work between them. It checks no ticket, no text and no frame, and keeps no queue. */
#define _GNU_SOURCE
#include "PageLoad.h"

#include <arpa/inet.h>
#include <errno.h>
#include <netinet/tcp.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/epoll.h>
#include <sys/socket.h>

#define LIMIT 1024
/* The maximum number of events in one wake-up. */
#define READY 64
#define TOKEN_BRIDGE LIMIT
#define TOKEN_LISTENER (LIMIT + 1)

static struct link links[LIMIT];

static int listen_at(uint16_t port) {
  int descriptor = socket(AF_INET, SOCK_STREAM | SOCK_CLOEXEC, 0), yes = 1;
  struct sockaddr_in address = {
      .sin_family = AF_INET, .sin_port = htons(port), .sin_addr.s_addr = htonl(INADDR_LOOPBACK)};
  setsockopt(descriptor, SOL_SOCKET, SO_REUSEADDR, &yes, sizeof yes);
  if (bind(descriptor, (struct sockaddr *)&address, sizeof address) < 0 || listen(descriptor, LIMIT) < 0) {
    give_up("listening");
  }
  return descriptor;
}

static void watch(int poller, int descriptor, uint32_t token) {
  struct epoll_event interest = {.events = EPOLLIN, .data.u32 = token};
  if (epoll_ctl(poller, EPOLL_CTL_ADD, descriptor, &interest) < 0) give_up("epoll_ctl");
}

/* Accepts a page; the handshakes may block, because no page plays yet. */
static void accept_page(int poller, int listener, SSL_CTX *context, uint32_t number) {
  static const char welcome[] =
      "HTTP/1.1 101 Switching Protocols\r\nUpgrade: WebSocket\r\nConnection: Upgrade\r\n"
      "Sec-WebSocket-Accept: s3pPLMBiTxaQ9kYGzzhZRbK+xOo=\r\nSec-WebSocket-Protocol: tpp.v1\r\n\r\n";
  struct link *link = &links[number];
  int yes = 1;
  *link = (struct link){.tls = SSL_new(context), .descriptor = accept4(listener, NULL, NULL, SOCK_CLOEXEC)};
  if (link->tls == NULL || link->descriptor < 0 || SSL_set_fd(link->tls, link->descriptor) != 1 ||
      SSL_accept(link->tls) != 1) {
    give_up("accepting");
  }
  setsockopt(link->descriptor, IPPROTO_TCP, TCP_NODELAY, &yes, sizeof yes);
  link_read_head(link);
  link_write(link, welcome, sizeof welcome - 1);
  link_stop_waiting(link);
  watch(poller, link->descriptor, number);
}

static void serve_page(uint32_t number) {
  static const char welcome[] = "{\"type\":\"welcome\"}";
  static const uint8_t receipt[] = {0x14, 2, 0, 0};
  struct link *link = &links[number];
  struct message message;
  if (!link_fill(link)) exit(0);
  while (link_next(link, &message)) {
    uint32_t counter = 0;
    if (message.opcode == OPCODE_TEXT) {
      bridge_pass_on(number, 0, receipt, sizeof receipt);
      link_send(link, OPCODE_TEXT, welcome, sizeof welcome - 1);
    } else if (message.opcode == OPCODE_BINARY && message.size > 4) {
      memcpy(&counter, message.bytes, 4);
      bridge_pass_on(number, counter, message.bytes + 4, message.size - 4);
    }
  }
}

static void serve_bridge(void) {
  struct answer answer;
  while (bridge_next(&answer)) {
    if (answer.number < LIMIT) link_send(&links[answer.number], OPCODE_BINARY, answer.frames, answer.size);
  }
}

int bare_main(int arguments_count, char **arguments) {
  (void)arguments_count;
  SSL_CTX *context = SSL_CTX_new(TLS_server_method());
  if (context == NULL || SSL_CTX_use_certificate_chain_file(context, arguments[2]) != 1 ||
      SSL_CTX_use_PrivateKey_file(context, arguments[3], SSL_FILETYPE_PEM) != 1) {
    give_up("key and certificate");
  }
  int poller = epoll_create1(EPOLL_CLOEXEC), listener = listen_at((uint16_t)atoi(arguments[0]));
  uint32_t count = 0;
  watch(poller, bridge_connect(arguments[1]), TOKEN_BRIDGE);
  watch(poller, listener, TOKEN_LISTENER);
  fprintf(stderr, "ready\n");
  for (;;) {
    struct epoll_event ready[READY];
    int number = epoll_wait(poller, ready, READY, -1);
    if (number < 0 && errno != EINTR) give_up("epoll_wait");
    for (int index = 0; index < number; index++) {
      if (ready[index].data.u32 == TOKEN_BRIDGE) serve_bridge();
      else if (ready[index].data.u32 != TOKEN_LISTENER) serve_page(ready[index].data.u32);
      else if (count < LIMIT) accept_page(poller, listener, context, count++);
    }
  }
}
