/* The baseline with which Tiltpad's packet path is compared, and a counter of allocations. */
#pragma once

#include <stddef.h>
#include <stdint.h>

/* The work of the bare loop. */
struct baseline {
  /* The UDP socket, which does not block. */
  int socket;
  /* The descriptor that reports are written to. */
  int pad;
  /* The size of a report, in bytes. */
  size_t report_size;
  /* The number of answers per 4096 datagrams. */
  unsigned answers;
  /* The size of an answer, in bytes. */
  size_t answer_size;
  /* 1 to decrypt a packet of the same size for each datagram, 0 for no decryption. */
  int opens;
  /* The epoll(7) descriptor for `socket`, see baseline_poller. */
  int poller;
};

/* Returns an epoll(7) descriptor that waits for `socket`, or -errno. */
int baseline_poller(int socket);

/* Runs the bare loop: recvmmsg(2) in batches of 32 until a batch is not full; one write(2) for each datagram, one
 * sendto(2) for some of them, and one call of libsodium for each if `opens` is 1. Returns the number of datagrams,
 * or -errno. */
int baseline_drain(const struct baseline *work);

/* Waits once with epoll_wait(2) and runs the bare loop; returns the number of datagrams, or -errno. */
int baseline_wake(const struct baseline *work);

/* Encrypts the `size` - 24 bytes after the header of each of `count` packets of `size` bytes, numbered from 0;
   returns their number. */
size_t baseline_seal(uint8_t *packets, size_t count, size_t size, const uint8_t key[32]);

/* Decrypts the same packets in place; returns the number of genuine packets. */
size_t baseline_open(uint8_t *packets, size_t count, size_t size, const uint8_t key[32]);

/* Decrypts a packet of `size` bytes, at most 512; returns 1 if it is genuine. The first call for a size makes the packet. */
int baseline_open_one(size_t size);

/* Starts to count the calls of malloc(3), calloc(3), realloc(3) and their relatives in this program. */
void allocations_start(void);
/* Stops counting and returns the number of calls since the start. */
uint64_t allocations_stop(void);
