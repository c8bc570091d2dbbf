#include "PageLoad.h"

#include <signal.h>
#include <stdio.h>
#include <string.h>

static const struct part {
  const char *name;
  int count;
  int (*run)(int count, char **arguments);
  const char *arguments, *what;
} parts[] = {
    {"pages", 3, pages_main, "PORT SECONDS PID", "plays a page at 60 Hz for each ticket on standard input; prints the CPU time of PID"},
    {"crowd", 6, crowd_main, "PORT PID COUNT RATE SECONDS LEAVES",
     "the same for COUNT pages, RATE times a second; prints memory, delays and cost; with LEAVES 1 also while nearly all leave"},
    {"handshakes", 3, handshakes_main, "PORT PID COUNT", "prints what a handshake costs PID, whole and resumed"},
    {"host", 1, host_main, "SOCKET", "gives each page of a gateway a slot until it is killed"},
    {"bare", 4, bare_main, "PORT SOCKET CERTIFICATE KEY", "runs the baseline of a gateway until it is killed"},
    {"channels", 5, channels_main, "PORT SOCKET CERTIFICATE KEY PASSWORD",
     "the same for data channels, to checks of STUN with this password"},
};

int main(int count, char **arguments) {
  signal(SIGPIPE, SIG_IGN);
  for (size_t index = 0; index < sizeof parts / sizeof parts[0]; index++) {
    const struct part *part = &parts[index];
    if (count == part->count + 2 && strcmp(arguments[1], part->name) == 0) return part->run(part->count, arguments + 2);
  }
  for (size_t index = 0; index < sizeof parts / sizeof parts[0]; index++) {
    fprintf(stderr, "page-load %s %s\n  %s\n", parts[index].name, parts[index].arguments, parts[index].what);
  }
  return 2;
}
