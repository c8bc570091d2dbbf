/* Virtual input devices through /dev/uinput and the reading of real ones, with libevdev.
 *
 * The descriptor is the caller's: opened non-blocking and close-on-exec, for a virtual device to read and
 * write, never closed here. Functions return 0 or -errno unless said otherwise. */
#pragma once

#include <linux/input.h>
#include <stddef.h>
#include <stdint.h>

/* An absolute axis, as in EVIOCGABS. */
struct evdev_axis {
  uint16_t code;
  int32_t value, minimum, maximum, fuzz, flat, resolution;
};

/* What the device says of itself. */
struct evdev_description {
  const char *name;
  const char *phys;
  uint16_t bus, vendor, product, version;
  const uint16_t *keys;
  size_t key_count;
  const struct evdev_axis *axes;
  size_t axis_count;
};

/* UI_SET_PHYS, then libevdev_uinput_create_from_device(3). */
int evdev_create(int descriptor, const struct evdev_description *description, void **device);

/* libevdev_uinput_destroy(3): the device disappears, the descriptor stays open. */
void evdev_destroy(void *device);

/* UI_DEV_DESTROY on a descriptor whose device another program has made. */
void evdev_destroy_adopted(int descriptor);

/* UI_GET_SYSNAME: the name below /sys/devices/virtual/input, as "input7". */
int evdev_sysname(int descriptor, char *name, size_t capacity);

/* --- evdev_reader.c: a pad that is plugged in --- */

/* What happened: a struct input_event without its time. */
struct evdev_event {
  uint16_t type, code;
  int32_t value;
};

/* libevdev_new_from_fd(3): -EINVAL when the device is no pad, -ENOTTY when it is no input device. */
int evdev_reader_open(int descriptor, void **reader);
void evdev_reader_close(void *reader);

/* libevdev_grab(3): nobody else sees the pad until its descriptor is closed; -EBUSY when another has it so. */
int evdev_reader_grab(void *reader);

/* libevdev_next_event(3): 1 and an event, 0 when there is none now, -ENODEV when the pad is gone. What the
 * kernel had to leave out comes as events too. */
int evdev_reader_next(void *reader, struct evdev_event *event);

/* The axis `code` as it is now: 1, or 0 when the pad has none. */
int evdev_reader_axis(void *reader, unsigned code, struct evdev_axis *axis);

/* Whether key `code` is down. */
int evdev_reader_key(void *reader, unsigned code);

/* The vendor of struct input_id. */
int evdev_reader_vendor(void *reader);
