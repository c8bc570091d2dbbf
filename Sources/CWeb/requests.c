#define _GNU_SOURCE
#include "internal.h"

#include <stdlib.h>
#include <string.h>

/* The time that a request with its body may take, in s. */
#define PATIENCE 10
/* The bytes of a TLS handshake and of the records of a head, above the head itself, at most. */
#define HANDSHAKE_ROOM 4096

static const enum lws_token_indexes tokens[WEB_TEXT_COUNT] = {
    [WEB_HOST] = WSI_TOKEN_HOST,
    [WEB_ORIGIN] = WSI_TOKEN_ORIGIN,
    [WEB_AUTHORIZATION] = WSI_TOKEN_HTTP_AUTHORIZATION,
    [WEB_PROTOCOLS] = WSI_TOKEN_PROTOCOL,
    [WEB_TAG] = WSI_TOKEN_HTTP_IF_NONE_MATCH,
    [WEB_TYPE] = WSI_TOKEN_HTTP_CONTENT_TYPE,
    [WEB_ENCODINGS] = WSI_TOKEN_HTTP_ACCEPT_ENCODING,
};

const char *web_text(const struct web_event *event, int which) {
  return event->texts == NULL || which < 0 || which >= WEB_TEXT_COUNT ? "" : event->texts->texts[which];
}

void web_tell(struct web_connection *connection, int kind) {
  struct web_server *server = connection->server;
  struct web_event event = {
      .kind = kind,
      .method = connection->method,
      .is_plain = connection->arrival.is_plain,
      .is_text = connection->is_text,
      .connection = connection->arrival.number,
      .high = connection->arrival.high,
      .low = connection->arrival.low,
      .bytes = connection->bytes,
      .size = connection->size,
      .texts = connection,
  };
  server->settings.hear(server->settings.listener, &event);
}

/* Counts a refusal and ends the connection. */
static int refuse(struct web_connection *connection) {
  connection->server->refusals++;
  return -1;
}

/* Returns the method as the listener is told it. */
static int method_of(int method) {
  switch (method) {
    case LWSHUMETH_GET: return WEB_GET;
    case LWSHUMETH_POST: return WEB_POST;
    case LWSHUMETH_HEAD: return WEB_HEAD;
    default: return WEB_OTHER;
  }
}

/* Returns 1 if the head has more bytes than WEB_HEAD_ROOM; at the first request, the handshake counts too. */
static int is_long(const struct web_connection *connection) {
  uint64_t count = 0;
  return web_count_read(lws_get_socket_fd(connection->wsi), &count) == 0 &&
         count - connection->was_read > WEB_HEAD_ROOM + HANDSHAKE_ROOM;
}

/* Copies method, path and headers; the method tells if one is longer than any that a browser sends here. */
static int note(struct web_connection *connection) {
  char *path = NULL;
  int length = 0;
  int method = lws_http_get_uri_and_method(connection->wsi, &path, &length);
  if (method < 0 || length <= 0) return -1;
  memset(connection->texts, 0, sizeof connection->texts);
  connection->method = length < WEB_TEXT_ROOM ? method_of(method) : WEB_LONG_PATH;
  if (connection->method == WEB_LONG_PATH) return 0;
  memcpy(connection->texts[WEB_PATH], path, (size_t)length);
  for (int which = WEB_HOST; which < WEB_TEXT_COUNT; which++) {
    if (lws_hdr_copy(connection->wsi, connection->texts[which], WEB_TEXT_ROOM, tokens[which]) < 0)
      connection->method = WEB_LONG_FIELD;
  }
  return 0;
}

/* Returns 1 if the bytes of this request arrived together with those of the request before. libwebsockets keeps such
 * bytes for later, and then takes the head of the request for its body too, which ends in a loop or a use after free.
 * Browsers wait for each answer, so they never cause this. */
static int is_pipelined(struct web_connection *connection) {
  uint64_t count = 0;
  if (!connection->is_asked) return 0;
  return web_count_read(lws_get_socket_fd(connection->wsi), &count) < 0 || count == connection->was_read;
}

/* Begins a request; returns < 0 if the request must not be answered. */
static int start(struct web_connection *connection) {
  if (is_pipelined(connection)) return -1;
  connection->is_answered = 0;
  connection->size = 0;
  connection->since = time(NULL);
  if (note(connection) < 0) return -1;
  if (connection->method != WEB_POST && is_long(connection)) connection->method = WEB_LONG_FIELD;
  return 0;
}

/* Reports the whole request to the listener; returns < 0 if the bytes read cannot be counted. */
static int end(struct web_connection *connection, int kind) {
  connection->is_asked = 1;
  if (web_count_read(lws_get_socket_fd(connection->wsi), &connection->was_read) < 0) return -1;
  web_tell(connection, kind);
  return 0;
}

static int has(struct lws *wsi, enum lws_token_indexes token) { return lws_hdr_total_length(wsi, token) > 0; }

/* Returns the method, or another one if the request is not acceptable: a POST gives the length of its body, which fits; other
 * methods have no body; none is chunked. */
static int judged(struct lws *wsi, int method) {
  if (method == WEB_OTHER || method > WEB_TOO_LARGE) return method;
  int has_length = has(wsi, WSI_TOKEN_HTTP_CONTENT_LENGTH);
  if (has(wsi, WSI_TOKEN_HTTP_TRANSFER_ENCODING)) return WEB_TOO_LARGE;
  if (method != WEB_POST) return has_length ? WEB_TOO_LARGE : method;
  char text[8];
  int length = lws_hdr_copy(wsi, text, sizeof text, WSI_TOKEN_HTTP_CONTENT_LENGTH);
  if (length <= 0 || strspn(text, "0123456789") != (size_t)length) return WEB_TOO_LARGE;
  return atoi(text) <= WEB_BODY_ROOM ? method : WEB_TOO_LARGE;
}

