#define _GNU_SOURCE
#include "CBaseline.h"

#include <errno.h>
#include <netinet/in.h>
#include <sys/epoll.h>
#include <sys/socket.h>
#include <unistd.h>

#define BATCH 32
#define ROOM 1281

static uint8_t bytes[BATCH][ROOM];
static uint8_t events[4096];
static struct sockaddr_storage senders[BATCH];
static struct iovec vectors[BATCH];
static struct mmsghdr messages[BATCH];
static unsigned owed;

static int receive(int socket) {
  for (int index = 0; index < BATCH; index++) {
    vectors[index] = (struct iovec){.iov_base = bytes[index], .iov_len = ROOM};
    messages[index].msg_hdr = (struct msghdr){.msg_name = &senders[index],
                                              .msg_namelen = sizeof senders[index],
                                              .msg_iov = &vectors[index],
                                              .msg_iovlen = 1};
  }
  int count = recvmmsg(socket, messages, BATCH, MSG_DONTWAIT | MSG_TRUNC, NULL);
  return count < 0 ? -errno : count;
}

static int answer(const struct baseline *work, const struct msghdr *message) {
  owed += work->answers;
  if (owed < 4096) return 0;
  owed -= 4096;
  return (int)sendto(work->socket, events, work->answer_size, MSG_NOSIGNAL, message->msg_name, message->msg_namelen);
}

int baseline_drain(const struct baseline *work) {
  if (work->report_size > sizeof events || work->answer_size > sizeof events) return -EINVAL;
  int total = 0;
  for (;;) {
    int count = receive(work->socket);
    if (count == -EAGAIN) return total;
    if (count < 0) return count;
    for (int index = 0; index < count; index++) {
      if (work->opens && !baseline_open_one(messages[index].msg_len)) return -EBADMSG;
      if (write(work->pad, events, work->report_size) < 0) return -errno;
      if (answer(work, &messages[index].msg_hdr) < 0) return -errno;
    }
    total += count;
    if (count < BATCH) return total;
  }
}

int baseline_poller(int socket) {
  int poller = epoll_create1(EPOLL_CLOEXEC);
  struct epoll_event interest = {.events = EPOLLIN};
  return poller < 0 || epoll_ctl(poller, EPOLL_CTL_ADD, socket, &interest) < 0 ? -errno : poller;
}

int baseline_wake(const struct baseline *work) {
  struct epoll_event ready[64];
  if (epoll_wait(work->poller, ready, 64, -1) < 0) return -errno;
  return baseline_drain(work);
}
