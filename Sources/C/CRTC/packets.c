#include "internal.h"

/* The sizes of the headers of an SCTP packet (RFC 9260 §3.1), and of a chunk, a parameter and a cause (§3.2,
 * §3.2.1, §3.3.10): a type or code, flags, and the size including the header. All sizes are in bytes. */
#define PACKET_HEADER 12
#define HEADER 4

/* The chunks that a browser sends here: those of RFC 9260 except those for ECN, and FORWARD TSN (RFC 3758 §3.2).
 * The others belong to extensions that the association has not agreed on. */
static const struct {
  uint8_t type;
  uint8_t fixed;        /* the bytes between the header and the first parameter or cause */
  uint8_t has_elements; /* 1 if parameters or causes follow */
} chunks[] = {
    {0, 12, 0},  /* DATA */
    {1, 16, 1},  /* INIT */
    {2, 16, 1},  /* INIT ACK */
    {3, 12, 0},  /* SACK */
    {4, 0, 1},   /* HEARTBEAT */
    {5, 0, 1},   /* HEARTBEAT ACK */
    {6, 0, 1},   /* ABORT */
    {7, 4, 0},   /* SHUTDOWN */
    {8, 0, 0},   /* SHUTDOWN ACK */
    {9, 0, 1},   /* ERROR */
    {10, 0, 0},  /* COOKIE ECHO */
    {11, 0, 0},  /* COOKIE ACK */
    {14, 0, 0},  /* SHUTDOWN COMPLETE */
    {192, 4, 0}, /* FORWARD TSN */
};

/* Returns the size of the element that begins here, with its header; 0 if fewer bytes are left. */
static size_t size_of(const uint8_t *bytes, size_t left) {
  if (left < HEADER) return 0;
  size_t size = (size_t)bytes[2] << 8 | bytes[3];
  return size < HEADER || size > left ? 0 : size;
}

/* Returns the distance to the next element: sizes are rounded up to four bytes, and the last one's padding may be
   missing. */
static size_t step(size_t size, size_t left) {
  size_t padded = (size + 3) & ~(size_t)3;
  return padded < left ? padded : left;
}

/* Returns 1 if parameters or causes fill these bytes. libusrsctp 0.9.5 loops forever on a parameter of size 0. */
static int are_elements(const uint8_t *bytes, size_t left) {
  while (left > 0) {
    size_t size = size_of(bytes, left);
    if (size == 0) return 0;
    size = step(size, left);
    bytes += size;
    left -= size;
  }
  return 1;
}

static int is_chunk(const uint8_t *bytes, size_t size) {
  for (size_t row = 0; row < sizeof chunks / sizeof *chunks; row++) {
    if (chunks[row].type != bytes[0]) continue;
    size_t start = HEADER + chunks[row].fixed;
    return size >= start && (!chunks[row].has_elements || are_elements(bytes + start, size - start));
  }
  return 0;
}

int rtc_is_packet(const uint8_t *bytes, size_t left) {
  if (left <= PACKET_HEADER) return 0;
  bytes += PACKET_HEADER;
  left -= PACKET_HEADER;
  while (left > 0) {
    size_t size = size_of(bytes, left);
    if (size == 0 || !is_chunk(bytes, size)) return 0;
    size = step(size, left);
    bytes += size;
    left -= size;
  }
  return 1;
}
