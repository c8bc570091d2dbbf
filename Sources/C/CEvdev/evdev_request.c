#include "CEvdev.h"

#include <errno.h>
#include <linux/uinput.h>
#include <sys/ioctl.h>
#include <unistd.h>

/* The number of events in one read from which on others may have been lost: half of the kernel's ring. */
enum { MANY_EVENTS = 8 };

static void describe_envelope(const struct ff_envelope *envelope, struct evdev_request *request) {
  request->attack_length = envelope->attack_length;
  request->attack_level = envelope->attack_level;
  request->fade_length = envelope->fade_length;
  request->fade_level = envelope->fade_level;
}

static void describe_periodic(const struct ff_periodic_effect *periodic, struct evdev_request *request) {
  request->waveform = periodic->waveform;
  request->period = periodic->period;
  request->phase = periodic->phase;
  request->magnitude = periodic->magnitude;
  request->offset = periodic->offset;
  describe_envelope(&periodic->envelope, request);
}

static void describe(const struct ff_effect *effect, struct evdev_request *request) {
  request->effect = effect->id;
  request->type = effect->type;
  request->length = effect->replay.length;
  request->delay = effect->replay.delay;
  request->direction = effect->direction;
  switch (effect->type) {
  case FF_RUMBLE:
    request->strong = effect->u.rumble.strong_magnitude;
    request->weak = effect->u.rumble.weak_magnitude;
    break;
  case FF_PERIODIC:
    describe_periodic(&effect->u.periodic, request);
    break;
  case FF_CONSTANT:
    request->level = effect->u.constant.level;
    describe_envelope(&effect->u.constant.envelope, request);
    break;
  case FF_RAMP:
    request->level = effect->u.ramp.start_level;
    request->end_level = effect->u.ramp.end_level;
    describe_envelope(&effect->u.ramp.envelope, request);
    break;
  case FF_SPRING:
  case FF_DAMPER:
  case FF_FRICTION:
  case FF_INERTIA:
    request->condition = effect->u.condition[0];
    break;
  }
}

/* Handles an upload. If the game gave up waiting, its request no longer exists, and `request` stays EVDEV_NOTHING. */
static void take_upload(int descriptor, uint32_t number, struct evdev_request *request) {
  struct uinput_ff_upload upload = {.request_id = number};
  if (ioctl(descriptor, UI_BEGIN_FF_UPLOAD, &upload) < 0) return;
  upload.retval = 0;
  (void)ioctl(descriptor, UI_END_FF_UPLOAD, &upload);
  request->kind = EVDEV_UPLOAD;
  describe(&upload.effect, request);
}

static void take_erase(int descriptor, uint32_t number, struct evdev_request *request) {
  struct uinput_ff_erase erase = {.request_id = number};
  if (ioctl(descriptor, UI_BEGIN_FF_ERASE, &erase) < 0) return;
  erase.retval = 0;
  (void)ioctl(descriptor, UI_END_FF_ERASE, &erase);
  request->kind = EVDEV_ERASE;
  request->effect = (int32_t)erase.effect_id;
}

/* Handles an event of type EV_FF. The kernel passes on any event written to the device: any code, any non-negative
   value. */
static void take_force(const struct input_event *event, struct evdev_request *request) {
  request->value = event->value;
  if (event->code == FF_GAIN) {
    request->kind = EVDEV_GAIN;
  } else if (event->code == FF_AUTOCENTER) {
    request->kind = EVDEV_CENTER;
  } else if (event->code < EVDEV_EFFECT_LIMIT) {
    request->kind = EVDEV_PLAY;
    request->effect = event->code;
  }
}

static void take(int descriptor, const struct input_event *event, struct evdev_request *request) {
  if (event->type == EV_UINPUT && event->code == UI_FF_UPLOAD)
    take_upload(descriptor, (uint32_t)event->value, request);
  else if (event->type == EV_UINPUT && event->code == UI_FF_ERASE)
    take_erase(descriptor, (uint32_t)event->value, request);
  else if (event->type == EV_FF)
    take_force(event, request);
}

/* Fills the empty inbox; returns 1, 0 if the kernel has no event, or -errno. A request whose event is in the inbox must
   not be looked for: after it has been granted, the kernel may still show it. */
static int fill(int descriptor, struct evdev_inbox *inbox) {
  ssize_t size;
  do size = read(descriptor, inbox->events, sizeof inbox->events);
  while (size < 0 && errno == EINTR);
  if (size < 0) return errno == EAGAIN ? 0 : -errno;
  inbox->next = 0;
  inbox->count = (uint32_t)((size_t)size / sizeof inbox->events[0]);
  inbox->lost = inbox->count >= MANY_EVENTS ? 2 : 0;
  for (uint32_t index = 0; index < inbox->count; index++)
    if (inbox->events[index].type == EV_UINPUT) inbox->lost = 0;
  return inbox->count > 0;
}

int evdev_request_next(int descriptor, struct evdev_inbox *inbox, struct evdev_request *request) {
  *request = (struct evdev_request){.kind = EVDEV_NOTHING};
  if (inbox->next == inbox->count && inbox->lost > 0) {
    /* Only one game can wait at a time, and the kernel gives its request the number 0. */
    if (inbox->lost-- == 2)
      take_upload(descriptor, 0, request);
    else
      take_erase(descriptor, 0, request);
    return 1;
  }
  if (inbox->next == inbox->count) {
    int found = fill(descriptor, inbox);
    if (found != 1) return found;
  }
  take(descriptor, &inbox->events[inbox->next++], request);
  return 1;
}
