/* The input devices of this machine as described by udev, through libudev(3). They are reported as a list of the
 * existing ones, and as events when one is added or removed.
 *
 * No function blocks. Functions return 0 or -errno unless said otherwise. */
#pragma once

#include <stdint.h>

/* A node of an input device, such as event7. The strings are never NULL, and are valid until the next node is read
 * from the same view. For a removed node, all strings but `path` are empty. */
struct nodes_entry {
  const char *path;       /* below /dev, for example "/dev/input/event7" */
  const char *device;     /* the kernel's name of the input device, for example "input7" */
  const char *name;       /* the name that the device reports; this and the next two are empty if it reports none */
  const char *phys;       /* the physical path that the device reports */
  const char *uniq;       /* the unique identifier that the device reports */
  const char *hardware;   /* the sysfs path of the HID device whose driver created it; empty if there is none */
  int32_t is_gone;        /* 1 if the node was removed, else 0 */
  int32_t is_described;   /* 1 if udev has finished with the node, else 0 */
};

/* Opens a view of the input devices. If it `watches`, which takes a netlink socket, nodes_next_change returns the changes from now on. */
int nodes_open(void **view, int watches);
void nodes_close(void *view);

/* Returns a descriptor that is readable when nodes_next_change has something to return; the caller closes it. */
int nodes_descriptor(void *view);

/* Begins a list of the existing nodes, which nodes_next_listed returns. */
int nodes_list(void *view);

/* Reads the next listed node; returns 1 and the node, or 0 if there is none. */
int nodes_next_listed(void *view, struct nodes_entry *entry);
/* Reads the next node that was removed, or that udev has finished processing; returns 1 and the node, or 0 if there is
 * none. */
int nodes_next_change(void *view, struct nodes_entry *entry);

/* Reads the node at `path`, which may be a link such as "/dev/input/by-id/..."; returns 1 and the node, or 0 if udev
 * has none. */
int nodes_find(void *view, const char *path, struct nodes_entry *entry);

/* Returns the value of `key` in udev's database for the last node that was read; NULL if there is none. */
const char *nodes_property(void *view, const char *key);

/* Returns 1 if the last node that was read has the tag, for example "uaccess", else 0. */
int nodes_has_tag(void *view, const char *tag);
