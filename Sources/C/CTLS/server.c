#include "internal.h"

#include <errno.h>
#include <stdlib.h>
#include <string.h>

/* The cipher suites of TLS 1.2: only AEAD suites (RFC 9325 §4.2); TLS 1.3 has no others. */
#define SUITES "ECDHE+AESGCM:ECDHE+CHACHA20"
/* The one protocol, with its length in front (RFC 7301 §3.1). */
static const unsigned char protocol[] = "\x08http/1.1";

/* Chooses HTTP/1.1 if it is offered; a client that offers no protocol, or only others, continues without one. */
static int choose_protocol(SSL *tls, const unsigned char **chosen, unsigned char *size, const unsigned char *offers,
                           unsigned int offers_size, void *argument) {
  (void)tls, (void)argument;
  int result = SSL_select_next_proto((unsigned char **)chosen, size, protocol, sizeof protocol - 1, offers, offers_size);
  return result == OPENSSL_NPN_NEGOTIATED ? SSL_TLSEXT_ERR_OK : SSL_TLSEXT_ERR_NOACK;
}

/* OpenSSL issues TLS session tickets, by which clients resume a session without any state kept here. */
static int prepare(struct tls_server *server) {
  SSL_CTX *context = server->context;
  SSL_CTX_set_options(context, SSL_OP_NO_RENEGOTIATION | SSL_OP_CIPHER_SERVER_PREFERENCE | SSL_OP_NO_COMPRESSION);
  SSL_CTX_set_session_cache_mode(context, SSL_SESS_CACHE_OFF);
  SSL_CTX_set_max_early_data(context, 0);
  SSL_CTX_set_mode(context, SSL_MODE_RELEASE_BUFFERS);
  SSL_CTX_set_alpn_select_cb(context, choose_protocol, NULL);
  SSL_CTX_set_cert_cb(context, tls_choose_certificate, server);
  return SSL_CTX_set_min_proto_version(context, TLS1_2_VERSION) && SSL_CTX_set_cipher_list(context, SUITES);
}

int tls_create(const char *key, const char *certificate, struct tls_server **created) {
  struct tls_server *server = calloc(1, sizeof *server);
  if (server == NULL) return -ENOMEM;
  server->context = SSL_CTX_new(TLS_server_method());
  server->wire = tls_make_wire();
  int result = server->context != NULL && server->wire != NULL && prepare(server) ? 0 : -ENOMEM;
  if (result == 0) result = tls_use_certificate(server, key, certificate);
  if (result < 0) {
    tls_destroy(server);
    return result;
  }
  *created = server;
  return 0;
}

void tls_destroy(struct tls_server *server) {
  SSL_CTX_free(server->context);
  BIO_meth_free(server->wire);
  tls_forget_domain(server);
  free(server);
}
