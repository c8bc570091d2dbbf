#include "CBus.h"

#include <errno.h>
#include <poll.h>
#include <sys/epoll.h>

int bus_settle(sd_bus *bus, int epoll, uint32_t *interest) {
  int wanted = sd_bus_get_events(bus);
  if (wanted < 0) return wanted;
  uint32_t next = (wanted & POLLIN ? EPOLLIN : 0u) | (wanted & POLLOUT ? EPOLLOUT : 0u);
  if (next == *interest) return 0;
  int descriptor = sd_bus_get_fd(bus);
  if (descriptor < 0) return descriptor;
  struct epoll_event event = {.events = next};
  int operation = *interest == 0 ? EPOLL_CTL_ADD : EPOLL_CTL_MOD;
  if (epoll_ctl(epoll, operation, descriptor, &event) < 0) return -errno;
  *interest = next;
  return 0;
}

int64_t bus_deadline(sd_bus *bus) {
  uint64_t microseconds = 0;
  if (sd_bus_get_timeout(bus, &microseconds) < 0) return INT64_MAX;
  return microseconds > INT64_MAX / 1000 ? INT64_MAX : (int64_t)microseconds * 1000;
}
