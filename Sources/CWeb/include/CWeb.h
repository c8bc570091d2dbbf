/* HTTPS and WebSocket by libwebsockets, certificates by OpenSSL: these functions hide the callbacks and structures of
 * both libraries.
 *
 * The server belongs to one thread: web_service waits for events and reports them to the listener, one after the other.
 * The listener decides about an event before it returns. The server speaks HTTP/1.1 at most, and the caller writes
 * answers whole, with status line and headers.
 *
 * Unless its comment says otherwise, a function returns 0 or more on success, and -errno on failure. */
#pragma once

#include <stddef.h>
#include <stdint.h>

/* The most connections at once: those that Pages/ConnectionTable.swift admits, and some that are about to end. */
#define WEB_CONNECTION_LIMIT 144

/* The numbers of connections have none but these bits. */
#define WEB_NUMBERS 0x7fffffffu

/* The largest body of a request and the largest message from a WebSocket, in bytes. */
#define WEB_BODY_ROOM 4096
/* The largest head of a request that is certainly taken: room for the cookies of other services on this machine. Some 4 KiB more
 * are taken too, as the bytes of the TLS handshake are counted with the first request. */
#define WEB_HEAD_ROOM 16384
/* The largest message of web_send, in bytes. */
#define WEB_MESSAGE_ROOM 16384

enum web_kind {
  WEB_REQUEST,  /* a request, with method, texts and bytes; web_answer or web_stream has to follow */
  WEB_UPGRADE,  /* a request for a WebSocket, with texts; the WebSocket opens unless web_answer follows */
  WEB_OPENED,   /* a WebSocket has opened */
  WEB_MESSAGE,  /* a whole message from a WebSocket, with is_text and bytes */
  WEB_WRITABLE, /* the WebSocket or stream can take one call of web_send */
  WEB_CLOSED,   /* a connection has ended */
  WEB_WAKE      /* the caller's descriptor has something to read */
};

enum web_method {
  WEB_GET,
  WEB_POST,
  WEB_HEAD,
  WEB_OTHER,
  WEB_TOO_LARGE, /* a POST whose body is too large or of no valid length, or another request with a body */
  WEB_LONG_PATH, /* a path of more than WEB_TEXT_ROOM - 1 bytes; the texts are empty */
  WEB_LONG_FIELD /* a header of the texts below with more than that, or a head over WEB_HEAD_ROOM; the texts may be empty */
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
  int is_plain; /* 1 without TLS */
  int is_text;
  uint32_t connection; /* the connection's number, which is not reused for another one */
  uint64_t high;       /* the peer's address as in struct linux_endpoint */
  uint64_t low;
  const uint8_t *bytes; /* valid until the listener returns */
  size_t size;
  const struct web_connection *texts; /* for web_text */
};

/* Returns a header of a request, or an empty text without one; never NULL, and valid until the listener returns. */
const char *web_text(const struct web_event *event, int which);

typedef void (*web_hear)(void *listener, const struct web_event *event);

/* The settings of a server. The caller keeps `descriptor`. Key and certificate are PEM. */
struct web_settings {
  int descriptor;
  const char *key;
  const char *certificate;
  void *listener;
  web_hear hear;
};

/* A connection that the caller has accepted. */
struct web_arrival {
  uint32_t number; /* the caller's number for it, which has none but the bits of WEB_NUMBERS */
  int is_plain;    /* 1 without TLS */
  uint64_t high;   /* the peer's address as in struct linux_endpoint */
  uint64_t low;
};

struct web_server;

int web_create(const struct web_settings *settings, struct web_server **server);
void web_destroy(struct web_server *server);
/* Waits for events and tells the listener; returns < 0 when the server has failed. */
int web_service(struct web_server *server);
/* Uses this certificate for new connections from now on. */
int web_use_certificate(struct web_server *server, const char *key, const char *certificate);
/* Uses the first certificate in `chain`, with the others as its authorities, for new connections that name one of its hosts
 * (RFC 6066 §3); all others get that of web_use_certificate. A pair that does not fit changes nothing. */
int web_use_domain(struct web_server *server, const char *key, const char *chain);
/* Serves a copy of the connected socket `descriptor` from now on. */
int web_adopt(struct web_server *server, int descriptor, const struct web_arrival *arrival);
/* Ends the connection at once; WEB_CLOSED may come before the function returns. */
void web_end(struct web_server *server, uint32_t connection);
/* Returns the number of headers and bodies too large or too slow. */
uint64_t web_refusals(const struct web_server *server);

/* Answers the request that the listener was told of; with `closes`, the connection ends after the answer. */
void web_answer(struct web_server *server, uint32_t connection, const uint8_t *bytes, size_t size, int closes);
/* Begins an answer that continues with web_send; `bytes` are its headers. */
void web_stream(struct web_server *server, uint32_t connection, const uint8_t *bytes, size_t size);
/* Requests WEB_WRITABLE as soon as the network can take a message. */
void web_want_write(struct web_server *server, uint32_t connection);
void web_send(struct web_server *server, uint32_t connection, const uint8_t *bytes, size_t size, int is_text);
/* Returns the connection's socket, which the server keeps; < 0 if the connection has ended. */
int web_descriptor(struct web_server *server, uint32_t connection);
/* Closes the connection; WEB_CLOSED follows later. */
void web_close(struct web_server *server, uint32_t connection);

/* --- certificate.c and domain.c; texts are PEM, and `names` have the form of OpenSSL's subjectAltName: DNS:den.local,IP:10.0.0.1 --- */
/* Makes a key on P-256; returns the length of the text, with its final 0. */
int web_make_key(char *text, size_t capacity);
/* Makes a certificate for `name` that `key` signs itself, valid from an hour ago for `days` days; returns as web_make_key. */
int web_make_certificate(const char *key, const char *names, const char *name, int days, char *text, size_t capacity);
/* Returns 1 if `certificate` covers all `names`, fits `key` (NULL: any), and is valid now and for `days` days more, otherwise 0;
 * < 0 if it is not a certificate. */
int web_certificate_fits(const char *certificate, const char *key, const char *names, int days);
/* Returns 1 if `certificate` is valid already, which one that was made by a clock ahead of this one is not; otherwise 0. */
int web_certificate_has_begun(const char *certificate);
/* Writes the SHA-256 of the certificate's DER form into `digest`. */
int web_certificate_digest(const char *certificate, uint8_t digest[32]);
/* Writes the DNS names of the certificate's subjectAltName with commas between them; returns the length, without the final 0. */
int web_certificate_names(const char *certificate, char *names, size_t capacity);
/* Returns 1 if `key` is the key of `certificate`, otherwise 0. */
int web_key_fits(const char *certificate, const char *key);