/* Returns 1 if libwebsockets may hold bytes of this request from an earlier read. libwebsockets would take those bytes,
 * beginning with the head of the request, for the body, and a refusal of that body would free the connection in use.
 * Bytes of another connection count too; they are processed by the end of this call of web_service. */
static int is_held(const struct web_connection *connection) {
  return connection->method == WEB_POST && web_is_pending(connection->server);
}

int web_begin(struct web_connection *connection) {
  if (start(connection) < 0 || is_held(connection)) return refuse(connection);
  connection->method = judged(connection->wsi, connection->method);
  if (connection->method == WEB_POST) return 0;
  if (connection->method < WEB_OTHER) return web_ask(connection);
  connection->server->refusals++;
  web_ask(connection);
  return -1;
}

int web_take_body(struct web_connection *connection, const void *bytes, size_t size) {
  if (size > WEB_BODY_ROOM - connection->size) return refuse(connection);
  if (time(NULL) - connection->since > PATIENCE) return refuse(connection);
  if (size > 0) memcpy(connection->bytes + connection->size, bytes, size);
  connection->size += size;
  return 0;
}

int web_ask(struct web_connection *connection) {
  if (end(connection, WEB_REQUEST) < 0) return refuse(connection);
  connection->size = 0;
  if (connection->is_closing) return -1;
  if (connection->is_stream) return 0;
  if (!connection->is_answered) return -1;
  return lws_http_transaction_completed(connection->wsi) ? -1 : 0;
}

int web_judge(struct web_connection *connection) {
  char upgrade[16];
  // libwebsockets passes the former address of the header, which it may have freed (CVE-2025-11677).
  if (lws_hdr_copy(connection->wsi, upgrade, sizeof upgrade, WSI_TOKEN_UPGRADE) <= 0) return refuse(connection);
  if (strcasecmp(upgrade, "websocket") != 0 || start(connection) < 0) return refuse(connection);
  if (connection->method < WEB_TOO_LARGE && judged(connection->wsi, connection->method) != WEB_GET) return refuse(connection);
  connection->is_judged = 1;
  if (end(connection, WEB_UPGRADE) < 0) return refuse(connection);
  return connection->is_answered;
}

int web_take_message(struct web_connection *connection, const void *bytes, size_t size) {
  if (lws_is_first_fragment(connection->wsi)) connection->size = 0;
  if (size > WEB_BODY_ROOM - connection->size) return refuse(connection);
  if (size > 0) memcpy(connection->bytes + connection->size, bytes, size);
  connection->size += size;
  if (!lws_is_final_fragment(connection->wsi) || lws_remaining_packet_payload(connection->wsi) > 0) return 0;
  connection->is_text = !lws_frame_is_binary(connection->wsi);
  web_tell(connection, WEB_MESSAGE);
  connection->size = 0;
  return connection->is_closing ? -1 : 0;
}

/* Writes headers with or without a body; libwebsockets keeps the bytes that the network does not take at once. */
static int write_head(struct web_connection *connection, const uint8_t *bytes, size_t size) {
  uint8_t *room = malloc(LWS_PRE + size);
  if (room == NULL) return -1;
  memcpy(room + LWS_PRE, bytes, size);
  int result = lws_write(connection->wsi, room + LWS_PRE, size, LWS_WRITE_HTTP_HEADERS);
  free(room);
  return result;
}

void web_answer(struct web_server *server, uint32_t number, const uint8_t *bytes, size_t size, int closes) {
  struct web_connection *connection = web_find(server, number);
  if (connection == NULL || connection->is_answered) return;
  connection->is_answered = 1;
  if (write_head(connection, bytes, size) < 0 || closes) connection->is_closing = 1;
  connection->is_unsent = lws_partial_buffered(connection->wsi);
}

void web_stream(struct web_server *server, uint32_t number, const uint8_t *bytes, size_t size) {
  struct web_connection *connection = web_find(server, number);
  if (connection == NULL || connection->is_answered) return;
  connection->is_answered = 1;
  connection->is_stream = 1;
  if (write_head(connection, bytes, size) < 0) connection->is_closing = 1;
  lws_http_mark_sse(connection->wsi);
  lws_set_timeout(connection->wsi, NO_PENDING_TIMEOUT, 0);
}

void web_want_write(struct web_server *server, uint32_t number) {
  struct web_connection *connection = web_find(server, number);
  if (connection != NULL) lws_callback_on_writable(connection->wsi);
}

void web_send(struct web_server *server, uint32_t number, const uint8_t *bytes, size_t size, int is_text) {
  struct web_connection *connection = web_find(server, number);
  if (connection == NULL || size > WEB_MESSAGE_ROOM) return;
  memcpy(server->room + LWS_PRE, bytes, size);
  int kind = connection->is_stream ? LWS_WRITE_HTTP : is_text ? LWS_WRITE_TEXT : LWS_WRITE_BINARY;
  if (lws_write(connection->wsi, server->room + LWS_PRE, size, (enum lws_write_protocol)kind) < 0) {
    connection->is_closing = 1;
  }
}

/* A page that does not read never becomes writable; the timeout then ends its connection after a second. */
void web_close(struct web_server *server, uint32_t number) {
  struct web_connection *connection = web_find(server, number);
  if (connection == NULL) return;
  connection->is_closing = 1;
  lws_callback_on_writable(connection->wsi);
  lws_set_timeout(connection->wsi, PENDING_TIMEOUT_CLOSE_SEND, 1);
}
