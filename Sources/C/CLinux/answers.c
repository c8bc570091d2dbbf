#define _GNU_SOURCE
#include "internal.h"

#include <netinet/in.h>
#include <string.h>
#include <sys/random.h>

#define SETS 256
#define WAYS 4

/* The address of this machine that a sender's datagram was sent to. In a full set, a new sender replaces the one
   noted there longest ago. */
struct asked {
  struct linux_endpoint sender; /* port 0 while the entry is free */
  int family;
  union {
    struct in_pktinfo v4;
    struct in6_pktinfo v6;
  } local;
};

struct linux_answers {
  uint64_t seed;
  uint8_t next[SETS];
  struct asked asked[SETS][WAYS];
};

size_t linux_answers_size(void) { return sizeof(struct linux_answers); }

void linux_answers_begin(struct linux_answers *answers) {
  /* Without a seed, senders could at worst choose which of them share a set. */
  (void)getrandom(&answers->seed, sizeof answers->seed, GRND_NONBLOCK);
}

int linux_ask_for_addresses(int descriptor, int family) {
  int on = 1;
  if (family == AF_INET6 && setsockopt(descriptor, IPPROTO_IPV6, IPV6_RECVPKTINFO, &on, sizeof on) < 0) return -1;
  return setsockopt(descriptor, IPPROTO_IP, IP_PKTINFO, &on, sizeof on);
}

static struct asked *set_of(struct linux_answers *answers, const struct linux_endpoint *sender, uint8_t **next) {
  uint64_t hash = (answers->seed ^ sender->high) * 0x9e3779b97f4a7c15;
  hash = (hash ^ hash >> 32 ^ sender->low) * 0x9e3779b97f4a7c15;
  hash = (hash ^ hash >> 32 ^ sender->port) * 0x9e3779b97f4a7c15;
  *next = &answers->next[hash >> 56];
  return answers->asked[hash >> 56];
}

static struct asked *find(struct asked *set, const struct linux_endpoint *sender) {
  for (int way = 0; way < WAYS; way++) {
    const struct linux_endpoint *other = &set[way].sender;
    if (other->port == sender->port && other->low == sender->low && other->high == sender->high &&
        other->scope == sender->scope)
      return &set[way];
  }
  return NULL;
}

/* Reads the address that the datagram was sent to; returns 0 if no answer can be sent from it. */
static int read_local(struct msghdr *message, struct asked *asked) {
  for (struct cmsghdr *part = CMSG_FIRSTHDR(message); part != NULL; part = CMSG_NXTHDR(message, part)) {
    if (part->cmsg_level == IPPROTO_IP && part->cmsg_type == IP_PKTINFO) {
      memcpy(&asked->local.v4, CMSG_DATA(part), sizeof asked->local.v4);
      /* For a broadcast this is the address of the interface. The routing table chooses the interface for the
         answer. */
      asked->local.v4.ipi_ifindex = 0;
      asked->family = AF_INET;
      return 1;
    }
    if (part->cmsg_level == IPPROTO_IPV6 && part->cmsg_type == IPV6_PKTINFO) {
      memcpy(&asked->local.v6, CMSG_DATA(part), sizeof asked->local.v6);
      const struct in6_addr *address = &asked->local.v6.ipi6_addr;
      if (IN6_IS_ADDR_V4MAPPED(address)) continue;
      if (IN6_IS_ADDR_MULTICAST(address)) return 0;
      if (!IN6_IS_ADDR_LINKLOCAL(address)) asked->local.v6.ipi6_ifindex = 0;
      asked->family = AF_INET6;
      return 1;
    }
  }
  return 0;
}

void linux_note_asked(struct linux_answers *answers, struct msghdr *message) {
  struct asked asked = {.sender = linux_endpoint_of(message->msg_name)};
  if (asked.sender.port == 0 || !read_local(message, &asked)) return;
  uint8_t *next;
  struct asked *set = set_of(answers, &asked.sender, &next), *known = find(set, &asked.sender);
  if (known == NULL) known = &set[(*next)++ % WAYS];
  *known = asked;
}

void linux_answer_from(struct linux_answers *answers, const struct linux_endpoint *to, struct msghdr *message) {
  uint8_t *next;
  const struct asked *asked = find(set_of(answers, to, &next), to);
  if (asked == NULL || to->port == 0) {
    message->msg_controllen = 0;
    return;
  }
  int is_v4 = asked->family == AF_INET;
  size_t size = is_v4 ? sizeof asked->local.v4 : sizeof asked->local.v6;
  message->msg_controllen = CMSG_SPACE(size);
  struct cmsghdr *part = CMSG_FIRSTHDR(message);
  part->cmsg_level = is_v4 ? IPPROTO_IP : IPPROTO_IPV6;
  part->cmsg_type = is_v4 ? IP_PKTINFO : IPV6_PKTINFO;
  part->cmsg_len = CMSG_LEN(size);
  memcpy(CMSG_DATA(part), &asked->local, size);
}
