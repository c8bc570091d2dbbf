/* The measuring side of played-rates: the reader of the pads, the sender's clock, and the counters of a process.
 *
 * Each packet has a mark, 0..<METER_MARKS, by which the reader recognises it. The x axis of the packet's right stick is the
 * mark minus METER_CENTRE. The program has one meter, and one thread that sends. */
#pragma once

#include <stddef.h>
#include <stdint.h>

#define METER_MARKS 64000
#define METER_CENTRE 32000

/* Makes a FIFO at `path` and starts the thread that reads the pads' events from it; returns 0 or -errno. */
int meter_open(const char *path);
/* Gives the calling thread real-time priority, below that of the reader; its children do not inherit it. */
void meter_hurry(void);
/* Gives the first thread of `process` the lowest real-time priority, as tiltpad.service does. */
void meter_hurry_daemon(int process);
/* Returns 1 if the reader, the thread of meter_hurry and a daemon have real-time priority, otherwise 0. */
int meter_is_hurried(void);

/* Returns the time of CLOCK_MONOTONIC, in ns. */
int64_t meter_now(void);
/* Sleeps until the time `until`, in ns of CLOCK_MONOTONIC. */
void meter_sleep(int64_t until);

/* Forgets all marks and starts a list with room for `capacity` latencies; returns 0 or -errno. */
int meter_begin(size_t capacity);
/* Records that the packet with `mark` is sent now. */
void meter_note(uint32_t mark);
/* Returns the number of packets whose mark has arrived since meter_begin. */
size_t meter_arrived(void);
/* Returns the time from meter_note to the reader, in ns, of the packet that arrived as number `index`, from 0. */
uint32_t meter_latency(size_t index);
/* Returns the number of reports that were read since meter_begin. */
uint64_t meter_reports(void);
/* Returns the number of bytes that were read since meter_begin. */
uint64_t meter_bytes(void);

/* The resources that a process with all its threads has used since its start. */
struct meter_usage {
  uint64_t processor;    /* the time on a processor, in ns (schedstat) */
  uint64_t wakeups;      /* voluntary context switches */
  uint64_t faults;       /* minor faults */
  int64_t instructions;  /* in user mode, since meter_counter; -1 if the kernel or the processor counts none */
};

/* Starts to count the instructions of `process` (perf_event_open(2)); returns a descriptor, or -1 if that is not possible. */
int meter_counter(int process);
/* Reads the resources that `process` has used, and the instructions counted by `counter` unless that is -1; returns
 * 0 or -errno. */
int meter_usage(int process, int counter, struct meter_usage *usage);
