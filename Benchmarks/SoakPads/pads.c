#define _GNU_SOURCE
#include "SoakPads.h"

#include <dirent.h>
#include <errno.h>
#include <fcntl.h>
#include <linux/uinput.h>
#include <pthread.h>
#include <sched.h>
#include <stdatomic.h>
#include <stdio.h>
#include <string.h>
#include <sys/epoll.h>
#include <sys/inotify.h>
#include <sys/ioctl.h>
#include <sys/socket.h>
#include <sys/stat.h>
#include <sys/un.h>
#include <time.h>
#include <unistd.h>

enum { PADS = 64, EVENTS = 64, LATENCIES = 1 << 18, NOBODY = -1, CENTRE = 32000 };

struct pad {
  int descriptor; /* -1 if the place is free */
  dev_t node;     /* the device of the kernel; 0 for a socket */
  int effect;     /* the number of the uploaded effect; -1 before */
  int player;
  int mark, trigger, is_fresh;
  uint64_t presses;
};

/* The lock of pads and sums. Only the reader changes them, except for the effects. Other threads read them and write to descriptors. */
static pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;
static struct pad pads[PADS];
static struct soak_sums sums;
static uint64_t presses[SOAK_PLAYERS];
static uint32_t latencies[LATENCIES];
static size_t latency_count;
/* `listener` is a listening socket or, if the pads are the kernel's, an inotify descriptor of /dev/input. `poller` waits for it and all
   pads. */
static int listener, poller;
static int has_kernel_pads;
/* The time at which the packet with each mark was sent; 0 if it has arrived or was never sent. */
static _Atomic int64_t left[SOAK_PLAYERS][SOAK_MARKS];

int64_t soak_now(void) {
  struct timespec time;
  clock_gettime(CLOCK_MONOTONIC, &time);
  return (int64_t)time.tv_sec * 1000000000 + time.tv_nsec;
}

void soak_sleep(int64_t until) {
  struct timespec time = {.tv_sec = until / 1000000000, .tv_nsec = until % 1000000000};
  while (clock_nanosleep(CLOCK_MONOTONIC, TIMER_ABSTIME, &time, NULL) == EINTR) continue;
}

static int hurry(int priority) {
  struct sched_param parameters = {.sched_priority = priority};
  return sched_setscheduler(0, SCHED_RR | SCHED_RESET_ON_FORK, &parameters) == 0 ? 0 : -errno;
}

int soak_hurry(void) { return hurry(1); }

int16_t soak_axis(int player, int mark) { return (int16_t)(player * SOAK_MARKS + mark - CENTRE); }

void soak_note(int player, int mark) { atomic_store(&left[player][mark], soak_now()); }

/* Evaluates the mark of a report that has arrived at `now`; a pad whose stick rests shows no mark. */
static void take_mark(struct pad *pad, int64_t now) {
  pad->is_fresh = 0;
  int number = pad->mark + CENTRE, player = number / SOAK_MARKS, mark = number % SOAK_MARKS;
  if (pad->mark == 0) return;
  if (number < 0 || player >= SOAK_PLAYERS || mark == 0 || pad->trigger != (mark & 0xff) ||
      (pad->player != NOBODY && pad->player != player)) {
    sums.wrong++;
    return;
  }
  if (pad->player == NOBODY) {
    pad->player = player;
    presses[player] += pad->presses;
    sums.page_presses -= pad->presses;
  }
  int64_t start = atomic_exchange(&left[player][mark], 0);
  if (start == 0) return;
  sums.arrived++;
  if (latency_count < LATENCIES) latencies[latency_count++] = now - start > UINT32_MAX ? UINT32_MAX : (uint32_t)(now - start);
}

static void take(struct pad *pad, const struct input_event *event, int64_t now) {
  if (event->type == EV_ABS && event->code == ABS_RX) {
    pad->mark = event->value;
    pad->is_fresh = 1;
  } else if (event->type == EV_ABS && event->code == ABS_RZ) {
    pad->trigger = event->value;
  } else if (event->type == EV_KEY && event->code == BTN_SOUTH && event->value == 1) {
    pad->presses++;
    *(pad->player == NOBODY ? &sums.page_presses : &presses[pad->player]) += 1;
  } else if (event->type == EV_SYN && event->code == SYN_REPORT) {
    sums.reports++;
    if (pad->is_fresh) take_mark(pad, now);
  } else if (event->type == EV_SYN && event->code == SYN_DROPPED) {
    sums.wrong++;
  }
}

static void unplug(struct pad *pad) {
  close(pad->descriptor);
  pad->descriptor = -1;
  sums.pads--;
}

/* Reads whole events: each write(2) of the daemon to a socket is one message, and a device of the kernel returns only whole events. */
static void read_pad(struct pad *pad) {
  static struct input_event events[EVENTS];
  ssize_t size = read(pad->descriptor, events, sizeof events);
  int64_t now = soak_now();
  if (size < 0 && (errno == EAGAIN || errno == EINTR)) return;
  if (size <= 0) {
    unplug(pad);
    return;
  }
  for (size_t index = 0; index < (size_t)size / sizeof events[0]; index++) take(pad, &events[index], now);
}

static void plug_in(int descriptor, dev_t node) {
  if (descriptor < 0) return;
  for (uint64_t place = 0; place < PADS; place++) {
    if (pads[place].descriptor >= 0) continue;
    struct epoll_event event = {.events = EPOLLIN, .data.u64 = place};
    pads[place] = (struct pad){.descriptor = descriptor, .node = node, .effect = -1, .player = NOBODY};
    sums.pads++;
    sums.plugged++;
    if (epoll_ctl(poller, EPOLL_CTL_ADD, descriptor, &event) == 0) return;
    unplug(&pads[place]);
    return;
  }
  close(descriptor);
}

