#include "CEvdev.h"

#include <errno.h>
#include <libevdev/libevdev.h>
#include <stdlib.h>

struct reader {
  struct libevdev *device;
  enum libevdev_read_flag mode;
};

int evdev_reader_open(int descriptor, void **reader) {
  struct reader *opened = calloc(1, sizeof *opened);
  if (opened == NULL) return -ENOMEM;
  opened->mode = LIBEVDEV_READ_FLAG_NORMAL;
  int error = libevdev_new_from_fd(descriptor, &opened->device);
  if (error == 0 && !libevdev_has_event_code(opened->device, EV_KEY, BTN_GAMEPAD)) {
    libevdev_free(opened->device);
    error = -EINVAL;
  }
  if (error != 0) {
    free(opened);
    return error;
  }
  *reader = opened;
  return 0;
}

void evdev_reader_close(void *reader) {
  libevdev_free(((struct reader *)reader)->device);
  free(reader);
}

int evdev_reader_grab(void *reader) {
  return libevdev_grab(((struct reader *)reader)->device, LIBEVDEV_GRAB);
}

int evdev_reader_next(void *reader, struct evdev_event *event) {
  struct reader *source = reader;
  struct input_event found;
  for (;;) {
    int status = libevdev_next_event(source->device, source->mode, &found);
    int is_syncing = source->mode == LIBEVDEV_READ_FLAG_SYNC;
    if (status == -EAGAIN && is_syncing) {
      source->mode = LIBEVDEV_READ_FLAG_NORMAL;
    } else if (status == LIBEVDEV_READ_STATUS_SYNC && !is_syncing) {
      source->mode = LIBEVDEV_READ_FLAG_SYNC;
    } else if (status < 0) {
      return status == -EAGAIN ? 0 : status;
    } else {
      *event = (struct evdev_event){.type = found.type, .code = found.code, .value = found.value};
      return 1;
    }
  }
}

int evdev_reader_axis(void *reader, unsigned code, struct evdev_axis *axis) {
  const struct input_absinfo *range = libevdev_get_abs_info(((struct reader *)reader)->device, code);
  if (range == NULL) return 0;
  *axis = (struct evdev_axis){.code = (uint16_t)code,
                              .value = range->value,
                              .minimum = range->minimum,
                              .maximum = range->maximum,
                              .fuzz = range->fuzz,
                              .flat = range->flat,
                              .resolution = range->resolution};
  return 1;
}

int evdev_reader_key(void *reader, unsigned code) {
  return libevdev_get_event_value(((struct reader *)reader)->device, EV_KEY, code) != 0;
}

int evdev_reader_vendor(void *reader) { return libevdev_get_id_vendor(((struct reader *)reader)->device); }

static const char *text(const char *known) { return known == NULL ? "" : known; }

const char *evdev_reader_phys(void *reader) { return text(libevdev_get_phys(((struct reader *)reader)->device)); }

const char *evdev_reader_uniq(void *reader) { return text(libevdev_get_uniq(((struct reader *)reader)->device)); }
