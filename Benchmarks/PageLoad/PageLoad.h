/* What the pages and the bare gateway share: TLS and the frames of WebSockets (RFC 6455), as far as they need them. */
#pragma once

#include <openssl/ssl.h>
#include <stddef.h>
#include <stdint.h>

#define LONGEST 4096

enum opcode { OPCODE_TEXT = 1, OPCODE_BINARY = 2, OPCODE_PING = 9, OPCODE_PONG = 10 };

/* One end of a WebSocket, and what has come of a frame that is not whole yet. */
struct link {
  SSL *tls;
  int descriptor;
  int masks; /* 1 for a client */
  size_t count;
  uint8_t bytes[LONGEST];
};

/* A whole frame, unmasked. */
struct message {
  int opcode;
  uint8_t *bytes;
  size_t size;
};

/* Prints what was being done and why it cannot be, and ends the program. */
__attribute__((noreturn)) void give_up(const char *what);

/* Both wait for all of it. */
void link_write(struct link *link, const void *bytes, size_t size);
/* Reads until `end` has come, which ends a head of HTTP; the head with a 0 behind it. */
const char *link_read_head(struct link *link);

/* From now on reading waits no more. */
void link_stop_waiting(struct link *link);
/* Reads what there is; 0 when the other end is gone. */
int link_fill(struct link *link);
/* The next frame of what was read; 0 when it is not whole. It is good until the next call. */
int link_next(struct link *link, struct message *message);
/* Sends a frame; `size` is below 64 KiB. */
void link_send(struct link *link, int opcode, const void *bytes, size_t size);

int pages_main(int count, char **arguments);
int bare_main(int count, char **arguments);
