#include "internal.h"

#include <errno.h>
#include <stdlib.h>
#include <usrsctp.h>

static int is_there; /* 1 while a host exists */

static struct rtc_peer *find(struct rtc_host *host, uint32_t number) {
  for (int index = 0; index < RTC_PEER_LIMIT; index++) {
    if (host->peers[index].number == number) return &host->peers[index];
  }
  return NULL;
}

/* Returns a peer whose channel is open; NULL if there is none with that number. */
static struct rtc_peer *find_open(struct rtc_host *host, uint32_t number) {
  struct rtc_peer *peer = number == 0 ? NULL : find(host, number);
  return peer != NULL && peer->is_open && !peer->is_ended ? peer : NULL;
}

static void note_news(struct rtc_peer *peer, int has_news) {
  peer->host->news += has_news - peer->has_news;
  peer->has_news = has_news;
}

int rtc_create(const char *key, const char *certificate, struct rtc_host **created) {
  if (is_there) return -EBUSY;
  struct rtc_host *host = calloc(1, sizeof *host);
  if (host == NULL) return -ENOMEM;
  int result = rtc_open_tls(host);
  if (result == 0) result = rtc_use_certificate(host, key, certificate);
  if (result < 0) {
    rtc_close_tls(host);
    free(host);
    return result;
  }
  rtc_open_sctp(host);
  is_there = 1;
  *created = host;
  return 0;
}

void rtc_destroy(struct rtc_host *host) {
  for (int index = 0; index < RTC_PEER_LIMIT; index++) rtc_remove(host, host->peers[index].number);
  rtc_close_sctp();
  rtc_close_tls(host);
  free(host);
  is_there = 0;
}

int rtc_add(struct rtc_host *host, uint32_t number, int repeats) {
  struct rtc_peer *peer = find(host, 0);
  if (peer == NULL) return -ENOBUFS;
  *peer = (struct rtc_peer){.host = host, .number = number, .repeats = repeats};
  int result = rtc_begin(peer);
  if (result < 0) *peer = (struct rtc_peer){0};
  return result;
}

void rtc_remove(struct rtc_host *host, uint32_t number) {
  struct rtc_peer *peer = number == 0 ? NULL : find(host, number);
  if (peer == NULL) return;
  note_news(peer, 0);
  rtc_dissociate(peer);
  rtc_end(peer);
  *peer = (struct rtc_peer){0};
}

int rtc_receive(struct rtc_host *host, uint32_t number, const struct rtc_endpoint *sender, const uint8_t *bytes,
                size_t size) {
  struct rtc_peer *peer = number == 0 ? NULL : find(host, number);
  if (peer == NULL || peer->is_ended) return RTC_NOTHING;
  peer->sender = *sender;
  note_news(peer, 1);
  return rtc_read(peer, bytes, size);
}

int rtc_has_room(struct rtc_host *host, uint32_t number) {
  struct rtc_peer *peer = find_open(host, number);
  return peer != NULL && rtc_room_of(peer);
}

int rtc_send(struct rtc_host *host, uint32_t number, const uint8_t *bytes, size_t size, int is_text) {
  struct rtc_peer *peer = find_open(host, number);
  if (peer == NULL) return -ENOTCONN;
  return size > RTC_TEXT_ROOM ? -EMSGSIZE : rtc_submit(peer, bytes, size, is_text);
}

void rtc_advance(struct rtc_host *host, uint32_t milliseconds) {
  usrsctp_handle_timers(milliseconds);
  for (int index = 0; index < RTC_PEER_LIMIT; index++) {
    struct rtc_peer *peer = &host->peers[index];
    if (peer->number == 0 || peer->is_ended) continue;
    if (peer->repeats) rtc_repeat(peer);
    note_news(peer, 1);
  }
}

/* Gets the next event of a peer, the last of which is its end; returns 0 if there is none. */
static int take(struct rtc_peer *peer, struct rtc_event *event) {
  if (rtc_hear(peer, event)) return 1;
  note_news(peer, 0);
  *event = (struct rtc_event){.kind = RTC_CLOSED, .peer = peer->number};
  return peer->is_ended;
}

int rtc_next(struct rtc_host *host, struct rtc_event *event) {
  if (rtc_pop(host, event)) return 1;
  for (int index = 0; host->news > 0 && index < RTC_PEER_LIMIT; index++) {
    if (host->peers[index].has_news && take(&host->peers[index], event)) return 1;
  }
  // Reading may have made room; SCTP then reports this to the peer in a datagram.
  return rtc_pop(host, event);
}
