// Runs in the guest under Wine: prints what a Windows game sees through XInput and DirectInput, as JSON lines.
//
// It prints a line for each change: {"xinput": slot, ...} in XInput's own numbers, {"directinput": name, ...} for the first
// game controller, and {"xinput": slot, "gone": true} when an XInput pad is removed. {"opened": name, ...} has the type of
// the game controller, and the effects that games may play on it.
//
// A line on stdin is an order. "rumble" makes the first XInput pad rumble for half a second. "force LEVEL", from -10000 to
// 10000, makes the game controller push along its X axis. "force LEVEL DIRECTION" pushes along X and Y, from a direction in
// hundredths of a degree. "ramp" does the same by a ramp that begins and ends at the level, and "sine", "triangle", "saw-up"
// and "saw-down" by waves with a period of a second. "spring", "damper", "inertia" and "friction" play a condition with that
// coefficient. Another order of the same kind changes the effect, and "still" ends it. Each order about forces is answered
// by {"pushed": result}, where 0 means that DirectInput has succeeded.
#define DIRECTINPUT_VERSION 0x0800
#define COBJMACROS
#include <dinput.h>
#include <stdio.h>
#include <string.h>
#include <windows.h>
#include <xinput.h>

#define LINE_BYTES 1024
#define RAMP_us (30 * 1000 * 1000)
#define WAVE_us (1000 * 1000)

typedef DWORD(WINAPI *GetState)(DWORD, XINPUT_STATE *);

static IDirectInputDevice8A *joystick;
static char joystickName[MAX_PATH];
static IDirectInputEffect *effect;

// The effects that can be ordered, with the parameters that each needs.
enum form { CONSTANT, RAMP, WAVE, CONDITION };
static const struct kind {
  const char *word;
  const GUID *id;
  enum form form;
} kinds[] = {
    {"force", &GUID_ConstantForce, CONSTANT}, {"ramp", &GUID_RampForce, RAMP},         {"sine", &GUID_Sine, WAVE},
    {"triangle", &GUID_Triangle, WAVE},       {"saw-up", &GUID_SawtoothUp, WAVE},      {"saw-down", &GUID_SawtoothDown, WAVE},
    {"spring", &GUID_Spring, CONDITION},      {"damper", &GUID_Damper, CONDITION},     {"inertia", &GUID_Inertia, CONDITION},
    {"friction", &GUID_Friction, CONDITION},
};

// The newest order about forces, for the main loop. A kind of NULL ends the effect. A direction of -1 means that the effect
// has a single axis.
static CRITICAL_SECTION guard;
static struct {
  BOOL isNew;
  const struct kind *kind;
  LONG level, direction;
} order;

// Prints a line if it differs from `last`, the line of its kind that was printed last, and stores it there.
static void say(char last[LINE_BYTES], const char line[LINE_BYTES]) {
  if (strcmp(last, line) == 0) return;
  strcpy(last, line);
  puts(line);
  fflush(stdout);
}

static void tellXInput(GetState getState, DWORD slot, char last[LINE_BYTES]) {
  char line[LINE_BYTES];
  XINPUT_STATE state;
  memset(&state, 0, sizeof state);
  if (getState(slot, &state) != ERROR_SUCCESS) {
    if (*last == 0) return;
    snprintf(line, sizeof line, "{\"xinput\": %lu, \"gone\": true}", slot);
    puts(line);
    fflush(stdout);
    *last = 0;
    return;
  }
  const XINPUT_GAMEPAD *pad = &state.Gamepad;
  snprintf(line, sizeof line,
           "{\"xinput\": %lu, \"buttons\": %u, \"left_trigger\": %u, \"right_trigger\": %u, \"left_x\": %d, "
           "\"left_y\": %d, \"right_x\": %d, \"right_y\": %d}",
           slot, pad->wButtons, pad->bLeftTrigger, pad->bRightTrigger, pad->sThumbLX, pad->sThumbLY, pad->sThumbRX,
           pad->sThumbRY);
  say(last, line);
}

static BOOL CALLBACK nameEffect(const DIEFFECTINFOA *found, void *isFirst) {
  printf(*(BOOL *)isFirst ? "\"%s\"" : ", \"%s\"", found->tszName);
  *(BOOL *)isFirst = FALSE;
  return DIENUM_CONTINUE;
}

