/* The baseline with which the gateway's data channels are compared: the same datagrams through OpenSSL and libusrsctp on one side,
 * the same messages of the local socket on the other, and no work between them. It answers every connectivity check (STUN), examines
 * no ticket, no text and no frame, and keeps a page for each address. */
#define _GNU_SOURCE
#include "PageLoad.h"

#include <CRTC.h>
#include <CSHA1.h>
#include <arpa/inet.h>
#include <errno.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/epoll.h>
#include <sys/socket.h>
#include <time.h>
#include <zlib.h>

#define LIMIT 16
#define BATCH 32
#define PERIOD 20
#define TEXT_ROOM 8192

/* The sizes and numbers of STUN (RFC 8489). */
#define STUN_HEADER 20
#define STUN_ANSWER 0x0101
#define STUN_COOKIE 0x2112a442u
#define STUN_ADDRESS 0x0020
#define STUN_CODE 0x0008
#define STUN_FINGERPRINT 0x8028u
#define STUN_MASK 0x5354554eu

static struct sockaddr_in places[LIMIT];
static uint32_t count;
static struct rtc_host *host;
static int network;

static uint64_t milliseconds(void) {
  struct timespec now;
  clock_gettime(CLOCK_MONOTONIC, &now);
  return (uint64_t)now.tv_sec * 1000 + (uint64_t)now.tv_nsec / 1000000;
}

static void read_file(const char *path, char *text) {
  FILE *file = fopen(path, "r");
  if (file == NULL) give_up(path);
  size_t size = fread(text, 1, TEXT_ROOM - 1, file);
  text[size] = 0;
  fclose(file);
}

static uint8_t *put16(uint8_t *next, uint16_t value) {
  value = htons(value);
  memcpy(next, &value, sizeof value);
  return next + sizeof value;
}

static uint8_t *put32(uint8_t *next, uint32_t value) {
  value = htonl(value);
  memcpy(next, &value, sizeof value);
  return next + sizeof value;
}

/* Answers a connectivity check from `sender` with the sender's address, an authentication code and a fingerprint. */
static void answer(const uint8_t *check, const struct sockaddr_in *sender, const char *password) {
  uint8_t bytes[STUN_HEADER + 12 + 4 + SHA1_CODE_SIZE + 8], *next = bytes;
  next = put16(next, STUN_ANSWER);
  next = put16(next, 12 + 4 + SHA1_CODE_SIZE);
  memcpy(next, check + 4, 16);
  next += 16;
  next = put32(next, STUN_ADDRESS << 16 | 8);
  next = put32(next, 1 << 16 | (ntohs(sender->sin_port) ^ STUN_COOKIE >> 16));
  next = put32(next, ntohl(sender->sin_addr.s_addr) ^ STUN_COOKIE);
  uint8_t *code = next + 4;
  sha1_code((const uint8_t *)password, strlen(password), bytes, 4, bytes + 4, (size_t)(next - bytes) - 4, code);
  put32(next, STUN_CODE << 16 | SHA1_CODE_SIZE);
  next = code + SHA1_CODE_SIZE;
  put16(bytes + 2, sizeof bytes - STUN_HEADER);
  uint32_t sum = (uint32_t)crc32(0, bytes, (uInt)(next - bytes));
  next = put32(next, STUN_FINGERPRINT << 16 | 4);
  put32(next, sum ^ STUN_MASK);
  sendto(network, bytes, sizeof bytes, 0, (const struct sockaddr *)sender, sizeof *sender);
}

static void carry_out(const struct rtc_event *event) {
  static const char welcome[] = "{\"type\":\"welcome\"}";
  static const uint8_t receipt[] = {0x14, 2, 0, 0};
  uint32_t number = event->peer - 1, counter = 0;
  if (event->kind == RTC_DATAGRAM) {
    const struct sockaddr *place = (const struct sockaddr *)&places[number];
    sendto(network, event->bytes, event->size, 0, place, sizeof places[number]);
  } else if (event->kind == RTC_MESSAGE && event->is_text) {
    bridge_pass_on(number, 0, receipt, sizeof receipt);
    rtc_send(host, event->peer, (const uint8_t *)welcome, sizeof welcome - 1, 1);
  } else if (event->kind == RTC_MESSAGE && event->size > 4) {
    memcpy(&counter, event->bytes, 4);
    bridge_pass_on(number, counter, event->bytes + 4, event->size - 4);
  }
}

