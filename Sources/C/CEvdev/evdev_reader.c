#include "CEvdev.h"

#include <errno.h>
#include <libevdev/libevdev.h>
#include <stdlib.h>
#include <sys/ioctl.h>
#include <unistd.h>

struct reader {
  struct libevdev *device;
  enum libevdev_read_flag mode;
};

static int is_stick(const struct libevdev *device) {
  if (libevdev_has_property(device, INPUT_PROP_ACCELEROMETER) || libevdev_has_event_type(device, EV_REL)) return 0;
  for (unsigned code = BTN_MOUSE; code < BTN_JOYSTICK; code++)
    if (libevdev_has_event_code(device, EV_KEY, code)) return 0;
  for (unsigned code = BTN_DIGI; code < BTN_WHEEL; code++)
    if (libevdev_has_event_code(device, EV_KEY, code)) return 0;
  return libevdev_has_event_type(device, EV_KEY) || libevdev_has_event_type(device, EV_ABS);
}

static int is_of_kind(const struct libevdev *device, enum evdev_reader_kind kind) {
  if (kind == EVDEV_STICK) return is_stick(device);
  if (kind == EVDEV_SENSORS) return libevdev_has_property(device, INPUT_PROP_ACCELEROMETER);
  return libevdev_has_event_code(device, EV_KEY, BTN_GAMEPAD) || libevdev_has_event_code(device, EV_KEY, BTN_DPAD_UP);
}

int evdev_reader_open(int descriptor, enum evdev_reader_kind kind, void **reader) {
  struct reader *opened = calloc(1, sizeof *opened);
  if (opened == NULL) return -ENOMEM;
  opened->mode = LIBEVDEV_READ_FLAG_NORMAL;
  int error = libevdev_new_from_fd(descriptor, &opened->device);
  if (error == 0 && !is_of_kind(opened->device, kind)) {
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

int evdev_reader_has(void *reader, unsigned type, unsigned code) {
  return libevdev_has_event_code(((struct reader *)reader)->device, type, code);
}

const char *evdev_reader_name(void *reader) { return libevdev_get_name(((struct reader *)reader)->device); }

struct input_id evdev_reader_id(void *reader) {
  const struct libevdev *device = ((struct reader *)reader)->device;
  return (struct input_id){.bustype = (uint16_t)libevdev_get_id_bustype(device),
                           .vendor = (uint16_t)libevdev_get_id_vendor(device),
                           .product = (uint16_t)libevdev_get_id_product(device),
                           .version = (uint16_t)libevdev_get_id_version(device)};
}

int evdev_reader_plays(void *reader, unsigned kind) {
  return libevdev_has_event_code(((struct reader *)reader)->device, EV_FF, kind);
}

/* Writes an event of type EV_FF. */
static int send_force(int descriptor, uint16_t code, int32_t value) {
  struct input_event event = {.type = EV_FF, .code = code, .value = value};
  ssize_t size;
  do size = write(descriptor, &event, sizeof event);
  while (size < 0 && errno == EINTR);
  return size < 0 ? -errno : 0;
}

/* Calls ioctl(2) until no signal interrupts it; returns 0 or a negative errno. */
static int control(int descriptor, unsigned long request, uintptr_t argument) {
  int status;
  do status = ioctl(descriptor, request, argument);
  while (status < 0 && errno == EINTR);
  return status < 0 ? -errno : 0;
}

/* Describes an effect, and plays it if it is new; an effect that plays takes the new values at once. */
static int play(int descriptor, int16_t *effect, struct ff_effect *wanted) {
  int is_new = *effect < 0;
  wanted->id = *effect;
  int status = control(descriptor, EVIOCSFF, (uintptr_t)wanted);
  if (status < 0) return status;
  if (is_new && (status = send_force(descriptor, (uint16_t)wanted->id, 1)) < 0) {
    (void)control(descriptor, EVIOCRMFF, (uintptr_t)wanted->id);
    return status;
  }
  *effect = wanted->id;
  return 0;
}

int evdev_force_begin(int descriptor) {
  int status = send_force(descriptor, FF_GAIN, 0xffff);
  return status < 0 ? status : send_force(descriptor, FF_AUTOCENTER, 0);
}

int evdev_force_push(int descriptor, int16_t *effect, int16_t level, uint16_t milliseconds) {
  /* A force from 0x4000, the right, turns the wheel to the left. */
  struct ff_effect wanted = {.type = FF_CONSTANT,
                             .direction = 0x4000,
                             .replay = {.length = milliseconds},
                             .u.constant = {.level = (int16_t)-level}};
  return play(descriptor, effect, &wanted);
}

int evdev_force_prolong(int descriptor, int16_t effect) {
  return effect < 0 ? 0 : send_force(descriptor, (uint16_t)effect, 1);
}

int evdev_force_run(int descriptor, int16_t *effect, uint16_t kind, const struct ff_condition_effect *condition) {
  struct ff_effect wanted = {.type = kind, .u.condition = {*condition, *condition}};
  return play(descriptor, effect, &wanted);
}

int evdev_force_end(int descriptor, int16_t *effect) {
  int status = *effect < 0 ? 0 : control(descriptor, EVIOCRMFF, (uintptr_t)*effect);
  if (status == 0) *effect = -1;
  return status;
}

int evdev_rumble(int descriptor, int16_t *effect, uint16_t strong, uint16_t weak) {
  int runs = strong != 0 || weak != 0;
  if (runs) {
    struct ff_effect wanted = {
        .type = FF_RUMBLE, .id = *effect, .u.rumble = {.strong_magnitude = strong, .weak_magnitude = weak}};
    int status = control(descriptor, EVIOCSFF, (uintptr_t)&wanted);
    if (status < 0) return status;
    *effect = wanted.id;
  }
  if (*effect < 0) return 0;
  return send_force(descriptor, (uint16_t)*effect, runs);
}
