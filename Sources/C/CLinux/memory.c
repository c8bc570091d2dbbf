#define _GNU_SOURCE
#include "CLinux.h"

#include <errno.h>
#include <stdio.h>
#include <sys/mman.h>
#include <sys/resource.h>

/* A mapping listed in /proc/self/smaps whose pages are those of a file: nothing can write to it, and none of its
   pages is a private copy, as relocated pages are. */
struct mapping {
  unsigned long start, end;
};

static int next_of_file(FILE *list, struct mapping *found) {
  char line[512], rights[5], path[2];
  unsigned long start, end, copied;
  int is_of_file = 0;
  while (fgets(line, sizeof line, list) != NULL) {
    int fields = sscanf(line, "%lx-%lx %4s %*s %*s %*s %1s", &start, &end, rights, path);
    if (fields >= 3) {
      is_of_file = fields == 4 && path[0] == '/' && rights[1] == '-';
      *found = (struct mapping){start, end};
    } else if (is_of_file && sscanf(line, "Anonymous: %lu", &copied) == 1 && copied == 0) {
      return 1;
    }
  }
  return 0;
}

static int release_files(void) {
  FILE *list = fopen("/proc/self/smaps", "re");
  if (list == NULL) return -errno;
  struct mapping mapping;
  while (next_of_file(list, &mapping))
    madvise((void *)mapping.start, mapping.end - mapping.start, MADV_DONTNEED);
  fclose(list);
  return 0;
}

/* With a limit, a later allocation would fail once all mappings together, used or not, are larger than the limit. */
static int lock(void) {
  struct rlimit limit;
  if (getrlimit(RLIMIT_MEMLOCK, &limit) < 0) return -errno;
  if (limit.rlim_cur != RLIM_INFINITY) return -EPERM;
  return mlockall(MCL_CURRENT | MCL_FUTURE | MCL_ONFAULT) < 0 ? -errno : 0;
}

int linux_settle_memory(void) {
  munlockall();
  int result = release_files();
  return result < 0 ? result : lock();
}
