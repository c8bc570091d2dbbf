/* A host for any number of pages, without pads: it gives each page a slot and acknowledges each packet
 * (docs/protocol.md, "The local socket"), as a daemon does for its sixteen players. Messages that a gateway does not read in time are lost. */
#define _GNU_SOURCE
#include "PageLoad.h"

#include <poll.h>
#include <stdio.h>
#include <string.h>
#include <sys/socket.h>
#include <sys/un.h>
#include <unistd.h>

#define FRAMES 0xe0
#define SEAT 0xf2
#define HEADER 24
#define SLOTS 16
#define LINKS 8

static struct pollfd ends[LINKS + 1];
static int count;

static int listen_at(const char *path) {
  int listener = socket(AF_UNIX, SOCK_SEQPACKET | SOCK_CLOEXEC, 0);
  struct sockaddr_un address = {.sun_family = AF_UNIX};
  snprintf(address.sun_path, sizeof address.sun_path, "%s", path);
  if (listener < 0 || bind(listener, (struct sockaddr *)&address, sizeof address) < 0 || listen(listener, LINKS) < 0) {
    give_up(path);
  }
  return listener;
}

/* Answers a packet of the controller that its header names: with SEAT if the packet only asks for a slot, otherwise with ACK. */
static void answer(int link, const uint8_t *packet, size_t size) {
  uint32_t controller;
  memcpy(&controller, packet + 4, 4);
  if (size == HEADER + 4 && packet[HEADER] == 0x14) {
    uint8_t seat[] = {SEAT, (uint8_t)(controller % SLOTS + 1), 0, SLOTS, 0, 0, 0, 0};
    memcpy(seat + 4, &controller, 4);
    send(link, seat, sizeof seat, MSG_NOSIGNAL | MSG_DONTWAIT);
    return;
  }
  uint8_t bytes[HEADER + 16] = {FRAMES, 1};
  static uint32_t number;
  number++;
  memcpy(bytes + 4, &controller, 4);
  memcpy(bytes + 8, &number, 4);
  bytes[HEADER] = 0x10;
  bytes[HEADER + 1] = 14;
  /* The newest packet, and STATE's number of the next edge. */
  memcpy(bytes + HEADER + 2, packet + 8, 4);
  memcpy(bytes + HEADER + 10, packet + HEADER + 28, 2);
  send(link, bytes, sizeof bytes, MSG_NOSIGNAL | MSG_DONTWAIT);
}

static void serve(int index) {
  uint8_t packet[2048];
  ssize_t size = recv(ends[index].fd, packet, sizeof packet, 0);
  if (size <= 0) {
    close(ends[index].fd);
    ends[index] = ends[--count];
  } else if (packet[0] == FRAMES && size > HEADER) {
    answer(ends[index].fd, packet, (size_t)size);
  }
}

int host_main(int arguments_count, char **arguments) {
  (void)arguments_count;
  ends[count++] = (struct pollfd){.fd = listen_at(arguments[0]), .events = POLLIN};
  fprintf(stderr, "listening\n");
  for (;;) {
    if (poll(ends, (nfds_t)count, -1) < 0) give_up("poll");
    for (int index = count - 1; index > 0; index--) {
      if (ends[index].revents != 0) serve(index);
    }
    if (!(ends[0].revents & POLLIN) || count > LINKS) continue;
    ends[count++] = (struct pollfd){.fd = accept4(ends[0].fd, NULL, NULL, SOCK_CLOEXEC), .events = POLLIN};
    ends[count - 1].revents = 0;
  }
}
