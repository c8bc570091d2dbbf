#include "internal.h"

#include <arpa/inet.h>
#include <errno.h>
#include <string.h>
#include <usrsctp.h>

/* The SCTP port, the same on both sides (RFC 8841 §5.1). */
#define PORT 5000
/* The payload protocol identifiers (RFC 8831 §8). */
#define TEXT 51
#define BINARY 53
/* The size of the largest SCTP packet without its header of 12 bytes, in bytes: inside DTLS it has at most 1200. */
#define PACKET_ROOM 1148
/* Another message may be sent while fewer fragments than this wait or are unacknowledged. */
#define BACKLOG 8
/* Stands for anything that is not an event for the caller, next to the kinds of events. */
#define NO_EVENT -1

/* The limits on memory for a peer, and the retransmission times, in ms; extensions without use are off. */
static const struct {
  int (*set)(uint32_t value);
  uint32_t value;
} rules[] = {
    {usrsctp_sysctl_set_sctp_sendspace, 2 * RTC_TEXT_ROOM},
    {usrsctp_sysctl_set_sctp_recvspace, 16384},
    {usrsctp_sysctl_set_sctp_max_chunks_on_queue, 64},
    {usrsctp_sysctl_set_sctp_nr_incoming_streams_default, 1},
    {usrsctp_sysctl_set_sctp_nr_outgoing_streams_default, 1},
    {usrsctp_sysctl_set_sctp_ecn_enable, 0},
    {usrsctp_sysctl_set_sctp_auth_enable, 0},
    {usrsctp_sysctl_set_sctp_asconf_enable, 0},
    {usrsctp_sysctl_set_sctp_auto_asconf, 0},
    {usrsctp_sysctl_set_sctp_reconfig_enable, 0},
    {usrsctp_sysctl_set_sctp_nrsack_enable, 0},
    {usrsctp_sysctl_set_sctp_pktdrop_enable, 0},
    {usrsctp_sysctl_set_sctp_rto_initial_default, 250},
    {usrsctp_sysctl_set_sctp_rto_min_default, 100},
    {usrsctp_sysctl_set_sctp_rto_max_default, 1000},
    {usrsctp_sysctl_set_sctp_init_rto_max_default, 1000},
    {usrsctp_sysctl_set_sctp_delayed_sack_time_default, 20},
    // The ICE checks decide that a peer is gone long before these do.
    {usrsctp_sysctl_set_sctp_init_rtx_max_default, 60},
    {usrsctp_sysctl_set_sctp_assoc_rtx_max_default, 100},
    {usrsctp_sysctl_set_sctp_path_rtx_max_default, 100},
};

/* The host of this process. The addresses for libusrsctp are the peers' numbers: if the library still refers to a
 * removed peer, nothing is found. */
static struct rtc_host *only;

static struct rtc_peer *find(void *address) {
  for (int index = 0; only != NULL && address != NULL && index < RTC_PEER_LIMIT; index++) {
    if (only->peers[index].number == (uintptr_t)address) return &only->peers[index];
  }
  return NULL;
}

static void *address_of(const struct rtc_peer *peer) { return (void *)(uintptr_t)peer->number; }

static int send_packet(void *address, void *bytes, size_t size, uint8_t service, uint8_t is_whole) {
  (void)service, (void)is_whole;
  struct rtc_peer *peer = find(address);
  if (peer != NULL) rtc_write(peer, bytes, size);
  return 0;
}

void rtc_open_sctp(struct rtc_host *host) {
  usrsctp_init_nothreads(0, send_packet, NULL);
  for (size_t index = 0; index < sizeof rules / sizeof *rules; index++) rules[index].set(rules[index].value);
  only = host;
}

void rtc_close_sctp(void) {
  only = NULL;
  usrsctp_finish();
}

/* Sets an option of SCTP; returns 1 if that succeeds. */
static int set(struct socket *socket, int option, const void *value, socklen_t size) {
  return usrsctp_setsockopt(socket, IPPROTO_SCTP, option, value, size) == 0;
}

static int prepare(struct socket *socket) {
  const int yes = 1;
  const struct linger at_once = {.l_onoff = 1, .l_linger = 0};
  const struct sctp_event changes = {.se_assoc_id = SCTP_ALL_ASSOC, .se_type = SCTP_ASSOC_CHANGE, .se_on = 1};
  const struct sctp_initmsg streams = {.sinit_num_ostreams = 1, .sinit_max_instreams = 1};
  const struct sctp_paddrparams path = {.spp_pathmtu = PACKET_ROOM, .spp_flags = SPP_PMTUD_DISABLE | SPP_HB_DISABLE};
  return usrsctp_set_non_blocking(socket, 1) == 0 &&
         usrsctp_setsockopt(socket, SOL_SOCKET, SO_LINGER, &at_once, sizeof at_once) == 0 &&
         set(socket, SCTP_NODELAY, &yes, sizeof yes) && set(socket, SCTP_EVENT, &changes, sizeof changes) &&
         set(socket, SCTP_RECVRCVINFO, &yes, sizeof yes) &&
         set(socket, SCTP_INITMSG, &streams, sizeof streams) && set(socket, SCTP_PEER_ADDR_PARAMS, &path, sizeof path);
}

