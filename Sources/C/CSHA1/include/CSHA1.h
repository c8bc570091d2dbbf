/* SHA-1 with OpenSSL, as STUN (RFC 8489 §14.5) and WebSocket (RFC 6455 §4.2.2) require. */
#pragma once

#include <stddef.h>
#include <stdint.h>

#define SHA1_CODE_SIZE 20
/* The size of the longest key that is used unchanged, in bytes. */
#define SHA1_KEY_LIMIT 64

/* Writes the HMAC (RFC 2104) of `head` followed by `rest`. The key has at most SHA1_KEY_LIMIT bytes; a longer one is
 * cut to that length. The function allocates nothing. */
void sha1_code(const uint8_t *key, size_t key_size, const uint8_t *head, size_t head_size, const uint8_t *rest,
               size_t rest_size, uint8_t code[SHA1_CODE_SIZE]);

/* Writes the SHA-1 of `bytes`. */
void sha1_digest(const uint8_t *bytes, size_t size, uint8_t digest[SHA1_CODE_SIZE]);
