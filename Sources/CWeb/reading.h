#pragma once

#include <stdint.h>

/* Counts the bytes that were read from a TCP connection since its beginning; returns < 0 if the kernel does not tell, or
 * if bytes arrive faster than they can be counted. Requires SO_OOBINLINE, so that urgent bytes count too. */
int web_count_read(int descriptor, uint64_t *count);
