/* HID devices through /dev/uhid (linux/uhid.h, Documentation/hid/uhid.rst).
 *
 * The caller owns the descriptor, and opens it non-blocking and close-on-exec. It is never closed here; closing its
 * last copy removes the device. Functions return 0 or -errno unless said otherwise. */
#pragma once

#include <stddef.h>
#include <stdint.h>

/* The size of the largest report that is read or written, in bytes. */
#define UHID_REPORT_LIMIT 128

/* The properties of a device, as it reports them. */
struct uhid_description {
  const char *name, *phys, *uniq;
  uint16_t bus;
  uint32_t vendor, product, version;
  const uint8_t *descriptor;
  size_t descriptor_size;
};

/* Creates the device (UHID_CREATE2). The kernel looks for a driver, which immediately asks for feature reports. */
int uhid_create(int descriptor, const struct uhid_description *description);

/* Removes the device (UHID_DESTROY); the descriptor stays open. */
int uhid_destroy(int descriptor);

/* Sends one report of at most UHID_REPORT_LIMIT bytes, its number first, in one write(2) (UHID_INPUT2). */
int uhid_input(int descriptor, const uint8_t *bytes, size_t size);

/* The kinds of message from the kernel. */
enum uhid_kind {
  /* UHID_START, a UHID_OUTPUT without an output report, and any message added by a later kernel. */
  UHID_KIND_OTHER,
  /* UHID_STOP: the driver has released the device. */
  UHID_KIND_STOP,
  /* UHID_OPEN: the first program has opened the device. */
  UHID_KIND_OPEN,
  /* UHID_CLOSE: the last program has closed the device. */
  UHID_KIND_CLOSE,
  /* UHID_OUTPUT: an output report has arrived. */
  UHID_KIND_OUTPUT,
  /* UHID_GET_REPORT: a program asks for a report, mostly a feature report, and waits up to 5 s for the answer. */
  UHID_KIND_GET_FEATURE,
  /* UHID_SET_REPORT: a program sends an output report, and waits up to 5 s for the answer. */
  UHID_KIND_SET_OUTPUT,
  /* UHID_SET_REPORT with a report of another type. */
  UHID_KIND_SET_OTHER,
};

/* A message from the kernel; the bytes of its report are stored elsewhere. */
struct uhid_message {
  enum uhid_kind kind;
  /* The number to repeat in the answer. */
  uint32_t id;
  /* The number of the requested feature report; 0 if a report of another type is requested. */
  uint8_t number;
  /* The size of the received report, in bytes. */
  uint16_t size;
};

/* Reads the next message; returns 1, or 0 if none is waiting. Its report, if any, is stored in `bytes`, cut off at
 * UHID_REPORT_LIMIT. */
int uhid_next(int descriptor, struct uhid_message *message, uint8_t *bytes);

/* Answers a request for a feature report, whose number comes first (UHID_GET_REPORT_REPLY); a size of 0 reports that
 * there is none. */
int uhid_answer_get(int descriptor, uint32_t id, const uint8_t *bytes, size_t size);

/* Answers UHID_SET_REPORT (UHID_SET_REPORT_REPLY); `is_taken` tells whether the report was accepted. */
int uhid_answer_set(int descriptor, uint32_t id, int is_taken);
