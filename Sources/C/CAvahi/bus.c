#define _GNU_SOURCE
#include "internal.h"

#include <errno.h>
#include <stdlib.h>
#include <sys/epoll.h>
#include <unistd.h>

int avahi_bus_create(struct avahi_bus **created, int *descriptor) {
  struct avahi_bus *bus = calloc(1, sizeof *bus);
  if (bus == NULL) return -ENOMEM;
  bus->epoll = epoll_create1(EPOLL_CLOEXEC);
  if (bus->epoll < 0) {
    int error = errno;
    free(bus);
    return -error;
  }
  *created = bus;
  *descriptor = bus->epoll;
  return 0;
}

void avahi_bus_destroy(struct avahi_bus *bus) {
  avahi_bus_disconnect(bus);
  free(bus);
}

void avahi_bus_disconnect(struct avahi_bus *bus) {
  bus->message = sd_bus_message_unref(bus->message);
  /* sd_bus_flush_close_unref would block. Closing removes the descriptor from the epoll. */
  bus->bus = sd_bus_close_unref(bus->bus);
  bus->owner[0] = 0;
  bus->owner_call = 0;
  bus->interest = 0;
}

int64_t avahi_bus_send(struct avahi_bus *bus, sd_bus_message *message) {
  uint64_t number = 0;
  /* A call does not start the daemon: the machine's owner decides whether Avahi runs. */
  int result = sd_bus_message_set_auto_start(message, 0);
  if (result >= 0) result = sd_bus_send(bus->bus, message, &number);
  sd_bus_message_unref(message);
  if (result >= 0) result = bus_settle(bus->bus, bus->epoll, &bus->interest);
  return result < 0 ? result : (int64_t)number;
}

/* Calls a method of the bus itself with one string as its argument. */
static int64_t ask_bus(struct avahi_bus *bus, const char *member, const char *argument) {
  sd_bus_message *message = NULL;
  int result = sd_bus_message_new_method_call(bus->bus, &message, BUS_NAME, "/org/freedesktop/DBus", BUS_NAME, member);
  if (result >= 0) result = sd_bus_message_append_basic(message, 's', argument);
  if (result >= 0) return avahi_bus_send(bus, message);
  sd_bus_message_unref(message);
  return result;
}

/* Subscribes to Avahi's signals and to changes of the owner of its name, and then asks for the current owner. */
static int introduce(struct avahi_bus *bus) {
  int64_t result = ask_bus(bus, "AddMatch", "type='signal',sender='" AVAHI_NAME "'");
  if (result < 0) return (int)result;
  result = ask_bus(bus, "AddMatch", "type='signal',sender='" BUS_NAME "',interface='" BUS_NAME
                                    "',member='NameOwnerChanged',arg0='" AVAHI_NAME "'");
  if (result < 0) return (int)result;
  result = ask_bus(bus, "GetNameOwner", AVAHI_NAME);
  if (result < 0) return (int)result;
  bus->owner_call = (uint64_t)result;
  return 0;
}

int avahi_bus_connect(struct avahi_bus *bus) {
  avahi_bus_disconnect(bus);
  int result = sd_bus_open_system(&bus->bus);
  if (result >= 0) result = introduce(bus);
  if (result < 0) avahi_bus_disconnect(bus);
  return result < 0 ? result : 0;
}

int avahi_bus_next(struct avahi_bus *bus, struct avahi_event *event) {
  if (bus->bus == NULL) return 0;
  for (int count = 0; count < BUS_MESSAGE_LIMIT; count++) {
    bus->message = sd_bus_message_unref(bus->message);
    int result = sd_bus_process(bus->bus, &bus->message);
    if (result < 0) return result;
    if (result == 0) return bus_settle(bus->bus, bus->epoll, &bus->interest);
    if (bus->message != NULL && avahi_bus_read(bus, event)) return 1;
  }
  return bus_settle(bus->bus, bus->epoll, &bus->interest);
}

int64_t avahi_bus_deadline(struct avahi_bus *bus) {
  return bus->bus == NULL ? INT64_MAX : bus_deadline(bus->bus);
}
