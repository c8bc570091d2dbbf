/* What a bad network does to packets, the same way for the same seed. */
#ifndef FAULTS_H
#define FAULTS_H

#include <stddef.h>
#include <stdint.h>

/* What can be asked for; times in ms, shares in percent. */
struct faults {
  double delay, jitter, loss, burst, longest, duplicate, reorder, hold, blackout;
};

/* One of them: what it is called, and which values it can have. */
struct fault {
  const char *name, *unit, *help;
  size_t offset;
  double least, most;
};

/* All of them; the last one has no name. */
extern const struct fault fault_table[];

/* A network without faults. */
extern const struct faults no_faults;

/* Sets the fault of that name to the number in `text`; -1 when there is no such fault, or it cannot be so. */
int faults_set(struct faults *faults, const char *name, const char *text);

/* One direction of a link, and what it has done. */
struct lane {
  uint64_t random;
  int is_bad;
  int64_t changes_at;
  uint64_t taken, lost, doubled, held, delivered;
};

/* When the copies of a packet that comes at `time` arrive, written to `due`; how many there are, 0 for a lost one. */
int lane_submit(struct lane *lane, const struct faults *faults, int64_t time, int64_t due[2]);

/* Forgets whether the lane was good or bad, since the faults have changed. */
void lane_reset(struct lane *lane);

#endif
