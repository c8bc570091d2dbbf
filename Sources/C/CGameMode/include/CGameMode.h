/* The games that GameMode's daemon knows on the user's session bus (com.feralinteractive.GameMode), through libsystemd's
 * sd-bus(3).
 *
 * No function blocks, and none starts GameMode. One descriptor, an epoll(7), is readable when there is something to do. */
#pragma once

#include <stddef.h>
#include <stdint.h>

/* The maximum number of games in a list; those after it are left out. */
#define GAMEMODE_ROOM 64

struct gamemode_bus;

/* The news of gamemode_next. */
enum gamemode_news {
  GAMEMODE_NOTHING, /* no message waits */
  GAMEMODE_CHANGE,  /* the games may have changed, or GameMode has appeared or ended */
  GAMEMODE_LIST     /* the answer to gamemode_ask has arrived */
};

/* Connects to the session bus; returns 0, or -errno, which without a bus is -ENOMEDIUM, -ENOENT or -ECONNREFUSED. The
 * caller closes `descriptor` after gamemode_close. */
int gamemode_open(struct gamemode_bus **bus, int *descriptor);
void gamemode_close(struct gamemode_bus *bus);
/* Asks for the games. GAMEMODE_LIST reports the answer, or that GameMode does not run. Returns 0 or -errno. */
int gamemode_ask(struct gamemode_bus *bus);
/* Reads messages until there is news, which it returns; returns -errno if the connection is lost. */
int gamemode_next(struct gamemode_bus *bus);
/* Copies the numbers of the processes in the last list to `games`; returns their number, or -1 without a list, as when
 * GameMode does not run. */
int gamemode_games(const struct gamemode_bus *bus, int32_t games[GAMEMODE_ROOM]);
/* Returns the time at which gamemode_next has something to do even without a readable descriptor, in ns on
 * CLOCK_MONOTONIC; INT64_MAX for never. */
int64_t gamemode_deadline(struct gamemode_bus *bus);
