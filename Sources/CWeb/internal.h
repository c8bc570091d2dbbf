/* What the files of this target share. */
#pragma once

#include "CWeb.h"
#include "reading.h"

#include <libwebsockets.h>
#include <openssl/ssl.h>

struct web_connection {
  struct web_server *server;
  struct lws *wsi;
  uint64_t high;
  uint64_t low;
  uint32_t number;
  uint64_t age; /* how many connections there were before it */
  time_t since;      /* when the request began */
  uint64_t was_read; /* bytes that had been read when the last request was answered */
  int method;
  int is_plain;
  int is_asked;  /* has had a request answered */
  int is_judged; /* has asked for a WebSocket, and whoever listens may remember it */
  int is_stream;
  int is_fresh; /* a stream behind whose request more bytes may have come */
  int is_socket;
  int is_answered;
  int is_closing;
  int is_text;
  size_t size;
  char texts[WEB_TEXT_COUNT][WEB_TEXT_ROOM];
  uint8_t bytes[WEB_BODY_ROOM];
};

struct web_server {
  struct lws_context *context;
  struct lws_vhost *host;
  struct lws_vhost *plain; /* NULL without */
  struct lws *doors[WEB_DOOR_LIMIT]; /* the listening sockets that were handed over */
  SSL_CTX *tls;
  struct web_settings settings;
  uint64_t refusals;
  uint64_t round; /* how many connections there have been: with its place it makes a connection's number */
  struct web_connection *connections[WEB_CONNECTION_LIMIT];
  uint8_t room[LWS_PRE + WEB_MESSAGE_ROOM];
};

/* --- connections.c --- */
/* Whether there is room for one more connection of the other end of `descriptor`. */
int web_has_room(struct web_server *server, int descriptor);
int web_add(struct web_server *server, struct lws *wsi);
/* Tells the listener that the connection is gone, if it knows of it. */
void web_forget(struct web_connection *connection);
void web_drop(struct web_connection *connection);
struct web_connection *web_find(struct web_server *server, uint32_t number);

/* --- doors.c: listening sockets that a service manager has opened, of which lws knows nothing but that they are files --- */
/* The socket that listens at `port`; -1 when there is none. */
int web_door(const struct web_settings *settings, uint16_t port);
/* Connections that come in by `descriptor` are of `host`. */
int web_open_door(struct web_server *server, struct lws_vhost *host, int descriptor);
int web_is_door(const struct web_server *server, const struct lws *wsi);
/* Takes the connections that wait; returns 0. */
int web_admit(struct web_server *server, struct lws *door);
/* lws waits for a copy of `descriptor` too, which it closes. */
int web_adopt(struct lws_vhost *host, int descriptor, struct lws **wsi);

/* --- talkers.c --- */
/* Whether libwebsockets holds bytes that it has read and not yet looked at. */
int web_is_pending(const struct web_server *server);
/* Ends streams to whose connections more bytes have come: libwebsockets would look at these over and over, and never
 * take them. */
void web_end_talkers(struct web_server *server);

/* --- requests.c; as libwebsockets wants it: 0 goes on, others end the connection --- */
int web_begin(struct web_connection *connection);
int web_take_body(struct web_connection *connection, const void *bytes, size_t size);
int web_ask(struct web_connection *connection);
/* > 0 when the upgrade was refused in words. */
int web_judge(struct web_connection *connection);
int web_take_message(struct web_connection *connection, const void *bytes, size_t size);

void web_tell(struct web_connection *connection, int kind);
