/* This file is separate because linux/tcp.h, which has the counters, cannot be included together with netinet/tcp.h. */
#include "reading.h"

#include <linux/sockios.h>
#include <linux/tcp.h>
#include <netinet/in.h>
#include <stddef.h>
#include <sys/ioctl.h>
#include <sys/socket.h>

/* The number of attempts to read both counters without an arrival in between. */
#define TRIES 8

int web_count_read(int descriptor, uint64_t *count) {
  int before = 0, after = 0;
  for (int try = 0; try < TRIES; try++) {
    struct tcp_info info = {0};
    socklen_t size = sizeof info;
    if (ioctl(descriptor, SIOCINQ, &before) < 0) return -1;
    if (getsockopt(descriptor, IPPROTO_TCP, TCP_INFO, &info, &size) < 0) return -1;
    if (size < offsetof(struct tcp_info, tcpi_bytes_received) + sizeof info.tcpi_bytes_received) return -1;
    if (ioctl(descriptor, SIOCINQ, &after) < 0) return -1;
    *count = info.tcpi_bytes_received - (uint64_t)before;
    if (before == after) return 0;
  }
  return -1;
}
