/* The parts that the pages and the bare gateways share: TLS and the frames of WebSockets (RFC 6455), as far as they
   are needed, and the local socket. */
#pragma once

#include <openssl/ssl.h>
#include <stddef.h>
#include <stdint.h>

#define LONGEST 4096

enum opcode { OPCODE_TEXT = 1, OPCODE_BINARY = 2, OPCODE_PING = 9, OPCODE_PONG = 10 };

/* One end of a WebSocket, with the received bytes of an incomplete frame. */
struct link {
  SSL *tls;
  int descriptor;
  int masks; /* 1 for a client */
  size_t count;
  uint8_t bytes[LONGEST];
};

/* A complete frame, unmasked. */
struct message {
  int opcode;
  uint8_t *bytes;
  size_t size;
};

/* Prints the failed action and its reason, and ends the program. */
__attribute__((noreturn)) void give_up(const char *what);

/* Writes all bytes; blocks until they are written. */
void link_write(struct link *link, const void *bytes, size_t size);
/* Reads up to the end of an HTTP head, blocking; returns the head, terminated by a 0. */
const char *link_read_head(struct link *link);

/* Makes all later reads non-blocking. */
void link_stop_waiting(struct link *link);
/* Reads the available bytes; returns 0 if the other end is gone, else 1. */
int link_fill(struct link *link);
/* Removes the next frame from the received bytes and stores it in `message`; returns 1, or 0 if it is incomplete. The frame is valid
   until the next call. */
int link_next(struct link *link, struct message *message);
/* Sends a frame; `size` is at most LONGEST minus the frame's head. */
void link_send(struct link *link, int opcode, const void *bytes, size_t size);

struct page {
  struct link link;
  uint32_t counter;
  uint32_t covered;
  uint16_t edge;      /* the number of the next edge */
  uint16_t safe_edge; /* the first edge that the host has not acknowledged */
  int is_pinged;
  uint32_t ping;
  uint64_t answers;
  uint32_t departed; /* the time of the last message, in microseconds() */
  uint64_t pauses;   /* the number of pauses while the button was down */
};

/* The time of the monotonic clock, in µs; it wraps. */
uint32_t microseconds(void);
/* Connects to a port of this machine from a loopback address of its own, one for each `number`; returns the descriptor. */
int connect_to(uint16_t port, int number);
/* Connects with `ticket`, and waits for a slot. */
void page_enter(struct page *page, SSL_CTX *context, uint16_t port, const char *ticket, int number);
/* Reads all available messages; returns 1 if a text with the words `wanted` was among them. */
int page_hear(struct page *page, const char *wanted);
/* Sends the next state; the button changes now and then if `is_pressing`, and goes up otherwise. */
void page_send(struct page *page, int is_pressing);
/* Returns the time that the first thread of process `pid` has run, in ns (schedstat of the kernel's scheduler/sched-stats). */
long time_used(const char *pid);

/* Frames that the daemon has sent to the page with this number. */
struct answer {
  uint32_t number;
  const uint8_t *frames; /* valid until the next call */
  size_t size;
};

/* Connects to the daemon's local socket (docs/protocol.md, "The local socket"); returns the descriptor. */
int bridge_connect(const char *path);
/* Sends a message FRAMES of the page `number` to the daemon. */
void bridge_pass_on(uint32_t number, uint32_t counter, const uint8_t *frames, size_t size);
/* Receives the next answer of the daemon; returns 1, or 0 if none waits. */
int bridge_next(struct answer *answer);

int pages_main(int count, char **arguments);
int bare_main(int count, char **arguments);
int channels_main(int count, char **arguments);
int host_main(int count, char **arguments);
int crowd_main(int count, char **arguments);
int handshakes_main(int count, char **arguments);
