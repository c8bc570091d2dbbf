/* OpenSSL 3.0 deprecates the functions of a single algorithm, such as SHA1_Init. Their replacements (EVP) allocate
   memory for each message authentication code. */
#define OPENSSL_SUPPRESS_DEPRECATED
#include "CSHA1.h"

#include <openssl/crypto.h>
#include <openssl/sha.h>
#include <string.h>

#define INNER 0x36
#define OUTER 0x5c

/* Begins a digest with a block of the key, each byte combined with `pad`. */
static void begin(SHA_CTX *digest, const uint8_t *key, size_t size, uint8_t pad) {
  uint8_t block[SHA1_KEY_LIMIT];
  memset(block, pad, sizeof block);
  for (size_t index = 0; index < size && index < sizeof block; index++) block[index] ^= key[index];
  SHA1_Init(digest);
  SHA1_Update(digest, block, sizeof block);
  OPENSSL_cleanse(block, sizeof block);
}

void sha1_code(const uint8_t *key, size_t key_size, const uint8_t *head, size_t head_size, const uint8_t *rest,
               size_t rest_size, uint8_t code[SHA1_CODE_SIZE]) {
  SHA_CTX digest;
  begin(&digest, key, key_size, INNER);
  SHA1_Update(&digest, head, head_size);
  SHA1_Update(&digest, rest, rest_size);
  SHA1_Final(code, &digest);
  begin(&digest, key, key_size, OUTER);
  SHA1_Update(&digest, code, SHA1_CODE_SIZE);
  SHA1_Final(code, &digest);
}

void sha1_digest(const uint8_t *bytes, size_t size, uint8_t digest[SHA1_CODE_SIZE]) { SHA1(bytes, size, digest); }
