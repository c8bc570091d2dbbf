/* The packets in flight, in the order of their arrival. */
#ifndef QUEUE_H
#define QUEUE_H

#include <stddef.h>
#include <stdint.h>

/* The maximum number of packets in flight. */
#define QUEUE_LIMIT 65536

/* A packet in flight, and the side to which it goes. */
struct parcel {
  int64_t due;
  uint64_t order;
  int side;
  size_t size;
  uint8_t bytes[];
};

/* Returns the arrival time of the next packet, in ns; INT64_MAX if none is in flight. */
int64_t queue_due(void);

/* Puts a copy of a packet into the queue; returns -1 if too many are in flight. */
int queue_add(const uint8_t *packet, size_t size, int side, int64_t due);

/* Removes the next packet and returns it. The caller frees it. */
struct parcel *queue_take(void);

#endif
