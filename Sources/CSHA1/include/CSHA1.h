/* HMAC with SHA-1, which STUN prescribes (RFC 8489 §14.5), by OpenSSL. */
#pragma once

#include <stddef.h>
#include <stdint.h>

#define SHA1_CODE_SIZE 20
/* The size of the longest key that is used as it is, in bytes. */
#define SHA1_KEY_LIMIT 64

/* Writes the HMAC (RFC 2104) of `head` and `rest`, one behind the other, under a key of at most SHA1_KEY_LIMIT bytes; of a
 * longer key only that many count. The function allocates nothing. */
void sha1_code(const uint8_t *key, size_t key_size, const uint8_t *head, size_t head_size, const uint8_t *rest,
               size_t rest_size, uint8_t code[SHA1_CODE_SIZE]);
