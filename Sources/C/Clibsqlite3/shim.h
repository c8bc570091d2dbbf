#include <sqlite3.h>

/* Sets whether the last connection to the file copies the log into it on closing; Swift cannot call a function with
 * `...`. */
static inline int clibsqlite3_empty_log_on_close(sqlite3 *file, int empties) {
  return sqlite3_db_config(file, SQLITE_DBCONFIG_NO_CKPT_ON_CLOSE, !empties, (int *)0);
}
