/* What opening and sealing a packet is compared with: the library's one call, in a loop. */
#pragma once

#include <stddef.h>
#include <stdint.h>

/* Encrypts the `size` - 24 bytes behind the header of each of `count` packets of `size` bytes, numbered from 0;
 * returns how many. */
size_t baseline_seal(uint8_t *packets, size_t count, size_t size, const uint8_t key[32]);

/* Decrypts the same packets in place; returns how many are genuine. */
size_t baseline_open(uint8_t *packets, size_t count, size_t size, const uint8_t key[32]);
