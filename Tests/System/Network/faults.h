/* The faults of a bad network: the same packets suffer the same for the same seed. */
#ifndef FAULTS_H
#define FAULTS_H

#include <stddef.h>
#include <stdint.h>

/* The faults of a link; times in ms, shares in percent. */
struct faults {
  double delay, jitter, loss, burst, longest, duplicate, reorder, hold, blackout;
};

/* A fault: its name, and the values that it can have. */
struct fault {
  const char *name, *unit, *help;
  size_t offset;
  double least, most;
};

/* All faults; the last entry has no name. */
extern const struct fault fault_table[];

/* A network without faults. */
extern const struct faults no_faults;

/* Sets the fault `name` to the number in `text`; returns -1 if there is no such fault or the number is out of range. */
int faults_set(struct faults *faults, const char *name, const char *text);

/* One direction of a link, and the numbers of packets that it has accepted, lost, duplicated, held back and
 * delivered. */
struct lane {
  uint64_t random;
  int is_bad;
  int64_t changes_at;
  uint64_t taken, lost, doubled, held, delivered;
};

/* Writes to `due` the arrival times of the copies of a packet sent at `time`; returns their number, 0 for a lost packet. */
int lane_submit(struct lane *lane, const struct faults *faults, int64_t time, int64_t due[2]);

/* Forgets whether the lane was good or bad, since the faults have changed. */
void lane_reset(struct lane *lane);

#endif