static int is_known(dev_t node) {
  for (const struct pad *pad = pads; pad < pads + PADS; pad++)
    if (pad->descriptor >= 0 && pad->node == node) return 1;
  return 0;
}

/* Opens a device of the kernel if it is a pad of the daemon that is not open yet. A node may get its permissions a moment after it
   appears; inotify reports this too, so the node is tried again. */
static void find_pad(const char *name) {
  char path[300], phys[64] = "";
  struct stat status;
  snprintf(path, sizeof path, "/dev/input/%s", name);
  if (strncmp(name, "event", 5) != 0 || stat(path, &status) < 0 || is_known(status.st_rdev)) return;
  int descriptor = open(path, O_RDWR | O_NONBLOCK | O_CLOEXEC);
  if (descriptor < 0) return;
  if (ioctl(descriptor, EVIOCGPHYS(sizeof phys - 1), phys) >= 0 && strncmp(phys, "tiltpad/", 8) == 0)
    plug_in(descriptor, status.st_rdev);
  else close(descriptor);
}

static void find_pads(void) {
  char news[4096];
  while (read(listener, news, sizeof news) > 0) continue;
  DIR *folder = opendir("/dev/input");
  if (folder == NULL) return;
  for (struct dirent *entry; (entry = readdir(folder)) != NULL;) find_pad(entry->d_name);
  closedir(folder);
}

static void *read_pads(void *unused) {
  struct epoll_event events[PADS];
  (void)unused;
  (void)hurry(2);
  for (;;) {
    int count = epoll_wait(poller, events, PADS, -1);
    pthread_mutex_lock(&lock);
    for (int index = 0; index < count; index++) {
      uint64_t place = events[index].data.u64;
      if (place == PADS && has_kernel_pads) find_pads();
      else if (place == PADS) plug_in(accept4(listener, NULL, NULL, SOCK_CLOEXEC | SOCK_NONBLOCK), 0);
      else if (pads[place].descriptor >= 0) read_pad(&pads[place]);
    }
    pthread_mutex_unlock(&lock);
  }
}

static int listen_at(const char *path) {
  struct sockaddr_un address = {.sun_family = AF_UNIX};
  snprintf(address.sun_path, sizeof address.sun_path, "%s", path);
  listener = socket(AF_UNIX, SOCK_SEQPACKET | SOCK_CLOEXEC | SOCK_NONBLOCK, 0);
  return listener < 0 || bind(listener, (struct sockaddr *)&address, sizeof address) < 0 ? -1 : listen(listener, PADS);
}

static int watch_kernel(void) {
  has_kernel_pads = 1;
  listener = inotify_init1(IN_NONBLOCK | IN_CLOEXEC);
  return listener < 0 ? -1 : inotify_add_watch(listener, "/dev/input", IN_CREATE | IN_ATTRIB);
}

int soak_listen(const char *path) {
  pthread_t thread;
  struct epoll_event event = {.events = EPOLLIN, .data.u64 = PADS};
  for (int place = 0; place < PADS; place++) pads[place].descriptor = -1;
  poller = epoll_create1(EPOLL_CLOEXEC);
  if (poller < 0 || (path == NULL ? watch_kernel() : listen_at(path)) < 0 ||
      epoll_ctl(poller, EPOLL_CTL_ADD, listener, &event) < 0) {
    return -errno;
  }
  return -pthread_create(&thread, NULL, read_pads, NULL);
}

struct soak_sums soak_sums(void) {
  pthread_mutex_lock(&lock);
  struct soak_sums copy = sums;
  pthread_mutex_unlock(&lock);
  return copy;
}

uint64_t soak_presses(int player) {
  pthread_mutex_lock(&lock);
  uint64_t count = presses[player];
  pthread_mutex_unlock(&lock);
  return count;
}

size_t soak_latencies(uint32_t *list, size_t capacity) {
  pthread_mutex_lock(&lock);
  size_t count = latency_count < capacity ? latency_count : capacity;
  memcpy(list, latencies, count * sizeof *list);
  latency_count = 0;
  pthread_mutex_unlock(&lock);
  return count;
}

/* Uploads an effect, only once to a device of the kernel. For a socket it sends the announcement that the kernel would send, and pads.so
   describes the effect to the daemon. Returns 1 if that has worked, otherwise 0. */
static int upload(struct pad *pad) {
  struct ff_effect effect = {.type = FF_RUMBLE, .id = -1, .replay.length = 200, .u.rumble = {0xc000, 0x4000}};
  struct input_event announcement = {.type = EV_UINPUT, .code = UI_FF_UPLOAD};
  if (pad->node == 0) {
    pad->effect = 0;
    return write(pad->descriptor, &announcement, sizeof announcement) > 0;
  }
  if (pad->effect < 0 && ioctl(pad->descriptor, EVIOCSFF, &effect) == 0) pad->effect = effect.id;
  return pad->effect >= 0;
}

int soak_rumble(void) {
  int count = 0;
  pthread_mutex_lock(&lock);
  for (struct pad *pad = pads; pad < pads + PADS; pad++) {
    if (pad->descriptor < 0 || !upload(pad)) continue;
    struct input_event start = {.type = EV_FF, .code = (uint16_t)pad->effect, .value = 1};
    count += write(pad->descriptor, &start, sizeof start) > 0 && pad->player != NOBODY;
  }
  pthread_mutex_unlock(&lock);
  return count;
}
