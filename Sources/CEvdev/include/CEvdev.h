/* Virtual input devices through /dev/uinput, made with libevdev.
 *
 * The descriptor is the caller's: opened O_RDWR | O_NONBLOCK | O_CLOEXEC, never closed here. Functions
 * return 0 or -errno. */
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
