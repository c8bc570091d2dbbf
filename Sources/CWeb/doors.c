#define _GNU_SOURCE
#include "internal.h"

#include "CLinux.h"

#include <errno.h>
#include <fcntl.h>
#include <netinet/in.h>
#include <netinet/tcp.h>
#include <sys/socket.h>
#include <unistd.h>

/* The most connections that are accepted in one wake-up. */
#define ROUND 16

/* Returns the port at which `descriptor` listens; 0 if it does not listen. */
static uint16_t port_of(int descriptor) {
  int listens = 0;
  socklen_t size = sizeof listens;
  struct sockaddr_storage address = {0};
  socklen_t length = sizeof address;
  if (descriptor < 0 || getsockopt(descriptor, SOL_SOCKET, SO_ACCEPTCONN, &listens, &size) < 0 || !listens) return 0;
  if (getsockname(descriptor, (struct sockaddr *)&address, &length) < 0) return 0;
  if (address.ss_family == AF_INET6) return ntohs(((struct sockaddr_in6 *)&address)->sin6_port);
  return address.ss_family == AF_INET ? ntohs(((struct sockaddr_in *)&address)->sin_port) : 0;
}

int web_door(const struct web_settings *settings, uint16_t port) {
  for (int index = 0; index < WEB_DOOR_LIMIT; index++)
    if (port != 0 && port_of(settings->doors[index]) == port) return settings->doors[index];
  return -1;
}

int web_adopt(struct lws_vhost *host, int descriptor, struct lws **wsi) {
  int copy = fcntl(descriptor, F_DUPFD_CLOEXEC, 3);
  if (copy < 0) return -errno;
  lws_sock_file_fd_type file = {.filefd = copy};
  *wsi = lws_adopt_descriptor_vhost(host, LWS_ADOPT_RAW_FILE_DESC, file, NULL, NULL);
  if (*wsi != NULL) return 0;
  close(copy);
  return -ENOMEM;
}

int web_open_door(struct web_server *server, struct lws_vhost *host, int descriptor) {
  int place = server->doors[0] == NULL ? 0 : 1;
  if (fcntl(descriptor, F_SETFL, fcntl(descriptor, F_GETFL) | O_NONBLOCK) < 0) return -errno;
  return web_adopt(host, descriptor, &server->doors[place]);
}

int web_is_door(const struct web_server *server, const struct lws *wsi) {
  return wsi == server->doors[0] || wsi == server->doors[1];
}

int web_admit(struct web_server *server, struct lws *door) {
  for (int count = 0; count < ROUND; count++) {
    lws_sock_file_fd_type socket = {.sockfd = linux_local_accept(lws_get_socket_fd(door))};
    if (socket.sockfd < 0) return 0;
    int yes = 1;
    setsockopt(socket.sockfd, IPPROTO_TCP, TCP_NODELAY, &yes, sizeof yes);
    struct lws_vhost *host = lws_get_vhost(door);
    /* On failure lws closes the socket. */
    if (web_has_room(server, socket.sockfd))
      lws_adopt_descriptor_vhost(host, LWS_ADOPT_HTTP | LWS_ADOPT_SOCKET | LWS_ADOPT_ALLOW_SSL, socket, NULL, NULL);
    else
      close(socket.sockfd);
  }
  return 0;
}
