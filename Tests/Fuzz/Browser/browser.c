#include "browser.h"

#include <CRTC.h>
#include <CTLS.h>
#include <arpa/inet.h>
#include <openssl/ssl.h>
#include <stdlib.h>
#include <string.h>
#include <usrsctp.h>

#define PEER 7
#define TEXT_ROOM 8192
#define TURN_LIMIT 64

/* The sizes and types of SCTP (RFC 9260 §3). */
#define HEADER 12
#define CHUNK_HEADER 4
#define PORT 5000
enum chunk { DATA = 0, INIT = 1, INIT_ACK = 2, COOKIE_ECHO = 10, COOKIE_ACK = 11, FORWARD_TSN = 192 };

static const uint32_t own_tag = 0x01020304;

static struct rtc_host *host;
static SSL_CTX *context;

static struct browser {
  SSL *tls;
  BIO *incoming, *outgoing;
  uint32_t host_tag, next_number;
  struct browser_outcome outcome;
} browser;

static void prepare(void) {
  static char key[TEXT_ROOM], certificate[TEXT_ROOM];
  if (tls_make_key(key, sizeof key) < 0) abort();
  if (tls_make_certificate(key, "DNS:den.local", "den", 30, certificate, sizeof certificate) < 0) abort();
  if (rtc_create(key, certificate, &host) < 0) abort();
  context = SSL_CTX_new(DTLS_client_method());
  SSL_CTX_set_options(context, SSL_OP_NO_QUERY_MTU);
}

static const struct rtc_endpoint sender = {.low = 1, .port = 1};

/* Sends what OpenSSL has written, as one datagram. */
static void flush(void) {
  uint8_t bytes[RTC_DATAGRAM_ROOM];
  int size = BIO_read(browser.outgoing, bytes, sizeof bytes);
  if (size > 0) rtc_receive(host, PEER, &sender, bytes, (size_t)size);
}

static void put16(uint8_t *place, uint16_t value) {
  value = htons(value);
  memcpy(place, &value, sizeof value);
}

static void put32(uint8_t *place, uint32_t value) {
  value = htonl(value);
  memcpy(place, &value, sizeof value);
}

static uint32_t number_at(const uint8_t *place) {
  uint32_t value;
  memcpy(&value, place, sizeof value);
  return ntohl(value);
}

/* Writes the correct checksum into a packet, and sends the packet. */
static void send_packet(uint8_t *packet, size_t size) {
  if (size >= HEADER) {
    put32(packet + 8, 0);
    uint32_t sum = usrsctp_crc32c(packet, size);
    memcpy(packet + 8, &sum, sizeof sum);
  }
  if (size > 0 && SSL_write(browser.tls, packet, (int)size) > 0) flush();
}

/* Sends chunks after a correct header. */
static void send_chunks(const uint8_t *chunks, size_t size) {
  uint8_t packet[RTC_DATAGRAM_ROOM];
  if (size > sizeof packet - HEADER) size = sizeof packet - HEADER;
  put16(packet, PORT);
  put16(packet + 2, PORT);
  put32(packet + 4, browser.host_tag);
  memcpy(packet + HEADER, chunks, size);
  send_packet(packet, HEADER + size);
}

/* Answers the packets by which the host opens an association. */
static void answer(const uint8_t *packet, size_t size) {
  static const uint8_t cookie_ack[] = {COOKIE_ACK, 0, 0, 4};
  if (size > HEADER && packet[HEADER] == COOKIE_ECHO) send_chunks(cookie_ack, sizeof cookie_ack);
  if (size < HEADER + 20 || packet[HEADER] != INIT) return;
  browser.host_tag = number_at(packet + HEADER + CHUNK_HEADER);
  uint8_t chunk[32] = {INIT_ACK, 0, 0, sizeof chunk};
  put32(chunk + 4, own_tag);
  put32(chunk + 8, 1 << 17);      /* the room for what comes */
  put32(chunk + 12, 1 << 16 | 1); /* the streams, each way */
  put32(chunk + 16, BROWSER_FIRST_NUMBER);
  put32(chunk + 20, 7 << 16 | 8); /* a cookie */
  put32(chunk + 24, 0xc0ffee);
  put32(chunk + 28, 0xc000u << 16 | 4); /* FORWARD-TSN is known (RFC 3758 §3.1) */
  send_chunks(chunk, sizeof chunk);
}