static BOOL CALLBACK open(const DIDEVICEINSTANCEA *found, void *input) {
  if (FAILED(IDirectInput8_CreateDevice((IDirectInput8A *)input, &found->guidInstance, &joystick, NULL)))
    return DIENUM_CONTINUE;
  IDirectInputDevice8_SetDataFormat(joystick, &c_dfDIJoystick2);
  IDirectInputDevice8_SetCooperativeLevel(joystick, GetDesktopWindow(), DISCL_BACKGROUND | DISCL_NONEXCLUSIVE);
  DIDEVCAPS has = {.dwSize = sizeof has};
  IDirectInputDevice8_GetCapabilities(joystick, &has);
  snprintf(joystickName, sizeof joystickName, "%s", found->tszInstanceName);
  printf("{\"opened\": \"%s\", \"axes\": %lu, \"buttons\": %lu, \"hats\": %lu, \"type\": %u, \"subtype\": %u, \"forces\": %d",
         joystickName, has.dwAxes, has.dwButtons, has.dwPOVs, GET_DIDEVICE_TYPE(found->dwDevType),
         GET_DIDEVICE_SUBTYPE(found->dwDevType), (has.dwFlags & DIDC_FORCEFEEDBACK) != 0);
  BOOL isFirst = TRUE;
  printf(", \"effects\": [");
  IDirectInputDevice8_EnumEffects(joystick, nameEffect, &isFirst, DIEFT_ALL);
  puts("]}");
  fflush(stdout);
  return DIENUM_STOP;
}

static void endEffect(void) {
  if (effect == NULL) return;
  IDirectInputEffect_Stop(effect);
  IDirectInputEffect_Release(effect);
  effect = NULL;
}

// Plays an effect on the joystick, or changes the effect that plays. To play, this program needs exclusive use of the joystick.
static HRESULT push(const struct kind *kind, LONG level, LONG direction) {
  DWORD axes[] = {DIJOFS_X, DIJOFS_Y};
  BOOL isPolar = direction >= 0;
  LONG directions[] = {isPolar ? direction : 1, 0};
  DICONSTANTFORCE force = {level};
  DIRAMPFORCE ramp = {level, level};
  DIPERIODIC wave = {.dwMagnitude = (DWORD)level, .dwPeriod = WAVE_us};
  DICONDITION condition = {.lPositiveCoefficient = level,
                           .lNegativeCoefficient = level,
                           .dwPositiveSaturation = DI_FFNOMINALMAX,
                           .dwNegativeSaturation = DI_FFNOMINALMAX};
  const struct {
    DWORD size;
    void *bytes;
  } parameters[] = {[CONSTANT] = {sizeof force, &force},
                    [RAMP] = {sizeof ramp, &ramp},
                    [WAVE] = {sizeof wave, &wave},
                    [CONDITION] = {sizeof condition, &condition}};
  DIEFFECT wanted = {.dwSize = sizeof wanted,
                     .dwFlags = DIEFF_OBJECTOFFSETS | (isPolar ? DIEFF_POLAR : DIEFF_CARTESIAN),
                     .dwDuration = kind->form == RAMP ? RAMP_us : INFINITE,
                     .dwGain = DI_FFNOMINALMAX,
                     .dwTriggerButton = DIEB_NOTRIGGER,
                     .cAxes = isPolar ? 2 : 1,
                     .rgdwAxes = axes,
                     .rglDirection = directions,
                     .cbTypeSpecificParams = parameters[kind->form].size,
                     .lpvTypeSpecificParams = parameters[kind->form].bytes};
  if (effect != NULL) return IDirectInputEffect_SetParameters(effect, &wanted, DIEP_DIRECTION | DIEP_TYPESPECIFICPARAMS);
  IDirectInputDevice8_Unacquire(joystick);
  HRESULT done = IDirectInputDevice8_SetCooperativeLevel(joystick, GetDesktopWindow(), DISCL_BACKGROUND | DISCL_EXCLUSIVE);
  if (SUCCEEDED(done)) done = IDirectInputDevice8_Acquire(joystick);
  if (SUCCEEDED(done)) done = IDirectInputDevice8_CreateEffect(joystick, kind->id, &wanted, &effect, NULL);
  return SUCCEEDED(done) ? IDirectInputEffect_Start(effect, 1, 0) : done;
}

