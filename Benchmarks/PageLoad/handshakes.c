/* Measures what a handshake of TLS 1.3 costs the server, full and resumed; each comes from another loopback address. */
#define _GNU_SOURCE
#include "PageLoad.h"

#include <poll.h>
#include <stdio.h>
#include <stdlib.h>
#include <unistd.h>

static SSL_SESSION *kept;
static int is_new;

static int keep(SSL *link, SSL_SESSION *session) {
  (void)link;
  SSL_SESSION_free(kept);
  kept = session;
  is_new = 1;
  return 1;
}

/* Makes a handshake, which resumes `session` unless it is NULL; then reads until the server has sent a new session. */
static void shake(SSL_CTX *context, uint16_t port, int number, SSL_SESSION *session) {
  struct link link = {.tls = SSL_new(context), .descriptor = connect_to(port, number), .masks = 1};
  if (link.tls == NULL || SSL_set_fd(link.tls, link.descriptor) != 1) give_up("TLS");
  if (session != NULL) SSL_set_session(link.tls, session);
  is_new = 0;
  if (SSL_connect(link.tls) != 1 || SSL_session_reused(link.tls) != (session != NULL)) give_up("a handshake");
  link_stop_waiting(&link);
  struct pollfd end = {.fd = link.descriptor, .events = POLLIN};
  while (!is_new && poll(&end, 1, 1000) > 0 && link_fill(&link)) {}
  /* Without the shutdown, OpenSSL considers the session bad and does not resume it. */
  SSL_shutdown(link.tls);
  SSL_free(link.tls);
  close(link.descriptor);
}

static void measure(const char *what, SSL_CTX *context, uint16_t port, const char *pid, int count, int resumes) {
  long used = -time_used(pid);
  uint32_t began = microseconds();
  for (int number = 1; number <= count; number++) {
    SSL_SESSION *session = resumes ? kept : NULL;
    if (session != NULL) SSL_SESSION_up_ref(session);
    shake(context, port, number, session);
    SSL_SESSION_free(session);
  }
  uint32_t took = microseconds() - began;
  used += time_used(pid);
  printf("handshakes, %s: %d in %u ms, %ld ns of the server each, so %ld a second of a core\n", what, count, took / 1000,
         used / count, 1000000000L * count / (used ? used : 1));
}

int handshakes_main(int arguments_count, char **arguments) {
  (void)arguments_count;
  uint16_t port = (uint16_t)atoi(arguments[0]);
  int count = atoi(arguments[2]);
  SSL_CTX *context = SSL_CTX_new(TLS_client_method());
  if (context == NULL || count < 1) give_up("TLS");
  SSL_CTX_set_session_cache_mode(context, SSL_SESS_CACHE_CLIENT | SSL_SESS_CACHE_NO_INTERNAL);
  SSL_CTX_sess_set_new_cb(context, keep);
  measure("whole", context, port, arguments[1], count, 0);
  measure("resumed", context, port, arguments[1], count, 1);
  return 0;
}
