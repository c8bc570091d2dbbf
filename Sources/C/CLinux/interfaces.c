#define _GNU_SOURCE
#include "internal.h"

#include <errno.h>
#include <glob.h>
#include <ifaddrs.h>
#include <net/if.h>
#include <netinet/in.h>
#include <stdio.h>
#include <string.h>
#include <unistd.h>

/* Returns the number of leading one bits in `count` bytes. */
static uint8_t leading_bits(const uint8_t *bytes, int count) {
  int bits = 0;
  while (bits < 8 * count && bytes[bits / 8] >> (7 - bits % 8) & 1) bits++;
  return (uint8_t)bits;
}

/* Returns the length of a netmask, in bits; without a mask, the full length of an address. */
static uint8_t network_length(const struct sockaddr *mask, int family) {
  if (family == AF_INET)
    return mask == NULL ? 32 : leading_bits((const uint8_t *)&((const struct sockaddr_in *)mask)->sin_addr, 4);
  return mask == NULL ? 128 : leading_bits((const uint8_t *)&((const struct sockaddr_in6 *)mask)->sin6_addr, 16);
}

/* Returns 1 if sysfs lists a device for the interface or for a part of it, as a bridge or a bond has. */
static int has_device(const char *name) {
  static const char *const patterns[] = {"/sys/class/net/%s/device", "/sys/class/net/%s/lower_*/device"};
  int found = 0;
  for (int index = 0; index < 2 && !found; index++) {
    char path[64];
    glob_t matches = {0};
    snprintf(path, sizeof path, patterns[index], name);
    found = glob(path, GLOB_NOSORT, NULL, &matches) == 0;
    globfree(&matches);
  }
  return found;
}

/* Returns 1 if the interface leads to containers or virtual machines, or into a tunnel. It then has no device, and is a
   bridge, a tun or tap, or a link that is point-to-point or without ARP. */
static int is_inner(const struct ifaddrs *entry) {
  static const char *const patterns[] = {"/sys/class/net/%s/bridge", "/sys/class/net/%s/tun_flags"};
  if (has_device(entry->ifa_name)) return 0;
  int found = (entry->ifa_flags & (IFF_POINTOPOINT | IFF_NOARP)) != 0;
  for (int index = 0; index < 2 && !found; index++) {
    char path[64];
    snprintf(path, sizeof path, patterns[index], entry->ifa_name);
    found = access(path, F_OK) == 0;
  }
  return found;
}

/* Returns 1 if the interface connects to a network with other machines, and not to a tunnel, container or virtual
   machine. */
static int is_lan(const struct ifaddrs *entry) {
  unsigned flags = entry->ifa_flags;
  return flags & IFF_BROADCAST && !(flags & (IFF_LOOPBACK | IFF_POINTOPOINT | IFF_NOARP)) && has_device(entry->ifa_name);
}

/* Stores `entry`; returns 1, or 0 if the interface is down or has no IP address. */
static int store(struct linux_interface *found, const struct ifaddrs *entry) {
  if (entry->ifa_addr == NULL || !(entry->ifa_flags & IFF_UP)) return 0;
  int family = entry->ifa_addr->sa_family;
  if (family != AF_INET && family != AF_INET6) return 0;
  struct sockaddr_storage address = {0};
  memcpy(&address, entry->ifa_addr, family == AF_INET ? sizeof(struct sockaddr_in) : sizeof(struct sockaddr_in6));
  struct linux_endpoint endpoint = linux_endpoint_of(&address);
  *found = (struct linux_interface){.high = endpoint.high, .low = endpoint.low};
  found->is_lan = is_lan(entry) ? 1 : 0;
  found->is_inner = is_inner(entry) ? 1 : 0;
  snprintf(found->name, sizeof found->name, "%s", entry->ifa_name);
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
