#define ZLIB_CONST
#include "internal.h"

#include <errno.h>
#include <zlib.h>

/* A window of 2^15 bytes, with the header and trailer of RFC 1952. */
#define GZIP_WINDOW (15 + 16)

int web_compress(const uint8_t *bytes, size_t size, uint8_t *room, size_t capacity) {
  z_stream stream = {.next_in = bytes, .avail_in = (uInt)size, .next_out = room, .avail_out = (uInt)capacity};
  if (deflateInit2(&stream, Z_BEST_COMPRESSION, Z_DEFLATED, GZIP_WINDOW, MAX_MEM_LEVEL, Z_DEFAULT_STRATEGY) != Z_OK) {
    return -ENOMEM;
  }
  int isWhole = deflate(&stream, Z_FINISH) == Z_STREAM_END;
  int written = (int)stream.total_out;
  deflateEnd(&stream);
  return isWhole ? written : -ENOSPC;
}
