/* The pads of a soak test, and a thread that reads what they show.
 *
 * The pads are the kernel's. Alternatively, a socket takes the place of /dev/uinput: the library pads.so connects
 * every pad of the daemon to it, and sends it the events that the kernel would receive.
 *
 * A packet of a player has a mark, 1..<SOAK_MARKS, which the pad shows as its right stick's x axis: soak_axis(). The
 * right trigger shows the lowest eight bits of the mark, so that each report can be checked alone. A pad belongs to the
 * player of its first mark; a pad without a mark belongs to a page. */
#pragma once

#include <stddef.h>
#include <stdint.h>

#define SOAK_PLAYERS 16
/* The number of marks, which a player uses in turn; at 250 Hz they repeat after 16 s. */
#define SOAK_MARKS 4000

/* Listens at `path` for pads or, if `path` is NULL, waits for pads of the kernel, and starts the thread that reads them; returns
 * 0 or -errno. */
int soak_listen(const char *path);
/* Gives the calling thread the lowest real-time priority; the reader has the next one. Returns 0 or -errno. */
int soak_hurry(void);

/* Returns the time of CLOCK_MONOTONIC, in ns. */
int64_t soak_now(void);
/* Sleeps until the time `until`, in ns of CLOCK_MONOTONIC. */
void soak_sleep(int64_t until);

/* Returns the right stick's x axis for `mark` of `player`, 0..<SOAK_PLAYERS; it is never 0. */
int16_t soak_axis(int player, int mark);
/* Records that the packet with `mark` of `player` is sent now. */
void soak_note(int player, int mark);

/* The counts over all pads since soak_listen. */
struct soak_sums {
  uint64_t reports;      /* reports of all pads */
  uint64_t arrived;      /* noted marks that were shown */
  uint64_t wrong;        /* reports that show no packet of their player, and losses of events (SYN_DROPPED) */
  uint64_t page_presses; /* presses of the A button on pads without a mark */
  uint64_t plugged;      /* pads that were plugged in */
  uint64_t pads;         /* pads that are plugged in now */
};
struct soak_sums soak_sums(void);
/* Returns the presses of the A button on the pads of `player` since soak_listen. */
uint64_t soak_presses(int player);

/* Stores in `list` up to `capacity` latencies since the last call, in ns from soak_note to the reader; returns their number. */
size_t soak_latencies(uint32_t *list, size_t capacity);

/* Starts the motors of each pad that is plugged in, as a game would, for 0.2 s or the time in pads.so. Returns the number of pads with
 * a player's mark whose motors were started. */
int soak_rumble(void);
