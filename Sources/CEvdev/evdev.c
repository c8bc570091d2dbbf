#include "CEvdev.h"

#include <errno.h>
#include <libevdev/libevdev-uinput.h>
#include <libevdev/libevdev.h>
#include <linux/uinput.h>
#include <sys/ioctl.h>

static int describe(struct libevdev *model, const struct evdev_description *description) {
  libevdev_set_name(model, description->name);
  libevdev_set_id_bustype(model, description->bus);
  libevdev_set_id_vendor(model, description->vendor);
  libevdev_set_id_product(model, description->product);
  libevdev_set_id_version(model, description->version);
  for (size_t index = 0; index < description->key_count; index++)
    if (libevdev_enable_event_code(model, EV_KEY, description->keys[index], NULL) != 0) return -EINVAL;
  for (size_t index = 0; index < description->axis_count; index++) {
    const struct evdev_axis *axis = &description->axes[index];
    struct input_absinfo range = {.value = axis->value,
                                  .minimum = axis->minimum,
                                  .maximum = axis->maximum,
                                  .fuzz = axis->fuzz,
                                  .flat = axis->flat,
                                  .resolution = axis->resolution};
    if (libevdev_enable_event_code(model, EV_ABS, axis->code, &range) != 0) return -EINVAL;
  }
  return 0;
}

int evdev_create(int descriptor, const struct evdev_description *description, void **device) {
  /* Errors are returned; libevdev would print them as well. */
  libevdev_set_log_function(NULL, NULL);
  if (ioctl(descriptor, UI_SET_PHYS, description->phys) < 0) return -errno;
  struct libevdev *model = libevdev_new();
  if (model == NULL) return -ENOMEM;
  struct libevdev_uinput *created = NULL;
  int error = describe(model, description);
  if (error == 0) error = libevdev_uinput_create_from_device(model, descriptor, &created);
  libevdev_free(model);
  *device = created;
  return error;
}

void evdev_destroy(void *device) { libevdev_uinput_destroy(device); }

void evdev_destroy_adopted(int descriptor) { (void)ioctl(descriptor, UI_DEV_DESTROY); }

int evdev_sysname(int descriptor, char *name, size_t capacity) {
  return ioctl(descriptor, UI_GET_SYSNAME(capacity), name) < 0 ? -errno : 0;
}
