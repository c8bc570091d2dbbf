#define _GNU_SOURCE
#include "internal.h"

#include <errno.h>
#include <ifaddrs.h>
#include <net/if.h>
#include <netinet/in.h>
#include <string.h>

/* How many leading bits of `count` bytes are set. */
static uint8_t leading_bits(const uint8_t *bytes, int count) {
  int bits = 0;
  while (bits < 8 * count && bytes[bits / 8] >> (7 - bits % 8) & 1) bits++;
  return (uint8_t)bits;
}

/* The bits of a netmask; all of them when there is none. */
static uint8_t network_length(const struct sockaddr *mask, int family) {
  if (family == AF_INET)
    return mask == NULL ? 32 : leading_bits((const uint8_t *)&((const struct sockaddr_in *)mask)->sin_addr, 4);
  return mask == NULL ? 128 : leading_bits((const uint8_t *)&((const struct sockaddr_in6 *)mask)->sin6_addr, 16);
}

/* Stores `entry`; 0 when it has no IP address. */
static int store(struct linux_interface *found, const struct ifaddrs *entry) {
  if (entry->ifa_addr == NULL || !(entry->ifa_flags & IFF_UP)) return 0;
  int family = entry->ifa_addr->sa_family;
  if (family != AF_INET && family != AF_INET6) return 0;
  struct sockaddr_storage address = {0};
  memcpy(&address, entry->ifa_addr, family == AF_INET ? sizeof(struct sockaddr_in) : sizeof(struct sockaddr_in6));
  struct linux_endpoint endpoint = linux_endpoint_of(&address);
  *found = (struct linux_interface){.high = endpoint.high, .low = endpoint.low};
  found->length = network_length(entry->ifa_netmask, family);
  if (family == AF_INET && entry->ifa_flags & IFF_BROADCAST && entry->ifa_broadaddr != NULL)
    found->broadcast = ntohl(((const struct sockaddr_in *)entry->ifa_broadaddr)->sin_addr.s_addr);
  return 1;
}

int linux_interfaces(struct linux_interface *found, int capacity) {
  struct ifaddrs *list = NULL;
  if (getifaddrs(&list) < 0) return -errno;
  int count = 0;
  for (const struct ifaddrs *entry = list; entry != NULL && count < capacity; entry = entry->ifa_next)
    count += store(found + count, entry);
  freeifaddrs(list);
  return count;
}
