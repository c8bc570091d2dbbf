#include "internal.h"

#include <string.h>

/* A record of DTLS 1.2 (RFC 6347 §4.1): type, version, epoch, number, size; then the bytes. */
#define RECORD_HEADER 13
#define APPLICATION_DATA 23
#define HANDSHAKE 22
/* A fragment of a handshake message (RFC 6347 §4.2.2): type, size of the message, number, offset and size of the
   fragment. */
#define PART_HEADER 12
/* OpenSSL's name for its state between a ChangeCipherSpec and the first encrypted message (SSL_state_string(3)). */
#define HAS_READ_CHANGE "TRCCS"

static size_t number_at(const uint8_t *bytes, int count) {
  size_t number = 0;
  for (int index = 0; index < count; index++) number = number << 8 | bytes[index];
  return number;
}

/* Returns 1 if OpenSSL would reserve memory for a message longer than any from a browser. */
static int is_too_long(const uint8_t *parts, size_t size) {
  while (size >= PART_HEADER) {
    size_t length = PART_HEADER + number_at(parts + 9, 3);
    if (number_at(parts + 1, 3) > RTC_HANDSHAKE_ROOM) return 1;
    if (length > size) return 0;
    parts += length;
    size -= length;
  }
  return 0;
}

/* OpenSSL keeps up to a hundred records of the next epoch, each in a buffer of 16 KiB. Whatever a browser sends
 * before OpenSSL can decrypt it is sent again. The state is recognised by its name, since its number differs from
 * OpenSSL 3.2 onwards. */
static int is_early(SSL *tls, const uint8_t *record) {
  if (number_at(record + 3, 2) == 0 || SSL_is_init_finished(tls)) return 0;
  return strcmp(SSL_state_string(tls), HAS_READ_CHANGE) != 0 || record[0] == APPLICATION_DATA;
}

size_t rtc_next_record(const struct rtc_peer *peer) {
  if (peer->size < RECORD_HEADER) return 0;
  const uint8_t *record = peer->waiting;
  size_t size = RECORD_HEADER + number_at(record + 11, 2);
  if (size > peer->size || is_early(peer->tls, record)) return 0;
  int is_plain = record[0] == HANDSHAKE && number_at(record + 3, 2) == 0;
  return is_plain && is_too_long(record + RECORD_HEADER, size - RECORD_HEADER) ? 0 : size;
}
