/* TUN devices in network namespaces (Documentation/networking/tuntap.rst), and the headers of the packets that pass them. */
#ifndef TUNNEL_H
#define TUNNEL_H

#include <stddef.h>
#include <stdint.h>

/* The size of the longest packet that is carried, in bytes. */
#define PACKET_ROOM 2048

/* An IPv4 address and a UDP port, both in the machine's byte order. */
struct place {
  uint32_t address;
  uint16_t port;
};

/* Makes a TUN device in the namespace `name` (ip-netns(8)) with the address `address`, such as 10.77.0.1/16. Returns its non-blocking descriptor,
 * or -1 with errno. */
int tunnel_open(const char *name, const char *address);

/* Returns whether the packet is a whole IPv4 packet; no other packets are carried. */
int packet_is_v4(const uint8_t *packet, size_t size);

/* Returns the offset of the bytes of a UDP datagram in a packet; 0 if the packet is not a whole datagram. */
size_t packet_datagram(const uint8_t *packet, size_t size);

/* Return the source and the destination of a packet; the ports are valid for UDP only. */
struct place packet_source(const uint8_t *packet);
struct place packet_target(const uint8_t *packet);

/* Set the source or the destination of a UDP datagram. The UDP checksum is left out, as IPv4 allows. */
void packet_set_source(uint8_t *packet, struct place place);
void packet_set_target(uint8_t *packet, struct place place);

/* Writes the headers of a UDP datagram of `count` bytes in front of the data; returns the size of the headers. */
size_t packet_begin(uint8_t *packet, struct place from, struct place to, size_t count);

/* Reads `address` and `port` into `place`; returns -1 if `address` is not an IPv4 address. */
int place_parse(struct place *place, const char *address, const char *port);

/* Returns the time of CLOCK_MONOTONIC, in ns. */
int64_t now(void);

#endif
