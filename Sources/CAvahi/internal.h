#pragma once

#include "CAvahi.h"

#include <systemd/sd-bus.h>

#define AVAHI_NAME "org.freedesktop.Avahi"
#define AVAHI_SERVER AVAHI_NAME ".Server"
#define AVAHI_GROUP AVAHI_NAME ".EntryGroup"
#define AVAHI_BROWSER AVAHI_NAME ".ServiceBrowser"
#define AVAHI_RESOLVER AVAHI_NAME ".ServiceResolver"
#define BUS_NAME "org.freedesktop.DBus"

/* A unique name of the bus has at most 255 bytes. */
#define OWNER_ROOM 256

struct avahi_bus {
  sd_bus *bus;
  /* What the strings of the last event belong to. */
  sd_bus_message *message;
  int epoll;
  uint32_t interest;
  /* The number of the question who owns Avahi's name. */
  uint64_t owner_call;
  /* Who owns it; empty: nobody. */
  char owner[OWNER_ROOM];
  uint8_t txt[AVAHI_TXT_ROOM];
};

/* Sends `message`, which it releases; the number of the call. */
int64_t avahi_bus_send(struct avahi_bus *bus, sd_bus_message *message);
/* Reads bus->message; 1 when that is an event, 0 when it is nothing to us. */
int avahi_bus_read(struct avahi_bus *bus, struct avahi_event *event);
