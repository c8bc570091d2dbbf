/* The declarations that the files of this target share. */
#pragma once

#include "CRTC.h"

#include <openssl/ssl.h>

struct socket;

#define RTC_SECRET_SIZE 32
/* The size of the longest message of a handshake, in bytes: a browser's hello is far shorter. */
#define RTC_HANDSHAKE_ROOM 4096

struct rtc_peer {
  struct rtc_host *host;
  uint32_t number; /* 0 while the entry is free */
  SSL *tls;
  struct socket *channel; /* NULL before the handshake is over */
  struct rtc_endpoint sender; /* of the last datagram */
  const uint8_t *waiting;     /* the records of the datagram that OpenSSL has not read yet */
  size_t size;
  int repeats;
  int is_proven; /* 1 once a cookie has been returned */
  int is_open;
  int is_ended;
  int has_news; /* 1 while rtc_next has to look for events of the peer */
};

struct rtc_host {
  SSL_CTX *tls;
  uint8_t secret[RTC_SECRET_SIZE]; /* the key of the cookies */
  BIO_METHOD *wire;
  struct rtc_peer peers[RTC_PEER_LIMIT];
  int news; /* the number of peers with has_news set */
  uint8_t message[RTC_MESSAGE_ROOM]; /* the last one that rtc_next returned */
  size_t first, end;                 /* of the waiting datagrams */
  uint8_t datagrams[RTC_QUEUE_ROOM];
};

/* --- datagrams.c --- */
/* Adds a datagram to those waiting to be sent to the peer, if there is room. */
void rtc_put(struct rtc_peer *peer, const void *bytes, size_t size);
/* Removes and returns the datagram that has waited longest; returns 0 if there is none. */
int rtc_pop(struct rtc_host *host, struct rtc_event *event);

/* --- dtls.c --- */
int rtc_open_tls(struct rtc_host *host);
void rtc_close_tls(struct rtc_host *host);
/* Begins a handshake as the server. */
int rtc_begin(struct rtc_peer *peer);
void rtc_end(struct rtc_peer *peer);
/* Reads a datagram; returns an rtc_progress. */
int rtc_read(struct rtc_peer *peer, const uint8_t *bytes, size_t size);
void rtc_write(struct rtc_peer *peer, const void *bytes, size_t size);
/* Sends again the parts of the handshake that are still unanswered. */
void rtc_repeat(struct rtc_peer *peer);

/* --- cookies.c --- */
/* Asks each peer for a cookie before its handshake costs more than reading its hello. */
int rtc_demand_cookies(struct rtc_host *host);

/* --- records.c --- */
/* Returns the size of the next waiting record; 0 if there is none, or if OpenSSL would reserve too much memory for
 * it. */
size_t rtc_next_record(const struct rtc_peer *peer);

/* --- packets.c --- */
/* Returns 1 if the bytes are an SCTP packet of the kind that browsers send: known chunks, parameters and causes that
 * fill it exactly. */
int rtc_is_packet(const uint8_t *bytes, size_t left);

/* --- sctp.c --- */
void rtc_open_sctp(struct rtc_host *host);
void rtc_close_sctp(void);
/* Begins an association, as both sides do (RFC 8841 §9.3). */
int rtc_associate(struct rtc_peer *peer);
void rtc_dissociate(struct rtc_peer *peer);
/* Receives an SCTP packet; anything else is dropped. */
void rtc_take(struct rtc_peer *peer, const void *bytes, size_t size);
/* Gets the opening or the next message of the peer's channel; returns 0 if there is none. */
int rtc_hear(struct rtc_peer *peer, struct rtc_event *event);
/* Returns 1 if the peer can accept a message. */
int rtc_room_of(struct rtc_peer *peer);
int rtc_submit(struct rtc_peer *peer, const uint8_t *bytes, size_t size, int is_text);
