/* The server's side of TLS with OpenSSL, in memory, and certificates. The functions consume and produce network
 * bytes, without callbacks.
 *
 * A link must be used by only one thread. Unless its comment says otherwise, a function returns 0 or more on success,
 * and -errno on failure. Texts are PEM. `names` have the form of OpenSSL's subjectAltName: DNS:den.local,IP:10.0.0.1 */
#pragma once

#include <stddef.h>
#include <stdint.h>

/* The maximum number of network bytes that tls_receive accepts in one call. */
#define TLS_INPUT_ROOM 16384
/* The maximum number of records without data in one call of tls_receive: parts of a handshake, alerts, new keys. */
#define TLS_SILENT_LIMIT 64
/* The room that tls_receive needs for the plaintext of TLS_INPUT_ROOM bytes, and of a record that began in earlier
 * ones. */
#define TLS_PLAIN_ROOM (TLS_INPUT_ROOM + 16384)
/* The maximum number of bytes that tls_send accepts in one call: one record. */
#define TLS_OUTPUT_ROOM 16384

struct tls_server;
struct tls_link;

/* --- server.c and link.c --- */
/* Creates a server with this key and certificate: TLS 1.2 and later, HTTP/1.1 by ALPN, neither renegotiation nor
   early data. */
int tls_create(const char *key, const char *certificate, struct tls_server **server);
/* Frees the server, which must have no links left. */
void tls_destroy(struct tls_server *server);

/* Begins a handshake; returns NULL if out of memory. */
struct tls_link *tls_open(struct tls_server *server);
void tls_close(struct tls_link *link);
/* Decrypts at most TLS_INPUT_ROOM network bytes. Writes the plaintext into `room`, of TLS_PLAIN_ROOM bytes, and its
 * size into `count`. Returns 1 while the link continues, 0 if its peer has closed it or given up, and < 0 if it has
 * failed; the bytes to be sent then tell the peer why. */
int tls_receive(struct tls_link *link, const uint8_t *bytes, size_t size, uint8_t *room, size_t *count);
/* Returns the number of records without data in the last call of tls_receive. */
int tls_silent(const struct tls_link *link);
/* Encrypts at most TLS_OUTPUT_ROOM bytes. */
int tls_send(struct tls_link *link, const uint8_t *bytes, size_t size);
/* Tells the peer that nothing more follows (close_notify). */
void tls_finish(struct tls_link *link);
/* Returns the bytes that wait to be sent, and their size; they are valid until the next call on the link. */
const uint8_t *tls_waiting(const struct tls_link *link, size_t *size);
/* Discards the first `count` of the bytes of tls_waiting, which have been sent. */
void tls_sent(struct tls_link *link, size_t count);

/* --- certificate.c and domain.c --- */
/* Uses this certificate for new links. */
int tls_use_certificate(struct tls_server *server, const char *key, const char *certificate);
/* Uses the first certificate in `chain`, followed by the others as its chain, for new links that name one of its
 * hosts (RFC 6066 §3). All other links get the certificate of tls_use_certificate. A pair that does not match changes
 * nothing. */
int tls_use_domain(struct tls_server *server, const char *key, const char *chain);
/* Makes a key on P-256; returns the length of the text, including its final 0. */
int tls_make_key(char *text, size_t capacity);
/* Makes a self-signed certificate for `name` with `key`, valid from an hour ago, for `days` days. Returns the length
 * of the text, including its final 0. */
int tls_make_certificate(const char *key, const char *names, const char *name, int days, char *text, size_t capacity);
/* Returns 1 if `certificate` covers all `names`, matches `key` (NULL: any), and is valid now and for `days` more
 * days. Returns 0 otherwise, and < 0 if it is not a certificate. */
int tls_certificate_fits(const char *certificate, const char *key, const char *names, int days);
/* Returns 1 if the validity of `certificate` has begun, otherwise 0. It may begin in the future if it was made while
 * the clock was ahead. */
int tls_certificate_has_begun(const char *certificate);
/* Writes the SHA-256 of the certificate's DER form into `digest`. */
int tls_certificate_digest(const char *certificate, uint8_t digest[32]);
/* Writes the DNS names in the certificate's subjectAltName, separated by commas; returns the length without the final
 * 0. */
int tls_certificate_names(const char *certificate, char *names, size_t capacity);
/* Returns 1 if `key` is the key of `certificate`, otherwise 0. */
int tls_key_fits(const char *certificate, const char *key);
