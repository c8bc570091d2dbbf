/* What Tiltpad's packet path is compared with, and what counts its allocations. */
#pragma once

#include <stddef.h>
#include <stdint.h>

/* The bare loop's work. */
struct baseline {
  /* The UDP socket, which does not wait. */
  int socket;
  /* Where reports are written to, and how many bytes each has. */
  int pad;
  size_t report_size;
  /* How many of 4096 datagrams are answered, and with how many bytes. */
  unsigned answers;
  size_t answer_size;
  /* 1: for each datagram a packet of its size is decrypted, 0: none is. */
  int opens;
  /* An epoll(7) descriptor for `socket`, see baseline_poller. */
  int poller;
};

/* An epoll(7) descriptor that waits for `socket`, or -errno. */
int baseline_poller(int socket);

/* The bare loop: recvmmsg(2) in batches of 32 until one is not full; for every datagram one write(2), and now and
 * then one sendto(2); if it `opens`, one call of libsodium too. Returns how many datagrams there were, or -errno. */
int baseline_drain(const struct baseline *work);

/* One epoll_wait(2) and then the bare loop. */
int baseline_wake(const struct baseline *work);

/* Encrypts the `size` - 24 bytes behind the header of each of `count` packets of `size` bytes, numbered from 0;
 * returns how many. */
size_t baseline_seal(uint8_t *packets, size_t count, size_t size, const uint8_t key[32]);

/* Decrypts the same packets in place; returns how many are genuine. */
size_t baseline_open(uint8_t *packets, size_t count, size_t size, const uint8_t key[32]);

/* Decrypts a packet of `size` bytes, at most 512, which is made the first time; returns whether it is genuine. */
int baseline_open_one(size_t size);

/* From now on the calls of malloc(3), calloc(3), realloc(3) and their relatives in this program are counted. */
void allocations_start(void);
/* How many there have been since; they are no longer counted. */
uint64_t allocations_stop(void);
