/* Packets that are under way, in the order in which they arrive. */
#ifndef QUEUE_H
#define QUEUE_H

#include <stddef.h>
#include <stdint.h>

/* The maximum number of packets that are under way at once. */
#define QUEUE_LIMIT 65536

/* A packet on its way to one side. */
struct parcel {
  int64_t due;
  uint64_t order;
  int side;
  size_t size;
  uint8_t bytes[];
};

/* Returns the arrival time of the next packet, in ns; INT64_MAX if none is under way. */
int64_t queue_due(void);

/* Puts a copy of a packet on its way; returns -1 if there are too many. */
int queue_add(const uint8_t *packet, size_t size, int side, int64_t due);

/* Removes and returns the next packet, which the caller frees. */
struct parcel *queue_take(void);

#endif
