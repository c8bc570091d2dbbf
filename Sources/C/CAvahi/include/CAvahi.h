/* The interface of Avahi's daemon on the system bus (org.freedesktop.Avahi), through libsystemd's sd-bus(3).
 *
 * No function blocks. Calls are sent and numbered. The daemon's messages are returned as events, one by one; the
 * answer to a call contains the call's number. One descriptor, an epoll(7), is readable when there is something to
 * do. It stays the same when the underlying connection is renewed.
 *
 * Unless said otherwise a function returns 0 or more, or -errno. */
#pragma once

#include <stddef.h>
#include <stdint.h>

/* The kinds of event. The comment on each lists the members of avahi_event that it uses. */
enum avahi_kind {
  AVAHI_PRESENCE,       /* number: 1 if an Avahi daemon is present, else 0; a new daemon may follow without a 0 */
  AVAHI_ANSWER,         /* call; path (may be empty) or number */
  AVAHI_REFUSAL,        /* call; number: 1 if the name is taken, else 0 */
  AVAHI_SERVER_STATE,   /* number: AvahiServerState */
  AVAHI_GROUP_STATE,    /* path; number: AvahiEntryGroupState */
  AVAHI_APPEARANCE,     /* interface, protocol, name, domain */
  AVAHI_DISAPPEARANCE,  /* interface, protocol, name, domain */
  AVAHI_RESOLUTION,     /* interface, protocol, name, domain, address, port, txt */
  AVAHI_BROWSER_FAILURE /* path */
};

/* The values of AvahiServerState and AvahiEntryGroupState that callers look for (avahi-common/defs.h). */
#define AVAHI_SERVER_RUNS 2
#define AVAHI_GROUP_COLLIDES 3
#define AVAHI_GROUP_FAILS 4

/* The room for the TXT record, in bytes. The record has the form of RFC 6763 section 6.1: each string follows a byte
 * with its length. */
#define AVAHI_TXT_ROOM 1300

/* An event. Its strings are never NULL, and are valid until the next call of avahi_bus_next. */
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

/* Creates a bus without a connection. The caller closes `descriptor` after destroying the bus. */
int avahi_bus_create(struct avahi_bus **bus, int *descriptor);
void avahi_bus_destroy(struct avahi_bus *bus);
/* Replaces the connection with a new one; returns -ENOENT without a system bus. */
int avahi_bus_connect(struct avahi_bus *bus);
void avahi_bus_disconnect(struct avahi_bus *bus);
/* Returns 1 and the next event, 0 if none is waiting, or -errno if the connection is lost. */
int avahi_bus_next(struct avahi_bus *bus, struct avahi_event *event);
/* Returns the time at which avahi_bus_next has something to do even without a readable descriptor, in ns on
 * CLOCK_MONOTONIC; INT64_MAX for never. */
int64_t avahi_bus_deadline(struct avahi_bus *bus);

/* The calls. Each returns its call's number, which is positive, or -errno. `txt` has the form of that in
 * avahi_event. */
int64_t avahi_ask_state(struct avahi_bus *bus);
int64_t avahi_make_group(struct avahi_bus *bus);
int64_t avahi_add_service(struct avahi_bus *bus, const char *group, const char *name, const char *type, uint16_t port,
                          const uint8_t *txt, size_t txt_size);
int64_t avahi_update_service(struct avahi_bus *bus, const char *group, const char *name, const char *type,
                             const uint8_t *txt, size_t txt_size);
int64_t avahi_commit_group(struct avahi_bus *bus, const char *group);
int64_t avahi_free_group(struct avahi_bus *bus, const char *group);
int64_t avahi_browse(struct avahi_bus *bus, const char *type);
/* Looks up one service that a browser has reported, and reports every later change to it. */
int64_t avahi_resolve(struct avahi_bus *bus, int32_t interface, int32_t protocol, const char *name, const char *type,
                      const char *domain);
int64_t avahi_free_resolver(struct avahi_bus *bus, const char *resolver);
