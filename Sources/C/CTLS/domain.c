#define _GNU_SOURCE
#include "internal.h"

#include <errno.h>
#include <openssl/err.h>
#include <openssl/pem.h>
#include <openssl/x509v3.h>
#include <string.h>

/* The maximum number of certificates that are read after the first. */
#define CHAIN_LIMIT 8
/* A wildcard stands for a whole label (RFC 9525 §6.3), and only the subjectAltName counts (§2). */
#define NAME_RULES (X509_CHECK_FLAG_NO_PARTIAL_WILDCARDS | X509_CHECK_FLAG_NEVER_CHECK_SUBJECT)

static void forget(struct tls_domain *domain) {
  X509_free(domain->certificate);
  EVP_PKEY_free(domain->key);
  sk_X509_pop_free(domain->chain, X509_free);
  *domain = (struct tls_domain){0};
}

/* Reads a certificate, its chain and the key; returns 1 if they match. */
static int read_domain(struct tls_domain *domain, const char *chain, const char *key) {
  BIO *memory = BIO_new_mem_buf(chain, -1);
  domain->chain = sk_X509_new_null();
  domain->key = tls_read_key(key);
  domain->certificate = memory == NULL ? NULL : PEM_read_bio_X509(memory, NULL, NULL, NULL);
  int result = domain->chain != NULL && domain->key != NULL && domain->certificate != NULL &&
               X509_check_private_key(domain->certificate, domain->key) == 1;
  while (result && sk_X509_num(domain->chain) < CHAIN_LIMIT) {
    X509 *authority = PEM_read_bio_X509(memory, NULL, NULL, NULL);
    if (authority == NULL) break;
    result = sk_X509_push(domain->chain, authority) > 0;
  }
  BIO_free(memory);
  // OpenSSL treats the end of the chain as an error, which the next connection would see.
  ERR_clear_error();
  return result;
}

int tls_use_domain(struct tls_server *server, const char *key, const char *chain) {
  struct tls_domain domain = {0};
  if (!read_domain(&domain, chain, key)) {
    forget(&domain);
    return -EINVAL;
  }
  forget(&server->domain);
  server->domain = domain;
  return 0;
}

void tls_forget_domain(struct tls_server *server) { forget(&server->domain); }

int tls_choose_certificate(SSL *tls, void *argument) {
  const struct tls_domain *domain = &((struct tls_server *)argument)->domain;
  const char *name = SSL_get_servername(tls, TLSEXT_NAMETYPE_host_name);
  if (domain->certificate == NULL || name == NULL) return 1;
  if (X509_check_host(domain->certificate, name, 0, NAME_RULES, NULL) != 1) return 1;
  SSL_certs_clear(tls);
  return SSL_use_cert_and_key(tls, domain->certificate, domain->key, domain->chain, 1);
}

/* Appends a DNS name, after a comma unless it is the first; returns the new length, or the old one if the name is of
   another kind, contains a 0, or does not fit. */
static size_t append_name(char *text, size_t length, size_t capacity, const GENERAL_NAME *name) {
  if (name->type != GEN_DNS) return length;
  size_t size = (size_t)ASN1_STRING_length(name->d.dNSName);
  const unsigned char *bytes = ASN1_STRING_get0_data(name->d.dNSName);
  if (length + size + 2 > capacity || memchr(bytes, 0, size) != NULL) return length;
  if (length > 0) text[length++] = ',';
  memcpy(text + length, bytes, size);
  text[length + size] = 0;
  return length + size;
}

int tls_certificate_names(const char *text, char *names, size_t capacity) {
  X509 *certificate = tls_read_certificate(text);
  if (certificate == NULL || capacity == 0) return -EINVAL;
  GENERAL_NAMES *list = X509_get_ext_d2i(certificate, NID_subject_alt_name, NULL, NULL);
  size_t length = 0;
  names[0] = 0;
  for (int index = 0; index < sk_GENERAL_NAME_num(list); index++) {
    length = append_name(names, length, capacity, sk_GENERAL_NAME_value(list, index));
  }
  GENERAL_NAMES_free(list);
  X509_free(certificate);
  return (int)length;
}

int tls_key_fits(const char *text, const char *key_text) {
  X509 *certificate = tls_read_certificate(text);
  EVP_PKEY *key = tls_read_key(key_text);
  int result = certificate != NULL && key != NULL && X509_check_private_key(certificate, key) == 1;
  X509_free(certificate);
  EVP_PKEY_free(key);
  return result;
}
