/* Sends a host more datagrams from strangers than it can handle; `flood --help` describes the options. */
#define _GNU_SOURCE
#include <errno.h>
#include <getopt.h>
#include <inttypes.h>
#include <signal.h>
#include <sodium.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "tunnel.h"

enum { payload_room = 1024, payload_limit = 256, kinds = 256 };
/* The number of packets that are sent before the program looks for answers. */
enum { batch = 16 };
/* Facts about INIT and COOKIE (docs/protocol.md, "Encrypted sessions"): the offsets of the second code and of the cookie, and the size of both. */
enum { cookie_kind = 0xD4, second_code = 176, cookie_start = 16, cookie_size = 16, stranger_limit = 65536 };
/* Below `leisurely` datagrams a second, the program rests for `rest_us` in between. */
enum { leisurely = 20000, rest_us = 200 };

static struct {
  size_t size;
  uint8_t bytes[PACKET_ROOM];
} packets[payload_limit];
static int packet_count;

/* The newest cookie that the host has sent to each stranger. It is the key of the second code in the stranger's INITs. */
static struct {
  int is_known;
  uint8_t bytes[cookie_size];
} cookies[stranger_limit];
static int with_cookies;

static volatile sig_atomic_t is_over;

static void stop(int number) {
  (void)number;
  is_over = 1;
}

static uint64_t sent, sent_bytes, refused, answers, answer_bytes, answers_of[kinds];

static int help(void) {
  printf("usage: flood [option ...] NAMESPACE ADDRESS/BITS PORT\n\n"
         "Makes a TUN device in a network namespace, which has ADDRESS there, and sends UDP datagrams to PORT of it from\n"
         "strangers beyond the device. Says `ready`, and begins when standard input has ended: that has the datagrams, each in\n"
         "hexadecimal on a line of its own, which are sent in turn. At the end a line of JSON tells what was sent and\n"
         "answered; bytes are those of whole IPv4 packets. SIGTERM ends it before its time.\n\n"
         "  --cookies         give each INIT the second code by the cookie that its sender was sent, once it has one\n"
         "  --from ADDRESS    the first stranger\n"
         "  --sources NUMBER  how many strangers there are (1), with one address after the other\n"
         "  --rate NUMBER     how many datagrams a second to send, if the machine can (150000)\n"
         "  --seconds NUMBER  for how long (3)\n");
  return 0;
}

static int digit(char character) {
  static const char digits[] = "0123456789abcdef";
  const char *found = strchr(digits, character);
  return found != NULL && character != 0 ? (int)(found - digits) : -1;
}

/* Reads the datagrams and writes headers in front of them; returns -1 if a line is not a datagram, or if there is no line. */
static int read_payloads(struct place from, struct place to) {
  char line[2 * payload_room + 2];
  while (packet_count < payload_limit && fgets(line, sizeof line, stdin) != NULL) {
    size_t length = strcspn(line, "\n") / 2;
    uint8_t *packet = packets[packet_count].bytes;
    size_t start = packet_begin(packet, from, to, length);
    for (size_t place = 0; place < length; place++) {
      int high = digit(line[2 * place]), low = digit(line[2 * place + 1]);
      if (high < 0 || low < 0) return -1;
      packet[start + place] = (uint8_t)(high << 4 | low);
    }
    packets[packet_count++].size = start + length;
  }
  return packet_count > 0 ? 0 : -1;
}

/* Writes the second code of the INIT at the end of the packet: zeros if the stranger has no cookie. */
static void write_second_code(int place, uint32_t stranger) {
  uint8_t key[crypto_auth_hmacsha256_KEYBYTES] = {0}, code[crypto_auth_hmacsha256_BYTES] = {0};
  uint8_t *end = packets[place].bytes + packets[place].size, *start = end - second_code - cookie_size;
  memcpy(key, cookies[stranger].bytes, cookie_size);
  if (cookies[stranger].is_known) crypto_auth_hmacsha256(code, start, second_code, key);
  memcpy(end - cookie_size, code, cookie_size);
}

static void send_one(int device, struct place from, uint32_t sources) {
  int place = (int)(sent % (uint64_t)packet_count);
  uint32_t stranger = (uint32_t)(sent % sources);
  from.address += stranger;
  packet_set_source(packets[place].bytes, from);
  if (with_cookies) write_second_code(place, stranger);
  if (write(device, packets[place].bytes, packets[place].size) < 0) {
    refused++;
    return;
  }
  sent++;
  sent_bytes += packets[place].size;
}

