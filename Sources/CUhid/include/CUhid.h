/* HID devices through /dev/uhid (linux/uhid.h, Documentation/hid/uhid.rst).
 *
 * The descriptor is the caller's: opened non-blocking and close-on-exec, never closed here; closing its last copy
 * removes the device. Functions return 0 or -errno unless said otherwise. */
#pragma once

#include <stddef.h>
#include <stdint.h>

/* The longest report that is read or written. */
#define UHID_REPORT_LIMIT 128

/* What the device says of itself. */
struct uhid_description {
  const char *name, *phys, *uniq;
  uint16_t bus;
  uint32_t vendor, product, version;
  const uint8_t *descriptor;
  size_t descriptor_size;
};

/* UHID_CREATE2: the kernel looks for a driver, which asks for features at once. */
int uhid_create(int descriptor, const struct uhid_description *description);

/* UHID_DESTROY: the device disappears, the descriptor stays open. */
int uhid_destroy(int descriptor);

/* UHID_INPUT2: one report of at most UHID_REPORT_LIMIT bytes, its number first, in one write(2). */
int uhid_input(int descriptor, const uint8_t *bytes, size_t size);

/* What the kernel says or wants. */
enum uhid_kind {
  /* UHID_START, and whatever a later kernel has to say. */
  UHID_KIND_OTHER,
  /* UHID_STOP: the driver has let go. */
  UHID_KIND_STOP,
  /* UHID_OPEN, UHID_CLOSE: the first has begun, and the last has ceased, to listen. */
  UHID_KIND_OPEN,
  UHID_KIND_CLOSE,
  /* UHID_OUTPUT: an output report has come. */
  UHID_KIND_OUTPUT,
  /* UHID_GET_REPORT: a feature is asked for; somebody waits for the answer, for 5 s. */
  UHID_KIND_GET_FEATURE,
  /* UHID_SET_REPORT: an output report, or one of another type; somebody waits for the answer, for 5 s. */
  UHID_KIND_SET_OUTPUT,
  UHID_KIND_SET_OTHER,
};

/* One message of the kernel's; the bytes of a report are elsewhere. */
struct uhid_message {
  enum uhid_kind kind;
  /* What the answer has to name. */
  uint32_t id;
  /* The number of the report that is asked for. */
  uint8_t number;
  /* How many bytes the report has that has come. */
  uint16_t size;
};

/* The next message, with the report that came, if any, in `bytes`, cut off at UHID_REPORT_LIMIT: 1; or 0 when there
 * is none now. */
int uhid_next(int descriptor, struct uhid_message *message, uint8_t *bytes);

/* UHID_GET_REPORT_REPLY: the feature with its number first; without bytes, that there is none. */
int uhid_answer_get(int descriptor, uint32_t id, const uint8_t *bytes, size_t size);

/* UHID_SET_REPORT_REPLY: taken, or not. */
int uhid_answer_set(int descriptor, uint32_t id, int is_taken);
