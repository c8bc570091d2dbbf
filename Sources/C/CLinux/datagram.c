#define _GNU_SOURCE
#include "internal.h"

#include <endian.h>
#include <errno.h>
#include <fcntl.h>
#include <linux/sock_diag.h>
#include <linux/sockios.h>
#include <netinet/in.h>
#include <stdlib.h>
#include <string.h>
#include <sys/ioctl.h>
#include <time.h>
#include <unistd.h>

static const int receive_buffer = 1 << 20;

struct linux_batch {
  int used; /* the number of messages that the last call filled */
  struct mmsghdr messages[LINUX_BATCH_LIMIT];
  struct iovec vectors[LINUX_BATCH_LIMIT];
  struct sockaddr_storage senders[LINUX_BATCH_LIMIT];
  struct linux_endpoint endpoints[LINUX_BATCH_LIMIT]; /* the senders of the messages that the last call filled */
  union {
    struct cmsghdr alignment;
    uint8_t bytes[LINUX_CONTROL_ROOM];
  } control[LINUX_BATCH_LIMIT];
  struct linux_answers *answers;
  uint8_t bytes[LINUX_BATCH_LIMIT][LINUX_DATAGRAM_ROOM];
};

socklen_t linux_address_of(struct sockaddr_storage *address, int family, const struct linux_endpoint *endpoint) {
  if (family == AF_INET) {
    int is_any = endpoint->high == 0 && endpoint->low == 0;
    if (!is_any && (endpoint->high != 0 || endpoint->low >> 32 != 0xffff)) return 0;
    struct sockaddr_in *v4 = (struct sockaddr_in *)address;
    *v4 = (struct sockaddr_in){.sin_family = AF_INET, .sin_port = htobe16(endpoint->port)};
    v4->sin_addr.s_addr = htobe32((uint32_t)endpoint->low);
    return sizeof *v4;
  }
  struct sockaddr_in6 *v6 = (struct sockaddr_in6 *)address;
  uint64_t words[2] = {htobe64(endpoint->high), htobe64(endpoint->low)};
  *v6 = (struct sockaddr_in6){
      .sin6_family = AF_INET6, .sin6_port = htobe16(endpoint->port), .sin6_scope_id = endpoint->scope};
  memcpy(&v6->sin6_addr, words, sizeof words);
  return sizeof *v6;
}

struct linux_endpoint linux_endpoint_of(const struct sockaddr_storage *address) {
  struct linux_endpoint endpoint = {0};
  if (address->ss_family == AF_INET) {
    const struct sockaddr_in *v4 = (const struct sockaddr_in *)address;
    endpoint.low = 0xffff00000000u | be32toh(v4->sin_addr.s_addr);
    endpoint.port = be16toh(v4->sin_port);
    return endpoint;
  }
  const struct sockaddr_in6 *v6 = (const struct sockaddr_in6 *)address;
  uint64_t words[2];
  memcpy(words, &v6->sin6_addr, sizeof words);
  endpoint.high = be64toh(words[0]);
  endpoint.low = be64toh(words[1]);
  endpoint.port = be16toh(v6->sin6_port);
  endpoint.scope = v6->sin6_scope_id;
  return endpoint;
}

int linux_datagram_open(int family) {
  int descriptor = socket(family, SOCK_DGRAM | SOCK_NONBLOCK | SOCK_CLOEXEC, 0);
  if (descriptor < 0) return -errno;
  int off = 0;
  if (family == AF_INET6 && setsockopt(descriptor, IPPROTO_IPV6, IPV6_V6ONLY, &off, sizeof off) < 0) {
    int error = errno;
    close(descriptor);
    return -error;
  }
  if (family != AF_UNIX) (void)linux_ask_for_addresses(descriptor, family);
  /* Best effort: the kernel limits the size to net.core.rmem_max. */
  (void)setsockopt(descriptor, SOL_SOCKET, SO_RCVBUF, &receive_buffer, sizeof receive_buffer);
  return descriptor;
}

