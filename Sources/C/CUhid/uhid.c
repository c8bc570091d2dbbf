#include "CUhid.h"

#include <errno.h>
#include <linux/uhid.h>
#include <stddef.h>
#include <string.h>
#include <unistd.h>

_Static_assert(UHID_REPORT_LIMIT <= UHID_DATA_MAX, "linux/uhid.h");

#define SIZE_UP_TO(member) offsetof(struct uhid_event, u.member)

/* Writes the first `size` bytes of a message; the kernel assumes zeros for the rest. */
static int put(int descriptor, const struct uhid_event *event, size_t size) {
  ssize_t count;
  do count = write(descriptor, event, size);
  while (count < 0 && errno == EINTR);
  return count < 0 ? -errno : 0;
}

int uhid_create(int descriptor, const struct uhid_description *description) {
  struct uhid_event event = {.type = UHID_CREATE2};
  struct uhid_create2_req *request = &event.u.create2;
  if (description->descriptor_size > sizeof request->rd_data) return -EINVAL;
  strncpy((char *)request->name, description->name, sizeof request->name - 1);
  strncpy((char *)request->phys, description->phys, sizeof request->phys - 1);
  strncpy((char *)request->uniq, description->uniq, sizeof request->uniq - 1);
  request->bus = description->bus;
  request->vendor = description->vendor;
  request->product = description->product;
  request->version = description->version;
  request->rd_size = (uint16_t)description->descriptor_size;
  memcpy(request->rd_data, description->descriptor, description->descriptor_size);
  return put(descriptor, &event, SIZE_UP_TO(create2.rd_data) + description->descriptor_size);
}

int uhid_destroy(int descriptor) {
  struct uhid_event event;
  event.type = UHID_DESTROY;
  return put(descriptor, &event, sizeof event.type);
}

int uhid_input(int descriptor, const uint8_t *bytes, size_t size) {
  if (size > UHID_REPORT_LIMIT) return -EINVAL;
  struct uhid_event event;
  event.type = UHID_INPUT2;
  event.u.input2.size = (uint16_t)size;
  memcpy(event.u.input2.data, bytes, size);
  return put(descriptor, &event, SIZE_UP_TO(input2.data) + size);
}

/* Stores a received report in `bytes`, cut off at UHID_REPORT_LIMIT. */
static void keep(const uint8_t *data, size_t size, struct uhid_message *message, uint8_t *bytes) {
  if (size > UHID_REPORT_LIMIT) size = UHID_REPORT_LIMIT;
  memcpy(bytes, data, size);
  message->size = (uint16_t)size;
}

static void translate(const struct uhid_event *event, struct uhid_message *message, uint8_t *bytes) {
  *message = (struct uhid_message){.kind = UHID_KIND_OTHER};
  switch (event->type) {
  case UHID_STOP: message->kind = UHID_KIND_STOP; break;
  case UHID_OPEN: message->kind = UHID_KIND_OPEN; break;
  case UHID_CLOSE: message->kind = UHID_KIND_CLOSE; break;
  case UHID_OUTPUT:
    if (event->u.output.rtype != UHID_OUTPUT_REPORT) break;
    message->kind = UHID_KIND_OUTPUT;
    keep(event->u.output.data, event->u.output.size, message, bytes);
    break;
  case UHID_GET_REPORT:
    message->kind = UHID_KIND_GET_FEATURE;
    message->id = event->u.get_report.id;
    message->number = event->u.get_report.rtype == UHID_FEATURE_REPORT ? event->u.get_report.rnum : 0;
    break;
  case UHID_SET_REPORT:
    message->kind = event->u.set_report.rtype == UHID_OUTPUT_REPORT ? UHID_KIND_SET_OUTPUT : UHID_KIND_SET_OTHER;
    message->id = event->u.set_report.id;
    keep(event->u.set_report.data, event->u.set_report.size, message, bytes);
    break;
  }
}

int uhid_next(int descriptor, struct uhid_message *message, uint8_t *bytes) {
  struct uhid_event event;
  ssize_t count;
  do count = read(descriptor, &event, sizeof event);
  while (count < 0 && errno == EINTR);
  if (count < 0) return errno == EAGAIN ? 0 : -errno;
  if (count == 0) return -EPIPE;
  memset((char *)&event + count, 0, sizeof event - (size_t)count);
  translate(&event, message, bytes);
  return 1;
}

int uhid_answer_get(int descriptor, uint32_t id, const uint8_t *bytes, size_t size) {
  if (size > UHID_REPORT_LIMIT) return -EINVAL;
  struct uhid_event event;
  event.type = UHID_GET_REPORT_REPLY;
  event.u.get_report_reply.id = id;
  event.u.get_report_reply.err = size == 0 ? EIO : 0;
  event.u.get_report_reply.size = (uint16_t)size;
  if (size > 0) memcpy(event.u.get_report_reply.data, bytes, size);
  return put(descriptor, &event, SIZE_UP_TO(get_report_reply.data) + size);
}

int uhid_answer_set(int descriptor, uint32_t id, int is_taken) {
  struct uhid_event event;
  event.type = UHID_SET_REPORT_REPLY;
  event.u.set_report_reply.id = id;
  event.u.set_report_reply.err = is_taken ? 0 : EIO;
  return put(descriptor, &event, SIZE_UP_TO(set_report_reply) + sizeof event.u.set_report_reply);
}
