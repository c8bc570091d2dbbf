/* A preloaded library (ld.so(8)) that replaces /dev/uinput: every pad is the FIFO that TILTPAD_PADS names, or a connection to
   the socket of that name, and receives the events that the kernel would get. Only open(2) and ioctl(2) are replaced. The daemon
   calls them only to make a pad, and for each new effect; its reports are written with write(2), which is not replaced. */
#define _GNU_SOURCE
#include <errno.h>
#include <fcntl.h>
#include <linux/uinput.h>
#include <stdarg.h>
#include <stdlib.h>
#include <string.h>
#include <sys/ioctl.h>
#include <sys/socket.h>
#include <sys/stat.h>
#include <sys/syscall.h>
#include <sys/un.h>
#include <unistd.h>

static int is_kind(int result, const struct stat *status, mode_t kind) { return result == 0 && (status->st_mode & S_IFMT) == kind; }

static int connect_pad(const char *path) {
  struct sockaddr_un address = {.sun_family = AF_UNIX};
  strncpy(address.sun_path, path, sizeof address.sun_path - 1);
  int descriptor = socket(AF_UNIX, SOCK_SEQPACKET | SOCK_CLOEXEC | SOCK_NONBLOCK, 0);
  if (descriptor >= 0 && connect(descriptor, (struct sockaddr *)&address, sizeof address) < 0) {
    close(descriptor);
    return -1;
  }
  return descriptor;
}

static int open_file(const char *path, int flags, mode_t mode) {
  const char *pads = getenv("TILTPAD_PADS");
  if (pads != NULL && strcmp(path, "/dev/uinput") == 0) {
    struct stat status;
    if (is_kind(stat(pads, &status), &status, S_IFSOCK)) return connect_pad(pads);
    path = pads;
    flags = O_WRONLY | O_NONBLOCK | (flags & O_CLOEXEC);
  }
  return (int)syscall(SYS_openat, AT_FDCWD, path, flags, mode);
}

int open(const char *path, int flags, ...) {
  va_list arguments;
  va_start(arguments, flags);
  mode_t mode = flags & (O_CREAT | O_TMPFILE) ? va_arg(arguments, mode_t) : 0;
  va_end(arguments);
  return open_file(path, flags, mode);
}

int open64(const char *path, int flags, ...) __attribute__((alias("open")));

/* Accepts every request to a pad, and names its device; every effect is a rumble of both motors for 0.2 s. */
static int accept_request(unsigned long request, void *argument) {
  if (request == UI_BEGIN_FF_UPLOAD) {
    struct uinput_ff_upload *upload = argument;
    upload->effect = (struct ff_effect){.type = FF_RUMBLE, .replay.length = 200, .u.rumble = {0xc000, 0x4000}};
  }
  int is_name = _IOC_TYPE(request) == UINPUT_IOCTL_BASE && _IOC_NR(request) == _IOC_NR(UI_GET_SYSNAME(0));
  if (is_name && _IOC_SIZE(request) >= sizeof "input0") memcpy(argument, "input0", sizeof "input0");
  return 0;
}

int ioctl(int descriptor, unsigned long request, ...) {
  va_list arguments;
  va_start(arguments, request);
  void *argument = va_arg(arguments, void *);
  va_end(arguments);
  struct stat status;
  int error = errno;
  int result = fstat(descriptor, &status);
  int is_pad = is_kind(result, &status, S_IFIFO) ||
               (is_kind(result, &status, S_IFSOCK) && _IOC_TYPE(request) == UINPUT_IOCTL_BASE);
  if (is_pad) return accept_request(request, argument);
  errno = error;
  return (int)syscall(SYS_ioctl, descriptor, request, argument);
}
