#define _GNU_SOURCE
#include "internal.h"

#include <netinet/in.h>
#include <string.h>
#include <sys/random.h>

#define SETS 256
#define WAYS 4

/* An address of this machine in the form in which the kernel reports it, and takes it for an answer (cmsg(3)). */
union control {
  struct cmsghdr header;
  uint8_t bytes[CMSG_SPACE(sizeof(struct in6_pktinfo))];
};

/* The address of this machine that a sender's datagram was sent to. In a full set, a new sender replaces the one
   added there longest ago. */
struct asked {
  struct linux_endpoint sender; /* port 0 while the entry is free */
  union control local;
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

static void write_local(union control *local, int level, int type, const void *info, size_t size) {
  local->header.cmsg_level = level;
  local->header.cmsg_type = type;
  local->header.cmsg_len = CMSG_LEN(size);
  memcpy(CMSG_DATA(&local->header), info, size);
}

/* Reads the address that the datagram was sent to; returns 0 if no answer can be sent from it. */
static int read_local(struct msghdr *message, union control *local) {
  for (struct cmsghdr *part = CMSG_FIRSTHDR(message); part != NULL; part = CMSG_NXTHDR(message, part)) {
    if (part->cmsg_level == IPPROTO_IP && part->cmsg_type == IP_PKTINFO) {
      struct in_pktinfo info;
      memcpy(&info, CMSG_DATA(part), sizeof info);
      /* For a broadcast this is the address of the interface. The routing table chooses the interface for the
         answer. */
      info.ipi_ifindex = 0;
      write_local(local, IPPROTO_IP, IP_PKTINFO, &info, sizeof info);
      return 1;
    }
    if (part->cmsg_level == IPPROTO_IPV6 && part->cmsg_type == IPV6_PKTINFO) {
      struct in6_pktinfo info;
      memcpy(&info, CMSG_DATA(part), sizeof info);
      if (IN6_IS_ADDR_V4MAPPED(&info.ipi6_addr)) continue;
      if (IN6_IS_ADDR_MULTICAST(&info.ipi6_addr)) return 0;
      if (!IN6_IS_ADDR_LINKLOCAL(&info.ipi6_addr)) info.ipi6_ifindex = 0;
      write_local(local, IPPROTO_IPV6, IPV6_PKTINFO, &info, sizeof info);
      return 1;
    }
  }
  return 0;
}

void linux_note_asked(struct linux_answers *answers, const struct linux_endpoint *sender, struct msghdr *message) {
  union control local = {.bytes = {0}};
  if (sender->port == 0 || !read_local(message, &local)) return;
  uint8_t *next;
  struct asked *set = set_of(answers, sender, &next), *known = find(set, sender);
  /* Most senders ask the same address as before. */
  if (known != NULL && memcmp(&known->local, &local, sizeof local) == 0) return;
  if (known == NULL) known = &set[(*next)++ % WAYS];
  *known = (struct asked){.sender = *sender, .local = local};
}

void linux_answer_from(struct linux_answers *answers, const struct linux_endpoint *to, struct msghdr *message) {
  uint8_t *next;
  struct asked *asked = find(set_of(answers, to, &next), to);
  if (asked == NULL || to->port == 0) return;
  message->msg_control = &asked->local;
  message->msg_controllen = CMSG_ALIGN(asked->local.header.cmsg_len);
}
