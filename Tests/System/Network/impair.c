/* Carries IPv4 packets (UDP and TCP) between two network namespaces, with faults; `impair --help` describes the options. */
#define _GNU_SOURCE
#include <errno.h>
#include <getopt.h>
#include <inttypes.h>
#include <poll.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/prctl.h>
#include <unistd.h>

#include "faults.h"
#include "queue.h"
#include "tunnel.h"

/* The near side is the controller's, the far side the host's. */
enum { near, far };
/* The maximum number of packets that are read from a side at a time. */
enum { batch_limit = 64 };
/* The number of kinds of datagrams; the first byte is the kind. */
enum { kinds = 256 };

static struct faults faults;
static struct lane lanes[2];
static int devices[2];
static uint32_t near_address;
static FILE *record;
static int rehearsals;

/* The address that the near side sends from, and the address that the far side sees instead. */
static struct place actual, shown;
static int is_masked;
/* The number of packets from the far side to an address that the near side does not have, or no longer has. */
static uint64_t stray;

/* The newest datagram of each kind from the near side, as the far side sees it, and the kind of the last one (-1: none). */
struct memory {
  struct {
    size_t size;
    uint8_t packet[PACKET_ROOM];
  } newest[kinds];
  int kind;
};
static struct memory taken = {.kind = -1}, delivered = {.kind = -1};

static int help(void) {
  printf("usage: impair [option ...] NAMESPACE ADDRESS/BITS NAMESPACE ADDRESS/BITS\n\n"
         "Makes a TUN device in each of two network namespaces, gives them these addresses, and carries IPv4 packets\n"
         "between them. Both directions have the same faults, each by itself. Says `ready`, then obeys lines of standard\n"
         "input, and ends with it.\n\nOptions, with the values at the start:\n");
  for (const struct fault *fault = fault_table; fault->name != NULL; fault++) {
    char option[32];
    snprintf(option, sizeof option, "%s %s", fault->name, fault->unit);
    printf("  --%-18s %s\n", option, fault->help);
  }
  printf("  --seed NUMBER        the same faults at the same times with the same NUMBER (1)\n"
         "  --record FILE        a line for each packet of the first side: when it came, and when it arrives at the other,\n"
         "                       in ns of CLOCK_MONOTONIC; - for one that is lost\n"
         "  --rehearse NUMBER    no network: record so many packets, one every 0.1 ms, on standard output\n\n"
         "Lines, each answered by one:\n"
         "  FAULT VALUE          as the options\n"
         "  source ADDRESS PORT  from now on UDP datagrams of the first side come from there, as behind a NAT that has\n"
         "                       forgotten; what is sent to where they came from before is stray\n"
         "  replay ADDRESS PORT  the newest datagram of the first side that has arrived once more, from there\n"
         "  overtake ADDRESS PORT  the same with the newest one that has left: before it arrives\n"
         "  recall BYTE          the newest datagram of the first side that has arrived and begins with BYTE\n"
         "  counts               what was done, as JSON\n");
  return 0;
}

static void remember(struct memory *memory, const uint8_t *packet, size_t size) {
  size_t start = packet_datagram(packet, size);
  if (start == 0 || start == size) return;
  memory->kind = packet[start];
  memory->newest[memory->kind].size = size;
  memcpy(memory->newest[memory->kind].packet, packet, size);
}

/* Remembers a datagram of the near side, and replaces its source if another one is ordered. */
static void mask(uint8_t *packet, size_t size) {
  if (packet_datagram(packet, size) == 0) return;
  actual = packet_source(packet);
  if (is_masked) packet_set_source(packet, shown);
  remember(&taken, packet, size);
}

/* Replaces the target of an answer by the near side's real address; returns whether the packet is for the near side. */
static int unmask(uint8_t *packet, size_t size) {
  struct place target = packet_target(packet);
  int is_hidden = is_masked && packet_datagram(packet, size) != 0;
  if (is_hidden && target.address == shown.address && target.port == shown.port) {
    packet_set_target(packet, actual);
    return 1;
  }
  return !is_hidden && target.address == near_address;
}

