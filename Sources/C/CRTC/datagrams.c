#include "internal.h"

#include <string.h>

/* The bytes in front of each datagram. */
struct header {
  uint32_t peer;
  uint32_t size;
};

void rtc_put(struct rtc_peer *peer, const void *bytes, size_t size) {
  struct rtc_host *host = peer->host;
  const struct header header = {.peer = peer->number, .size = (uint32_t)size};
  if (host->first == host->end) host->first = host->end = 0;
  if (sizeof header + size > RTC_QUEUE_ROOM - host->end) return;
  memcpy(host->datagrams + host->end, &header, sizeof header);
  memcpy(host->datagrams + host->end + sizeof header, bytes, size);
  host->end += sizeof header + size;
}

int rtc_pop(struct rtc_host *host, struct rtc_event *event) {
  if (host->first == host->end) return 0;
  struct header header;
  memcpy(&header, host->datagrams + host->first, sizeof header);
  const uint8_t *bytes = host->datagrams + host->first + sizeof header;
  *event = (struct rtc_event){.kind = RTC_DATAGRAM, .peer = header.peer, .bytes = bytes, .size = header.size};
  host->first += sizeof header + header.size;
  return 1;
}
