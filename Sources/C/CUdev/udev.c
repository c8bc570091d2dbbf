#include "CUdev.h"

#include <errno.h>
#include <fcntl.h>
#include <libudev.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>

struct view {
  struct udev *library;
  struct udev_monitor *monitor;
  struct udev_enumerate *list;
  struct udev_list_entry *next; /* of the list */
  struct udev_device *device;   /* read last */
  char text[3][128];            /* the name, phys and uniq of `device`, without the quotes of the kernel */
};

int nodes_open(void **view, int watches) {
  struct view *opened = calloc(1, sizeof *opened);
  if (opened == NULL) return -ENOMEM;
  opened->library = udev_new();
  int error = opened->library == NULL ? -errno : 0;
  if (error == 0 && watches) {
    opened->monitor = udev_monitor_new_from_netlink(opened->library, "udev");
    error = opened->monitor == NULL ? -errno : 0;
    if (error == 0) error = udev_monitor_filter_add_match_subsystem_devtype(opened->monitor, "input", NULL);
    if (error == 0) error = udev_monitor_enable_receiving(opened->monitor);
  }
  if (error < 0) {
    nodes_close(opened);
    return error;
  }
  *view = opened;
  return 0;
}

void nodes_close(void *view) {
  struct view *open = view;
  udev_device_unref(open->device);
  udev_enumerate_unref(open->list);
  udev_monitor_unref(open->monitor);
  udev_unref(open->library);
  free(open);
}

int nodes_descriptor(void *view) {
  int copy = fcntl(udev_monitor_get_fd(((struct view *)view)->monitor), F_DUPFD_CLOEXEC, 0);
  return copy < 0 ? -errno : copy;
}

int nodes_list(void *view) {
  struct view *open = view;
  udev_enumerate_unref(open->list);
  open->next = NULL;
  open->list = udev_enumerate_new(open->library);
  if (open->list == NULL) return -ENOMEM;
  int error = udev_enumerate_add_match_subsystem(open->list, "input");
  if (error == 0) error = udev_enumerate_add_match_sysname(open->list, "event*");
  if (error == 0) error = udev_enumerate_scan_devices(open->list);
  if (error < 0) return error;
  open->next = udev_enumerate_get_list_entry(open->list);
  return 0;
}

/* Stores the property `key` of `device` in `text`, without the quotes that the kernel puts around it; returns
   `text`. */
static const char *unquoted(struct udev_device *device, const char *key, char text[128]) {
  const char *value = device == NULL ? NULL : udev_device_get_property_value(device, key);
  size_t length = value == NULL ? 0 : strlen(value);
  if (length >= 2 && value[0] == '"' && value[length - 1] == '"') value++, length -= 2;
  if (length > 127) length = 127;
  if (length > 0) memcpy(text, value, length);
  text[length] = '\0';
  return text;
}

static const char *known(const char *text) { return text == NULL ? "" : text; }

/* Makes `device` the node that was read last, and describes it; returns 1, or 0 if it is not a node. */
static int show(struct view *view, struct udev_device *device, struct nodes_entry *entry) {
  udev_device_unref(view->device);
  view->device = device;
  if (device == NULL || udev_device_get_devnode(device) == NULL) return 0;
  const char *action = udev_device_get_action(device);
  int is_gone = action != NULL && strcmp(action, "remove") == 0;
  struct udev_device *input = is_gone ? NULL : udev_device_get_parent_with_subsystem_devtype(device, "input", NULL);
  struct udev_device *hid = is_gone ? NULL : udev_device_get_parent_with_subsystem_devtype(device, "hid", NULL);
  *entry = (struct nodes_entry){.path = udev_device_get_devnode(device),
                                .device = input == NULL ? "" : known(udev_device_get_sysname(input)),
                                .name = unquoted(input, "NAME", view->text[0]),
                                .phys = unquoted(input, "PHYS", view->text[1]),
                                .uniq = unquoted(input, "UNIQ", view->text[2]),
                                .hardware = hid == NULL ? "" : known(udev_device_get_syspath(hid)),
                                .is_gone = is_gone,
                                .is_described = !is_gone && udev_device_get_is_initialized(device) > 0};
  return 1;
}

int nodes_next_listed(void *view, struct nodes_entry *entry) {
  struct view *open = view;
  while (open->next != NULL) {
    const char *path = udev_list_entry_get_name(open->next);
    open->next = udev_list_entry_get_next(open->next);
    if (show(open, udev_device_new_from_syspath(open->library, path), entry)) return 1;
  }
  return 0;
}

int nodes_next_change(void *view, struct nodes_entry *entry) {
  struct view *open = view;
  struct udev_device *device;
  while ((device = udev_monitor_receive_device(open->monitor)) != NULL) {
    int is_event_node = strncmp(known(udev_device_get_sysname(device)), "event", 5) == 0;
    if (!is_event_node)
      udev_device_unref(device);
    else if (show(open, device, entry))
      return 1;
  }
  return 0;
}

int nodes_find(void *view, const char *path, struct nodes_entry *entry) {
  struct view *open = view;
  struct stat status;
  if (stat(path, &status) < 0 || !S_ISCHR(status.st_mode)) return 0;
  return show(open, udev_device_new_from_devnum(open->library, 'c', status.st_rdev), entry);
}

const char *nodes_property(void *view, const char *key) {
  struct udev_device *device = ((struct view *)view)->device;
  return device == NULL ? NULL : udev_device_get_property_value(device, key);
}

int nodes_has_tag(void *view, const char *tag) {
  struct udev_device *device = ((struct view *)view)->device;
  return device != NULL && udev_device_has_tag(device, tag) > 0;
}
