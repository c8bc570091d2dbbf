#include "internal.h"

#include <errno.h>
#include <stdlib.h>
#include <usrsctp.h>

static int is_there; /* 1 while a host exists */

void rtc_tell(struct rtc_peer *peer, int kind, const void *bytes, size_t size, int is_text) {
  struct rtc_event event = {.kind = kind, .is_text = is_text, .peer = peer->number, .bytes = bytes, .size = size};
  peer->host->hear(peer->host->listener, &event);
}

static struct rtc_peer *find(struct rtc_host *host, uint32_t number) {
  for (int index = 0; index < RTC_PEER_LIMIT; index++) {
    if (host->peers[index].number == number) return &host->peers[index];
  }
  return NULL;
}

/* Returns a peer whose channel is open; NULL if there is none of that number. */
static struct rtc_peer *find_open(struct rtc_host *host, uint32_t number) {
  struct rtc_peer *peer = number == 0 ? NULL : find(host, number);
  return peer != NULL && peer->is_open && !peer->is_ended ? peer : NULL;
}

/* Tells the listener of the peers that have ended; it removes them. */
static void tell_ended(struct rtc_host *host) {
  for (int index = 0; index < RTC_PEER_LIMIT; index++) {
    struct rtc_peer *peer = &host->peers[index];
    if (peer->number != 0 && peer->is_ended) rtc_tell(peer, RTC_CLOSED, NULL, 0, 0);
  }
}

int rtc_create(const char *key, const char *certificate, void *listener, rtc_hear hear, struct rtc_host **created) {
  if (is_there) return -EBUSY;
  struct rtc_host *host = calloc(1, sizeof *host);
  if (host == NULL) return -ENOMEM;
  host->listener = listener;
  host->hear = hear;
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
  rtc_dissociate(peer);
  rtc_end(peer);
  *peer = (struct rtc_peer){0};
}

int rtc_receive(struct rtc_host *host, uint32_t number, const struct rtc_endpoint *sender, const uint8_t *bytes,
                size_t size) {
  struct rtc_peer *peer = number == 0 ? NULL : find(host, number);
  if (peer == NULL || peer->is_ended) return RTC_NOTHING;
  peer->sender = *sender;
  int result = rtc_read(peer, bytes, size);
  tell_ended(host);
  return result;
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
    if (peer->number != 0 && peer->repeats && !peer->is_ended) rtc_repeat(peer);
  }
  tell_ended(host);
}
