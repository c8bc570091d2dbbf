#define _GNU_SOURCE
#include "RateMeter.h"

#include <dirent.h>
#include <errno.h>
#include <linux/perf_event.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/syscall.h>
#include <unistd.h>

int meter_counter(int process) {
  struct perf_event_attr wanted = {.type = PERF_TYPE_HARDWARE,
                                   .size = sizeof wanted,
                                   .config = PERF_COUNT_HW_INSTRUCTIONS,
                                   .inherit = 1,
                                   .exclude_kernel = 1,
                                   .exclude_hv = 1};
  return (int)syscall(SYS_perf_event_open, &wanted, process, -1, -1, PERF_FLAG_FD_CLOEXEC);
}

/* Opens `file` of the process, or of its thread unless `thread` is NULL. */
static FILE *open_file(int process, const char *thread, const char *file) {
  char path[300];
  if (thread == NULL) snprintf(path, sizeof path, "/proc/%d/%s", process, file);
  else snprintf(path, sizeof path, "/proc/%d/task/%s/%s", process, thread, file);
  return fopen(path, "re");
}

/* Adds the time and the voluntary switches of one thread; returns 1, or 0 if it has no such files. */
static int add_thread(int process, const char *thread, struct meter_usage *usage) {
  unsigned long long time = 0, switches = 0;
  char line[256];
  FILE *file = open_file(process, thread, "schedstat");
  if (file == NULL) return 0;
  int is_good = fscanf(file, "%llu", &time) == 1;
  fclose(file);
  file = open_file(process, thread, "status");
  if (file == NULL) return 0;
  while (fgets(line, sizeof line, file) != NULL)
    if (sscanf(line, "voluntary_ctxt_switches: %llu", &switches) == 1) break;
  fclose(file);
  usage->processor += time;
  usage->wakeups += switches;
  return is_good;
}

static int add_faults(int process, struct meter_usage *usage) {
  char line[1024];
  unsigned long long faults = 0;
  FILE *file = open_file(process, NULL, "stat");
  if (file == NULL) return 0;
  char *fields = fgets(line, sizeof line, file) == NULL ? NULL : strrchr(line, ')');
  fclose(file);
  if (fields == NULL || sscanf(fields + 1, " %*c %*d %*d %*d %*d %*d %*u %llu", &faults) != 1) return 0;
  usage->faults = faults;
  return 1;
}

int meter_usage(int process, int counter, struct meter_usage *usage) {
  char path[64];
  *usage = (struct meter_usage){.instructions = -1};
  snprintf(path, sizeof path, "/proc/%d/task", process);
  DIR *threads = opendir(path);
  if (threads == NULL) return -errno;
  int is_good = add_faults(process, usage);
  for (struct dirent *entry; is_good && (entry = readdir(threads)) != NULL;)
    if (entry->d_name[0] != '.') is_good = add_thread(process, entry->d_name, usage);
  closedir(threads);
  uint64_t instructions = 0;
  if (counter >= 0 && read(counter, &instructions, sizeof instructions) == sizeof instructions)
    usage->instructions = (int64_t)instructions;
  return is_good ? 0 : -ESRCH;
}
