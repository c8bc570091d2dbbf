#define _GNU_SOURCE
#include "PageLoad.h"

#include <errno.h>
#include <stdio.h>
#include <string.h>
#include <sys/socket.h>
#include <sys/un.h>
#include <time.h>

#define HEADER 24

static int bridge;

int bridge_connect(const char *path) {
  bridge = socket(AF_UNIX, SOCK_SEQPACKET | SOCK_CLOEXEC, 0);
  struct sockaddr_un address = {.sun_family = AF_UNIX};
  snprintf(address.sun_path, sizeof address.sun_path, "%s", path);
  if (bridge < 0 || connect(bridge, (struct sockaddr *)&address, sizeof address) < 0) give_up(path);
  return bridge;
}

void bridge_pass_on(uint32_t number, uint32_t counter, const uint8_t *frames, size_t size) {
  uint8_t packet[HEADER + 512] = {0xe0, 1};
  struct timespec now;
  clock_gettime(CLOCK_MONOTONIC, &now);
  uint64_t received = (uint64_t)now.tv_sec * 1000000000 + (uint64_t)now.tv_nsec;
  uint32_t controller = number + 1;
  if (size > sizeof packet - HEADER) give_up("a packet that is too long");
  memcpy(packet + 4, &controller, 4);
  memcpy(packet + 8, &counter, 4);
  memcpy(packet + 16, &received, 8);
  memcpy(packet + HEADER, frames, size);
  if (send(bridge, packet, HEADER + size, MSG_NOSIGNAL) < 0) give_up("sending to the bridge");
}

int bridge_next(struct answer *answer) {
  static uint8_t packet[640];
  for (;;) {
    ssize_t size = recv(bridge, packet, sizeof packet, MSG_DONTWAIT);
    if (size < 0 && errno == EAGAIN) return 0;
    if (size <= 0) give_up("the bridge");
    uint32_t controller = 0;
    memcpy(&controller, packet + 4, 4);
    if (packet[0] != 0xe0 || size < HEADER || controller == 0) continue;
    *answer = (struct answer){.number = controller - 1, .frames = packet + HEADER, .size = (size_t)size - HEADER};
    return 1;
  }
}
