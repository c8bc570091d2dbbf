#include "internal.h"

#include <errno.h>
#include <openssl/bio.h>
#include <openssl/err.h>
#include <openssl/pem.h>
#include <string.h>

/* The size of the largest datagram that is sent, in bytes: it fits through any network that carries IPv6. */
#define SENDING_ROOM 1200
/* The time until an unanswered part of a handshake is first sent again, in µs; it is then doubled each time. */
#define FIRST_PATIENCE 250000
/* The maximum of that time, in µs. */
#define LONGEST_PATIENCE 2000000
/* The cipher suites: only those with ephemeral keys and authenticated encryption (RFC 9325 §4.2). */
#define SUITES "ECDHE+AESGCM:ECDHE+CHACHA20"
/* No media is sent, but some programs related to browsers end a handshake that agrees on no profile for it (RFC
   5764 §4.1.2). */
#define MEDIA_PROFILE "SRTP_AES128_CM_SHA1_80"

/* OpenSSL reads and writes through a custom BIO: each call reads one record or sends one datagram. */
static int send_datagram(BIO *wire, const char *bytes, int size) {
  rtc_put(BIO_get_data(wire), bytes, (size_t)size);
  return size;
}

static int read_record(BIO *wire, char *room, int capacity) {
  struct rtc_peer *peer = BIO_get_data(wire);
  BIO_clear_retry_flags(wire);
  size_t size = rtc_next_record(peer);
  if (size == 0 || size > (size_t)capacity) {
    peer->size = 0;
    BIO_set_retry_read(wire);
    return -1;
  }
  memcpy(room, peer->waiting, size);
  peer->waiting += size;
  peer->size -= size;
  return (int)size;
}

static long control(BIO *wire, int command, long number, void *pointer) {
  (void)wire, (void)number, (void)pointer;
  switch (command) {
    case BIO_CTRL_FLUSH: return 1;
    case BIO_CTRL_DGRAM_QUERY_MTU:
    case BIO_CTRL_DGRAM_GET_FALLBACK_MTU: return SENDING_ROOM;
    default: return 0;
  }
}

static unsigned int patience(SSL *tls, unsigned int last) {
  (void)tls;
  if (last == 0) return FIRST_PATIENCE;
  return last * 2 < LONGEST_PATIENCE ? last * 2 : LONGEST_PATIENCE;
}

int rtc_use_certificate(struct rtc_host *host, const char *key_text, const char *text) {
  BIO *key_memory = BIO_new_mem_buf(key_text, -1), *memory = BIO_new_mem_buf(text, -1);
  EVP_PKEY *key = key_memory == NULL ? NULL : PEM_read_bio_PrivateKey(key_memory, NULL, NULL, NULL);
  X509 *certificate = memory == NULL ? NULL : PEM_read_bio_X509(memory, NULL, NULL, NULL);
  int result = key != NULL && certificate != NULL && SSL_CTX_use_certificate(host->tls, certificate) == 1 &&
               SSL_CTX_use_PrivateKey(host->tls, key) == 1;
  X509_free(certificate);
  EVP_PKEY_free(key);
  BIO_free(memory);
  BIO_free(key_memory);
  return result ? 0 : -EINVAL;
}

int rtc_open_tls(struct rtc_host *host) {
  host->tls = SSL_CTX_new(DTLS_server_method());
  host->wire = BIO_meth_new(BIO_get_new_index() | BIO_TYPE_SOURCE_SINK, "datagrams");
  if (host->tls == NULL || host->wire == NULL) return -ENOMEM;
  BIO_meth_set_write(host->wire, send_datagram);
  BIO_meth_set_read(host->wire, read_record);
  BIO_meth_set_ctrl(host->wire, control);
  SSL_CTX_set_options(host->tls, SSL_OP_NO_QUERY_MTU | SSL_OP_NO_TICKET | SSL_OP_NO_RENEGOTIATION);
  SSL_CTX_set_session_cache_mode(host->tls, SSL_SESS_CACHE_OFF);
  SSL_CTX_set_mode(host->tls, SSL_MODE_RELEASE_BUFFERS);
  SSL_CTX_set_max_cert_list(host->tls, RTC_HANDSHAKE_ROOM);
  int is_set = SSL_CTX_set_min_proto_version(host->tls, DTLS1_2_VERSION) &&
               SSL_CTX_set_cipher_list(host->tls, SUITES) &&
               SSL_CTX_set_tlsext_use_srtp(host->tls, MEDIA_PROFILE) == 0;
  return is_set ? rtc_demand_cookies(host) : -EINVAL;
}

void rtc_close_tls(struct rtc_host *host) {
  SSL_CTX_free(host->tls);
  BIO_meth_free(host->wire);
}

int rtc_begin(struct rtc_peer *peer) {
  BIO *wire = BIO_new(peer->host->wire);
  peer->tls = SSL_new(peer->host->tls);
  if (peer->tls == NULL || wire == NULL) {
    BIO_free(wire);
    SSL_free(peer->tls);
    return -ENOMEM;
  }
  BIO_set_data(wire, peer);
  BIO_set_init(wire, 1);
  SSL_set_bio(peer->tls, wire, wire);
  SSL_set_mtu(peer->tls, SENDING_ROOM);
  DTLS_set_timer_cb(peer->tls, patience);
  SSL_set_accept_state(peer->tls);
  return 0;
}

void rtc_end(struct rtc_peer *peer) {
  ERR_clear_error();
  if (SSL_is_init_finished(peer->tls)) SSL_shutdown(peer->tls);
  SSL_free(peer->tls);
}

/* Ends the peer after a failure that no further datagram can repair, and begins the association once the handshake is
   over; `result` is the result of OpenSSL's last call. */
static void judge(struct rtc_peer *peer, int result) {
  int error = SSL_get_error(peer->tls, result);
  if (error != SSL_ERROR_WANT_READ && error != SSL_ERROR_WANT_WRITE) peer->is_ended = 1;
  if (!peer->is_ended && peer->channel == NULL && SSL_is_init_finished(peer->tls) && rtc_associate(peer) < 0) {
    peer->is_ended = 1;
  }
}

int rtc_read(struct rtc_peer *peer, const uint8_t *bytes, size_t size) {
  uint8_t room[RTC_DATAGRAM_ROOM];
  int result, is_authentic = 0;
  peer->waiting = bytes;
  peer->size = size;
  ERR_clear_error();
  while (!peer->is_ended && (result = SSL_read(peer->tls, room, sizeof room)) > 0) {
    is_authentic = 1;
    if (peer->channel != NULL) rtc_take(peer, room, (size_t)result);
    ERR_clear_error();
  }
  peer->size = 0;
  if (!peer->is_ended) judge(peer, result);
  return is_authentic ? RTC_AUTHENTIC : peer->is_proven ? RTC_PROVEN : RTC_NOTHING;
}

void rtc_write(struct rtc_peer *peer, const void *bytes, size_t size) {
  ERR_clear_error();
  SSL_write(peer->tls, bytes, (int)size);
}

void rtc_repeat(struct rtc_peer *peer) {
  ERR_clear_error();
  if (!SSL_is_init_finished(peer->tls) && DTLSv1_handle_timeout(peer->tls) < 0) peer->is_ended = 1;
}
