#include "CEvdev.h"

#include <errno.h>
#include <libevdev/libevdev.h>
#include <string.h>

int evdev_key_code(const char *name) {
  if (strncmp(name, "KEY_", 4) != 0) return -EINVAL;
  int code = libevdev_event_code_from_name(EV_KEY, name);
  return code > 0 ? code : -EINVAL;
}
