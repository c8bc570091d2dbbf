/* The server's side of TLS with OpenSSL, over memory, and certificates: bytes of the network go in and come out, and no function calls back.
 *
 * A link is used by one thread. Unless its comment says otherwise, a function returns 0 or more on success, and -errno on failure. Texts are
 * PEM, and `names` have the form of OpenSSL's subjectAltName: DNS:den.local,IP:10.0.0.1 */
#pragma once

#include <stddef.h>
#include <stdint.h>

/* The most bytes of the network that tls_receive takes at once. */
#define TLS_INPUT_ROOM 16384
/* The most records of one tls_receive that may say nothing: parts of a handshake, alerts, other keys. */
#define TLS_SILENT_LIMIT 64
/* The room that tls_receive needs for what those bytes may say, together with a record of which a part came before. */
#define TLS_PLAIN_ROOM (TLS_INPUT_ROOM + 16384)
/* The most bytes that tls_send takes at once: a record. */
#define TLS_OUTPUT_ROOM 16384

struct tls_server;
struct tls_link;

/* --- server.c and link.c --- */
/* Makes a server with this key and certificate: TLS 1.2 and later, HTTP/1.1 by ALPN, neither renegotiation nor early data. */
int tls_create(const char *key, const char *certificate, struct tls_server **server);
/* Frees the server, which has no links any more. */
void tls_destroy(struct tls_server *server);

/* Begins a handshake; returns NULL without memory. */
struct tls_link *tls_open(struct tls_server *server);
void tls_close(struct tls_link *link);
/* Takes bytes of the network, at most TLS_INPUT_ROOM, and writes what they say into `room`, of TLS_PLAIN_ROOM bytes, and its size into
 * `count`. Returns 1 while the link goes on, 0 if its peer has said that nothing follows or has given up, and < 0 if it has failed; what
 * waits to be sent says why. */
int tls_receive(struct tls_link *link, const uint8_t *bytes, size_t size, uint8_t *room, size_t *count);
/* Returns the number of records in the bytes of the last tls_receive that said nothing. */
int tls_silent(const struct tls_link *link);
/* Encrypts at most TLS_OUTPUT_ROOM bytes. */
int tls_send(struct tls_link *link, const uint8_t *bytes, size_t size);
/* Says that nothing follows. */
void tls_finish(struct tls_link *link);
/* Returns the bytes that wait to be sent, and their size; they are valid until the next call for the link. */
const uint8_t *tls_waiting(const struct tls_link *link, size_t *size);
/* Forgets the first `count` bytes of those, which have been sent. */
void tls_sent(struct tls_link *link, size_t count);

/* --- certificate.c and domain.c --- */
/* Uses this certificate for new links from now on. */
int tls_use_certificate(struct tls_server *server, const char *key, const char *certificate);
/* Uses the first certificate in `chain`, with the others as its authorities, for new links that name one of its hosts (RFC 6066 §3);
 * all others get that of tls_use_certificate. A pair that does not fit changes nothing. */
int tls_use_domain(struct tls_server *server, const char *key, const char *chain);
/* Makes a key on P-256; returns the length of the text, with its final 0. */
int tls_make_key(char *text, size_t capacity);
/* Makes a certificate for `name` that `key` signs itself, valid from an hour ago for `days` days; returns as tls_make_key. */
int tls_make_certificate(const char *key, const char *names, const char *name, int days, char *text, size_t capacity);
/* Returns 1 if `certificate` covers all `names`, fits `key` (NULL: any), and is valid now and for `days` days more, otherwise 0;
 * < 0 if it is not a certificate. */
int tls_certificate_fits(const char *certificate, const char *key, const char *names, int days);
/* Returns 1 if `certificate` is valid already, which one that was made by a clock ahead of this one is not; otherwise 0. */
int tls_certificate_has_begun(const char *certificate);
/* Writes the SHA-256 of the certificate's DER form into `digest`. */
int tls_certificate_digest(const char *certificate, uint8_t digest[32]);
/* Writes the DNS names of the certificate's subjectAltName with commas between them; returns the length, without the final 0. */
int tls_certificate_names(const char *certificate, char *names, size_t capacity);
/* Returns 1 if `key` is the key of `certificate`, otherwise 0. */
int tls_key_fits(const char *certificate, const char *key);
