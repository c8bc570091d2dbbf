#define _GNU_SOURCE
#include "CBus.h"
#include "CGameMode.h"

#include <errno.h>
#include <stdlib.h>
#include <string.h>
#include <sys/epoll.h>
#include <unistd.h>

#include <systemd/sd-bus.h>

#define NAME "com.feralinteractive.GameMode"
#define PATH "/com/feralinteractive/GameMode"
#define BUS "org.freedesktop.DBus"

struct gamemode_bus {
  sd_bus *bus;
  sd_bus_slot *question;
  int epoll;
  uint32_t interest;
  int is_changed;
  int is_listed;
  /* The number of games in the last list; -1 without a list, as when GameMode does not run. */
  int count;
  int32_t games[GAMEMODE_ROOM];
};

static int on_change(sd_bus_message *message, void *owner, sd_bus_error *error) {
  (void)message;
  (void)error;
  ((struct gamemode_bus *)owner)->is_changed = 1;
  return 0;
}

/* Reads the list of games, each with its process and its object. */
static int on_list(sd_bus_message *message, void *owner, sd_bus_error *error) {
  struct gamemode_bus *bus = owner;
  (void)error;
  bus->question = sd_bus_slot_unref(bus->question);
  bus->is_listed = 1;
  bus->count = -1;
  if (sd_bus_message_is_method_error(message, NULL)) return 0;
  if (sd_bus_message_enter_container(message, 'a', "(io)") < 0) return 0;
  int32_t process;
  const char *object;
  bus->count = 0;
  while (bus->count < GAMEMODE_ROOM && sd_bus_message_read(message, "(io)", &process, &object) > 0)
    bus->games[bus->count++] = process;
  return 0;
}

/* Subscribes to GameMode's signals, and to its beginning and its end. A signal only leads to a question, so a signal that
 * another program has forged does no harm. */
static int subscribe(struct gamemode_bus *bus) {
  const char *games = "type='signal',path='" PATH "',interface='" NAME "'";
  const char *owner = "type='signal',sender='" BUS "',interface='" BUS "',member='NameOwnerChanged',arg0='" NAME "'";
  int result = sd_bus_add_match_async(bus->bus, NULL, games, on_change, NULL, bus);
  if (result >= 0) result = sd_bus_add_match_async(bus->bus, NULL, owner, on_change, NULL, bus);
  return result < 0 ? result : bus_settle(bus->bus, bus->epoll, &bus->interest);
}

int gamemode_open(struct gamemode_bus **opened, int *descriptor) {
  struct gamemode_bus *bus = calloc(1, sizeof *bus);
  if (bus == NULL) return -ENOMEM;
  bus->count = -1;
  bus->epoll = epoll_create1(EPOLL_CLOEXEC);
  int result = bus->epoll < 0 ? -errno : sd_bus_open_user(&bus->bus);
  if (result >= 0) result = subscribe(bus);
  if (result < 0) {
    if (bus->epoll >= 0) close(bus->epoll);
    gamemode_close(bus);
    return result;
  }
  *opened = bus;
  *descriptor = bus->epoll;
  return 0;
}

void gamemode_close(struct gamemode_bus *bus) {
  sd_bus_slot_unref(bus->question);
  /* sd_bus_flush_close_unref would block. */
  sd_bus_close_unref(bus->bus);
  free(bus);
}

int gamemode_ask(struct gamemode_bus *bus) {
  sd_bus_message *message = NULL;
  bus->question = sd_bus_slot_unref(bus->question);
  int result = sd_bus_message_new_method_call(bus->bus, &message, NAME, PATH, NAME, "ListGames");
  /* The call does not start GameMode: the user decides whether it runs. */
  if (result >= 0) result = sd_bus_message_set_auto_start(message, 0);
  if (result >= 0) result = sd_bus_call_async(bus->bus, &bus->question, message, on_list, bus, 0);
  sd_bus_message_unref(message);
  return result < 0 ? result : bus_settle(bus->bus, bus->epoll, &bus->interest);
}

int gamemode_next(struct gamemode_bus *bus) {
  for (int count = 0; count < BUS_MESSAGE_LIMIT && !bus->is_changed && !bus->is_listed; count++) {
    int result = sd_bus_process(bus->bus, NULL);
    if (result < 0) return result;
    if (result == 0) break;
  }
  int result = bus_settle(bus->bus, bus->epoll, &bus->interest);
  if (result < 0) return result;
  if (bus->is_listed) {
    bus->is_listed = 0;
    return GAMEMODE_LIST;
  }
  if (!bus->is_changed) return GAMEMODE_NOTHING;
  bus->is_changed = 0;
  return GAMEMODE_CHANGE;
}

int gamemode_games(const struct gamemode_bus *bus, int32_t games[GAMEMODE_ROOM]) {
  if (bus->count > 0) memcpy(games, bus->games, (size_t)bus->count * sizeof *games);
  return bus->count;
}

int64_t gamemode_deadline(struct gamemode_bus *bus) { return bus_deadline(bus->bus); }