int linux_datagram_prepare(int descriptor) {
  int type = 0;
  socklen_t size = sizeof type;
  struct sockaddr_storage address = {0};
  socklen_t length = sizeof address;
  if (getsockopt(descriptor, SOL_SOCKET, SO_TYPE, &type, &size) < 0 ||
      getsockname(descriptor, (struct sockaddr *)&address, &length) < 0)
    return -errno;
  if (type != SOCK_DGRAM || address.ss_family != AF_INET6) return -EPROTOTYPE;
  (void)linux_ask_for_addresses(descriptor, AF_INET6);
  (void)setsockopt(descriptor, SOL_SOCKET, SO_RCVBUF, &receive_buffer, sizeof receive_buffer);
  int flags = fcntl(descriptor, F_GETFL);
  return flags < 0 || fcntl(descriptor, F_SETFL, flags | O_NONBLOCK) < 0 ? -errno : 0;
}

int linux_datagram_bind(int descriptor, int family, const struct linux_endpoint *local) {
  struct sockaddr_storage address;
  socklen_t length = linux_address_of(&address, family, local);
  if (length == 0) return -EAFNOSUPPORT;
  return bind(descriptor, (struct sockaddr *)&address, length) < 0 ? -errno : 0;
}

int linux_datagram_local(int descriptor, struct linux_endpoint *local) {
  struct sockaddr_storage address = {0};
  socklen_t length = sizeof address;
  if (getsockname(descriptor, (struct sockaddr *)&address, &length) < 0) return -errno;
  *local = linux_endpoint_of(&address);
  return 0;
}

int linux_datagram_beside(int descriptor) {
  int family = 0, on = 1;
  socklen_t size = sizeof family;
  struct sockaddr_storage address = {0};
  socklen_t length = sizeof address;
  /* The first socket gets the option only now, so that it was bound exclusively. */
  if (getsockopt(descriptor, SOL_SOCKET, SO_DOMAIN, &family, &size) < 0 ||
      getsockname(descriptor, (struct sockaddr *)&address, &length) < 0 ||
      setsockopt(descriptor, SOL_SOCKET, SO_REUSEPORT, &on, sizeof on) < 0)
    return -errno;
  int queue = linux_datagram_open(family);
  if (queue < 0) return queue;
  if (setsockopt(queue, SOL_SOCKET, SO_REUSEPORT, &on, sizeof on) < 0 ||
      setsockopt(queue, SOL_SOCKET, SO_RXQ_OVFL, &on, sizeof on) < 0 ||
      bind(queue, (struct sockaddr *)&address, length) < 0) {
    int error = errno;
    close(queue);
    return -error;
  }
  return queue;
}

static ssize_t transmit(int descriptor, const struct msghdr *message) {
  ssize_t sent;
  do sent = sendmsg(descriptor, message, MSG_NOSIGNAL);
  while (sent < 0 && errno == EINTR);
  return sent;
}

int linux_batch_answer(struct linux_batch *batch, int descriptor, int family, const void *bytes, size_t count,
                       const struct linux_endpoint *to) {
  struct sockaddr_storage address;
  struct iovec vector = {.iov_base = (void *)(uintptr_t)bytes, .iov_len = count};
  struct msghdr message = {
      .msg_name = &address, .msg_namelen = linux_address_of(&address, family, to), .msg_iov = &vector, .msg_iovlen = 1};
  if (message.msg_namelen == 0) return -EAFNOSUPPORT;
  linux_answer_from(batch->answers, to, &message);
  ssize_t sent = transmit(descriptor, &message);
  /* The machine may have lost the address in the meantime; the kernel knows whether another one will do. */
  if (sent < 0 && message.msg_controllen > 0 && errno != EAGAIN) {
    message.msg_controllen = 0;
    sent = transmit(descriptor, &message);
  }
  return sent < 0 ? -errno : 0;
}

int linux_datagram_allow_broadcast(int descriptor) {
  int on = 1;
  return setsockopt(descriptor, SOL_SOCKET, SO_BROADCAST, &on, sizeof on) < 0 ? -errno : 0;
}

