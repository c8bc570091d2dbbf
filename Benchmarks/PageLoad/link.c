#define _GNU_SOURCE
#include "PageLoad.h"

#include <errno.h>
#include <fcntl.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

void give_up(const char *what) {
  fprintf(stderr, "page-load: %s: %s\n", what, errno ? strerror(errno) : "not as it should be");
  exit(1);
}

void link_write(struct link *link, const void *bytes, size_t size) {
  if (SSL_write(link->tls, bytes, (int)size) != (int)size) give_up("writing");
}

const char *link_read_head(struct link *link) {
  static char head[LONGEST + 1];
  size_t size = 0;
  while (size < LONGEST && (size < 4 || memcmp(head + size - 4, "\r\n\r\n", 4) != 0)) {
    if (SSL_read(link->tls, head + size, 1) != 1) give_up("reading a head");
    size++;
  }
  head[size] = 0;
  return head;
}

void link_stop_waiting(struct link *link) {
  int flags = fcntl(link->descriptor, F_GETFL);
  if (fcntl(link->descriptor, F_SETFL, flags | O_NONBLOCK) < 0) give_up("fcntl");
}

int link_fill(struct link *link) {
  if (link->count == LONGEST) give_up("a frame that is too long");
  int count = SSL_read(link->tls, link->bytes + link->count, (int)(LONGEST - link->count));
  if (count > 0) {
    link->count += (size_t)count;
    return 1;
  }
  int error = SSL_get_error(link->tls, count);
  return error == SSL_ERROR_WANT_READ || error == SSL_ERROR_WANT_WRITE;
}

/* Returns the size of the frame's head, or 0 if the head is incomplete. */
static size_t head_size(const struct link *link) {
  if (link->count < 2) return 0;
  size_t length = link->bytes[1] & 0x7f;
  if (length == 127) give_up("a frame that is too long");
  size_t size = 2 + (length == 126 ? 2 : 0) + (link->bytes[1] & 0x80 ? 4 : 0);
  return link->count < size ? 0 : size;
}

static void drop_taken(struct link *link, size_t size) {
  memmove(link->bytes, link->bytes + size, link->count - size);
  link->count -= size;
}

int link_next(struct link *link, struct message *message) {
  static uint8_t taken[LONGEST];
  size_t head = head_size(link);
  if (head == 0) return 0;
  size_t size = link->bytes[1] & 0x7f;
  if (size == 126) size = (size_t)link->bytes[2] << 8 | link->bytes[3];
  if (link->count < head + size) return 0;
  const uint8_t *mask = link->bytes[1] & 0x80 ? link->bytes + head - 4 : NULL;
  for (size_t index = 0; index < size; index++) {
    taken[index] = link->bytes[head + index] ^ (mask ? mask[index & 3] : 0);
  }
  *message = (struct message){.opcode = link->bytes[0] & 15, .bytes = taken, .size = size};
  drop_taken(link, head + size);
  return 1;
}

void link_send(struct link *link, int opcode, const void *bytes, size_t size) {
  uint8_t frame[LONGEST];
  size_t head = size < 126 ? 2 : 4;
  if (head + 4 + size > sizeof frame) give_up("a frame that is too long");
  frame[0] = (uint8_t)(0x80 | opcode);
  frame[1] = (uint8_t)((link->masks ? 0x80 : 0) | (size < 126 ? size : 126));
  if (head == 4) frame[2] = (uint8_t)(size >> 8), frame[3] = (uint8_t)size;
  if (link->masks) {
    static const uint8_t mask[4] = {0x37, 0xfa, 0x21, 0x3d};
    memcpy(frame + head, mask, 4);
    head += 4;
    const uint8_t *plain = bytes;
    for (size_t index = 0; index < size; index++) frame[head + index] = plain[index] ^ mask[index & 3];
  } else {
    memcpy(frame + head, bytes, size);
  }
  link_write(link, frame, head + size);
}
