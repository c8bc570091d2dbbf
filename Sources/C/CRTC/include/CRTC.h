/* WebRTC data channels with OpenSSL (DTLS 1.2) and libusrsctp (SCTP): these functions hide the callbacks and
 * structures of both libraries.
 *
 * There is one host in a process. It belongs to one thread, has no descriptor, and makes no callbacks: the caller
 * passes in the datagrams that have arrived and the time that has passed, and asks for the resulting events until
 * none is left. (libusrsctp starts a thread for a kind of work that is never requested.) A peer has one channel,
 * stream 0, which both sides open without a message (`negotiated`).
 *
 * Unless its comment says otherwise, a function returns 0 or more on success, and -errno on failure. */
#pragma once

#include <stddef.h>
#include <stdint.h>

/* The maximum number of peers: 64 that play or may play, and two that are only told that they may not. */
#define RTC_PEER_LIMIT 66
/* The size of the largest message that a peer may send, in bytes; a peer that sends a longer one is ended. */
#define RTC_MESSAGE_ROOM 1024
/* The size of the largest message of rtc_send, in bytes. */
#define RTC_TEXT_ROOM 16384
/* The size of the largest datagram, in bytes. */
#define RTC_DATAGRAM_ROOM 1280
/* The room for datagrams that wait to be sent, in bytes; each takes 8 more than its size. 66 peers send less at a time. */
#define RTC_QUEUE_ROOM (1 << 18)

enum rtc_kind {
  RTC_DATAGRAM, /* `bytes` are to be sent to the peer */
  RTC_OPENED,   /* the peer's channel has opened */
  RTC_MESSAGE,  /* a whole message from the peer, with is_text and bytes */
  RTC_CLOSED    /* the peer has ended; reported once, and waits for rtc_remove */
};

struct rtc_event {
  int kind;
  int is_text;
  uint32_t peer;
  const uint8_t *bytes; /* of a datagram or message; valid until the next call to the host */
  size_t size;
};

/* The sender of a datagram. The structure has no padding, because cookies are computed from its bytes. */
struct rtc_endpoint {
  uint64_t high;
  uint64_t low;
  uint32_t scope;
  uint32_t port;
};

/* The results of rtc_receive that are not errors. */
enum rtc_progress {
  RTC_NOTHING,  /* the datagram was dropped, or nothing shows that its sender receives the answers */
  RTC_PROVEN,   /* an endpoint has returned its cookie (RFC 6347 §4.2.1) */
  RTC_AUTHENTIC /* the datagram contained an authentic message */
};

struct rtc_host;

/* Creates the host from a key and a certificate in PEM. Returns -EBUSY if there is a host already, or -EINVAL if the
 * pair is invalid. */
int rtc_create(const char *key, const char *certificate, struct rtc_host **host);
void rtc_destroy(struct rtc_host *host);
/* Uses this certificate for new peers from now on. */
int rtc_use_certificate(struct rtc_host *host, const char *key, const char *certificate);

/* Adds a peer under a number that is neither 0 nor in use; returns -ENOBUFS if there are too many. With `repeats`,
 * unanswered parts of its handshake are sent again. */
int rtc_add(struct rtc_host *host, uint32_t peer, int repeats);
/* Ends a peer, with a goodbye if one can be sent; of its events, only datagrams follow. */
void rtc_remove(struct rtc_host *host, uint32_t peer);
/* Receives a datagram that the peer sent from `sender`; returns an rtc_progress. Until an endpoint has returned its
 * cookie, no datagram is answered with more bytes than it has. */
int rtc_receive(struct rtc_host *host, uint32_t peer, const struct rtc_endpoint *sender, const uint8_t *bytes,
                size_t size);
/* Returns 1 if the peer can accept a message, 0 if earlier ones are still under way or its channel is not open. */
int rtc_has_room(struct rtc_host *host, uint32_t peer);
/* Sends a message. A text is resent until it arrives, in order with other texts; any other message is sent once. */
int rtc_send(struct rtc_host *host, uint32_t peer, const uint8_t *bytes, size_t size, int is_text);
/* Does everything that is due after `milliseconds` more. */
void rtc_advance(struct rtc_host *host, uint32_t milliseconds);
/* Gets the next event caused by the calls above; returns 0 if there is none.
 *
 * Datagrams come first and in order, even those of a removed peer. Datagrams for which there is no room are dropped,
 * as a network may drop them. A peer's other events are its opening, its messages and its end, in this order. Messages
 * wait in the peer's SCTP buffer of 16 KiB; while that is full, SCTP accepts no more from the peer. */
int rtc_next(struct rtc_host *host, struct rtc_event *event);
