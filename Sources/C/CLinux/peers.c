#define _GNU_SOURCE
#include "internal.h"

#include <errno.h>
#include <linux/inet_diag.h>
#include <linux/netlink.h>
#include <linux/sock_diag.h>
#include <netinet/in.h>
#include <netinet/tcp.h>
#include <string.h>
#include <unistd.h>

struct request {
  struct nlmsghdr head;
  struct inet_diag_req_v2 body;
};

/* Writes an endpoint in the form of sock_diag(7), IPv4 unmapped; returns its family. */
static int write_end(const struct sockaddr_storage *end, __be32 address[4], __be16 *port) {
  const struct sockaddr_in6 *v6 = (const struct sockaddr_in6 *)end;
  const struct sockaddr_in *v4 = (const struct sockaddr_in *)end;
  if (end->ss_family == AF_INET) {
    address[0] = v4->sin_addr.s_addr;
    *port = v4->sin_port;
    return AF_INET;
  }
  *port = v6->sin6_port;
  if (!IN6_IS_ADDR_V4MAPPED(&v6->sin6_addr)) {
    memcpy(address, &v6->sin6_addr, 16);
    return AF_INET6;
  }
  memcpy(address, v6->sin6_addr.s6_addr + 12, 4);
  return AF_INET;
}

/* Fills in the socket at the other end of the connection `descriptor`, with source and destination as seen from
   there. */
static int write_other(int descriptor, struct inet_diag_req_v2 *body) {
  struct sockaddr_storage own = {0}, other = {0};
  socklen_t own_size = sizeof own, other_size = sizeof other;
  if (getsockname(descriptor, (struct sockaddr *)&own, &own_size) < 0) return -errno;
  if (getpeername(descriptor, (struct sockaddr *)&other, &other_size) < 0) return -errno;
  body->sdiag_family = (__u8)write_end(&other, body->id.idiag_src, &body->id.idiag_sport);
  write_end(&own, body->id.idiag_dst, &body->id.idiag_dport);
  body->sdiag_protocol = IPPROTO_TCP;
  body->idiag_states = 1u << TCP_ESTABLISHED;
  body->id.idiag_cookie[0] = body->id.idiag_cookie[1] = INET_DIAG_NOCOOKIE;
  return 0;
}

/* Reads the answer. A socket that is being closed no longer has a user and would be reported as root's, so only an
   open one counts. */
static int read_user(int netlink, const struct inet_diag_req_v2 *asked, uint32_t *user) {
  union {
    struct nlmsghdr head;
    char bytes[2048];
  } room;
  ssize_t size = recv(netlink, &room, sizeof room, MSG_DONTWAIT);
  if (size < 0) return -errno;
  if (!NLMSG_OK(&room.head, (size_t)size) || room.head.nlmsg_type != SOCK_DIAG_BY_FAMILY) return -ENOENT;
  if (room.head.nlmsg_len < NLMSG_LENGTH(sizeof(struct inet_diag_msg))) return -ENOENT;
  const struct inet_diag_msg *found = NLMSG_DATA(&room.head);
  if (found->idiag_state != TCP_ESTABLISHED || found->id.idiag_sport != asked->id.idiag_sport ||
      found->id.idiag_dport != asked->id.idiag_dport) {
    return -ENOENT;
  }
  *user = found->idiag_uid;
  return 0;
}

static int ask(int netlink, const struct request *request, uint32_t *user) {
  if (send(netlink, request, sizeof *request, 0) < 0) return -errno;
  return read_user(netlink, &request->body, user);
}

int linux_user_behind(int descriptor, uint32_t *user) {
  struct request request = {
      .head = {.nlmsg_len = sizeof request, .nlmsg_type = SOCK_DIAG_BY_FAMILY, .nlmsg_flags = NLM_F_REQUEST}};
  int result = write_other(descriptor, &request.body);
  if (result < 0) return result;
  int netlink = socket(AF_NETLINK, SOCK_DGRAM | SOCK_CLOEXEC, NETLINK_SOCK_DIAG);
  if (netlink < 0) return -errno;
  // The kernel reads state and user at different times: a second answer with an open socket proves the first user.
  uint32_t again = 0;
  result = ask(netlink, &request, user);
  if (result == 0) result = ask(netlink, &request, &again);
  close(netlink);
  return result == 0 && again != *user ? -ENOENT : result;
}
