/* The daemon of Avahi over the system bus: its D-Bus interface (org.freedesktop.Avahi) by way of libsystemd's sd-bus(3).
 *
 * Nothing here ever waits. Calls are sent and numbered, and what the daemon says comes as events, one after the other;
 * the answer to a call carries its number. One descriptor, an epoll(7) of our own, is readable when there is something
 * to do, whatever becomes of the connection below it.
 *
 * Unless said otherwise a function returns 0 or more, or -errno. */
#pragma once

#include <stddef.h>
#include <stdint.h>

/* What has happened; which members are set stands beside each. */
enum avahi_kind {
  AVAHI_PRESENCE,       /* number: 1 when there is an Avahi daemon now, else 0; a new one comes without a 0 before it */
  AVAHI_ANSWER,         /* call; path (may be empty) or number */
  AVAHI_REFUSAL,        /* call; number: 1 when the name is taken, else 0 */
  AVAHI_SERVER_STATE,   /* number: AvahiServerState */
  AVAHI_GROUP_STATE,    /* path; number: AvahiEntryGroupState */
  AVAHI_APPEARANCE,     /* interface, protocol, name, domain */
  AVAHI_DISAPPEARANCE,  /* the same */
  AVAHI_RESOLUTION,     /* the same, address, port, txt */
  AVAHI_BROWSER_FAILURE /* path */
};

/* AvahiServerState and AvahiEntryGroupState of avahi-common/defs.h, as far as they matter. */
#define AVAHI_SERVER_RUNS 2
#define AVAHI_GROUP_COLLIDES 3
#define AVAHI_GROUP_FAILS 4

/* Room for the TXT record, in the form of RFC 6763 section 6.1: each string behind its length. */
#define AVAHI_TXT_ROOM 1300

/* The strings are never NULL, and good until the next call of avahi_bus_next. */
struct avahi_event {
  int kind;
  uint64_t call;
  int32_t number;
  int32_t interface;
  int32_t protocol;
  uint16_t port;
  const char *path;
  const char *name;
  const char *domain;
  const char *address;
  const uint8_t *txt;
  size_t txt_size;
};

struct avahi_bus;

/* Not yet connected; `descriptor` is the caller's to close, after the bus. */
int avahi_bus_create(struct avahi_bus **bus, int *descriptor);
void avahi_bus_destroy(struct avahi_bus *bus);
/* Begins a connection in the place of the former one; -ENOENT: there is no system bus. */
int avahi_bus_connect(struct avahi_bus *bus);
void avahi_bus_disconnect(struct avahi_bus *bus);
/* 1 and the next event, 0 when there is none now, -errno when the connection is gone. */
int avahi_bus_next(struct avahi_bus *bus, struct avahi_event *event);
/* When avahi_bus_next has something to do without the descriptor, in ns of CLOCK_MONOTONIC; INT64_MAX: never. */
int64_t avahi_bus_deadline(struct avahi_bus *bus);

/* The calls. Each returns its number, which is positive. `txt` has the form of avahi_event. */
int64_t avahi_ask_state(struct avahi_bus *bus);
int64_t avahi_make_group(struct avahi_bus *bus);
int64_t avahi_add_service(struct avahi_bus *bus, const char *group, const char *name, const char *type, uint16_t port,
                          const uint8_t *txt, size_t txt_size);
int64_t avahi_update_service(struct avahi_bus *bus, const char *group, const char *name, const char *type,
                             const uint8_t *txt, size_t txt_size);
int64_t avahi_commit_group(struct avahi_bus *bus, const char *group);
int64_t avahi_free_group(struct avahi_bus *bus, const char *group);
int64_t avahi_browse(struct avahi_bus *bus, const char *type);
/* Looks up one service that a browser has shown, and again whenever it changes. */
int64_t avahi_resolve(struct avahi_bus *bus, int32_t interface, int32_t protocol, const char *name, const char *type,
                      const char *domain);
int64_t avahi_free_resolver(struct avahi_bus *bus, const char *resolver);
