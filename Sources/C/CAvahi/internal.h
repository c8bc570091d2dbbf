#pragma once

#include "CAvahi.h"
#include "CBus.h"

#include <systemd/sd-bus.h>

#define AVAHI_NAME "org.freedesktop.Avahi"
#define AVAHI_SERVER AVAHI_NAME ".Server"
#define AVAHI_GROUP AVAHI_NAME ".EntryGroup"
#define AVAHI_BROWSER AVAHI_NAME ".ServiceBrowser"
#define AVAHI_RESOLVER AVAHI_NAME ".ServiceResolver"
#define BUS_NAME "org.freedesktop.DBus"

/* The room for a unique name of the bus, which has at most 255 bytes. */
#define OWNER_ROOM 256

struct avahi_bus {
  sd_bus *bus;
  /* The message that contains the last event's strings. */
  sd_bus_message *message;
  int epoll;
  uint32_t interest;
  /* The number of the call that asks for the owner of Avahi's name. */
  uint64_t owner_call;
  /* The unique name of the owner of Avahi's name; empty if there is none. */
  char owner[OWNER_ROOM];
  uint8_t txt[AVAHI_TXT_ROOM];
};

/* Sends `message` and releases it; returns the number of the call, or -errno. */
int64_t avahi_bus_send(struct avahi_bus *bus, sd_bus_message *message);
/* Reads bus->message; returns 1 if it is an event, or 0 if it should be ignored. */
int avahi_bus_read(struct avahi_bus *bus, struct avahi_event *event);
