/* The kernel and glibc calls that Swift cannot import: feature-test macros, packed structures, socket addresses
 * and variadic functions stay hidden behind these functions.
 *
 * Unless said otherwise a function returns a count or descriptor >= 0, or -errno. Every descriptor is opened
 * close-on-exec; sockets, timers, bells, and inotify and signal descriptors are non-blocking. Interrupted calls are
 * repeated. */
#pragma once

#include <stddef.h>
#include <stdint.h>

/* An IP endpoint; IPv4 addresses are stored IPv4-mapped. `high` and `low` are the address, most significant byte
   first; `port` is in host order. */
struct linux_endpoint {
  uint64_t high;
  uint64_t low;
  uint32_t scope;
  uint16_t port;
};

/* An event of epoll_pwait2(2) for the descriptor that was added with `token`. */
struct linux_event {
  uint64_t token;
  uint32_t events;
};

#define LINUX_READABLE 0x001u /* EPOLLIN */
#define LINUX_WRITABLE 0x004u /* EPOLLOUT */
#define LINUX_FAILED 0x008u   /* EPOLLERR */
#define LINUX_HUNG_UP 0x010u  /* EPOLLHUP */

/* The maximum number of events per epoll_pwait2(2). */
#define LINUX_EVENT_LIMIT 64
/* The maximum number of datagrams per recvmmsg(2). */
#define LINUX_BATCH_LIMIT 32

/* The room for a datagram, in bytes: one more than the longest of any supported protocol, which is OSC's. */
#define LINUX_DATAGRAM_ROOM 2049

/* --- events.c: epoll(7), timerfd_create(2), signalfd(2) --- */
int linux_epoll_open(void);
int linux_epoll_add(int epoll, int descriptor, uint64_t token);
/* Adds a descriptor to wait until it can be written to or has failed. */
int linux_epoll_add_writer(int epoll, int descriptor, uint64_t token);
/* Waits from now on for `events`, a combination of LINUX_READABLE and LINUX_WRITABLE, and for failures. */
int linux_epoll_change(int epoll, int descriptor, uint64_t token, uint32_t events);
int linux_epoll_remove(int epoll, int descriptor);
/* Waits for events (epoll_pwait2(2)); `nanoseconds` < 0 waits without limit. An interrupted wait returns 0. */
int linux_epoll_wait(int epoll, struct linux_event *events, int capacity, int64_t nanoseconds);

/* A timer on CLOCK_MONOTONIC: linux_timer_set arms it for an absolute time in ns, or disarms it for 0. */
int linux_timer_open(void);
int linux_timer_set(int timer, int64_t nanoseconds);

/* Opens an inotify(7) descriptor, readable whenever a program opens or closes a file in the directory at `path`. */
int linux_use_open(const char *path);
/* Reads all events; returns 1 if there were any, and 0 otherwise. */
int linux_use_drain(int use);

/* Blocks the signals in the calling thread and opens a signalfd(2) for them. */
int linux_signals_open(const int *numbers, int count);
/* Returns the number of the next pending signal, or 0 if there is none. */
int linux_signals_next(int descriptor);

/* --- threads.c: eventfd(2), pthread_create(3) --- */
/* Makes a bell, which one thread rings to wake another. */
int linux_bell_open(void);
void linux_bell_ring(int bell);
/* Resets the bell; returns 1, or 0 if it had not rung. */
int linux_bell_silence(int bell);
/* Waits until the bell rings, and resets it; `milliseconds` < 0 waits without limit. Returns 1, or 0 if the time has
 * passed or the wait was interrupted. */
int linux_bell_wait(int bell, int milliseconds);
/* Starts a detached thread that calls `body` with `context`, with all signals blocked and a stack of 256 KiB. */
int linux_thread_start(void (*body)(void *), void *context);

/* --- scheduling.c --- */
/* Returns 1 if the calling thread has a real-time policy (sched(7)), and 0 otherwise. */
int linux_is_real_time(void);
/* Sleeps for `nanoseconds`, or until a signal arrives. */
void linux_rest(int64_t nanoseconds);

