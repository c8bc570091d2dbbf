#define _GNU_SOURCE
#include "internal.h"

#include <sys/socket.h>

int web_is_pending(const struct web_server *server) {
  return lws_service_adjust_timeout(server->context, 1, 0) == 0;
}

/* Ends a connection at once; the shutdown keeps lws from waiting until everything is written. */
static void end(struct web_connection *connection) {
  connection->server->refusals++;
  connection->is_closing = 1;
  shutdown(lws_get_socket_fd(connection->wsi), SHUT_RDWR);
  lws_set_timeout(connection->wsi, PENDING_TIMEOUT_CLOSE_SEND, LWS_TO_KILL_ASYNC);
}

/* Stops (`holds` 1) or resumes (0) the reading of fresh connections, whose buffered bytes do not count as pending
 * while stopped; returns the number of these connections. */
static int hold_fresh(struct web_server *server, int holds) {
  int count = 0;
  for (int index = 0; index < WEB_CONNECTION_LIMIT; index++) {
    struct web_connection *connection = server->connections[index];
    if (connection == NULL || !connection->is_fresh) continue;
    lws_rx_flow_control(connection->wsi, !holds);
    count++;
  }
  return count;
}

/* Ends the fresh connections with more bytes behind their requests. Reading resumes for one connection after the other;
 * bytes that are pending then belong to that one. While other connections have pending bytes, the search is put off. */
static void end_fresh(struct web_server *server) {
  if (hold_fresh(server, 1) == 0) return;
  int is_clear = !web_is_pending(server);
  for (int index = 0; is_clear && index < WEB_CONNECTION_LIMIT; index++) {
    struct web_connection *connection = server->connections[index];
    if (connection == NULL || !connection->is_fresh) continue;
    lws_rx_flow_control(connection->wsi, 1);
    connection->is_fresh = 0;
    if (web_is_pending(server)) end(connection);
  }
  hold_fresh(server, 0);
}

void web_end_talkers(struct web_server *server) {
  char byte;
  end_fresh(server);
  for (int index = 0; index < WEB_CONNECTION_LIMIT; index++) {
    struct web_connection *connection = server->connections[index];
    if (connection == NULL || connection->is_closing || !connection->is_stream) continue;
    if (recv(lws_get_socket_fd(connection->wsi), &byte, 1, MSG_PEEK | MSG_DONTWAIT) < 0) continue;
    end(connection);
  }
}
