/* page-load pages PORT SECONDS PID            plays a page at 60 Hz for each ticket on standard input; prints the CPU time of PID
 * page-load bare PORT SOCKET CERTIFICATE KEY   runs the baseline of a gateway until it is killed
 * page-load channels PORT SOCKET CERTIFICATE KEY PASSWORD   the same for data channels, to checks of STUN with this password */
#include "PageLoad.h"

#include <signal.h>
#include <stdio.h>
#include <string.h>

int main(int count, char **arguments) {
  signal(SIGPIPE, SIG_IGN);
  if (count == 5 && strcmp(arguments[1], "pages") == 0) return pages_main(count - 2, arguments + 2);
  if (count == 6 && strcmp(arguments[1], "bare") == 0) return bare_main(count - 2, arguments + 2);
  if (count == 7 && strcmp(arguments[1], "channels") == 0) return channels_main(count - 2, arguments + 2);
  fprintf(stderr, "usage: page-load pages PORT SECONDS PID | bare PORT SOCKET CERTIFICATE KEY | channels PORT SOCKET CERTIFICATE KEY PASSWORD\n");
  return 2;
}
