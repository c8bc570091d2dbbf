#define _GNU_SOURCE
#include "internal.h"

#include <errno.h>
#include <fcntl.h>
#include <netinet/tcp.h>
#include <stdlib.h>
#include <sys/socket.h>
#include <unistd.h>

/* The most bytes that are written but not sent yet; more would be outdated on arrival. */
#define BACKLOG 2048

static int free_index(const struct web_server *server) {
  int index = 0;
  while (index < WEB_CONNECTION_LIMIT && server->connections[index] != NULL) index++;
  return index;
}

/* Ends the connections that are closing, for which the peers have up to a second otherwise. */
static void end_closing(struct web_server *server) {
  for (int index = 0; index < WEB_CONNECTION_LIMIT; index++) {
    struct web_connection *connection = server->connections[index];
    if (connection != NULL && connection->is_closing) web_end(server, connection->arrival.number);
  }
}

int web_adopt(struct web_server *server, int descriptor, const struct web_arrival *arrival) {
  if (free_index(server) == WEB_CONNECTION_LIMIT) end_closing(server);
  if (free_index(server) == WEB_CONNECTION_LIMIT) return -EMFILE;
  lws_sock_file_fd_type socket = {.sockfd = fcntl(descriptor, F_DUPFD_CLOEXEC, 3)};
  if (socket.sockfd < 0) return -errno;
  struct lws_vhost *host = arrival->is_plain ? server->plain : server->host;
  lws_adoption_type kind = LWS_ADOPT_HTTP | LWS_ADOPT_SOCKET | LWS_ADOPT_ALLOW_SSL;
  server->arrival = *arrival;
  // On failure libwebsockets closes the socket.
  return lws_adopt_descriptor_vhost(host, kind, socket, NULL, NULL) == NULL ? -ENOMEM : 0;
}

int web_add(struct web_server *server, struct lws *wsi) {
  int descriptor = lws_get_socket_fd(wsi), index = free_index(server);
  struct web_connection *connection = index == WEB_CONNECTION_LIMIT ? NULL : calloc(1, sizeof *connection);
  if (connection == NULL) return -1;
  int backlog = BACKLOG, yes = 1;
  setsockopt(descriptor, IPPROTO_TCP, TCP_NODELAY, &yes, sizeof yes);
  setsockopt(descriptor, IPPROTO_TCP, TCP_NOTSENT_LOWAT, &backlog, sizeof backlog);
  setsockopt(descriptor, SOL_SOCKET, SO_OOBINLINE, &yes, sizeof yes);
  connection->server = server;
  connection->wsi = wsi;
  connection->arrival = server->arrival;
  server->connections[index] = connection;
  lws_set_opaque_user_data(wsi, connection);
  return 0;
}

int web_descriptor(struct web_server *server, uint32_t number) {
  const struct web_connection *connection = web_find(server, number);
  return connection == NULL ? -EBADF : lws_get_socket_fd(connection->wsi);
}

void web_drop(struct web_connection *connection) {
  lws_set_opaque_user_data(connection->wsi, NULL);
  for (int index = 0; index < WEB_CONNECTION_LIMIT; index++) {
    if (connection->server->connections[index] == connection) connection->server->connections[index] = NULL;
  }
  web_tell(connection, WEB_CLOSED);
  free(connection);
}

struct web_connection *web_find(struct web_server *server, uint32_t number) {
  for (int index = 0; index < WEB_CONNECTION_LIMIT; index++) {
    struct web_connection *connection = server->connections[index];
    if (connection != NULL && connection->arrival.number == number) return connection;
  }
  return NULL;
}

/* The first call of lws_set_timeout says goodbye and waits for the answer, the second one does not wait. A connection that still
 * has data for a peer that does not read ends only after a while, without its socket. */
void web_end(struct web_server *server, uint32_t number) {
  struct web_connection *connection = NULL;
  for (int time = 0; time < 2 && (connection = web_find(server, number)) != NULL; time++) {
    lws_set_timeout(connection->wsi, PENDING_TIMEOUT_CLOSE_SEND, LWS_TO_KILL_SYNC);
  }
  if ((connection = web_find(server, number)) != NULL) web_cut(connection);
}