static void note(const struct rtc_event *event) {
  struct browser_outcome *outcome = &browser.outcome;
  if (event->kind == RTC_OPENED) outcome->is_open = true;
  if (event->kind == RTC_CLOSED) outcome->ends++;
  if (event->kind == RTC_MESSAGE) outcome->messages++;
  if (event->kind == RTC_MESSAGE && event->size > outcome->longest) outcome->longest = event->size;
  if (event->kind == RTC_DATAGRAM) outcome->datagrams++;
  if (event->kind == RTC_DATAGRAM && event->size > outcome->largest) outcome->largest = event->size;
}

/* Reads what the host has sent, and answers until no answer is left to send. */
static void attend(void) {
  uint8_t packet[RTC_DATAGRAM_ROOM];
  struct rtc_event event;
  while (rtc_next(host, &event)) {
    note(&event);
    if (event.kind != RTC_DATAGRAM) continue;
    BIO_write(browser.incoming, event.bytes, (int)event.size);
    if (!SSL_is_init_finished(browser.tls)) SSL_do_handshake(browser.tls);
    for (int size; SSL_is_init_finished(browser.tls) && (size = SSL_read(browser.tls, packet, sizeof packet)) > 0;) {
      answer(packet, (size_t)size);
    }
    flush();
  }
}

/* Opens DTLS and the association. */
static void open_channel(void) {
  browser.next_number = BROWSER_FIRST_NUMBER;
  browser.tls = SSL_new(context);
  browser.incoming = BIO_new(BIO_s_mem());
  browser.outgoing = BIO_new(BIO_s_mem());
  BIO_set_mem_eof_return(browser.incoming, -1);
  SSL_set_bio(browser.tls, browser.incoming, browser.outgoing);
  SSL_set_mtu(browser.tls, RTC_DATAGRAM_ROOM - 80);
  SSL_set_connect_state(browser.tls);
  if (rtc_add(host, PEER, 1) < 0) abort();
  SSL_do_handshake(browser.tls);
  flush();
  for (int turn = 0; turn < TURN_LIMIT && !browser.outcome.is_open; turn++) {
    attend();
    if (turn > 8) rtc_advance(host, 20);
  }
  browser.outcome.is_shaken = SSL_is_init_finished(browser.tls);
}

/* Sends a packet of the input. */
static void play(uint8_t options, const uint8_t *bytes, size_t size) {
  uint8_t packet[RTC_DATAGRAM_ROOM];
  if (options & BROWSER_HOST_SPEAKS) rtc_send(host, PEER, (const uint8_t *)"{}", 2, 1);
  memcpy(packet, bytes, size);
  if (options & BROWSER_NO_PACKET) {
    rtc_receive(host, PEER, &sender, packet, size);
  } else if (options & BROWSER_OWN_HEADER) {
    send_packet(packet, size);
  } else {
    int is_numbered = size >= 8 && (packet[0] == DATA || packet[0] == FORWARD_TSN) && !(options & BROWSER_OWN_NUMBER);
    if (is_numbered) put32(packet + CHUNK_HEADER, browser.next_number++);
    send_chunks(packet, size);
  }
  if (options & BROWSER_PAUSE) rtc_advance(host, 20);
  if (!(options & BROWSER_HOST_WAITS)) attend();
}

struct browser_outcome browser_play(const uint8_t *input, size_t size) {
  if (host == NULL) prepare();
  memset(&browser, 0, sizeof browser);
  open_channel();
  while (size >= 3) {
    size_t length = (size_t)(input[1] << 8 | input[2]);
    if (length > size - 3) length = size - 3;
    if (length > RTC_DATAGRAM_ROOM) length = RTC_DATAGRAM_ROOM;
    play(input[0], input + 3, length);
    input += 3 + length;
    size -= 3 + length;
  }
  rtc_remove(host, PEER);
  rtc_advance(host, 1000);
  SSL_free(browser.tls);
  return browser.outcome;
}

void browser_leave(void) {
  if (host != NULL) rtc_destroy(host);
  SSL_CTX_free(context);
  host = NULL;
  context = NULL;
}
