/* The declarations that the files of this target share. */
#pragma once

#include "CWeb.h"
#include "reading.h"

#include <libwebsockets.h>
#include <openssl/ssl.h>

struct web_connection {
  struct web_server *server;
  struct lws *wsi;
  struct web_arrival arrival;
  time_t since;      /* the time at which the request began */
  uint64_t was_read; /* the bytes that had been read when the last request was reported */
  int method;
  int is_asked;  /* 1 after the first request was reported */
  int is_judged; /* 1 after a request for a WebSocket, which the listener may remember */
  int is_stream;
  int is_unsent; /* 1 while libwebsockets holds bytes of an answer that the network did not take */
  int is_socket;
  int is_answered;
  int is_closing;
  int is_ended; /* 1 after talkers.c has ended the connection, until libwebsockets drops it */
  int is_text;
  size_t size;
  char texts[WEB_TEXT_COUNT][WEB_TEXT_ROOM];
  uint8_t bytes[WEB_BODY_ROOM];
};

/* The certificate of an own domain; all NULL without one. */
struct web_domain {
  X509 *certificate;
  EVP_PKEY *key;
  STACK_OF(X509) *chain;
};

struct web_server {
  struct lws_context *context;
  struct lws_vhost *host;
  struct lws_vhost *plain; /* for connections without TLS */
  struct web_arrival arrival; /* the connection that libwebsockets adopts at present */
  SSL_CTX *tls;
  struct web_domain domain;
  struct web_settings settings;
  uint64_t refusals;
  int is_moving; /* 1 if this call of web_service has brought a callback for a connection */
  int stuck;     /* the calls in a row that had bytes to process and brought none */
  struct web_connection *connections[WEB_CONNECTION_LIMIT];
  uint8_t room[LWS_PRE + WEB_MESSAGE_ROOM];
};

/* --- connections.c --- */
int web_add(struct web_server *server, struct lws *wsi);
/* Forgets the connection, and tells the listener that it has ended. */
void web_drop(struct web_connection *connection);
struct web_connection *web_find(struct web_server *server, uint32_t number);

/* --- talkers.c --- */
/* Returns 1 if libwebsockets holds bytes that it has read but not processed, otherwise 0. */
int web_is_pending(const struct web_server *server);
/* Ends a connection at once, whatever it has not sent yet, and counts that. */
void web_cut(struct web_connection *connection);
/* Ends connections with bytes that libwebsockets looks at over and over and never reads: those behind the request of a
 * stream, of an unsent answer or of a refused upgrade, and those that it holds without a way to go on. */
void web_end_talkers(struct web_server *server);

/* --- requests.c; results as libwebsockets expects them: 0 continues, any other value ends the connection --- */
int web_begin(struct web_connection *connection);
int web_take_body(struct web_connection *connection, const void *bytes, size_t size);
int web_ask(struct web_connection *connection);
/* Reports a request for a WebSocket; returns > 0 if the listener has refused it with an answer. */
int web_judge(struct web_connection *connection);
int web_take_message(struct web_connection *connection, const void *bytes, size_t size);

void web_tell(struct web_connection *connection, int kind);

/* --- certificate.c --- */
/* Returns the key in a PEM text; NULL if there is none. */
EVP_PKEY *web_read_key(const char *text);
/* Returns the first certificate in a PEM text; NULL if there is none. */
X509 *web_read_certificate(const char *text);

/* --- domain.c --- */
/* Gives a handshake that names a host of the own domain the domain's certificate (SSL_CTX_set_cert_cb(3)). */
int web_choose_certificate(SSL *tls, void *server);
void web_forget_domain(struct web_server *server);
