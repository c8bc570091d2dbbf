#include "internal.h"

#include <errno.h>
#include <openssl/bio.h>
#include <openssl/crypto.h>
#include <openssl/evp.h>
#include <openssl/hmac.h>
#include <openssl/rand.h>
#include <string.h>

/* The size of a cookie, in bytes (RFC 6347 §4.2.1: at most 255). */
#define COOKIE_SIZE 16

/* Computes the cookie of the peer at the endpoint whose datagram is being read. */
static int compute(SSL *tls, uint8_t cookie[COOKIE_SIZE]) {
  const struct rtc_peer *peer = BIO_get_data(SSL_get_rbio(tls));
  uint8_t text[sizeof peer->number + sizeof peer->sender], code[EVP_MAX_MD_SIZE];
  memcpy(text, &peer->number, sizeof peer->number);
  memcpy(text + sizeof peer->number, &peer->sender, sizeof peer->sender);
  if (HMAC(EVP_sha256(), peer->host->secret, RTC_SECRET_SIZE, text, sizeof text, code, NULL) == NULL) return 0;
  memcpy(cookie, code, COOKIE_SIZE);
  return 1;
}

static int generate(SSL *tls, unsigned char *cookie, unsigned int *size) {
  *size = COOKIE_SIZE;
  return compute(tls, cookie);
}

static int verify(SSL *tls, const unsigned char *cookie, unsigned int size) {
  uint8_t expected[COOKIE_SIZE];
  if (size != COOKIE_SIZE || !compute(tls, expected) || CRYPTO_memcmp(cookie, expected, COOKIE_SIZE) != 0) return 0;
  struct rtc_peer *peer = BIO_get_data(SSL_get_rbio(tls));
  peer->is_proven = 1;
  return 1;
}

int rtc_demand_cookies(struct rtc_host *host) {
  if (RAND_bytes(host->secret, RTC_SECRET_SIZE) != 1) return -EIO;
  SSL_CTX_set_options(host->tls, SSL_OP_COOKIE_EXCHANGE);
  SSL_CTX_set_cookie_generate_cb(host->tls, generate);
  SSL_CTX_set_cookie_verify_cb(host->tls, verify);
  return 0;
}
