#define _GNU_SOURCE
#include "internal.h"

#include <arpa/inet.h>
#include <errno.h>
#include <netinet/tcp.h>
#include <stdlib.h>
#include <string.h>
#include <sys/socket.h>

/* The most bytes that are written but not sent yet; more would be outdated on arrival. */
#define BACKLOG 2048
/* The most connections that are tried when one has to give way. */
#define GIVING_WAY 4

struct address {
  uint64_t high;
  uint64_t low;
};

static uint64_t part(const uint8_t *bytes) {
  uint64_t value = 0;
  for (int index = 0; index < 8; index++) value = value << 8 | bytes[index];
  return value;
}

static int other_end(int descriptor, struct address *address) {
  struct sockaddr_storage storage = {0};
  socklen_t size = sizeof storage;
  if (getpeername(descriptor, (struct sockaddr *)&storage, &size) < 0) return -1;
  if (storage.ss_family == AF_INET) {
    const struct sockaddr_in *v4 = (const struct sockaddr_in *)&storage;
    *address = (struct address){.low = 0xffff00000000u | ntohl(v4->sin_addr.s_addr)};
    return 0;
  }
  const struct sockaddr_in6 *v6 = (const struct sockaddr_in6 *)&storage;
  *address = (struct address){part(v6->sin6_addr.s6_addr), part(v6->sin6_addr.s6_addr + 8)};
  return 0;
}

/* Returns 1 if both belong to one household: the same IPv4 address, or the same /64 of IPv6, which one household owns. Without an
 * address, all are one household. */
static int is_same(const struct web_connection *other, const struct address *address) {
  if (address == NULL) return 1;
  int is_v4 = address->high == 0 && address->low >> 32 == 0xffff;
  return other->high == address->high && (!is_v4 || other->low == address->low);
}

/* Returns 1 if the connection may be ended for a new one, because its peer has shown no ticket. */
static int may_give_way(const struct web_connection *connection) {
  return connection != NULL && !connection->is_socket && !connection->is_stream;
}

/* Returns the oldest connection of a household that may give way and has an age of at least `least`; NULL if there is none. */
static struct web_connection *oldest(struct web_server *server, const struct address *household, uint64_t least) {
  struct web_connection *found = NULL;
  for (int index = 0; index < WEB_CONNECTION_LIMIT; index++) {
    struct web_connection *other = server->connections[index];
    if (!may_give_way(other) || !is_same(other, household) || other->age < least) continue;
    if (found == NULL || other->age < found->age) found = other;
  }
  return found;
}

/* Ends the oldest connection of a household that may give way; returns 1 if a place is free then, otherwise 0. A connection that
 * still has data for a peer that does not read ends only after a while; then the next oldest is tried. */
static int make_room(struct web_server *server, const struct address *household) {
  struct web_connection *victim = oldest(server, household, 0);
  for (int tries = 0; victim != NULL && tries < GIVING_WAY; tries++) {
    uint64_t age = victim->age;
    uint32_t number = victim->number;
    // The first call says goodbye and waits for the answer, the second one does not wait.
    for (int time = 0; time < 2 && web_find(server, number) != NULL; time++) {
      lws_set_timeout(victim->wsi, PENDING_TIMEOUT_CLOSE_SEND, LWS_TO_KILL_SYNC);
    }
    if (web_find(server, number) == NULL) return 1;
    victim = oldest(server, household, age + 1);
  }
  return 0;
}

int web_has_room(struct web_server *server, int descriptor) {
  struct address address;
  int total = 0, same = 0;
  if (other_end(descriptor, &address) < 0) return 0;
  for (int index = 0; index < WEB_CONNECTION_LIMIT; index++) {
    const struct web_connection *other = server->connections[index];
    if (other == NULL) continue;
    total++;
    same += is_same(other, &address);
  }
  int is_full = same >= WEB_ADDRESS_LIMIT || total >= WEB_CONNECTION_LIMIT;
  if (!is_full || make_room(server, same >= WEB_ADDRESS_LIMIT ? &address : NULL)) return 1;
  server->refusals++;
  return 0;
}

int web_add(struct web_server *server, struct lws *wsi) {
  struct address address;
  int descriptor = lws_get_socket_fd(wsi);
  uint32_t place = 0;
  while (place < WEB_CONNECTION_LIMIT && server->connections[place] != NULL) place++;
  if (place == WEB_CONNECTION_LIMIT || other_end(descriptor, &address) < 0) return -1;
  struct web_connection *connection = calloc(1, sizeof *connection);
  if (connection == NULL) return -1;
  int backlog = BACKLOG, yes = 1;
  setsockopt(descriptor, IPPROTO_TCP, TCP_NOTSENT_LOWAT, &backlog, sizeof backlog);
  setsockopt(descriptor, SOL_SOCKET, SO_OOBINLINE, &yes, sizeof yes);
  connection->server = server;
  connection->wsi = wsi;
  connection->is_plain = server->plain != NULL && lws_get_vhost(wsi) == server->plain;
  connection->age = server->round++;
  connection->number = ((uint32_t)connection->age * WEB_CONNECTION_LIMIT + place) & WEB_NUMBERS;
  connection->high = address.high;
  connection->low = address.low;
  server->connections[place] = connection;
  lws_set_opaque_user_data(wsi, connection);
  return 0;
}

int web_descriptor(struct web_server *server, uint32_t number) {
  const struct web_connection *connection = web_find(server, number);
  return connection == NULL ? -EBADF : lws_get_socket_fd(connection->wsi);
}

void web_forget(struct web_connection *connection) {
  int is_known = connection->is_stream || connection->is_socket || connection->is_judged;
  connection->is_stream = connection->is_socket = connection->is_judged = 0;
  if (is_known) web_tell(connection, WEB_CLOSED);
}

void web_drop(struct web_connection *connection) {
  web_forget(connection);
  lws_set_opaque_user_data(connection->wsi, NULL);
  connection->server->connections[connection->number % WEB_CONNECTION_LIMIT] = NULL;
  free(connection);
}

struct web_connection *web_find(struct web_server *server, uint32_t number) {
  struct web_connection *connection = server->connections[number % WEB_CONNECTION_LIMIT];
  return connection != NULL && connection->number == number ? connection : NULL;
}
