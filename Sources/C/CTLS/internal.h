/* The declarations that the files of this target share. */
#pragma once

#include "CTLS.h"

#include <openssl/ssl.h>

/* The certificate of the host's own domain; all NULL if there is none. */
struct tls_domain {
  X509 *certificate;
  EVP_PKEY *key;
  STACK_OF(X509) *chain;
};

struct tls_server {
  SSL_CTX *context;
  BIO_METHOD *wire;
  struct tls_domain domain;
};

struct tls_link {
  SSL *tls;
  const uint8_t *incoming; /* the bytes of tls_receive that OpenSSL has not read yet */
  size_t left;
  int silent; /* the records of the last tls_receive that carried no data */
  uint8_t *outgoing; /* the bytes from `sent` to `size` wait to be sent; NULL while none do */
  size_t sent, size, capacity;
};

/* --- link.c --- */
/* Returns the BIO method through which OpenSSL reads and writes memory; NULL if out of memory. */
BIO_METHOD *tls_make_wire(void);

/* --- certificate.c --- */
/* Returns the key in a PEM text; NULL if there is none. */
EVP_PKEY *tls_read_key(const char *text);
/* Returns the first certificate in a PEM text; NULL if there is none. */
X509 *tls_read_certificate(const char *text);

/* --- domain.c --- */
/* Selects the certificate of tls_use_domain for a handshake that names one of its hosts (SSL_CTX_set_cert_cb(3)). */
int tls_choose_certificate(SSL *tls, void *server);
void tls_forget_domain(struct tls_server *server);