static void note(int64_t time, const int64_t *due, int copies) {
  if (record == NULL) return;
  if (copies == 0) fprintf(record, "%" PRId64 " -\n", time);
  for (int copy = 0; copy < copies; copy++) fprintf(record, "%" PRId64 " %" PRId64 "\n", time, due[copy]);
}

/* Records the fate of `count` packets without a network, one every 0.1 ms. */
static int rehearse(int count) {
  record = stdout;
  for (int64_t time = 100000; count > 0; count--, time += 100000) {
    int64_t due[2];
    note(time, due, lane_submit(&lanes[near], &faults, time, due));
  }
  return 0;
}

/* Reads the packets that one side has sent. */
static void take(int side) {
  uint8_t packet[PACKET_ROOM];
  int64_t due[2];
  for (int round = 0; round < batch_limit; round++) {
    ssize_t size = read(devices[side], packet, sizeof packet);
    if (size < 0) return;
    if (!packet_is_v4(packet, (size_t)size)) continue;
    if (side == near) mask(packet, (size_t)size);
    if (side == far && !unmask(packet, (size_t)size)) {
      stray++;
      continue;
    }
    int64_t time = now();
    int copies = lane_submit(&lanes[side], &faults, time, due);
    if (side == near) note(time, due, copies);
    for (int copy = 0; copy < copies; copy++) (void)queue_add(packet, (size_t)size, !side, due[copy]);
  }
}

/* Delivers the packets whose arrival time has come. */
static void deliver(void) {
  while (queue_due() <= now()) {
    struct parcel *parcel = queue_take();
    if (write(devices[parcel->side], parcel->bytes, parcel->size) >= 0) lanes[!parcel->side].delivered++;
    if (parcel->side == far) remember(&delivered, parcel->bytes, parcel->size);
    free(parcel);
  }
}

static int repeat(const struct memory *memory, struct place place) {
  if (memory->kind < 0) return -1;
  uint8_t packet[PACKET_ROOM];
  size_t size = memory->newest[memory->kind].size;
  memcpy(packet, memory->newest[memory->kind].packet, size);
  packet_set_source(packet, place);
  return write(devices[far], packet, size) == (ssize_t)size ? 0 : -1;
}

static void recall(int kind) {
  size_t size = kind >= 0 && kind < kinds ? delivered.newest[kind].size : 0;
  const uint8_t *packet = size > 0 ? delivered.newest[kind].packet : NULL;
  for (size_t place = size > 0 ? packet_datagram(packet, size) : 0; place < size; place++)
    printf("%02x", packet[place]);
  printf("\n");
}

static void print_lane(const char *name, const struct lane *lane) {
  printf("\"%s\":{\"taken\":%" PRIu64 ",\"lost\":%" PRIu64 ",\"doubled\":%" PRIu64 ",\"held\":%" PRIu64
         ",\"delivered\":%" PRIu64 "}",
         name, lane->taken, lane->lost, lane->doubled, lane->held, lane->delivered);
}

static void print_counts(void) {
  printf("{");
  print_lane("near", &lanes[near]);
  printf(",");
  print_lane("far", &lanes[far]);
  printf(",\"stray\":%" PRIu64 "}\n", stray);
}

/* Sets a fault. A new loss or length of bursts begins in the good state, without a burst. Returns -1 if there is no such fault or value. */
static int set(const char *name, const char *value) {
  if (faults_set(&faults, name, value) < 0) return -1;
  if (strcmp(name, "loss") == 0 || strcmp(name, "burst") == 0) {
    lane_reset(&lanes[near]);
    lane_reset(&lanes[far]);
  }
  return 0;
}

/* Does what a line says, and answers it. */
static void obey(char *line) {
  char *word = strtok(line, " \n"), *first = strtok(NULL, " \n"), *second = strtok(NULL, " \n");
  struct place place;
  int result = -1;
  if (word == NULL) return;
  if (strcmp(word, "counts") == 0) return print_counts();
  if (strcmp(word, "recall") == 0 && first != NULL) return recall(atoi(first));
  if (second != NULL && place_parse(&place, first, second) == 0) {
    if (strcmp(word, "replay") == 0) result = repeat(&delivered, place);
    if (strcmp(word, "overtake") == 0) result = repeat(&taken, place);
    if (strcmp(word, "source") == 0) {
      shown = place;
      is_masked = 1;
      result = 0;
    }
  } else if (first != NULL) {
    result = set(word, first);
  }
  printf(result == 0 ? "ok\n" : "error\n");
}

