/* Virtual input devices through /dev/uinput, what games ask of them, and the reading of real ones with libevdev.
 *
 * The descriptor is the caller's: opened non-blocking and close-on-exec, for a virtual device to read and
 * write, never closed here. Functions return 0 or -errno unless said otherwise. */
#pragma once

#include <linux/input.h>
#include <stddef.h>
#include <stdint.h>

/* An absolute axis, as in EVIOCGABS. */
struct evdev_axis {
  uint16_t code;
  int32_t value, minimum, maximum, fuzz, flat, resolution;
};

/* What the device says of itself; with an effect_count it has two motors and plays so many effects. */
struct evdev_description {
  const char *name;
  const char *phys;
  uint16_t bus, vendor, product, version;
  const uint16_t *keys;
  size_t key_count;
  const struct evdev_axis *axes;
  size_t axis_count;
  const uint16_t *msc;
  size_t msc_count;
  const uint16_t *props;
  size_t prop_count;
  uint32_t effect_count;
};

/* UI_SET_PHYS, the bits and the axes, UI_DEV_SETUP, UI_DEV_CREATE; -EINVAL when the name has over 79 bytes. */
int evdev_create(int descriptor, const struct evdev_description *device);

/* UI_DEV_DESTROY: the device disappears, whoever else has a copy of the descriptor. */
void evdev_destroy(int descriptor);

/* UI_GET_SYSNAME: the name below /sys/devices/virtual/input, as "input7". */
int evdev_sysname(int descriptor, char *name, size_t capacity);

/* --- evdev_names.c --- */

/* libevdev_event_code_from_name(3) of a key of a keyboard, as "KEY_ENTER"; -EINVAL when there is none. */
int evdev_key_code(const char *name);

/* --- evdev_request.c: what games ask of a virtual device --- */

/* The effects that a device has room for, as a real pad (ff-memless). */
enum { EVDEV_EFFECT_LIMIT = 16 };

enum evdev_request_kind {
  EVDEV_NOTHING, /* something that asks for nothing */
  EVDEV_UPLOAD,  /* effect is now as described */
  EVDEV_ERASE,   /* effect is no more */
  EVDEV_PLAY,    /* play effect value times, 0: stop it */
  EVDEV_GAIN,    /* scale everything by value in 0xffff */
};

/* A request; the fields from type on are those of struct ff_effect: times in ms, rumble's two magnitudes up to
 * 0xffff, a periodic one and its levels up to 0x7fff. */
struct evdev_request {
  int32_t kind;
  int32_t effect;
  int32_t value;
  uint16_t type, length, delay;
  uint16_t strong, weak;
  uint16_t waveform;
  int16_t magnitude;
  uint16_t attack_length, attack_level, fade_length, fade_level;
};

/* Reads the next request: 1 and the request, 0 when there is none now. Uploads and erasures are granted here and
 * at once (UI_BEGIN_FF_*, UI_END_FF_*), as the game waits in its EVIOCSFF or EVIOCRMFF until then. */
int evdev_request_next(int descriptor, struct evdev_request *request);

/* --- evdev_reader.c: a pad that is plugged in --- */

/* What happened: a struct input_event without its time. */
struct evdev_event {
  uint16_t type, code;
  int32_t value;
};

/* libevdev_new_from_fd(3): -EINVAL when the device is no pad, -ENOTTY when it is no input device. */
int evdev_reader_open(int descriptor, void **reader);
void evdev_reader_close(void *reader);

/* libevdev_grab(3): nobody else sees the pad until its descriptor is closed; -EBUSY when another has it so. */
int evdev_reader_grab(void *reader);

/* libevdev_next_event(3): 1 and an event, 0 when there is none now, -ENODEV when the pad is gone. What the
 * kernel had to leave out comes as events too. */
int evdev_reader_next(void *reader, struct evdev_event *event);

/* The axis `code` as it is now: 1, or 0 when the pad has none. */
int evdev_reader_axis(void *reader, unsigned code, struct evdev_axis *axis);

/* Whether key `code` is down. */
int evdev_reader_key(void *reader, unsigned code);

/* The vendor of struct input_id. */
int evdev_reader_vendor(void *reader);

/* Where the pad says that it is plugged in, and its unique number; empty when it says nothing. */
const char *evdev_reader_phys(void *reader);
const char *evdev_reader_uniq(void *reader);