/* Keeps the cookie of the datagram that begins at `start`, for the stranger that it was sent to. */
static void keep_cookie(const uint8_t *packet, size_t size, size_t start, struct place first, uint32_t sources) {
  uint32_t stranger = packet_target(packet).address - first.address;
  if (stranger >= sources || size < start + cookie_start + cookie_size) return;
  memcpy(cookies[stranger].bytes, packet + start + cookie_start, cookie_size);
  cookies[stranger].is_known = 1;
}

/* Counts the host's answers to strangers, and keeps the cookies in them. */
static void read_answers(int device, struct place first, uint32_t sources) {
  uint8_t packet[PACKET_ROOM];
  for (ssize_t size; (size = read(device, packet, sizeof packet)) >= 0;) {
    if (!packet_is_v4(packet, (size_t)size)) continue;
    answers++;
    answer_bytes += (uint64_t)size;
    size_t start = packet_datagram(packet, (size_t)size);
    if (start == 0 || start >= (size_t)size) continue;
    answers_of[packet[start]]++;
    if (packet[start] == cookie_kind) keep_cookie(packet, (size_t)size, start, first, sources);
  }
}

static void print_counts(double seconds) {
  printf("{\"sent\":%" PRIu64 ",\"bytes\":%" PRIu64 ",\"refused\":%" PRIu64 ",\"seconds\":%.3f,\"answers\":%" PRIu64
         ",\"answer_bytes\":%" PRIu64 ",\"kinds\":{",
         sent, sent_bytes, refused, seconds, answers, answer_bytes);
  const char *between = "";
  for (int kind = 0; kind < kinds; kind++) {
    if (answers_of[kind] == 0) continue;
    printf("%s\"%d\":%" PRIu64, between, kind, answers_of[kind]);
    between = ",";
  }
  printf("}}\n");
}

/* Sends at an even rate for the given time. If the machine is too slow, the missing datagrams are not sent later. */
static void run(int device, struct place from, uint32_t sources, double rate, double seconds) {
  int64_t start = now(), end = start + (int64_t)(seconds * 1e9), time = start;
  double due = 0;
  for (int64_t last = start; time < end && !is_over; last = time) {
    time = now();
    due += (double)(time - last) * rate / 1e9;
    if (due > rate / 100 + 1) due = rate / 100 + 1;
    for (int count = 0; count < batch && due >= 1; count++, due--) send_one(device, from, sources);
    read_answers(device, from, sources);
    if (rate < leisurely) usleep(rest_us);
  }
  double taken = (double)(now() - start) / 1e9;
  usleep(200000);
  read_answers(device, from, sources);
  print_counts(taken);
}

int main(int count, char **arguments) {
  static const struct option options[] = {
      {"cookies", no_argument, NULL, 'c'},
      {"from", required_argument, NULL, 'f'}, {"sources", required_argument, NULL, 'n'},
      {"rate", required_argument, NULL, 'r'}, {"seconds", required_argument, NULL, 's'},
      {"help", no_argument, NULL, 'h'},       {NULL, 0, NULL, 0}};
  const char *first = "";
  double sources = 1, rate = 150000, seconds = 3;
  for (int found; (found = getopt_long(count, arguments, "", options, NULL)) != -1;) switch (found) {
      case 'c': with_cookies = 1; break;
      case 'f': first = optarg; break;
      case 'n': sources = strtod(optarg, NULL); break;
      case 'r': rate = strtod(optarg, NULL); break;
      case 's': seconds = strtod(optarg, NULL); break;
      case 'h': return help();
      default: return 2;
    }
  struct place from, to;
  char address[64];
  char **rest = arguments + optind;
  if (count - optind != 3 || sources < 1 || sources > stranger_limit || rate < 1) return fprintf(stderr, "flood: see flood --help\n"), 2;
  snprintf(address, sizeof address, "%s", rest[1]);
  address[strcspn(address, "/")] = 0;
  if (place_parse(&from, first, "5000") < 0 || place_parse(&to, address, rest[2]) < 0)
    return fprintf(stderr, "flood: an address is none\n"), 2;
  int device = tunnel_open(rest[0], rest[1]);
  if (device < 0) return fprintf(stderr, "flood: no TUN device in %s: %s\n", rest[0], strerror(errno)), 1;
  signal(SIGTERM, stop);
  printf("ready\n");
  fflush(stdout);
  if (read_payloads(from, to) < 0) return fprintf(stderr, "flood: a datagram is none\n"), 2;
  run(device, from, (uint32_t)sources, rate, seconds);
  return 0;
}
