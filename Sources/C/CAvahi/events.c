#define _GNU_SOURCE
#include "internal.h"

#include <string.h>

/* A signal from Avahi and the function that reads its content. */
struct row {
  const char *interface;
  const char *member;
  int kind;
  int (*read)(struct avahi_bus *bus, struct avahi_event *event);
};

static int read_nothing(struct avahi_bus *bus, struct avahi_event *event) {
  (void)bus;
  (void)event;
  return 0;
}

static int read_state(struct avahi_bus *bus, struct avahi_event *event) {
  return sd_bus_message_read_basic(bus->message, 'i', &event->number);
}

/* Reads the fields at the beginning of the browser's and resolver's signals. */
static int read_service(struct avahi_bus *bus, struct avahi_event *event) {
  const char *type;
  return sd_bus_message_read(bus->message, "iisss", &event->interface, &event->protocol, &event->name, &type,
                             &event->domain);
}

/* Reads `aay` into the form of avahi_event; strings that do not fit are dropped. */
static int read_txt(struct avahi_bus *bus, struct avahi_event *event) {
  int result = sd_bus_message_enter_container(bus->message, 'a', "ay");
  size_t size = 0;
  while (result >= 0) {
    const void *string;
    size_t length;
    result = sd_bus_message_read_array(bus->message, 'y', &string, &length);
    if (result <= 0) break;
    if (length > UINT8_MAX || size + 1 + length > sizeof bus->txt) continue;
    bus->txt[size] = (uint8_t)length;
    if (length > 0) memcpy(bus->txt + size + 1, string, length);
    size += 1 + length;
  }
  event->txt = bus->txt;
  event->txt_size = size;
  return result < 0 ? result : sd_bus_message_exit_container(bus->message);
}

static int read_resolution(struct avahi_bus *bus, struct avahi_event *event) {
  int result = read_service(bus, event);
  const char *host;
  int32_t protocol;
  if (result >= 0)
    result = sd_bus_message_read(bus->message, "sisq", &host, &protocol, &event->address, &event->port);
  return result < 0 ? result : read_txt(bus, event);
}

static const struct row rows[] = {
    {AVAHI_SERVER, "StateChanged", AVAHI_SERVER_STATE, read_state},
    {AVAHI_GROUP, "StateChanged", AVAHI_GROUP_STATE, read_state},
    {AVAHI_BROWSER, "ItemNew", AVAHI_APPEARANCE, read_service},
    {AVAHI_BROWSER, "ItemRemove", AVAHI_DISAPPEARANCE, read_service},
    {AVAHI_BROWSER, "Failure", AVAHI_BROWSER_FAILURE, read_nothing},
    {AVAHI_RESOLVER, "Found", AVAHI_RESOLUTION, read_resolution},
};

/* Records the new owner of Avahi's name and makes the event AVAHI_PRESENCE. */
static int take_owner(struct avahi_bus *bus, const char *owner, struct avahi_event *event) {
  size_t length = strlen(owner);
  memcpy(bus->owner, length < OWNER_ROOM ? owner : "", length < OWNER_ROOM ? length + 1 : 1);
  event->kind = AVAHI_PRESENCE;
  event->number = bus->owner[0] != 0;
  return 1;
}

/* Reads an answer: an object path, a number, or nothing of interest. */
static int read_answer(struct avahi_bus *bus, struct avahi_event *event) {
  char type = 0;
  event->kind = AVAHI_ANSWER;
  if (sd_bus_message_peek_type(bus->message, &type, NULL) <= 0) return 1;
  if (type == 'o' || type == 's') return sd_bus_message_read_basic(bus->message, type, &event->path) >= 0;
  if (type == 'i') return sd_bus_message_read_basic(bus->message, type, &event->number) >= 0;
  return 1;
}

static int read_reply(struct avahi_bus *bus, struct avahi_event *event) {
  if (sd_bus_message_get_reply_cookie(bus->message, &event->call) < 0) return 0;
  int is_owner = event->call == bus->owner_call;
  if (sd_bus_message_is_method_error(bus->message, NULL)) {
    if (is_owner) return take_owner(bus, "", event);
    event->kind = AVAHI_REFUSAL;
    event->number = sd_bus_message_is_method_error(bus->message, AVAHI_NAME ".CollisionError") > 0;
    return 1;
  }
  if (!read_answer(bus, event)) return 0;
  return is_owner ? take_owner(bus, event->path, event) : 1;
}

/* Returns 1 if the message comes from the owner of Avahi's name, since any program on the bus can send signals. */
static int is_from_owner(struct avahi_bus *bus) {
  const char *sender = sd_bus_message_get_sender(bus->message);
  return sender != NULL && bus->owner[0] != 0 && strcmp(sender, bus->owner) == 0;
}

/* Reads NameOwnerChanged, which only the bus itself sends: name, old owner, new owner. */
static int read_owner_change(struct avahi_bus *bus, struct avahi_event *event) {
  const char *sender = sd_bus_message_get_sender(bus->message), *name, *former, *owner;
  if (sender == NULL || strcmp(sender, BUS_NAME) != 0) return 0;
  if (sd_bus_message_read(bus->message, "sss", &name, &former, &owner) < 0 || strcmp(name, AVAHI_NAME) != 0) return 0;
  return take_owner(bus, owner, event);
}

static int read_signal(struct avahi_bus *bus, struct avahi_event *event) {
  if (!is_from_owner(bus)) return 0;
  for (size_t index = 0; index < sizeof rows / sizeof *rows; index++) {
    if (!sd_bus_message_is_signal(bus->message, rows[index].interface, rows[index].member)) continue;
    const char *path = sd_bus_message_get_path(bus->message);
    event->kind = rows[index].kind;
    event->path = path != NULL ? path : "";
    return rows[index].read(bus, event) >= 0;
  }
  return 0;
}

int avahi_bus_read(struct avahi_bus *bus, struct avahi_event *event) {
  *event = (struct avahi_event){.path = "", .name = "", .domain = "", .address = "", .txt = bus->txt};
  uint8_t type = 0;
  if (sd_bus_message_get_type(bus->message, &type) < 0) return 0;
  if (type == SD_BUS_MESSAGE_METHOD_RETURN || type == SD_BUS_MESSAGE_METHOD_ERROR) return read_reply(bus, event);
  if (sd_bus_message_is_signal(bus->message, BUS_NAME, "NameOwnerChanged")) return read_owner_change(bus, event);
  return read_signal(bus, event);
}
