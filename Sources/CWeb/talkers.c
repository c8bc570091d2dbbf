#define _GNU_SOURCE
#include "internal.h"

#include <sys/socket.h>

/* The calls of web_service in a row that process none of the pending bytes, before their connections are ended. A call
 * that makes progress tells so by a callback; no browser needs more than two. */
#define STUCK_LIMIT 16

int web_is_pending(const struct web_server *server) {
  return lws_service_adjust_timeout(server->context, 1, 0) == 0;
}

/* The shutdown keeps libwebsockets from waiting until everything is written. */
void web_cut(struct web_connection *connection) {
  connection->server->refusals++;
  connection->is_closing = connection->is_ended = 1;
  shutdown(lws_get_socket_fd(connection->wsi), SHUT_RDWR);
  lws_set_timeout(connection->wsi, PENDING_TIMEOUT_CLOSE_SEND, LWS_TO_KILL_ASYNC);
}

/* Stops (`holds` 1) or resumes (0) the reading of all connections; held bytes do not count as pending while stopped. */
static void hold(struct web_server *server, int holds) {
  for (int index = 0; index < WEB_CONNECTION_LIMIT; index++) {
    if (server->connections[index] != NULL) lws_rx_flow_control(server->connections[index]->wsi, !holds);
  }
}

/* Ends the connections of which libwebsockets holds bytes. Reading resumes for one connection after the other; bytes
 * that are pending then belong to that one. */
static void end_held(struct web_server *server) {
  hold(server, 1);
  for (int index = 0; index < WEB_CONNECTION_LIMIT; index++) {
    struct web_connection *connection = server->connections[index];
    if (connection == NULL) continue;
    lws_rx_flow_control(connection->wsi, 1);
    int is_pending = web_is_pending(server);
    lws_rx_flow_control(connection->wsi, 0);
    if (is_pending) web_cut(connection);
  }
  hold(server, 0);
}

/* Counts the calls in a row that had bytes to process and processed none; at the limit, ends the connections concerned. */
static void end_stuck(struct web_server *server) {
  int is_stuck = !server->is_moving && web_is_pending(server);
  server->is_moving = 0;
  server->stuck = is_stuck ? server->stuck + 1 : 0;
  if (server->stuck < STUCK_LIMIT) return;
  server->stuck = 0;
  end_held(server);
}

/* Returns 1 if libwebsockets does not read from the connection: a stream, an unsent answer, or a refused upgrade. */
static int is_unread(struct web_connection *connection) {
  if (connection->is_unsent) connection->is_unsent = lws_partial_buffered(connection->wsi);
  int is_refused = connection->is_judged && connection->is_answered && !connection->is_socket;
  return connection->is_unsent || is_refused || (connection->is_stream && !connection->is_closing);
}

/* Ends a connection that is not read if its peer has sent more bytes, or the end of the connection. */
static void end_talker(struct web_connection *connection) {
  char byte;
  if (connection->is_ended || !is_unread(connection)) return;
  if (recv(lws_get_socket_fd(connection->wsi), &byte, 1, MSG_PEEK | MSG_DONTWAIT) >= 0) web_cut(connection);
}

void web_end_talkers(struct web_server *server) {
  end_stuck(server);
  for (int index = 0; index < WEB_CONNECTION_LIMIT; index++) {
    if (server->connections[index] != NULL) end_talker(server->connections[index]);
  }
}