static void carryOutOrder(void) {
  EnterCriticalSection(&guard);
  BOOL isNew = order.isNew;
  const struct kind *kind = order.kind;
  LONG level = order.level, direction = order.direction;
  order.isNew = FALSE;
  LeaveCriticalSection(&guard);
  if (!isNew || joystick == NULL) return;
  HRESULT done = DI_OK;
  if (kind == NULL)
    endEffect();
  else
    done = push(kind, level, direction);
  printf("{\"pushed\": %ld}\n", (long)done);
  fflush(stdout);
}

static void tellDirectInput(IDirectInput8A *input, unsigned turn, char last[LINE_BYTES]) {
  DIJOYSTATE2 state;
  if (joystick == NULL && turn % 50 == 0)
    IDirectInput8_EnumDevices(input, DI8DEVCLASS_GAMECTRL, open, input, DIEDFL_ATTACHEDONLY);
  if (joystick == NULL) return;
  IDirectInputDevice8_Acquire(joystick);
  IDirectInputDevice8_Poll(joystick);
  if (FAILED(IDirectInputDevice8_GetDeviceState(joystick, sizeof state, &state))) {
    puts("{\"closed\": true}");
    fflush(stdout);
    endEffect();
    IDirectInputDevice8_Release(joystick);
    joystick = NULL;
    return;
  }
  char line[LINE_BYTES];
  unsigned buttons = 0;
  for (int number = 0; number < 32; number++) buttons |= (unsigned)(state.rgbButtons[number] >> 7) << number;
  snprintf(line, sizeof line,
           "{\"directinput\": \"%s\", \"buttons\": %u, \"hat\": %ld, \"axes\": [%ld, %ld, %ld, %ld, %ld, %ld, %ld, %ld]}",
           joystickName, buttons, (long)(int)state.rgdwPOV[0], state.lX, state.lY, state.lZ, state.lRx, state.lRy,
           state.lRz, state.rglSlider[0], state.rglSlider[1]);
  say(last, line);
}

// Stores the order about forces in a line for the main loop; returns FALSE if the line is no such order.
static BOOL takeOrder(const char *line) {
  LONG level = 0, direction = -1;
  char word[16] = "";
  const struct kind *kind = NULL;
  int count = sscanf(line, "%15s %ld %ld", word, &level, &direction);
  for (size_t number = 0; number < sizeof kinds / sizeof *kinds; number++)
    if (strcmp(word, kinds[number].word) == 0) kind = &kinds[number];
  if (kind == NULL ? strcmp(word, "still") != 0 : count < 2) return FALSE;
  EnterCriticalSection(&guard);
  order.kind = kind;
  order.level = level;
  order.direction = direction;
  order.isNew = TRUE;
  LeaveCriticalSection(&guard);
  return TRUE;
}

static DWORD WINAPI obey(void *unused) {
  char line[80];
  while (fgets(line, sizeof line, stdin) != NULL) {
    XINPUT_VIBRATION motors = {0xC000, 0x4000}, still = {0, 0};
    if (takeOrder(line) || strncmp(line, "rumble", 6) != 0) continue;
    printf("{\"rumble\": %lu}\n", XInputSetState(0, &motors));
    fflush(stdout);
    Sleep(500);
    XInputSetState(0, &still);
  }
  return 0;
}

int main(void) {
  static char padLines[4][LINE_BYTES], joystickLine[LINE_BYTES];
  IDirectInput8A *input = NULL;
  // Function 100 of the library does the same as XInputGetState, and also has the guide button.
  GetState getState = (GetState)(void *)GetProcAddress(LoadLibraryA("xinput1_3.dll"), MAKEINTRESOURCEA(100));
  DirectInput8Create(GetModuleHandleA(NULL), DIRECTINPUT_VERSION, &IID_IDirectInput8A, (void **)&input, NULL);
  if (getState == NULL || input == NULL) return 1;
  InitializeCriticalSection(&guard);
  CreateThread(NULL, 0, obey, NULL, 0, NULL);
  puts("{\"ready\": true}");
  fflush(stdout);
  for (unsigned turn = 0;; turn++) {
    MSG message;
    while (PeekMessageA(&message, NULL, 0, 0, PM_REMOVE)) DispatchMessageA(&message);
    for (DWORD slot = 0; slot < 4; slot++) tellXInput(getState, slot, padLines[slot]);
    tellDirectInput(input, turn, joystickLine);
    carryOutOrder();
    Sleep(10);
  }
}
