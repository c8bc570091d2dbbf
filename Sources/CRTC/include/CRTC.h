/* Data channels of WebRTC by OpenSSL (DTLS 1.2) and libusrsctp (SCTP): these functions hide the callbacks and structures of
 * both libraries.
 *
 * There is one host in a process. It belongs to one thread, has no descriptor, and calls nobody back: the caller passes on the
 * datagrams that have come, says how much time has passed, and asks for the events that follow, until none is left. (libusrsctp
 * starts a thread for a kind of work that is never asked of it.) A peer has one channel, stream 0, which both sides open without a
 * message (`negotiated`).
 *
 * Unless its comment says otherwise, a function returns 0 or more on success, and -errno on failure. */
#pragma once

#include <stddef.h>
#include <stdint.h>

/* The most peers at once: 64 that play or may, and two that are only told that they may not. */
#define RTC_PEER_LIMIT 66
/* The size of the largest message that a peer may send, in bytes; a peer that sends a longer one is ended. */
#define RTC_MESSAGE_ROOM 1024
/* The size of the largest message of rtc_send, in bytes. */
#define RTC_TEXT_ROOM 16384
/* The size of the largest datagram, in bytes. */
#define RTC_DATAGRAM_ROOM 1280
/* The room for datagrams that wait to be sent, in bytes with 8 for each: more than 66 peers are sent at once. */
#define RTC_QUEUE_ROOM (1 << 18)

enum rtc_kind {
  RTC_DATAGRAM, /* `bytes` are to be sent to the peer */
  RTC_OPENED,   /* the peer's channel has opened */
  RTC_MESSAGE,  /* a whole message of the peer, with is_text and bytes */
  RTC_CLOSED    /* the peer has ended, which is said once, and waits for rtc_remove */
};

struct rtc_event {
  int kind;
  int is_text;
  uint32_t peer;
  const uint8_t *bytes; /* of a datagram or message; valid until the next call for the host */
  size_t size;
};

/* The sender of a datagram; the form has no gaps, and counts as bytes. */
struct rtc_endpoint {
  uint64_t high;
  uint64_t low;
  uint32_t scope;
  uint32_t port;
};

/* The results of rtc_receive that are no errors. */
enum rtc_progress {
  RTC_NOTHING,  /* the datagram was dropped, or nothing shows that its sender hears the answers */
  RTC_PROVEN,   /* some endpoint has returned its cookie (RFC 6347 §4.2.1) */
  RTC_AUTHENTIC /* the datagram had a message that is authentic */
};

struct rtc_host;

/* Creates the host; key and certificate are PEM. The result is -EBUSY if there is one, -EINVAL if they are invalid. */
int rtc_create(const char *key, const char *certificate, struct rtc_host **host);
void rtc_destroy(struct rtc_host *host);
/* Uses this certificate for new peers from now on. */
int rtc_use_certificate(struct rtc_host *host, const char *key, const char *certificate);

/* Adds a peer by a number that is not 0 and not in use; -ENOBUFS if there are too many. With `repeats` its handshake's unanswered
 * parts are sent again. */
int rtc_add(struct rtc_host *host, uint32_t peer, int repeats);
/* Ends a peer, with a goodbye as far as it can be told; none of its events follow but datagrams. */
void rtc_remove(struct rtc_host *host, uint32_t peer);
/* Takes a datagram of the peer, which came from `sender`; returns an rtc_progress. Before an endpoint has returned its cookie, no
 * datagram is answered with more than it has. */
int rtc_receive(struct rtc_host *host, uint32_t peer, const struct rtc_endpoint *sender, const uint8_t *bytes,
                size_t size);
/* Returns 1 if the peer can take a message, 0 if earlier ones are still under way. */
int rtc_has_room(struct rtc_host *host, uint32_t peer);
/* Sends a message: a text is sent again until it arrives, in order with other texts; anything else is sent once. */
int rtc_send(struct rtc_host *host, uint32_t peer, const uint8_t *bytes, size_t size, int is_text);
/* Does what is due after so many milliseconds more. */
void rtc_advance(struct rtc_host *host, uint32_t milliseconds);
/* Takes the next event that has followed from the calls above; returns 0 if there is none.
 *
 * Datagrams come in their order, before anything else. Those of a removed peer come too, and those for which there is no room are
 * dropped, as a network may drop them. The other events of a peer come in their order: it has opened, its messages, it has ended.
 * Messages wait in the peer's 16 KiB of SCTP, which takes no more from the peer while they are full. */
int rtc_next(struct rtc_host *host, struct rtc_event *event);
