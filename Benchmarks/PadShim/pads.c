/* A preloaded library (ld.so(8)) that replaces /dev/uinput: every pad is the FIFO that TILTPAD_PADS names, and receives the
   events that the kernel would get. Only open(2) and ioctl(2) are replaced, which a pad needs once; its reports are plain
   write(2)s, as ever. */
#define _GNU_SOURCE
#include <errno.h>
#include <fcntl.h>
#include <linux/uinput.h>
#include <stdarg.h>
#include <stdlib.h>
#include <string.h>
#include <sys/ioctl.h>
#include <sys/stat.h>
#include <sys/syscall.h>
#include <unistd.h>

static int open_file(const char *path, int flags, mode_t mode) {
  const char *pads = getenv("TILTPAD_PADS");
  if (pads != NULL && strcmp(path, "/dev/uinput") == 0) {
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

/* Accepts every request to a pad, and names its device. */
static int accept_request(unsigned long request, void *argument) {
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
  if (fstat(descriptor, &status) == 0 && S_ISFIFO(status.st_mode)) return accept_request(request, argument);
  errno = error;
  return (int)syscall(SYS_ioctl, descriptor, request, argument);
}
