#pragma once

#include <stdint.h>

/* How many bytes have been read from a TCP connection since it began; < 0 when the kernel does not say, or when bytes
 * come faster than they can be counted. Urgent bytes have to be inline. */
int web_count_read(int descriptor, uint64_t *count);