int rtc_associate(struct rtc_peer *peer) {
  void *number = address_of(peer);
  struct sockaddr_conn address = {.sconn_family = AF_CONN, .sconn_port = htons(PORT), .sconn_addr = number};
  struct sockaddr *plain = (struct sockaddr *)&address;
  peer->channel = usrsctp_socket(AF_CONN, SOCK_STREAM, IPPROTO_SCTP, NULL, NULL, 0, NULL);
  if (peer->channel == NULL) return -ENOMEM;
  usrsctp_register_address(number);
  if (!prepare(peer->channel) || usrsctp_bind(peer->channel, plain, sizeof address) < 0) return -EIO;
  return usrsctp_connect(peer->channel, plain, sizeof address) == 0 || errno == EINPROGRESS ? 0 : -errno;
}

void rtc_dissociate(struct rtc_peer *peer) {
  if (peer->channel == NULL) return;
  usrsctp_close(peer->channel);
  usrsctp_deregister_address(address_of(peer));
  peer->channel = NULL;
}

void rtc_take(struct rtc_peer *peer, const void *bytes, size_t size) {
  if (rtc_is_packet(bytes, size)) usrsctp_conninput(address_of(peer), bytes, size, 0);
}

/* Returns the kind of event for a change of the association, which libusrsctp delivers like a message. */
static int change_of(const struct rtc_peer *peer) {
  struct sctp_assoc_change change;
  memcpy(&change, peer->host->message, sizeof change);
  if (change.sac_type != SCTP_ASSOC_CHANGE) return NO_EVENT;
  if (change.sac_state != SCTP_COMM_UP) return RTC_CLOSED;
  return peer->is_open ? NO_EVENT : RTC_OPENED;
}

/* Returns the kind of event for a message. A message longer than allowed arrives in parts, and ends the peer. */
static int kind_of(const struct rtc_peer *peer, uint32_t payload, int flags) {
  if (flags & MSG_NOTIFICATION) return change_of(peer);
  if (!(flags & MSG_EOR)) return RTC_CLOSED;
  return peer->is_open && (payload == TEXT || payload == BINARY) ? RTC_MESSAGE : NO_EVENT;
}

int rtc_hear(struct rtc_peer *peer, struct rtc_event *event) {
  uint8_t *bytes = peer->host->message;
  while (peer->channel != NULL && usrsctp_get_events(peer->channel) & SCTP_EVENT_READ) {
    struct sctp_rcvinfo info = {0};
    socklen_t room = sizeof info;
    unsigned int form;
    int flags = 0;
    ssize_t size = usrsctp_recvv(peer->channel, bytes, RTC_MESSAGE_ROOM, NULL, NULL, &info, &room, &form, &flags);
    if (size <= 0) return 0;
    uint32_t payload = ntohl(info.rcv_ppid);
    int kind = kind_of(peer, payload, flags);
    if (kind == RTC_CLOSED) {
      // Nothing else that the peer has sent is of use.
      peer->is_ended = 1;
      rtc_dissociate(peer);
    } else if (kind != NO_EVENT) {
      peer->is_open = 1;
      *event = (struct rtc_event){kind, payload == TEXT, peer->number, bytes, (size_t)size};
      return 1;
    }
  }
  return 0;
}

int rtc_room_of(struct rtc_peer *peer) {
  struct sctp_status status = {0};
  socklen_t size = sizeof status;
  if (usrsctp_getsockopt(peer->channel, IPPROTO_SCTP, SCTP_STATUS, &status, &size) < 0) return 0;
  return status.sstat_unackdata + status.sstat_penddata < BACKLOG;
}

int rtc_submit(struct rtc_peer *peer, const uint8_t *bytes, size_t size, int is_text) {
  struct sctp_sendv_spa how = {.sendv_flags = SCTP_SEND_SNDINFO_VALID};
  how.sendv_sndinfo.snd_ppid = htonl(is_text ? TEXT : BINARY);
  if (!is_text) {
    how.sendv_flags |= SCTP_SEND_PRINFO_VALID;
    how.sendv_sndinfo.snd_flags = SCTP_UNORDERED;
    how.sendv_prinfo.pr_policy = SCTP_PR_SCTP_RTX;
  }
  ssize_t sent = usrsctp_sendv(peer->channel, bytes, size, NULL, 0, &how, sizeof how, SCTP_SENDV_SPA, 0);
  return sent < 0 ? -errno : 0;
}