/* --- memory.c --- */
/* Releases unmodified pages of mapped files (madvise(2) MADV_DONTNEED), and locks each page in memory after its next
 * use (mlockall(2)). Returns -EPERM if the limit on locked memory forbids locking; the pages are released
 * nevertheless. */
int linux_settle_memory(void);

/* --- datagram.c: UDP --- */
/* Opens a UDP socket; `family` is AF_INET6 (dual-stack), AF_INET, or AF_UNIX for a socket that neither sends nor
   receives. */
int linux_datagram_open(int family);
/* Gives an open, bound UDP socket of AF_INET6 the settings of linux_datagram_open; returns -EPROTOTYPE for any other
   descriptor. */
int linux_datagram_prepare(int descriptor);
int linux_datagram_bind(int descriptor, int family, const struct linux_endpoint *local);
int linux_datagram_local(int descriptor, struct linux_endpoint *local);
/* Allows datagrams to broadcast addresses (SO_BROADCAST). */
int linux_datagram_allow_broadcast(int descriptor);

/* The shape of a datagram: its first byte, and its minimum and maximum length in bytes. */
struct linux_shape {
  uint8_t first;
  uint16_t least;
  uint16_t most;
};
#define LINUX_SHAPE_LIMIT 16
#define LINUX_FRIEND_LIMIT 256
/* The rules for the datagrams that the kernel passes to a socket. Each must have one of the shapes. The kernel passes
 * all such datagrams from friends, and a random share of the others; `share` is in units of 1/UINT32_MAX. */
struct linux_filter {
  const struct linux_shape *shapes;
  const struct linux_endpoint *friends;
  int shape_count;
  int friend_count;
  uint32_t share;
};
/* Makes the kernel drop all datagrams that `filter` does not pass (SO_ATTACH_FILTER, socket(7)); returns -EINVAL
 * unless there are 1 to 16 shapes and at most 256 friends. */
int linux_datagram_filter(int descriptor, const struct linux_filter *filter);
/* Opens another queue on the port of a bound UDP socket (socket(7) SO_REUSEPORT, SO_RXQ_OVFL). It has the same
 * settings, and counts its losses. Any datagram may arrive there until linux_datagram_steer is called. */
int linux_datagram_beside(int descriptor);
/* Distributes the port's datagrams by their senders' addresses (SO_ATTACH_REUSEPORT_CBPF). Those from `owners[index]`
 * go to the queue opened as number `index`, all others to `descriptor`, the first socket. The address `::` matches
 * nothing. Returns -EINVAL for more than 256 owners, or if there is no other queue. */
int linux_datagram_steer(int descriptor, const struct linux_endpoint *owners, int count);
/* Returns the time since the kernel received the last datagram that was read, in ns of CLOCK_REALTIME (SIOCGSTAMPNS).
 * The kernel records arrivals only after the first call; for an earlier datagram it uses the time of the call. */
int64_t linux_datagram_age(int descriptor);
/* Stores the number of datagrams that the kernel has dropped because of the filter or a full buffer (SO_MEMINFO). */
int linux_datagram_drops(int descriptor, uint32_t *drops);

/* The memory for LINUX_BATCH_LIMIT datagrams, with their senders. */
struct linux_batch;
struct linux_batch *linux_batch_create(void); /* NULL: out of memory */
void linux_batch_destroy(struct linux_batch *batch);
/* Receives at most `limit` waiting datagrams, which overwrite the previous ones (recvmmsg(2)); returns their number. */
int linux_batch_receive(struct linux_batch *batch, int descriptor, int limit);
/* Returns the number of datagrams that a queue had lost before the one at `index`, modulo 2^32. */
uint32_t linux_batch_losses(struct linux_batch *batch, int index);
/* Sends one datagram; returns 0 if the kernel accepted it. The datagram is sent from the local address that the
 * newest datagram from `to` was sent to, if that address is remembered; the number of remembered addresses is fixed. */
