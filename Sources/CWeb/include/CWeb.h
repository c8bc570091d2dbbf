/* HTTPS and WebSocket by libwebsockets, certificates by OpenSSL: their callbacks and structures stay behind these
 * functions.
 *
 * The server is one thread's: web_service waits for something, and tells the listener of it, one event after the other.
 * Whatever has to be decided about an event is decided before the listener returns. HTTP goes no further than 1.1 here,
 * and answers are written by the caller, with their status line and headers.
 *
 * Unless said otherwise a function returns 0 or more, or -errno. */
#pragma once

#include <stddef.h>
#include <stdint.h>

/* Connections at once, in all and of one address; a /64 of IPv6 counts as one. When all are there, the oldest that is
 * no WebSocket or stream gives way. */
#define WEB_CONNECTION_LIMIT 128
#define WEB_ADDRESS_LIMIT 24

/* Room for a request's body, and for a message of a WebSocket. */
#define WEB_BODY_ROOM 4096
/* The most that web_send takes at once. */
#define WEB_MESSAGE_ROOM 16384

enum web_kind {
  WEB_REQUEST,  /* method, texts, bytes: web_answer or web_stream has to follow */
  WEB_UPGRADE,  /* texts: the WebSocket comes about unless web_answer follows */
  WEB_OPENED,   /* a WebSocket is there */
  WEB_MESSAGE,  /* is_text, bytes: a whole message of a WebSocket */
  WEB_WRITABLE, /* web_send may be called once on the WebSocket or stream */
  WEB_CLOSED,   /* a connection that was a WebSocket or stream, or had a WEB_UPGRADE, is gone */
  WEB_WAKE      /* the caller's descriptor has something to read */
};

enum web_method {
  WEB_GET,
  WEB_POST,
  WEB_OTHER,
  WEB_TOO_LARGE /* a POST whose body does not say its length or does not fit, or a GET with one */
};

enum web_text {
  WEB_PATH, /* decoded, without the query */
  WEB_HOST,
  WEB_ORIGIN,
  WEB_AUTHORIZATION,
  WEB_PROTOCOLS, /* Sec-WebSocket-Protocol */
  WEB_TAG,       /* If-None-Match */
  WEB_TYPE,      /* Content-Type */
  WEB_ENCODINGS, /* Accept-Encoding */
  WEB_TEXT_COUNT
};
#define WEB_TEXT_ROOM 256

struct web_connection;

struct web_event {
  int kind;
  int method;
  int is_plain; /* without TLS */
  int is_text;
  uint32_t connection; /* no other has the same number later */
  uint64_t high;       /* the other end's address as in struct linux_endpoint */
  uint64_t low;
  const uint8_t *bytes; /* good until the listener returns */
  size_t size;
  const struct web_connection *texts; /* for web_text */
};

/* A header of a request; empty when there is none. Never NULL, and good until the listener returns. */
const char *web_text(const struct web_event *event, int which);

typedef void (*web_hear)(void *listener, const struct web_event *event);

/* Listening sockets that a service manager hands over. */
#define WEB_DOOR_LIMIT 2

/* `descriptor` and `doors` (-1: none) stay the caller's; a port at which a door listens is not opened once more. `address` is the only one to listen at, NULL: all. Key and certificate are PEM. */
struct web_settings {
  const char *address;
  uint16_t port;
  uint16_t plain_port; /* for HTTP without TLS; 0: there is none */
  int descriptor;
  int doors[WEB_DOOR_LIMIT];
  const char *key;
  const char *certificate;
  void *listener;
  web_hear hear;
};

struct web_server;

/* `refused` is the port that cannot be had, if it is a port. */
int web_create(const struct web_settings *settings, struct web_server **server, uint16_t *refused);
void web_destroy(struct web_server *server);
/* Waits for something and tells the listener; < 0 when the server is no more. */
int web_service(struct web_server *server);
/* New connections get this certificate from now on. */
int web_use_certificate(struct web_server *server, const char *key, const char *certificate);
/* Connections that were refused because there are too many, headers and bodies that were too large or too slow. */
uint64_t web_refusals(const struct web_server *server);

/* Answers the request that the listener has been told of; `closes`: and takes no other on this connection. */
void web_answer(struct web_server *server, uint32_t connection, const uint8_t *bytes, size_t size, int closes);
/* Begins an answer that goes on with web_send; `bytes` are its headers. */
void web_stream(struct web_server *server, uint32_t connection, const uint8_t *bytes, size_t size);
/* WEB_WRITABLE comes as soon as the network takes something. */
void web_want_write(struct web_server *server, uint32_t connection);
void web_send(struct web_server *server, uint32_t connection, const uint8_t *bytes, size_t size, int is_text);
/* The connection's socket, which stays the server's; < 0: there is none. */
int web_descriptor(struct web_server *server, uint32_t connection);
/* WEB_CLOSED follows, later. */
void web_close(struct web_server *server, uint32_t connection);

/* --- compression.c: `bytes` as gzip (RFC 1952); its size, or -ENOSPC if it is not below `capacity` --- */
int web_compress(const uint8_t *bytes, size_t size, uint8_t *room, size_t capacity);

/* --- certificate.c; texts are PEM, and `names` are as in OpenSSL's subjectAltName: DNS:den.local,IP:10.0.0.1 --- */
/* A new key on P-256: how long its text is, with its final 0. */
int web_make_key(char *text, size_t capacity);
/* A certificate that `key` signs itself, good from an hour ago for so many days, called `name`. */
int web_make_certificate(const char *key, const char *names, const char *name, int days, char *text, size_t capacity);
/* Whether `certificate` is for all these names and this key (NULL: any), and good for so many days more; < 0: it is none. */
int web_certificate_fits(const char *certificate, const char *key, const char *names, int days);
/* SHA-256 of the certificate as it goes over the wire. */
int web_certificate_digest(const char *certificate, uint8_t digest[32]);
