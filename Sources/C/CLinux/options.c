#define _GNU_SOURCE
#include "CLinux.h"

#include <getopt.h>

enum { OPTION_LIMIT = 63 };

struct linux_found linux_next_option(int count, char **arguments, const struct linux_option *options, int restart) {
  struct option table[OPTION_LIMIT + 1] = {{0}};
  char letters[3 * OPTION_LIMIT + 2] = ":";
  int length = 1;
  for (int i = 0; i < OPTION_LIMIT && options[i].name; i++) {
    table[i] = (struct option){options[i].name, options[i].has_value, 0, options[i].letter};
    if (options[i].letter > 255)
      continue;
    letters[length++] = (char)options[i].letter;
    for (int colon = 0; colon < options[i].has_value; colon++)
      letters[length++] = ':';
  }
  letters[length] = 0;
  opterr = 0;
  if (restart)
    optind = 0;
  int letter = getopt_long(count, arguments, letters, table, 0);
  return (struct linux_found){letter, optarg, optind};
}
