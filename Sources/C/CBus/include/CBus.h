/* A connection of libsystemd's sd-bus(3) behind one descriptor, an epoll(7), for the shims that speak to one service each. */
#pragma once

#include <stdint.h>

#include <systemd/sd-bus.h>

/* The maximum number of messages that a shim reads in one call; if more are waiting, the next call is due immediately. */
#define BUS_MESSAGE_LIMIT 64

/* Makes `epoll` wait for the events that `bus` wants now. `interest` holds these events from call to call; it is 0 for a
 * new connection. Returns 0 or -errno. */
int bus_settle(sd_bus *bus, int epoll, uint32_t *interest);
/* Returns the time at which `bus` has something to do even without a readable descriptor, in ns on CLOCK_MONOTONIC;
 * INT64_MAX for never. */
int64_t bus_deadline(sd_bus *bus);