static void settle(void) {
  struct rtc_event event;
  while (rtc_next(host, &event)) carry_out(&event);
}

/* Returns the number of the page at `sender`; each address has a number of its own. */
static uint32_t page_at(const struct sockaddr_in *sender) {
  uint32_t number = 0;
  while (number < count &&
         (places[number].sin_port != sender->sin_port || places[number].sin_addr.s_addr != sender->sin_addr.s_addr)) {
    number++;
  }
  if (number == count) {
    if (count == LIMIT || rtc_add(host, ++count, 1) < 0) give_up("a page too many");
    places[number] = *sender;
  }
  return number;
}

static void receive(const uint8_t *record, size_t size, const struct sockaddr_in *sender) {
  struct rtc_endpoint endpoint = {.low = sender->sin_addr.s_addr, .port = sender->sin_port};
  rtc_receive(host, page_at(sender) + 1, &endpoint, record, size);
  settle();
}

static void serve_network(const char *password) {
  static uint8_t bytes[BATCH][RTC_DATAGRAM_ROOM];
  static struct sockaddr_in senders[BATCH];
  static struct iovec vectors[BATCH];
  static struct mmsghdr messages[BATCH];
  for (int index = 0; index < BATCH; index++) {
    vectors[index] = (struct iovec){bytes[index], sizeof bytes[index]};
    messages[index].msg_hdr = (struct msghdr){
        .msg_name = &senders[index], .msg_namelen = sizeof senders[index], .msg_iov = &vectors[index], .msg_iovlen = 1};
  }
  int received = recvmmsg(network, messages, BATCH, MSG_DONTWAIT, NULL);
  for (int index = 0; index < received; index++) {
    if (bytes[index][0] < 4 && messages[index].msg_len >= STUN_HEADER) answer(bytes[index], &senders[index], password);
    else receive(bytes[index], messages[index].msg_len, &senders[index]);
  }
}

static void serve_bridge(void) {
  struct answer answer;
  while (bridge_next(&answer)) {
    uint32_t peer = answer.number + 1;
    if (rtc_has_room(host, peer)) rtc_send(host, peer, answer.frames, answer.size, 0);
    settle();
  }
}

static void watch(int poller, int descriptor) {
  struct epoll_event interest = {.events = EPOLLIN, .data.fd = descriptor};
  if (epoll_ctl(poller, EPOLL_CTL_ADD, descriptor, &interest) < 0) give_up("epoll_ctl");
}

int channels_main(int arguments_count, char **arguments) {
  (void)arguments_count;
  static char certificate[TEXT_ROOM], key[TEXT_ROOM];
  read_file(arguments[2], certificate);
  read_file(arguments[3], key);
  if (rtc_create(key, certificate, &host) < 0) give_up("key and certificate");
  network = socket(AF_INET, SOCK_DGRAM | SOCK_CLOEXEC, 0);
  struct sockaddr_in address = {.sin_family = AF_INET,
                                .sin_port = htons((uint16_t)atoi(arguments[0])),
                                .sin_addr.s_addr = htonl(INADDR_LOOPBACK)};
  if (bind(network, (struct sockaddr *)&address, sizeof address) < 0) give_up("binding");
  int poller = epoll_create1(EPOLL_CLOEXEC), bridge = bridge_connect(arguments[1]);
  watch(poller, bridge);
  watch(poller, network);
  fprintf(stderr, "ready\n");
  for (uint64_t last = milliseconds();;) {
    struct epoll_event ready[2];
    int number = epoll_wait(poller, ready, 2, PERIOD);
    if (number < 0 && errno != EINTR) give_up("epoll_wait");
    for (int index = 0; index < number; index++) {
      if (ready[index].data.fd == network) serve_network(arguments[4]);
      else serve_bridge();
    }
    uint64_t now = milliseconds();
    if (now - last >= PERIOD) {
      rtc_advance(host, (uint32_t)(now - last));
      settle();
      last = now;
    }
  }
}
