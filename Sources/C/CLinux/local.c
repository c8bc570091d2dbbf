#define _GNU_SOURCE
#include "CLinux.h"

#include <errno.h>
#include <stdatomic.h>
#include <string.h>
#include <sys/eventfd.h>
#include <sys/socket.h>
#include <sys/un.h>
#include <unistd.h>

/* A descriptor that is closed when no other is left, to refuse a connection or to send a message; -1 if there is
   none. */
static atomic_int spare = -1;

int linux_local_open(void) {
  int descriptor = socket(AF_UNIX, SOCK_SEQPACKET | SOCK_NONBLOCK | SOCK_CLOEXEC, 0);
  return descriptor < 0 ? -errno : descriptor;
}

/* Writes `path` as a socket address; returns 0, or -errno if it is empty or too long. */
static int fill(struct sockaddr_un *address, const char *path) {
  size_t length = strlen(path);
  memset(address, 0, sizeof *address);
  address->sun_family = AF_UNIX;
  if (length == 0) return -ENOENT;
  if (length >= sizeof address->sun_path) return -ENAMETOOLONG;
  memcpy(address->sun_path, path, length);
  return 0;
}

int linux_local_bind(int descriptor, const char *path) {
  struct sockaddr_un address;
  int error = fill(&address, path);
  if (error != 0) return error;
  return bind(descriptor, (struct sockaddr *)&address, sizeof address) < 0 ? -errno : 0;
}

int linux_local_connect(int descriptor, const char *path) {
  struct sockaddr_un address;
  int error = fill(&address, path);
  if (error != 0) return error;
  return connect(descriptor, (struct sockaddr *)&address, sizeof address) < 0 ? -errno : 0;
}

void linux_spare_descriptor(void) {
  int nothing = -1;
  if (atomic_load(&spare) >= 0) return;
  int fresh = eventfd(0, EFD_CLOEXEC);
  if (fresh >= 0 && !atomic_compare_exchange_strong(&spare, &nothing, fresh)) close(fresh);
}

int linux_give_spare_descriptor(void) {
  int given = atomic_exchange(&spare, -1);
  if (given < 0) return 0;
  close(given);
  return 1;
}

/* Accepts a connection; returns its descriptor or -errno. */
static int accept_next(int listener) {
  int descriptor;
  do descriptor = accept4(listener, NULL, NULL, SOCK_NONBLOCK | SOCK_CLOEXEC);
  while (descriptor < 0 && (errno == EINTR || errno == ECONNABORTED));
  return descriptor < 0 ? -errno : descriptor;
}

int linux_local_accept(int listener) {
  int descriptor = accept_next(listener);
  if (descriptor >= 0) linux_spare_descriptor();
  if ((descriptor != -EMFILE && descriptor != -ENFILE) || !linux_give_spare_descriptor()) return descriptor;
  int refused = accept_next(listener);
  if (refused >= 0) close(refused);
  linux_spare_descriptor();
  return descriptor;
}

/* Stores what the kernel knows of the program at the other end; returns 0 or a negative errno. */
static int peer(int descriptor, struct ucred *credentials) {
  socklen_t length = sizeof *credentials;
  return getsockopt(descriptor, SOL_SOCKET, SO_PEERCRED, credentials, &length) < 0 ? -errno : 0;
}

int linux_local_peer(int descriptor) {
  struct ucred credentials;
  int status = peer(descriptor, &credentials);
  return status < 0 ? status : credentials.pid;
}

int linux_local_peer_user(int descriptor, uint32_t *user) {
  struct ucred credentials;
  int status = peer(descriptor, &credentials);
  if (status == 0) *user = credentials.uid;
  return status;
}

int linux_local_send(int descriptor, const void *bytes, size_t count) {
  ssize_t sent;
  do sent = send(descriptor, bytes, count, MSG_NOSIGNAL | MSG_DONTWAIT);
  while (sent < 0 && errno == EINTR);
  return sent < 0 ? -errno : (int)sent;
}

int linux_local_receive(int descriptor, void *bytes, size_t capacity) {
  ssize_t count;
  do count = recv(descriptor, bytes, capacity, MSG_DONTWAIT | MSG_TRUNC);
  while (count < 0 && errno == EINTR);
  return count < 0 ? -errno : (int)count;
}
