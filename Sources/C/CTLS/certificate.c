#define _GNU_SOURCE
#include "internal.h"

#include <errno.h>
#include <openssl/bn.h>
#include <openssl/evp.h>
#include <openssl/pem.h>
#include <openssl/x509v3.h>
#include <string.h>

#define SECONDS_PER_DAY 86400L

/* Copies the contents of `memory` into `text`; returns the length with the final 0, or -ENOSPC. */
static int take_text(BIO *memory, char *text, size_t capacity) {
  char *start = NULL;
  long length = BIO_get_mem_data(memory, &start);
  if (length <= 0 || (size_t)length >= capacity) return -ENOSPC;
  memcpy(text, start, (size_t)length);
  text[length] = 0;
  return (int)length + 1;
}

EVP_PKEY *tls_read_key(const char *text) {
  BIO *memory = BIO_new_mem_buf(text, -1);
  EVP_PKEY *key = memory == NULL ? NULL : PEM_read_bio_PrivateKey(memory, NULL, NULL, NULL);
  BIO_free(memory);
  return key;
}

X509 *tls_read_certificate(const char *text) {
  BIO *memory = BIO_new_mem_buf(text, -1);
  X509 *certificate = memory == NULL ? NULL : PEM_read_bio_X509(memory, NULL, NULL, NULL);
  BIO_free(memory);
  return certificate;
}

int tls_make_key(char *text, size_t capacity) {
  EVP_PKEY *key = EVP_EC_gen("P-256");
  BIO *memory = BIO_new(BIO_s_secmem());
  int result = -EIO;
  if (key != NULL && memory != NULL && PEM_write_bio_PrivateKey(memory, key, NULL, NULL, 0, NULL, NULL) == 1) {
    result = take_text(memory, text, capacity);
  }
  BIO_free(memory);
  EVP_PKEY_free(key);
  return result;
}

static int add_extension(X509 *certificate, int kind, const char *value) {
  X509V3_CTX context;
  X509V3_set_ctx_nodb(&context);
  X509V3_set_ctx(&context, certificate, certificate, NULL, NULL, 0);
  X509_EXTENSION *extension = X509V3_EXT_conf_nid(NULL, &context, kind, value);
  int result = extension != NULL && X509_add_ext(certificate, extension, -1);
  X509_EXTENSION_free(extension);
  return result;
}

static int set_number(X509 *certificate) {
  BIGNUM *number = BN_new();
  int result = number != NULL && BN_rand(number, 127, BN_RAND_TOP_ONE, BN_RAND_BOTTOM_ANY) &&
               BN_to_ASN1_INTEGER(number, X509_get_serialNumber(certificate)) != NULL;
  BN_free(number);
  return result;
}

static int set_name(X509 *certificate, const char *name) {
  X509_NAME *subject = X509_get_subject_name(certificate);
  return X509_NAME_add_entry_by_txt(subject, "CN", MBSTRING_UTF8, (const unsigned char *)name, -1, -1, 0) &&
         X509_set_issuer_name(certificate, subject);
}

/* Fills in and signs the certificate as Apple requires of servers: names, purpose, P-256 and SHA-256; `days` is at most 825. */
static int fill(X509 *certificate, EVP_PKEY *key, const char *names, const char *name, int days) {
  return X509_set_version(certificate, X509_VERSION_3) && set_number(certificate) && set_name(certificate, name) &&
         X509_gmtime_adj(X509_getm_notBefore(certificate), -3600) != NULL &&
         X509_gmtime_adj(X509_getm_notAfter(certificate), days * SECONDS_PER_DAY - 3600) != NULL &&
         X509_set_pubkey(certificate, key) && add_extension(certificate, NID_subject_alt_name, names) &&
         add_extension(certificate, NID_basic_constraints, "critical,CA:FALSE") &&
         add_extension(certificate, NID_key_usage, "critical,digitalSignature") &&
         add_extension(certificate, NID_ext_key_usage, "serverAuth") &&
         X509_sign(certificate, key, EVP_sha256()) > 0;
}

int tls_make_certificate(const char *key_text, const char *names, const char *name, int days, char *text,
                         size_t capacity) {
  EVP_PKEY *key = tls_read_key(key_text);
  X509 *certificate = X509_new();
  BIO *memory = BIO_new(BIO_s_mem());
  int result = -EINVAL;
  if (key != NULL && certificate != NULL && memory != NULL && fill(certificate, key, names, name, days) &&
      PEM_write_bio_X509(memory, certificate) == 1) {
    result = take_text(memory, text, capacity);
  }
  BIO_free(memory);
  X509_free(certificate);
  EVP_PKEY_free(key);
  return result;
}

static int has_name(X509 *certificate, const char *name) {
  if (strncmp(name, "DNS:", 4) == 0) return X509_check_host(certificate, name + 4, 0, 0, NULL) == 1;
  if (strncmp(name, "IP:", 3) == 0) return X509_check_ip_asc(certificate, name + 3, 0) == 1;
  return 0;
}

/* Returns 1 if the certificate covers all of these names. It may cover more, so that a machine that leaves a
 * network and returns keeps its certificate, and browsers do not warn again. */
static int has_names(X509 *certificate, const char *names) {
  char copy[2048];
  if (strlen(names) >= sizeof copy) return 0;
  strcpy(copy, names);
  char *rest = NULL;
  for (char *name = strtok_r(copy, ",", &rest); name != NULL; name = strtok_r(NULL, ",", &rest)) {
    if (!has_name(certificate, name)) return 0;
  }
  return 1;
}

int tls_certificate_fits(const char *text, const char *key_text, const char *names, int days) {
  X509 *certificate = tls_read_certificate(text);
  if (certificate == NULL) return -EINVAL;
  EVP_PKEY *key = key_text == NULL ? NULL : tls_read_key(key_text);
  time_t now = time(NULL), end = now + days * SECONDS_PER_DAY;
  int is_of_key = key_text == NULL || (key != NULL && X509_check_private_key(certificate, key) == 1);
  int result = is_of_key && X509_cmp_time(X509_get0_notBefore(certificate), &now) < 0 &&
               X509_cmp_time(X509_get0_notAfter(certificate), &end) > 0 && has_names(certificate, names);
  X509_free(certificate);
  EVP_PKEY_free(key);
  return result;
}

int tls_certificate_has_begun(const char *text) {
  X509 *certificate = tls_read_certificate(text);
  time_t now = time(NULL);
  int result = certificate != NULL && X509_cmp_time(X509_get0_notBefore(certificate), &now) < 0;
  X509_free(certificate);
  return result;
}

int tls_certificate_digest(const char *text, uint8_t digest[32]) {
  X509 *certificate = tls_read_certificate(text);
  unsigned int size = 0;
  int result = certificate != NULL && X509_digest(certificate, EVP_sha256(), digest, &size) == 1 && size == 32;
  X509_free(certificate);
  return result ? 0 : -EINVAL;
}

int tls_use_certificate(struct tls_server *server, const char *key_text, const char *text) {
  X509 *certificate = tls_read_certificate(text);
  EVP_PKEY *key = tls_read_key(key_text);
  int result = certificate != NULL && key != NULL && SSL_CTX_use_certificate(server->context, certificate) == 1 &&
               SSL_CTX_use_PrivateKey(server->context, key) == 1;
  X509_free(certificate);
  EVP_PKEY_free(key);
  return result ? 0 : -EINVAL;
}
