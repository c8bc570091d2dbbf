#define _GNU_SOURCE
#include "tunnel.h"

#include <arpa/inet.h>
#include <errno.h>
#include <fcntl.h>
#include <linux/if_tun.h>
#include <net/if.h>
#include <sched.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/ioctl.h>
#include <sys/socket.h>
#include <time.h>
#include <unistd.h>

enum { protocol_udp = 17, ip_header = 20, udp_header = 8 };

static uint16_t get16(const uint8_t *bytes) { return (uint16_t)(bytes[0] << 8 | bytes[1]); }
static uint32_t get32(const uint8_t *bytes) { return (uint32_t)get16(bytes) << 16 | get16(bytes + 2); }

static void put16(uint8_t *bytes, uint16_t value) {
  bytes[0] = (uint8_t)(value >> 8);
  bytes[1] = (uint8_t)value;
}

static void put32(uint8_t *bytes, uint32_t value) {
  put16(bytes, (uint16_t)(value >> 16));
  put16(bytes + 2, (uint16_t)value);
}

static size_t header_size(const uint8_t *packet) { return (size_t)(packet[0] & 15) * 4; }

/* Writes the checksum of the IPv4 header (RFC 1071). */
static void seal(uint8_t *packet) {
  put16(packet + 10, 0);
  uint32_t sum = 0;
  for (size_t offset = 0; offset < header_size(packet); offset += 2) sum += get16(packet + offset);
  while (sum >> 16) sum = (sum & 0xffff) + (sum >> 16);
  put16(packet + 10, (uint16_t)~sum);
}

int packet_is_v4(const uint8_t *packet, size_t size) {
  return size >= ip_header && packet[0] >> 4 == 4 && header_size(packet) >= ip_header &&
         header_size(packet) <= size && get16(packet + 2) == size;
}

size_t packet_datagram(const uint8_t *packet, size_t size) {
  if (!packet_is_v4(packet, size) || packet[9] != protocol_udp || (get16(packet + 6) & 0x3fff) != 0) return 0;
  size_t start = header_size(packet) + udp_header;
  return start <= size ? start : 0;
}

struct place packet_source(const uint8_t *packet) {
  return (struct place){get32(packet + 12), get16(packet + header_size(packet))};
}

struct place packet_target(const uint8_t *packet) {
  return (struct place){get32(packet + 16), get16(packet + header_size(packet) + 2)};
}

static void set(uint8_t *packet, size_t address, size_t port, struct place place) {
  uint8_t *udp = packet + header_size(packet);
  put32(packet + address, place.address);
  put16(udp + port, place.port);
  put16(udp + 6, 0);
  seal(packet);
}

void packet_set_source(uint8_t *packet, struct place place) { set(packet, 12, 0, place); }
void packet_set_target(uint8_t *packet, struct place place) { set(packet, 16, 2, place); }

size_t packet_begin(uint8_t *packet, struct place from, struct place to, size_t count) {
  memset(packet, 0, ip_header + udp_header);
  packet[0] = 0x45;
  put16(packet + 2, (uint16_t)(ip_header + udp_header + count));
  packet[8] = 64;
  packet[9] = protocol_udp;
  put16(packet + ip_header + 4, (uint16_t)(udp_header + count));
  packet_set_source(packet, from);
  packet_set_target(packet, to);
  return ip_header + udp_header;
}

int place_parse(struct place *place, const char *address, const char *port) {
  struct in_addr parsed;
  if (inet_pton(AF_INET, address, &parsed) != 1) return -1;
  place->address = ntohl(parsed.s_addr);
  place->port = (uint16_t)strtoul(port, NULL, 10);
  return 0;
}

int64_t now(void) {
  struct timespec time;
  clock_gettime(CLOCK_MONOTONIC, &time);
  return (int64_t)time.tv_sec * 1000000000 + time.tv_nsec;
}

/* Sets the address of the device in `request`, and switches the device on (netdevice(7)). */
static int configure(struct ifreq *request, const char *address) {
  char text[64];
  snprintf(text, sizeof text, "%s", address);
  char *slash = strchr(text, '/');
  int bits = slash != NULL ? atoi(slash + 1) : 32;
  if (slash != NULL) *slash = 0;
  struct sockaddr_in *inside = (struct sockaddr_in *)&request->ifr_addr;
  int control = socket(AF_INET, SOCK_DGRAM | SOCK_CLOEXEC, 0);
  memset(inside, 0, sizeof *inside);
  inside->sin_family = AF_INET;
  int is_done = control >= 0 && inet_pton(AF_INET, text, &inside->sin_addr) == 1 && bits > 0 && bits <= 32 &&
                ioctl(control, SIOCSIFADDR, request) == 0;
  inside->sin_addr.s_addr = htonl(0xffffffffu << (32 - bits));
  is_done = is_done && ioctl(control, SIOCSIFNETMASK, request) == 0;
  request->ifr_flags = IFF_UP | IFF_RUNNING;
  is_done = is_done && ioctl(control, SIOCSIFFLAGS, request) == 0;
  close(control);
  return is_done ? 0 : -1;
}

/* Enters the namespace in the file at `path` (setns(2)). */
static int enter(const char *path) {
  int namespace = open(path, O_RDONLY | O_CLOEXEC);
  if (namespace < 0) return -1;
  int result = setns(namespace, CLONE_NEWNET);
  close(namespace);
  return result;
}

/* Makes the kernel give new devices in this namespace no IPv6 address. Such an address would appear late, and a browser that is loading a page
 * would take it for a change of the network, and give up (ip-sysctl, addr_gen_mode). A kernel without IPv6 has no such setting. */
static void assign_no_address(void) {
  int mode = open("/proc/sys/net/ipv6/conf/default/addr_gen_mode", O_WRONLY | O_CLOEXEC);
  if (mode < 0) return;
  if (write(mode, "1", 1) != 1) perror("addr_gen_mode");
  close(mode);
}

int tunnel_open(const char *name, const char *address) {
  char path[256];
  snprintf(path, sizeof path, "/run/netns/%s", name);
  if (enter(path) < 0) return -1;
  assign_no_address();
  int device = open("/dev/net/tun", O_RDWR | O_NONBLOCK | O_CLOEXEC);
  if (device < 0) return -1;
  struct ifreq request = {.ifr_flags = IFF_TUN | IFF_NO_PI};
  if (ioctl(device, TUNSETIFF, &request) == 0 && configure(&request, address) == 0) return device;
  int error = errno;
  close(device);
  errno = error;
  return -1;
}
