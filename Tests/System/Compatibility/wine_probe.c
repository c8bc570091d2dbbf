// Guest, under Wine: what a Windows game sees through XInput and DirectInput, as JSON lines.
//
// A line for each change: {"xinput": slot, "state": {...}} in XInput's own numbers, {"directinput": name, ...} for the
// first game controller, and {"xinput": slot, "gone": true} when one goes. A line on stdin, "rumble", has the
// first XInput pad rumble for half a second.
#define DIRECTINPUT_VERSION 0x0800
#define COBJMACROS
#include <dinput.h>
#include <stdio.h>
#include <string.h>
#include <windows.h>
#include <xinput.h>

#define LINE_BYTES 1024

typedef DWORD(WINAPI *GetState)(DWORD, XINPUT_STATE *);

static IDirectInputDevice8A *joystick;
static char joystickName[MAX_PATH];

// Prints a line if it differs from the one that was printed last of its kind.
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

static BOOL CALLBACK open(const DIDEVICEINSTANCEA *found, void *input) {
  if (FAILED(IDirectInput8_CreateDevice((IDirectInput8A *)input, &found->guidInstance, &joystick, NULL)))
    return DIENUM_CONTINUE;
  IDirectInputDevice8_SetDataFormat(joystick, &c_dfDIJoystick2);
  IDirectInputDevice8_SetCooperativeLevel(joystick, GetDesktopWindow(), DISCL_BACKGROUND | DISCL_NONEXCLUSIVE);
  DIDEVCAPS has = {.dwSize = sizeof has};
  IDirectInputDevice8_GetCapabilities(joystick, &has);
  snprintf(joystickName, sizeof joystickName, "%s", found->tszInstanceName);
  printf("{\"opened\": \"%s\", \"axes\": %lu, \"buttons\": %lu, \"hats\": %lu}\n", joystickName, has.dwAxes, has.dwButtons,
         has.dwPOVs);
  fflush(stdout);
  return DIENUM_STOP;
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

static DWORD WINAPI obey(void *unused) {
  char line[80];
  while (fgets(line, sizeof line, stdin) != NULL) {
    XINPUT_VIBRATION motors = {0xC000, 0x4000}, still = {0, 0};
    if (strncmp(line, "rumble", 6) != 0) continue;
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
  // The hundredth function of the library is XInputGetState with the guide button besides.
  GetState getState = (GetState)(void *)GetProcAddress(LoadLibraryA("xinput1_3.dll"), MAKEINTRESOURCEA(100));
  DirectInput8Create(GetModuleHandleA(NULL), DIRECTINPUT_VERSION, &IID_IDirectInput8A, (void **)&input, NULL);
  if (getState == NULL || input == NULL) return 1;
  CreateThread(NULL, 0, obey, NULL, 0, NULL);
  puts("{\"ready\": true}");
  fflush(stdout);
  for (unsigned turn = 0;; turn++) {
    MSG message;
    while (PeekMessageA(&message, NULL, 0, 0, PM_REMOVE)) DispatchMessageA(&message);
    for (DWORD slot = 0; slot < 4; slot++) tellXInput(getState, slot, padLines[slot]);
    tellDirectInput(input, turn, joystickLine);
    Sleep(10);
  }
}
