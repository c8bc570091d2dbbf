#include "internal.h"

#include <errno.h>
#include <openssl/err.h>
#include <stdlib.h>
#include <string.h>

/* The maximum number of bytes that wait to be sent: one record, and the protocol's own answers to a peer that does not
   read. */
#define WAITING_LIMIT (4 * TLS_OUTPUT_ROOM)
#define LEAST_ROOM 512

/* OpenSSL reads from the bytes of tls_receive, and writes to those that wait to be sent. */
static int read_bytes(BIO *wire, char *room, int capacity) {
  struct tls_link *link = BIO_get_data(wire);
  BIO_clear_retry_flags(wire);
  size_t size = link->left < (size_t)capacity ? link->left : (size_t)capacity;
  if (size == 0) {
    BIO_set_retry_read(wire);
    return -1;
  }
  // OpenSSL reads the header of each record separately.
  if (capacity == SSL3_RT_HEADER_LENGTH && link->silent++ == TLS_SILENT_LIMIT) return -1;
  memcpy(room, link->incoming, size);
  link->incoming += size;
  link->left -= size;
  return (int)size;
}

/* Makes room for `size` bytes more; returns < 0 if they are too many. */
static int make_room(struct tls_link *link, size_t size) {
  size_t needed = link->size + size, capacity = link->capacity < LEAST_ROOM ? LEAST_ROOM : link->capacity;
  if (needed > WAITING_LIMIT) return -ENOBUFS;
  while (capacity < needed) capacity *= 2;
  if (capacity == link->capacity) return 0;
  uint8_t *room = realloc(link->outgoing, capacity);
  if (room == NULL) return -ENOMEM;
  link->outgoing = room;
  link->capacity = capacity;
  return 0;
}

static int write_bytes(BIO *wire, const char *bytes, int size) {
  struct tls_link *link = BIO_get_data(wire);
  if (make_room(link, (size_t)size) < 0) return -1;
  memcpy(link->outgoing + link->size, bytes, (size_t)size);
  link->size += (size_t)size;
  return size;
}

static long control(BIO *wire, int command, long number, void *pointer) {
  (void)wire, (void)number, (void)pointer;
  return command == BIO_CTRL_FLUSH;
}

BIO_METHOD *tls_make_wire(void) {
  BIO_METHOD *wire = BIO_meth_new(BIO_get_new_index() | BIO_TYPE_SOURCE_SINK, "bytes");
  if (wire == NULL) return NULL;
  BIO_meth_set_read(wire, read_bytes);
  BIO_meth_set_write(wire, write_bytes);
  BIO_meth_set_ctrl(wire, control);
  return wire;
}

struct tls_link *tls_open(struct tls_server *server) {
  struct tls_link *link = calloc(1, sizeof *link);
  BIO *wire = BIO_new(server->wire);
  SSL *tls = SSL_new(server->context);
  if (link == NULL || wire == NULL || tls == NULL) {
    BIO_free(wire);
    SSL_free(tls);
    free(link);
    return NULL;
  }
  BIO_set_data(wire, link);
  BIO_set_init(wire, 1);
  SSL_set_bio(tls, wire, wire);
  SSL_set_accept_state(tls);
  link->tls = tls;
  return link;
}

void tls_close(struct tls_link *link) {
  SSL_free(link->tls);
  free(link->outgoing);
  free(link);
}

/* Empties OpenSSL's error queue, in which SSL_get_error would otherwise find the errors of another link; it is
   usually empty. */
static void forget_errors(void) {
  if (ERR_peek_error() != 0) ERR_clear_error();
}

/* Returns the result of tls_receive after the last SSL_read returned `result`. */
static int progress(const struct tls_link *link, int result) {
  if (result > 0) return 1;
  int error = SSL_get_error(link->tls, result);
  unsigned long reason = ERR_peek_error();
  if (error == SSL_ERROR_WANT_READ) return 1;
  // An alert from the peer, for example that it does not know the certificate, breaks no rule.
  int has_given_up = ERR_GET_LIB(reason) == ERR_LIB_SSL && ERR_GET_REASON(reason) >= SSL_AD_REASON_OFFSET;
  return error == SSL_ERROR_ZERO_RETURN || has_given_up ? 0 : -EPROTO;
}

int tls_receive(struct tls_link *link, const uint8_t *bytes, size_t size, uint8_t *room, size_t *count) {
  int result, is_whole;
  *count = 0;
  if (size > TLS_INPUT_ROOM) return -EINVAL;
  link->incoming = bytes;
  link->left = size;
  link->silent = 0;
  do {
    forget_errors();
    result = SSL_read(link->tls, room + *count, (int)(TLS_PLAIN_ROOM - *count));
    if (result > 0) {
      *count += (size_t)result;
      link->silent--;
    }
    // There is usually one record: asking OpenSSL once more would add a third to its cost.
    is_whole = link->left == 0 && SSL_pending(link->tls) == 0;
  } while (result > 0 && !is_whole && *count < TLS_PLAIN_ROOM);
  int state = progress(link, result);
  link->incoming = NULL;
  link->left = 0;
  return state == 1 && !is_whole ? -EPROTO : state;
}

int tls_silent(const struct tls_link *link) { return link->silent > 0 ? link->silent : 0; }

int tls_send(struct tls_link *link, const uint8_t *bytes, size_t size) {
  if (size == 0 || size > TLS_OUTPUT_ROOM) return -EINVAL;
  forget_errors();
  return SSL_write(link->tls, bytes, (int)size) == (int)size ? 0 : -EPROTO;
}

void tls_finish(struct tls_link *link) {
  forget_errors();
  if (SSL_is_init_finished(link->tls)) SSL_shutdown(link->tls);
}

const uint8_t *tls_waiting(const struct tls_link *link, size_t *size) {
  *size = link->size - link->sent;
  return link->outgoing + link->sent;
}

void tls_sent(struct tls_link *link, size_t count) {
  link->sent += count;
  if (link->sent < link->size) return;
  free(link->outgoing);
  link->outgoing = NULL;
  link->sent = link->size = link->capacity = 0;
}
