#include "CEvdev.h"

#include <errno.h>
#include <linux/uinput.h>
#include <sys/ioctl.h>
#include <unistd.h>

static void describe(const struct ff_effect *effect, struct evdev_request *request) {
  request->effect = effect->id;
  request->type = effect->type;
  request->length = effect->replay.length;
  request->delay = effect->replay.delay;
  if (effect->type == FF_RUMBLE) {
    request->strong = effect->u.rumble.strong_magnitude;
    request->weak = effect->u.rumble.weak_magnitude;
  } else if (effect->type == FF_PERIODIC) {
    const struct ff_envelope *envelope = &effect->u.periodic.envelope;
    request->waveform = effect->u.periodic.waveform;
    request->magnitude = effect->u.periodic.magnitude;
    request->attack_length = envelope->attack_length;
    request->attack_level = envelope->attack_level;
    request->fade_length = envelope->fade_length;
    request->fade_level = envelope->fade_level;
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
  } else if (event->code < EVDEV_EFFECT_LIMIT) {
    request->kind = EVDEV_PLAY;
    request->effect = event->code;
  }
}

int evdev_request_next(int descriptor, struct evdev_request *request) {
  struct input_event event;
  *request = (struct evdev_request){.kind = EVDEV_NOTHING};
  ssize_t size;
  do size = read(descriptor, &event, sizeof event);
  while (size < 0 && errno == EINTR);
  if (size < 0) return errno == EAGAIN ? 0 : -errno;
  if (size != sizeof event) return 0;
  if (event.type == EV_UINPUT && event.code == UI_FF_UPLOAD)
    take_upload(descriptor, (uint32_t)event.value, request);
  else if (event.type == EV_UINPUT && event.code == UI_FF_ERASE)
    take_erase(descriptor, (uint32_t)event.value, request);
  else if (event.type == EV_FF)
    take_force(&event, request);
  return 1;
}
