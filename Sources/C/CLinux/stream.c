#define _GNU_SOURCE
#include "internal.h"

#include <errno.h>
#include <netinet/in.h>
#include <netinet/tcp.h>
#include <sys/socket.h>
#include <sys/un.h>
#include <unistd.h>

/* Room for an answer that its recipient does not read. */
static const int send_buffer = 512 * 1024;

int linux_stream_open(int family) {
  int descriptor = socket(family, SOCK_STREAM | SOCK_NONBLOCK | SOCK_CLOEXEC, 0);
  if (descriptor < 0) return -errno;
  int on = 1, off = 0;
  /* Best effort: some machines give IPv6 sockets no IPv4 unless asked. */
  if (family == AF_INET6) (void)setsockopt(descriptor, IPPROTO_IPV6, IPV6_V6ONLY, &off, sizeof off);
  /* Best effort: without it a port that was just closed cannot be opened for a minute. */
  (void)setsockopt(descriptor, SOL_SOCKET, SO_REUSEADDR, &on, sizeof on);
  return descriptor;
}

int linux_stream_is_listener(int descriptor) {
  int type = 0, listens = 0;
  socklen_t size = sizeof type;
  if (getsockopt(descriptor, SOL_SOCKET, SO_TYPE, &type, &size) < 0) return 0;
  size = sizeof listens;
  if (getsockopt(descriptor, SOL_SOCKET, SO_ACCEPTCONN, &listens, &size) < 0) return 0;
  return type == SOCK_STREAM && listens;
}

int linux_stream_accept(int listener) {
  int descriptor = linux_local_accept(listener);
  /* Best effort: the kernel limits the size to net.core.wmem_max. */
  if (descriptor >= 0) (void)setsockopt(descriptor, SOL_SOCKET, SO_SNDBUF, &send_buffer, sizeof send_buffer);
  return descriptor;
}

int linux_stream_finish(int descriptor) { return shutdown(descriptor, SHUT_WR) < 0 ? -errno : 0; }

int linux_stream_connect(int descriptor, int family, const struct linux_endpoint *to) {
  struct sockaddr_storage address;
  socklen_t length = linux_address_of(&address, family, to);
  if (length == 0) return -EAFNOSUPPORT;
  return connect(descriptor, (struct sockaddr *)&address, length) < 0 && errno != EINPROGRESS ? -errno : 0;
}

int linux_stream_peer(int descriptor, struct linux_endpoint *peer) {
  struct sockaddr_storage address = {0};
  socklen_t length = sizeof address;
  if (getpeername(descriptor, (struct sockaddr *)&address, &length) < 0) return -errno;
  *peer = linux_endpoint_of(&address);
  return 0;
}

int linux_stream_hasten(int descriptor, int backlog) {
  int on = 1;
  if (setsockopt(descriptor, IPPROTO_TCP, TCP_NODELAY, &on, sizeof on) < 0) return -errno;
  return setsockopt(descriptor, IPPROTO_TCP, TCP_NOTSENT_LOWAT, &backlog, sizeof backlog) < 0 ? -errno : 0;
}

int linux_stream_keep(int descriptor, int seconds) {
  int on = 1, interval = 1, count = seconds > 1 ? seconds - 1 : 1, limit = 1000 * seconds;
  if (setsockopt(descriptor, IPPROTO_TCP, TCP_NODELAY, &on, sizeof on) < 0) return -errno;
  if (setsockopt(descriptor, SOL_SOCKET, SO_KEEPALIVE, &on, sizeof on) < 0) return -errno;
  if (setsockopt(descriptor, IPPROTO_TCP, TCP_KEEPIDLE, &interval, sizeof interval) < 0) return -errno;
  if (setsockopt(descriptor, IPPROTO_TCP, TCP_KEEPINTVL, &interval, sizeof interval) < 0) return -errno;
  if (setsockopt(descriptor, IPPROTO_TCP, TCP_KEEPCNT, &count, sizeof count) < 0) return -errno;
  return setsockopt(descriptor, IPPROTO_TCP, TCP_USER_TIMEOUT, &limit, sizeof limit) < 0 ? -errno : 0;
}
