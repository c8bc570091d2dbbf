#define _GNU_SOURCE
#include "internal.h"

#include <errno.h>
#include <string.h>

/* AVAHI_IF_UNSPEC and AVAHI_PROTO_UNSPEC: every interface, IPv4 and IPv6. */
static const int32_t any = -1;
static const char server_path[] = "/";

/* Sends `message`, or releases it if `result` shows that it could not be built. */
static int64_t finish(struct avahi_bus *bus, sd_bus_message *message, int result) {
  if (result >= 0) return avahi_bus_send(bus, message);
  sd_bus_message_unref(message);
  return result;
}

/* Calls a method that has no arguments. */
static int64_t call(struct avahi_bus *bus, const char *path, const char *interface, const char *member) {
  if (bus->bus == NULL) return -ENOTCONN;
  sd_bus_message *message = NULL;
  int result = sd_bus_message_new_method_call(bus->bus, &message, AVAHI_NAME, path, interface, member);
  return finish(bus, message, result);
}

int64_t avahi_ask_state(struct avahi_bus *bus) { return call(bus, server_path, AVAHI_SERVER, "GetState"); }

int64_t avahi_make_group(struct avahi_bus *bus) { return call(bus, server_path, AVAHI_SERVER, "EntryGroupNew"); }

int64_t avahi_commit_group(struct avahi_bus *bus, const char *group) { return call(bus, group, AVAHI_GROUP, "Commit"); }

int64_t avahi_free_group(struct avahi_bus *bus, const char *group) { return call(bus, group, AVAHI_GROUP, "Free"); }

int64_t avahi_free_resolver(struct avahi_bus *bus, const char *resolver) {
  return call(bus, resolver, AVAHI_RESOLVER, "Free");
}

/* Appends the strings of `txt`, each after a byte with its length, as `aay`. */
static int append_txt(sd_bus_message *message, const uint8_t *txt, size_t size) {
  int result = sd_bus_message_open_container(message, 'a', "ay");
  for (size_t at = 0; result >= 0 && at < size; at += 1u + txt[at]) {
    if (at + 1 + txt[at] > size) return -EINVAL;
    result = sd_bus_message_append_array(message, 'y', txt + at + 1, txt[at]);
  }
  return result < 0 ? result : sd_bus_message_close_container(message);
}

int64_t avahi_add_service(struct avahi_bus *bus, const char *group, const char *name, const char *type, uint16_t port,
                          const uint8_t *txt, size_t txt_size) {
  if (bus->bus == NULL) return -ENOTCONN;
  sd_bus_message *message = NULL;
  int result = sd_bus_message_new_method_call(bus->bus, &message, AVAHI_NAME, group, AVAHI_GROUP, "AddService");
  if (result >= 0) result = sd_bus_message_append(message, "iiussssq", any, any, 0u, name, type, "", "", port);
  if (result >= 0) result = append_txt(message, txt, txt_size);
  return finish(bus, message, result);
}

int64_t avahi_update_service(struct avahi_bus *bus, const char *group, const char *name, const char *type,
                             const uint8_t *txt, size_t txt_size) {
  if (bus->bus == NULL) return -ENOTCONN;
  sd_bus_message *message = NULL;
  int result = sd_bus_message_new_method_call(bus->bus, &message, AVAHI_NAME, group, AVAHI_GROUP, "UpdateServiceTxt");
  if (result >= 0) result = sd_bus_message_append(message, "iiusss", any, any, 0u, name, type, "");
  if (result >= 0) result = append_txt(message, txt, txt_size);
  return finish(bus, message, result);
}

int64_t avahi_browse(struct avahi_bus *bus, const char *type) {
  if (bus->bus == NULL) return -ENOTCONN;
  sd_bus_message *message = NULL;
  int result =
      sd_bus_message_new_method_call(bus->bus, &message, AVAHI_NAME, server_path, AVAHI_SERVER, "ServiceBrowserNew");
  if (result >= 0) result = sd_bus_message_append(message, "iissu", any, any, type, "", 0u);
  return finish(bus, message, result);
}

int64_t avahi_resolve(struct avahi_bus *bus, int32_t interface, int32_t protocol, const char *name, const char *type,
                      const char *domain) {
  if (bus->bus == NULL) return -ENOTCONN;
  sd_bus_message *message = NULL;
  int result =
      sd_bus_message_new_method_call(bus->bus, &message, AVAHI_NAME, server_path, AVAHI_SERVER, "ServiceResolverNew");
  if (result >= 0)
    result = sd_bus_message_append(message, "iisssiu", interface, protocol, name, type, domain, protocol, 0u);
  return finish(bus, message, result);
}
