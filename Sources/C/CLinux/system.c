#define _GNU_SOURCE
#include "internal.h"

#include <errno.h>
#include <fcntl.h>
#include <netdb.h>
#include <string.h>
#include <sys/ioctl.h>
#include <sys/resource.h>
#include <unistd.h>

int linux_resolve(const char *host, uint16_t port, struct linux_endpoint *found, int capacity) {
  struct addrinfo hints = {.ai_family = AF_UNSPEC, .ai_socktype = SOCK_DGRAM};
  struct addrinfo *list = NULL;
  if (getaddrinfo(host, NULL, &hints, &list) != 0) return -1;
  int count = 0;
  for (struct addrinfo *entry = list; entry != NULL && count < capacity; entry = entry->ai_next) {
    if (entry->ai_family != AF_INET && entry->ai_family != AF_INET6) continue;
    struct sockaddr_storage address = {0};
    memcpy(&address, entry->ai_addr, entry->ai_addrlen);
    found[count] = linux_endpoint_of(&address);
    found[count].port = port;
    count++;
  }
  freeaddrinfo(list);
  return count;
}

int linux_host_name(char *name, size_t capacity) {
  if (gethostname(name, capacity) < 0) return -errno;
  name[capacity - 1] = 0;
  return 0;
}

int linux_open(const char *path, int flags, unsigned mode) {
  int descriptor;
  do descriptor = open(path, flags | O_CLOEXEC, mode);
  while (descriptor < 0 && errno == EINTR);
  return descriptor < 0 ? -errno : descriptor;
}

int linux_allow_descriptors(uint64_t count) {
  struct rlimit limit;
  if (getrlimit(RLIMIT_NOFILE, &limit) < 0) return -errno;
  if (limit.rlim_cur >= count) return 0;
  if (limit.rlim_max < count) return -EMFILE;
  limit.rlim_cur = count;
  return setrlimit(RLIMIT_NOFILE, &limit) < 0 ? -errno : 0;
}

int linux_window_size(int descriptor, uint16_t *columns, uint16_t *rows) {
  struct winsize size;
  if (ioctl(descriptor, TIOCGWINSZ, &size) < 0) return -errno;
  *columns = size.ws_col;
  *rows = size.ws_row;
  return 0;
}