int linux_batch_answer(struct linux_batch *batch, int descriptor, int family, const void *bytes, size_t count,
                       const struct linux_endpoint *to);
uint8_t *linux_batch_bytes(struct linux_batch *batch, int index);
/* Returns the length of the datagram as sent, which may exceed LINUX_DATAGRAM_ROOM. */
size_t linux_batch_length(const struct linux_batch *batch, int index);
struct linux_endpoint linux_batch_sender(const struct linux_batch *batch, int index);

/* --- interfaces.c: getifaddrs(3) --- */
/* An address of an interface that is up; its first `length` bits are those of the network. `broadcast` is the IPv4
   broadcast address of the network, in host order; 0 if it has none. */
struct linux_interface {
  uint64_t high;
  uint64_t low;
  uint32_t broadcast;
  uint8_t length;
  uint8_t is_lan; /* 1 if the interface is a device of this machine, not a tunnel, container or virtual machine */
  uint8_t is_inner; /* 1 if it is a tunnel, or a bridge without a device, such as one to containers */
  char name[16];  /* the name of the interface, zero-terminated */
};
/* Stores the addresses of all interfaces that are up and returns their number, at most `capacity`. */
int linux_interfaces(struct linux_interface *found, int capacity);

/* --- peers.c: sock_diag(7) --- */
/* Stores the user who opened the other end of an open TCP connection within this machine; returns -ENOENT if there
   is none. A user unknown to the caller's user namespace is reported as nobody, 65534. */
int linux_user_behind(int descriptor, uint32_t *user);

/* --- local.c: unix(7) SOCK_SEQPACKET --- */
int linux_local_open(void);
int linux_local_bind(int descriptor, const char *path);
int linux_local_connect(int descriptor, const char *path);
/* Accepts a connection of any kind. If no descriptor is left, accepts the connection with the spare one and closes it:
 * a connection left in the queue would wake the listener's poller again and again. */
int linux_local_accept(int listener);
/* Reserves the spare descriptor, unless there is one. */
void linux_spare_descriptor(void);
/* Closes the spare descriptor, so that its number is free for a brief use; returns 0 if there is none. */
int linux_give_spare_descriptor(void);
/* Returns the ID of the process that opened the other end (SO_PEERCRED). */
int linux_local_peer(int descriptor);
/* Stores the user who opened the other end (SO_PEERCRED). */
int linux_local_peer_user(int descriptor, uint32_t *user);
int linux_local_send(int descriptor, const void *bytes, size_t count);
/* Receives one message; returns its length as sent, which may exceed `capacity`, or 0 at the end. */
int linux_local_receive(int descriptor, void *bytes, size_t capacity);

/* --- stream.c: TCP and unix(7) SOCK_STREAM; linux_datagram_bind and linux_local_bind bind them --- */
int linux_stream_open(int family);
/* Returns 1 if the descriptor is a listening stream socket, otherwise 0. */
int linux_stream_is_listener(int descriptor);
/* Accepts a connection with room for a whole answer. */
int linux_stream_accept(int listener);
/* Tells the other end that nothing more follows (shutdown(2)). */
int linux_stream_finish(int descriptor);
/* Begins a TCP connection to `to`; returns 0 if it is under way. */
int linux_stream_connect(int descriptor, int family, const struct linux_endpoint *to);
/* Stores the other end of a TCP connection (getpeername(2)). */
int linux_stream_peer(int descriptor, struct linux_endpoint *peer);
/* Makes the kernel send small messages immediately, and end a TCP connection whose other end has not answered for
 * `seconds` (tcp(7) TCP_NODELAY, SO_KEEPALIVE, TCP_USER_TIMEOUT). */
int linux_stream_keep(int descriptor, int seconds);

/* Makes the kernel send small messages immediately, and queue at most `backlog` unsent bytes (tcp(7) TCP_NODELAY,
 * TCP_NOTSENT_LOWAT). */