/* Reads and obeys the lines that have arrived; returns 0 at the end of standard input, otherwise 1. */
static int read_lines(void) {
  static char text[4096];
  static size_t length;
  ssize_t count = read(STDIN_FILENO, text + length, sizeof text - 1 - length);
  if (count <= 0) return 0;
  length += (size_t)count;
  text[length] = 0;
  char *start = text;
  for (char *end; (end = strchr(start, '\n')) != NULL; start = end + 1) {
    *end = 0;
    obey(start);
  }
  length -= (size_t)(start - text);
  memmove(text, start, length + 1);
  fflush(stdout);
  return 1;
}

/* Carries packets until standard input ends. */
static void run(void) {
  struct pollfd waits[3] = {{.fd = devices[near], .events = POLLIN},
                            {.fd = devices[far], .events = POLLIN},
                            {.fd = STDIN_FILENO, .events = POLLIN}};
  for (;;) {
    deliver();
    int64_t rest = queue_due() == INT64_MAX ? INT64_MAX : queue_due() - now();
    if (rest < 0) rest = 0;
    struct timespec time = {rest / 1000000000, rest % 1000000000};
    if (ppoll(waits, 3, rest == INT64_MAX ? NULL : &time, NULL) < 0 && errno != EINTR) return;
    for (int side = 0; side < 2; side++)
      if (waits[side].revents != 0) take(side);
    if (waits[2].revents != 0 && !read_lines()) return;
  }
}

static int open_side(int side, const char *name, const char *address) {
  devices[side] = tunnel_open(name, address);
  if (devices[side] < 0) fprintf(stderr, "impair: cannot open a TUN device in %s: %s\n", name, strerror(errno));
  return devices[side];
}

static int use_option(const char *name, const char *value) {
  if (strcmp(name, "help") == 0) exit(help());
  if (strcmp(name, "seed") == 0) {
    lanes[near].random = 2 * strtoull(value, NULL, 10);
    lanes[far].random = lanes[near].random + 1;
    return 0;
  }
  if (strcmp(name, "rehearse") == 0) return (rehearsals = atoi(value)) > 0 ? 0 : -1;
  if (strcmp(name, "record") == 0) return (record = fopen(value, "w")) != NULL ? 0 : -1;
  return faults_set(&faults, name, value);
}

int main(int count, char **arguments) {
  struct option options[16] = {{"help", no_argument, NULL, 0}, {"seed", required_argument, NULL, 0},
                               {"record", required_argument, NULL, 0},
                               {"rehearse", required_argument, NULL, 0}};
  for (int place = 0; fault_table[place].name != NULL; place++)
    options[4 + place] = (struct option){fault_table[place].name, required_argument, NULL, 0};
  faults = no_faults;
  use_option("seed", "1");
  int index, found;
  while ((found = getopt_long(count, arguments, "", options, &index)) == 0) {
    if (use_option(options[index].name, optarg) == 0) continue;
    fprintf(stderr, "impair: --%s cannot be %s\n", options[index].name, optarg);
    return 2;
  }
  if (found == -1 && rehearsals > 0) return rehearse(rehearsals);
  char **rest = arguments + optind;
  struct place place;
  char address[64];
  if (found != -1 || count - optind != 4) return fprintf(stderr, "impair: see impair --help\n"), 2;
  snprintf(address, sizeof address, "%s", rest[1]);
  address[strcspn(address, "/")] = 0;
  if (place_parse(&place, address, "0") < 0) return fprintf(stderr, "impair: no address: %s\n", rest[1]), 2;
  near_address = place.address;
  if (open_side(near, rest[0], rest[1]) < 0 || open_side(far, rest[2], rest[3]) < 0) return 1;
  prctl(PR_SET_TIMERSLACK, 1);
  printf("ready\n");
  fflush(stdout);
  run();
  return record != NULL && fclose(record) != 0;
}
