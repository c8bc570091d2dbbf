/* A browser that opens a data channel to a host of CRTC correctly, and then sends arbitrary SCTP packets. */
#pragma once

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

/* The options of a packet. */
enum browser_option {
  BROWSER_OWN_HEADER = 1,   /* the packet brings its own header */
  BROWSER_OWN_NUMBER = 2,   /* the first chunk brings its own number */
  BROWSER_PAUSE = 4,        /* some time passes after the packet */
  BROWSER_HOST_SPEAKS = 8,  /* the host sends a text before the packet */
  BROWSER_NO_PACKET = 16,   /* the bytes are a whole datagram, not an SCTP packet */
  BROWSER_HOST_WAITS = 32   /* the host is not asked for its events after the packet */
};

/* The number of the browser's first chunk of DATA (a TSN, RFC 9260 §3.3.1). */
#define BROWSER_FIRST_NUMBER 1000

struct browser_outcome {
  bool is_shaken;    /* the DTLS handshake has succeeded */
  bool is_open;      /* the host has opened the channel */
  size_t messages;   /* how many messages the host has passed on */
  size_t ends;       /* how often the host has reported the end of the browser */
  size_t datagrams;  /* how many datagrams the host has sent */
  size_t longest;    /* the size of the longest message that the host has passed on, in bytes */
  size_t largest;    /* the size of the largest datagram from the host, in bytes */
};

/* Opens a channel and sends the packets in the input. Before each packet, the input has a byte of options and the
 * packet's length in two bytes. Without options the packet gets the correct header, and its first chunk the correct
 * number. */
struct browser_outcome browser_play(const uint8_t *input, size_t size);
/* Ends the host, so that the next call of browser_play makes another. A process can have only one host at a time. */
void browser_leave(void);
