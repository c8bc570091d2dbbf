#include "CEvdev.h"

#include <errno.h>
#include <linux/uinput.h>
#include <string.h>
#include <sys/ioctl.h>

/* Sets one bit for each code by `request`, and the bit of the event type unless it is negative or there are no codes. */
static int set_bits(int descriptor, int type, unsigned long request, const uint16_t *codes, size_t count) {
  if (count > 0 && type >= 0 && ioctl(descriptor, UI_SET_EVBIT, type) < 0) return -errno;
  for (size_t index = 0; index < count; index++)
    if (ioctl(descriptor, request, (int)codes[index]) < 0) return -errno;
  return 0;
}

static int set_axes(int descriptor, const struct evdev_axis *axes, size_t count) {
  if (count > 0 && ioctl(descriptor, UI_SET_EVBIT, EV_ABS) < 0) return -errno;
  for (const struct evdev_axis *axis = axes; axis < axes + count; axis++) {
    struct uinput_abs_setup setup = {.code = axis->code,
                                     .absinfo = {.value = axis->value,
                                                 .minimum = axis->minimum,
                                                 .maximum = axis->maximum,
                                                 .fuzz = axis->fuzz,
                                                 .flat = axis->flat,
                                                 .resolution = axis->resolution}};
    if (ioctl(descriptor, UI_ABS_SETUP, &setup) < 0) return -errno;
  }
  return 0;
}

static int set_codes(int descriptor, const struct evdev_description *device) {
  int error = set_bits(descriptor, EV_KEY, UI_SET_KEYBIT, device->keys, device->key_count);
  if (error == 0) error = set_axes(descriptor, device->axes, device->axis_count);
  if (error == 0) error = set_bits(descriptor, EV_MSC, UI_SET_MSCBIT, device->msc, device->msc_count);
  if (error == 0) error = set_bits(descriptor, -1, UI_SET_PROPBIT, device->props, device->prop_count);
  if (error != 0 || device->effect_count == 0) return error;
  return set_bits(descriptor, EV_FF, UI_SET_FFBIT, device->effects, device->effect_kinds);
}

int evdev_create(int descriptor, const struct evdev_description *device) {
  struct uinput_setup setup = {.id = {.bustype = device->bus,
                                      .vendor = device->vendor,
                                      .product = device->product,
                                      .version = device->version},
                               .ff_effects_max = device->effect_count};
  if (strlen(device->name) >= sizeof setup.name) return -EINVAL;
  strcpy(setup.name, device->name);
  if (ioctl(descriptor, UI_SET_PHYS, device->phys) < 0) return -errno;
  int error = set_codes(descriptor, device);
  if (error != 0) return error;
  if (ioctl(descriptor, UI_DEV_SETUP, &setup) < 0) return -errno;
  return ioctl(descriptor, UI_DEV_CREATE) < 0 ? -errno : 0;
}

void evdev_destroy(int descriptor) { (void)ioctl(descriptor, UI_DEV_DESTROY); }

int evdev_sysname(int descriptor, char *name, size_t capacity) {
  return ioctl(descriptor, UI_GET_SYSNAME(capacity), name) < 0 ? -errno : 0;
}
