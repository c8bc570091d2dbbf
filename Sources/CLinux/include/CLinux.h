/* The kernel and glibc calls that Swift cannot import: feature-test macros, packed structures,
 * socket addresses and variadic functions stay behind these functions.
 *
 * Unless said otherwise a function returns a count or descriptor >= 0, or -errno. Every descriptor
 * is opened non-blocking and close-on-exec. Interrupted calls are repeated. */
#pragma once

#include <stddef.h>
#include <stdint.h>

/* An IP endpoint; IPv4 is held IPv4-mapped. `high` and `low` are the address, most significant
 * byte first; `port` is in host order. */
struct linux_endpoint {
  uint64_t high;
  uint64_t low;
  uint32_t scope;
  uint16_t port;
};

/* What epoll_wait(2) reported for the descriptor that was added with `token`. */
struct linux_event {
  uint64_t token;
  uint32_t events;
};

#define LINUX_READABLE 0x001u /* EPOLLIN */
#define LINUX_WRITABLE 0x004u /* EPOLLOUT */
#define LINUX_FAILED 0x008u   /* EPOLLERR */
#define LINUX_HUNG_UP 0x010u  /* EPOLLHUP */

/* Events per epoll_wait(2), and datagrams per recvmmsg(2). */
#define LINUX_EVENT_LIMIT 64
#define LINUX_BATCH_LIMIT 32

/* Room for one datagram: one byte more than the longest that anybody should send. */
#define LINUX_DATAGRAM_ROOM 1281

/* --- events.c: epoll(7), timerfd_create(2), signalfd(2) --- */
int linux_epoll_open(void);
int linux_epoll_add(int epoll, int descriptor, uint32_t events, uint64_t token);
int linux_epoll_change(int epoll, int descriptor, uint32_t events, uint64_t token);
int linux_epoll_remove(int epoll, int descriptor);
/* `milliseconds` < 0 waits for ever; an interrupted wait returns 0. */
int linux_epoll_wait(int epoll, struct linux_event *events, int capacity, int milliseconds);

/* A timer on CLOCK_MONOTONIC; set to an absolute time, 0 disarms. */
int linux_timer_open(void);
int linux_timer_set(int timer, int64_t nanoseconds);

/* Blocks the signals in the calling thread and opens a signalfd(2) for them. */
int linux_signals_open(const int *numbers, int count);
/* The number of the next pending signal; 0 when there is none. */
int linux_signals_next(int descriptor);

/* --- datagram.c: UDP --- */
/* A UDP socket; `family` is AF_INET6 (dual-stack) or AF_INET, or AF_UNIX for one that reaches nobody. */
int linux_datagram_open(int family);
/* Makes an open, bound UDP socket of AF_INET6 like one of linux_datagram_open; -EPROTOTYPE: it is something else. */
int linux_datagram_prepare(int descriptor);
int linux_datagram_bind(int descriptor, int family, const struct linux_endpoint *local);
int linux_datagram_local(int descriptor, struct linux_endpoint *local);
/* Returns 0 when the whole datagram was handed to the kernel. */
int linux_datagram_send(int descriptor, int family, const void *bytes, size_t count,
                        const struct linux_endpoint *to);

/* SO_BROADCAST. */
int linux_datagram_allow_broadcast(int descriptor);

/* What a datagram may look like: its first byte, and how many bytes it has. */
struct linux_shape {
  uint8_t first;
  uint16_t least;
  uint16_t most;
};
#define LINUX_SHAPE_LIMIT 16
/* From now on the kernel drops datagrams of other shapes before they cost more (SO_ATTACH_FILTER, socket(7)). */
int linux_datagram_filter(int descriptor, const struct linux_shape *shapes, int count);
/* How many datagrams the kernel has dropped: of other shapes, and when the buffer was full (SO_MEMINFO). */
int linux_datagram_drops(int descriptor, uint32_t *drops);

