/* Virtual input devices through /dev/uinput, games' requests to them, and real devices read with libevdev.
 *
 * The caller owns the descriptor, which is never closed here. It must be non-blocking and close-on-exec and, for a
 * virtual device, allow reading and writing. Functions return 0 or -errno unless said otherwise. */
#pragma once

#include <linux/input.h>
#include <stddef.h>
#include <stdint.h>

/* An absolute axis, as in EVIOCGABS. */
struct evdev_axis {
  uint16_t code;
  int32_t value, minimum, maximum, fuzz, flat, resolution;
};

/* The parts of a virtual device. A device whose effect_count is above 0 has room for as many effects as effect_count
 * states, of the kinds in `effects` (codes of type EV_FF). */
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
  const uint16_t *effects;
  size_t effect_kinds;
  uint32_t effect_count;
};

/* Creates the device (UI_SET_PHYS, the bits and the axes, UI_DEV_SETUP, UI_DEV_CREATE); returns -EINVAL if the name
 * is longer than 79 bytes. */
int evdev_create(int descriptor, const struct evdev_description *device);

/* Removes the device (UI_DEV_DESTROY), even if other processes have a copy of the descriptor. */
void evdev_destroy(int descriptor);

/* Stores the device's name below /sys/devices/virtual/input, for example "input7", in `name` (UI_GET_SYSNAME). */
int evdev_sysname(int descriptor, char *name, size_t capacity);

/* --- evdev_names.c --- */

/* Returns the code of a keyboard key, for example of "KEY_ENTER", or -EINVAL if no key has that name
 * (libevdev_event_code_from_name(3)). */
int evdev_key_code(const char *name);

/* --- evdev_request.c: games' requests to a virtual device --- */

/* The maximum number of effects that a device can store: that of a real pad (ff-memless). */
enum { EVDEV_EFFECT_LIMIT = 16 };

enum evdev_request_kind {
  EVDEV_NOTHING, /* an event without a request */
  EVDEV_UPLOAD,  /* store effect as described */
  EVDEV_ERASE,   /* delete effect */
  EVDEV_PLAY,    /* play effect value times; 0 stops it */
  EVDEV_GAIN,    /* scale all effects by value / 0xffff */
  EVDEV_CENTER,  /* centre the wheel by a spring of strength value / 0xffff */
};

/* A request. The fields from `type` onwards are those of struct ff_effect. Times are in ms. The two magnitudes of a
 * rumble are at most 0xffff; levels and magnitudes of other effects are at most 0x7fff, and may be negative. The level
 * is that of a constant effect or the start of a ramp. The condition is that of the first axis. */
struct evdev_request {
  int32_t kind;
  int32_t effect;
  int32_t value;
  uint16_t type, length, delay;
  uint16_t direction;
  uint16_t strong, weak;
  uint16_t waveform, period, phase;
  int16_t magnitude, offset;
  int16_t level, end_level;
  uint16_t attack_length, attack_level, fade_length, fade_level;
  struct ff_condition_effect condition;
};

/* Events that were read from a device and wait to be handled; all zero at first. */
struct evdev_inbox {
  struct input_event events[16];
  uint32_t count, next;
  int32_t lost; /* the requests still to be looked for: 2 for an upload and an erasure, 1 for an erasure */
};

/* Takes the next request, from `inbox` or from the device; returns 1 and the request, or 0 if none is waiting. Uploads
 * and erasures are granted here immediately (UI_BEGIN_FF_*, UI_END_FF_*), since the game waits in EVIOCSFF or EVIOCRMFF
 * until then. One read takes all that the kernel holds. The kernel's ring has room for 15 events, and one event more
 * makes it forget all of them. So after a read of half a ring or more without an upload or erasure, this function looks
 * for a game whose event was lost. */
int evdev_request_next(int descriptor, struct evdev_inbox *inbox, struct evdev_request *request);

/* --- evdev_reader.c: a real pad --- */

/* An event: a struct input_event without its time. */
struct evdev_event {
  uint16_t type, code;
  int32_t value;
};

/* The kinds of device that can be read. */
enum evdev_reader_kind {
  EVDEV_PAD,     /* has BTN_GAMEPAD, or BTN_DPAD_UP like a left Joy-Con */
  EVDEV_SENSORS, /* has INPUT_PROP_ACCELEROMETER */
  EVDEV_STICK,   /* has keys or axes, but no sensors, no relative axes, and no key of a mouse, a pen or a touch surface */
};

/* Opens a reader (libevdev_new_from_fd(3)); returns -EINVAL if the device is of a different kind, or -ENOTTY if it is
 * not an input device. */
int evdev_reader_open(int descriptor, enum evdev_reader_kind kind, void **reader);
void evdev_reader_close(void *reader);

/* Hides the pad from all other programs until its descriptor is closed (libevdev_grab(3)); returns -EBUSY if another
   program has grabbed it. */
int evdev_reader_grab(void *reader);

/* Reads the next event (libevdev_next_event(3)); returns 1 and the event, 0 if none is waiting, or -ENODEV if the pad
 * is gone. Changes whose events the kernel had to drop are also returned. */
int evdev_reader_next(void *reader, struct evdev_event *event);

/* Stores the current state of the axis `code`; returns 1, or 0 if the pad does not have the axis. */
int evdev_reader_axis(void *reader, unsigned code, struct evdev_axis *axis);

/* Returns 1 if key `code` is down, else 0. */
int evdev_reader_key(void *reader, unsigned code);

/* Returns 1 if the device has the code of this type, else 0. */
int evdev_reader_has(void *reader, unsigned type, unsigned code);

/* Returns the name of the device, which is valid as long as the reader. */
const char *evdev_reader_name(void *reader);

/* Returns the ids of the device. */
struct input_id evdev_reader_id(void *reader);

/* Returns 1 if the device can play effects of this kind (a code of type EV_FF), else 0. */
int evdev_reader_plays(void *reader, unsigned kind);

/* Prepares the motor of a wheel: full gain and no autocenter. It is called once, since some drivers fail at a second call. */
int evdev_force_begin(int descriptor);

/* Pushes with a constant force whose `level`, -0x7fff to 0x7fff, is positive to the right (EVIOCSFF). The device stops after `milliseconds`
 * without evdev_force_prolong(), even if this program hangs. `effect` is the number of the effect, initially -1. The first call
 * starts the effect. */
int evdev_force_push(int descriptor, int16_t *effect, int16_t level, uint16_t milliseconds);

/* Plays an effect again from its start; an `effect` of -1 does nothing. */
int evdev_force_prolong(int descriptor, int16_t effect);

/* Runs a condition of this kind (FF_SPRING, FF_DAMPER, FF_FRICTION or FF_INERTIA) as the effect `effect`, initially -1. */
int evdev_force_run(int descriptor, int16_t *effect, uint16_t kind, const struct ff_condition_effect *condition);

/* Deletes the effect and sets `effect` to -1 (EVIOCRMFF); returns 0, or a negative errno and leaves `effect` as it was. */
int evdev_force_end(int descriptor, int16_t *effect);

/* Runs both motors of the pad at these strengths, up to 0xffff, until the next call (EVIOCSFF). The descriptor must
 * be open for writing. `effect` is the number of the effect, initially -1. To stop the motors, the effect is only
 * stopped: if it were first described anew, ff-memless.c would forget that it is playing, and the stop would not
 * reach the pad. */
int evdev_rumble(int descriptor, int16_t *effect, uint16_t strong, uint16_t weak);