int64_t linux_datagram_age(int descriptor) {
  struct timespec arrival, now;
  if (ioctl(descriptor, SIOCGSTAMPNS, &arrival) < 0) return -errno;
  clock_gettime(CLOCK_REALTIME, &now);
  return (now.tv_sec - arrival.tv_sec) * 1000000000 + now.tv_nsec - arrival.tv_nsec;
}

int linux_datagram_drops(int descriptor, uint32_t *drops) {
  uint32_t counts[SK_MEMINFO_VARS];
  socklen_t size = sizeof counts;
  if (getsockopt(descriptor, SOL_SOCKET, SO_MEMINFO, counts, &size) < 0) return -errno;
  if (size < (SK_MEMINFO_DROPS + 1) * sizeof counts[0]) return -ENOSYS;
  *drops = counts[SK_MEMINFO_DROPS];
  return 0;
}

struct linux_batch *linux_batch_create(void) {
  struct linux_batch *batch = calloc(1, sizeof *batch);
  if (batch == NULL) return NULL;
  batch->answers = calloc(1, linux_answers_size());
  if (batch->answers == NULL) {
    free(batch);
    return NULL;
  }
  linux_answers_begin(batch->answers);
  batch->used = LINUX_BATCH_LIMIT;
  for (int index = 0; index < LINUX_BATCH_LIMIT; index++) {
    batch->vectors[index].iov_base = batch->bytes[index];
    batch->vectors[index].iov_len = LINUX_DATAGRAM_ROOM;
    batch->messages[index].msg_hdr.msg_control = &batch->control[index];
    batch->messages[index].msg_hdr.msg_name = &batch->senders[index];
    batch->messages[index].msg_hdr.msg_iov = &batch->vectors[index];
    batch->messages[index].msg_hdr.msg_iovlen = 1;
  }
  return batch;
}

void linux_batch_destroy(struct linux_batch *batch) {
  free(batch->answers);
  free(batch);
}

int linux_batch_receive(struct linux_batch *batch, int descriptor, int limit) {
  /* The kernel changes the lengths only in the messages that it fills. Each message has its own cache line, so
     resetting all of them at each wake-up would touch 32 lines for one datagram. */
  for (int index = 0; index < batch->used; index++) {
    batch->messages[index].msg_hdr.msg_namelen = sizeof batch->senders[index];
    batch->messages[index].msg_hdr.msg_controllen = sizeof batch->control[index];
  }
  batch->used = 0;
  int count;
  do count = recvmmsg(descriptor, batch->messages, (unsigned)limit, MSG_DONTWAIT | MSG_TRUNC, NULL);
  while (count < 0 && errno == EINTR);
  if (count < 0) return -errno;
  batch->used = count;
  for (int index = 0; index < count; index++) {
    batch->endpoints[index] = linux_endpoint_of(&batch->senders[index]);
    linux_note_asked(batch->answers, &batch->endpoints[index], &batch->messages[index].msg_hdr);
  }
  return count;
}

uint8_t *linux_batch_bytes(struct linux_batch *batch, int index) {
  return batch->bytes[index];
}

size_t linux_batch_length(const struct linux_batch *batch, int index) {
  return batch->messages[index].msg_len;
}

uint32_t linux_batch_losses(struct linux_batch *batch, int index) {
  struct msghdr *message = &batch->messages[index].msg_hdr;
  uint32_t losses = 0; /* until the first loss the kernel reports nothing */
  for (struct cmsghdr *part = CMSG_FIRSTHDR(message); part != NULL; part = CMSG_NXTHDR(message, part))
    if (part->cmsg_level == SOL_SOCKET && part->cmsg_type == SO_RXQ_OVFL) memcpy(&losses, CMSG_DATA(part), sizeof losses);
  return losses;
}

struct linux_endpoint linux_batch_sender(const struct linux_batch *batch, int index) {
  return batch->endpoints[index];
}
