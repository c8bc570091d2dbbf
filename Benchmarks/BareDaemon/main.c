/* bare-daemon FIFO REPORT_SIZE [open]
 *
 * The minimum of work that a daemon between controllers and a pad can do: epoll_wait(2), recvmmsg(2), and one write(2) of
 * REPORT_SIZE bytes for every datagram; with `open` also one call of libsodium for each. It prints its port. It knows no player,
 * checks no frame and sends no answer. It only copies the mark, by which the benchmark recognises a packet, to the report. */
#define _GNU_SOURCE
#include <errno.h>
#include <fcntl.h>
#include <linux/input.h>
#include <netinet/in.h>
#include <sodium.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/epoll.h>
#include <sys/socket.h>
#include <unistd.h>

#define BATCH 32
#define ROOM 1281
#define HEADER 8
#define TAG 16
/* The place of the right stick's x axis in a packet that begins with STATE (docs/protocol.md). */
#define MARK (HEADER + 2 + 20)
#define EVENTS 32

static uint8_t bytes[BATCH][ROOM];
static struct sockaddr_storage senders[BATCH];
static struct iovec vectors[BATCH];
static struct mmsghdr messages[BATCH];
static struct input_event events[EVENTS];

__attribute__((noreturn)) static void give_up(const char *what) {
  fprintf(stderr, "bare-daemon: %s: %s\n", what, strerror(errno));
  exit(1);
}

static int listen_anywhere(void) {
  int descriptor = socket(AF_INET6, SOCK_DGRAM | SOCK_NONBLOCK | SOCK_CLOEXEC, 0), off = 0, room = 1 << 20;
  struct sockaddr_in6 address = {.sin6_family = AF_INET6};
  socklen_t size = sizeof address;
  if (descriptor < 0 || setsockopt(descriptor, IPPROTO_IPV6, IPV6_V6ONLY, &off, sizeof off) < 0 ||
      bind(descriptor, (struct sockaddr *)&address, size) < 0 ||
      getsockname(descriptor, (struct sockaddr *)&address, &size) < 0)
    give_up("socket");
  (void)setsockopt(descriptor, SOL_SOCKET, SO_RCVBUF, &room, sizeof room);
  fprintf(stderr, "listening on UDP port %d and nowhere else\n", ntohs(address.sin6_port));
  return descriptor;
}

/* Decrypts a packet in place, with the key and the nonces of the benchmark; returns whether it is genuine. */
static int open_packet(uint8_t *packet, size_t size) {
  static const uint8_t key[crypto_aead_chacha20poly1305_IETF_KEYBYTES];
  uint8_t nonce[crypto_aead_chacha20poly1305_IETF_NPUBBYTES] = {0};
  if (size < HEADER + TAG) return 0;
  memcpy(nonce + 4, packet + 4, 4);
  return crypto_aead_chacha20poly1305_ietf_decrypt(packet + HEADER, NULL, NULL, packet + HEADER, size - HEADER, packet, HEADER,
                                                   nonce, key) == 0;
}

static void drain(int network, int pad, size_t report_size, int opens) {
  int count;
  do {
    for (int index = 0; index < BATCH; index++) messages[index].msg_hdr.msg_namelen = sizeof senders[index];
    count = recvmmsg(network, messages, BATCH, MSG_DONTWAIT | MSG_TRUNC, NULL);
    for (int index = 0; index < count; index++) {
      if (opens && !open_packet(bytes[index], messages[index].msg_len)) continue;
      int16_t mark;
      memcpy(&mark, bytes[index] + MARK, sizeof mark);
      events[0].value = mark;
      if (write(pad, events, report_size) < 0 && errno != EAGAIN) give_up("writing");
    }
  } while (count == BATCH);
}

static void prepare(size_t report_size) {
  for (int index = 0; index < BATCH; index++) {
    vectors[index] = (struct iovec){.iov_base = bytes[index], .iov_len = ROOM};
    messages[index].msg_hdr = (struct msghdr){.msg_name = &senders[index], .msg_iov = &vectors[index], .msg_iovlen = 1};
  }
  size_t count = report_size / sizeof events[0];
  if (count < 2 || count > EVENTS) give_up("REPORT_SIZE");
  for (size_t index = 0; index < count; index++) events[index] = (struct input_event){.type = EV_ABS, .code = ABS_X};
  events[0].code = ABS_RX;
  events[count - 1] = (struct input_event){.type = EV_SYN, .code = SYN_REPORT};
}

int main(int count, char **arguments) {
  if (count < 3 || sodium_init() < 0) return 2;
  size_t report_size = strtoul(arguments[2], NULL, 10);
  int pad = open(arguments[1], O_WRONLY | O_NONBLOCK | O_CLOEXEC), poller = epoll_create1(EPOLL_CLOEXEC);
  prepare(report_size);
  if (pad < 0) give_up(arguments[1]);
  int network = listen_anywhere();
  struct epoll_event interest = {.events = EPOLLIN}, ready[64];
  if (epoll_ctl(poller, EPOLL_CTL_ADD, network, &interest) < 0) give_up("epoll_ctl");
  for (;;) {
    if (epoll_wait(poller, ready, 64, -1) > 0) drain(network, pad, report_size, count > 3);
    else if (errno != EINTR) give_up("epoll_wait");
  }
}
