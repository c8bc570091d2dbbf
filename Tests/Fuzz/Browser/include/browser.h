/* A browser that opens a data channel to a host of CRTC as it should, and then sends any packets of SCTP. */
#pragma once

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

struct browser_outcome {
  bool is_shaken;    /* the handshake of DTLS has ended well */
  bool is_open;      /* the host has opened the channel */
  size_t longest;    /* the size of the longest message that the host has passed on, in bytes */
  size_t largest;    /* the size of the largest datagram of the host, in bytes */
};

/* Opens a channel and sends the packets of the input, each behind a byte of options and its length in two bytes; without
 * options the packet gets the right header, and its first chunk the right number. */
struct browser_outcome browser_play(const uint8_t *input, size_t size);