/* Room for LINUX_BATCH_LIMIT datagrams and their senders. */
struct linux_batch;
struct linux_batch *linux_batch_create(void); /* NULL: out of memory */
void linux_batch_destroy(struct linux_batch *batch);
/* recvmmsg(2): how many datagrams arrived; the former ones are overwritten. */
int linux_batch_receive(struct linux_batch *batch, int descriptor);
uint8_t *linux_batch_bytes(struct linux_batch *batch, int index);
/* The length of the datagram as sent, which may exceed LINUX_DATAGRAM_ROOM. */
size_t linux_batch_length(const struct linux_batch *batch, int index);
struct linux_endpoint linux_batch_sender(const struct linux_batch *batch, int index);

/* --- interfaces.c: getifaddrs(3) --- */
/* An address of an interface that is up; `length` leading bits are its network's. `broadcast` is the IPv4
 * address that reaches all of the network, in host order; 0 where there is none. */
struct linux_interface {
  uint64_t high;
  uint64_t low;
  uint32_t broadcast;
  uint8_t length;
  uint8_t is_lan; /* whether a device of this machine, and no other machine's tunnel or container, is behind it */
};
/* How many were stored, at most `capacity`. */
int linux_interfaces(struct linux_interface *found, int capacity);

/* --- peers.c: sock_diag(7) --- */
/* The user who has opened the other end of a TCP connection that is open and all on this machine; -ENOENT when nobody
 * has. Users whom the caller's user namespace does not know are told as nobody, 65534. */
int linux_user_behind(int descriptor, uint32_t *user);

/* --- local.c: unix(7) SOCK_SEQPACKET --- */
int linux_local_open(void);
int linux_local_bind(int descriptor, const char *path);
int linux_local_connect(int descriptor, const char *path);
int linux_local_accept(int listener);
/* The user at the other end, SO_PEERCRED. */
int linux_local_peer(int descriptor, uint32_t *user, int *process);
int linux_local_send(int descriptor, const void *bytes, size_t count);
/* The length of the message as sent, which may exceed `capacity`; 0 at the end. */
int linux_local_receive(int descriptor, void *bytes, size_t capacity);

/* --- system.c --- */
/* getaddrinfo(3) for UDP: how many endpoints were stored, at most `capacity`, or -1 for an unknown name. */
int linux_resolve(const char *host, uint16_t port, struct linux_endpoint *found, int capacity);
/* gethostname(2): 0 and the whole name, which is at most `capacity` - 1 bytes long. */
int linux_host_name(char *name, size_t capacity);
/* open(2) with O_CLOEXEC; `mode` counts when `flags` has O_CREAT. */
int linux_open(const char *path, int flags, unsigned mode);
/* ioctl(2) TIOCGWINSZ. */
int linux_window_size(int descriptor, uint16_t *columns, uint16_t *rows);

/* --- child.c --- */
/* fork(2) and execv(3) of `path` with no signal blocked; `arguments` end with NULL. The child gets SIGKILL when the
 * caller's thread ends, however that is. Returns a pidfd_open(2) descriptor, which can be read when the child has ended, and
 * its process in `number`. */
int linux_child_start(const char *path, char *const *arguments, int *number);
/* pidfd_send_signal(2). */
int linux_child_signal(int child, int number);
/* waitid(2): 1 when the child has ended and is forgotten, 0 when it has not. */
int linux_child_ended(int child);
/* Kills the child, waits until it has ended, and forgets it: it leaves no zombie. */
void linux_child_end(int child);

/* --- options.c: getopt_long(3) --- */
/* One long option; `letter` is its short form or a number over 255, `has_value` 0 or 1. */
struct linux_option {
  const char *name;
  int letter;
  int has_value;
};
/* What was found: `letter` of the option, '?' for an unknown one, ':' for a missing value, -1 at the end. */
struct linux_found {
  int letter;
  const char *value;
  int next;
};
/* The next option of `arguments` (the first is the program's name), whose operands move to the end.
 * `options` ends with a NULL name and has at most 63 others. A walk starts with `restart` 1. */
struct linux_found linux_next_option(int count, char **arguments, const struct linux_option *options, int restart);
