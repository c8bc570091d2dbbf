/* The faults of a bad network. The same seed causes the same faults for the same packets. */
#ifndef FAULTS_H
#define FAULTS_H

#include <stddef.h>
#include <stdint.h>

/* The faults of a link. Times are in ms, shares in percent. */
struct faults {
  double delay, jitter, loss, burst, longest, duplicate, reorder, hold, blackout;
};

/* A fault: its name, its unit, its help text, its place in `struct faults`, and the range of its values. */
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

/* One direction of a link, with its counts of packets: accepted, lost, duplicated, held back and delivered. */
struct lane {
  uint64_t random;
  int is_bad;
  int64_t changes_at;
  uint64_t taken, lost, doubled, held, delivered;
};

/* Writes the arrival times of a packet sent at `time` to `due`, one for each copy; returns their number, 0 if the packet is lost. */
int lane_submit(struct lane *lane, const struct faults *faults, int64_t time, int64_t due[2]);

/* Forgets whether the lane is good or bad. Call it after a change of the faults. */
void lane_reset(struct lane *lane);

#endif
