#include "faults.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

const struct faults no_faults = {.burst = 1, .hold = 30};

#define FAULT(name, unit, least, most, help) {#name, unit, help, offsetof(struct faults, name), least, most}

const struct fault fault_table[] = {
    FAULT(delay, "MS", 0, 60000, "every packet takes MS milliseconds"),
    FAULT(jitter, "MS", 0, 60000, "and MS more on average, exponentially distributed: packets overtake each other"),
    FAULT(loss, "PERCENT", 0, 99, "packets are lost for PERCENT of the time"),
    FAULT(burst, "MS", 0, 60000, "for MS at a time on average, exponentially distributed (1); 0: each packet by itself"),
    FAULT(longest, "MS", 0, 60000, "and for MS at a time at most; 0: no limit"),
    FAULT(duplicate, "PERCENT", 0, 100, "PERCENT of the packets arrive twice"),
    FAULT(reorder, "PERCENT", 0, 100, "PERCENT of the packets are held back"),
    FAULT(hold, "MS", 0, 60000, "for MS (30)"),
    FAULT(blackout, "0|1", 0, 1, "1: nothing arrives at all, 0: that is over"),
    {NULL, NULL, NULL, 0, 0, 0},
};

int faults_set(struct faults *faults, const char *name, const char *text) {
  for (const struct fault *fault = fault_table; fault->name != NULL; fault++) {
    if (strcmp(fault->name, name) != 0) continue;
    char *end;
    double value = strtod(text, &end);
    if (end == text || *end != 0 || !(value >= fault->least && value <= fault->most)) return -1;
    *(double *)((char *)faults + fault->offset) = value;
    return 0;
  }
  return -1;
}

/* Returns a random number of at least 0 and below 1 (splitmix64). */
static double unit(struct lane *lane) {
  uint64_t mixed = lane->random += 0x9e3779b97f4a7c15;
  mixed = (mixed ^ mixed >> 30) * 0xbf58476d1ce4e5b9;
  mixed = (mixed ^ mixed >> 27) * 0x94d049bb133111eb;
  return (double)((mixed ^ mixed >> 31) >> 11) * 0x1p-53;
}

/* Returns an exponentially distributed time in ns, with a mean of `mean` ms. */
static int64_t exponential(struct lane *lane, double mean) {
  return (int64_t)(-log1p(-unit(lane)) * mean * 1e6);
}

/* Returns the time in ns for which the lane stays in its state, good or bad (the model of Gilbert and Elliott, over time). */
static int64_t stay(struct lane *lane, const struct faults *faults) {
  double share = faults->loss / 100;
  if (!lane->is_bad) return exponential(lane, faults->burst * (1 - share) / share);
  int64_t length = exponential(lane, faults->burst), longest = (int64_t)(faults->longest * 1e6);
  return longest > 0 && length > longest ? longest : length;
}

static int is_lost(struct lane *lane, const struct faults *faults, int64_t time) {
  if (faults->blackout > 0) return 1;
  if (faults->loss <= 0) return 0;
  if (faults->burst <= 0) return unit(lane) * 100 < faults->loss;
  if (lane->changes_at == 0) lane->changes_at = time + stay(lane, faults);
  while (lane->changes_at <= time) {
    lane->is_bad = !lane->is_bad;
    lane->changes_at += stay(lane, faults);
  }
  return lane->is_bad;
}

int lane_submit(struct lane *lane, const struct faults *faults, int64_t time, int64_t due[2]) {
  lane->taken++;
  if (is_lost(lane, faults, time)) {
    lane->lost++;
    return 0;
  }
  int copies = unit(lane) * 100 < faults->duplicate ? 2 : 1;
  lane->doubled += (uint64_t)(copies - 1);
  for (int copy = 0; copy < copies; copy++) {
    due[copy] = time + (int64_t)(faults->delay * 1e6) + exponential(lane, faults->jitter);
    if (unit(lane) * 100 >= faults->reorder) continue;
    due[copy] += (int64_t)(faults->hold * 1e6);
    lane->held++;
  }
  return copies;
}

void lane_reset(struct lane *lane) {
  lane->is_bad = 0;
  lane->changes_at = 0;
}