int linux_stream_hasten(int descriptor, int backlog);

/* --- journal.c: the journal's own protocol --- */
/* Returns 1 if the descriptor is the stream named by JOURNAL_STREAM, otherwise 0. */
int linux_journal_is(int descriptor, const char *stream);
/* Sends one entry; returns 0 if the journal accepted it, or -EAGAIN if it cannot accept one now. */
int linux_journal_send(const char *path, const void *bytes, size_t count);

/* --- system.c --- */
/* Resolves a name for UDP (getaddrinfo(3)); returns the number of endpoints stored, at most `capacity`, or -1 if the
   name cannot be resolved. */
int linux_resolve(const char *host, uint16_t port, struct linux_endpoint *found, int capacity);
/* Stores the name of the machine, at most `capacity` - 1 bytes (gethostname(2)); returns 0 or -errno. */
int linux_host_name(char *name, size_t capacity);
/* Opens a file (open(2)) with O_CLOEXEC; `mode` is used if `flags` contain O_CREAT. */
int linux_open(const char *path, int flags, unsigned mode);
/* Makes the kernel allow this process at least `count` descriptors (setrlimit(2) RLIMIT_NOFILE); returns -EMFILE if
 * the hard limit is lower. */
int linux_allow_descriptors(uint64_t count);
/* Stores the size of a terminal, in characters (ioctl(2) TIOCGWINSZ). */
int linux_window_size(int descriptor, uint16_t *columns, uint16_t *rows);

/* --- child.c --- */
/* Starts `path` with no signals blocked (fork(2), execv(3)); `arguments` end with NULL. The child gets SIGKILL when
 * the caller's thread ends for any reason. Stores the process ID in `number`, and returns a pidfd_open(2) descriptor,
 * which is readable once the child has ended. */
int linux_child_start(const char *path, char *const *arguments, int *number);
/* Does the same as linux_child_start, and stores in `output` the end of a pipe from which the child's standard output
 * and error can be read, blocking. */
int linux_child_start_piped(const char *path, char *const *arguments, int *number, int *output);
/* Sends the signal `number` to the child (pidfd_send_signal(2)). */
int linux_child_signal(int child, int number);
/* Returns 1 and reaps the child if it has ended, or 0 if it is still running (waitid(2)). Stores the exit status, or
 * -1 for a child without one. */
int linux_child_ended(int child, int *status);
/* Kills the child, waits for its end, and reaps it, so that no zombie remains. */
void linux_child_end(int child);
/* Starts the program `arguments[0]`, looked for in PATH, with no signals blocked (fork(2), execvp(3)); `arguments` end with
 * NULL. It goes on when the caller ends. Returns a pidfd_open(2) descriptor, which is readable once the program has ended.
 * A program that cannot be run ends with the status 127 if it does not exist, and otherwise 126. */
int linux_program_start(char *const *arguments);
/* Returns the exit status of a program that has ended, or 128 plus the number of the signal that ended it; -1 while it runs.
 * The first call that returns a status reaps it (waitid(2)). */
int linux_program_status(int program);
/* Replaces the caller's program with `path` (execv(3)); `arguments` end with NULL. Returns only if that fails, with
 * -errno. */
int linux_become(const char *path, char *const *arguments);

/* --- options.c: getopt_long(3) --- */
/* A long option. `letter` is its short form, or a number above 255; `has_value` is 0 without a value, 1 with one, and 2
 * if the value may be left out. */
struct linux_option {
  const char *name;
  int letter;
  int has_value;
};
/* The result of a step. `letter` is that of the option, '?' for an unknown option, ':' for a missing value, or -1 at
 * the end. */
struct linux_found {
  int letter;
  const char *value;
  int next;
};
/* Returns the next option of `arguments`, whose first element is the program's name; moves operands to the end.
 * `options` end with a NULL name, and have at most 63 other elements. `restart` is 1 in the first call. */
struct linux_found linux_next_option(int count, char **arguments, const struct linux_option *options, int restart);
