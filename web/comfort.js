// The comforts of a controller: the screen stays on, the page fills it, and the phone ticks and rumbles. Each is
// optional, and every browser lacks some; nothing here may report an error.

const TICK_ms = 12;
const LONGEST_RUMBLE_ms = 500;
/** The minimum time between motor commands, ms. */
const RUMBLE_PERIOD = 100;
/** The weakest perceptible motor strength. */
const WEAKEST = 0.05;

const quietly = (promise) => Promise.resolve(promise).catch(() => {});

/** Wake lock, full screen, vibration and sound, according to `settings` {buzzing, sound, fullScreen}. */
export class Comfort {
  #settings;
  #audio = null;
  #lock = null;
  #isOn = false;
  #rumbledAt = -Infinity;

  constructor(settings) { this.#settings = settings; }

  /** Starts everything; called in a tap, as browsers require. */
  begin() {
    this.#isOn = true;
    this.#openAudio();
    if (this.#settings.fullScreen) this.#fill();
    this.wake();
  }

  /** Keeps the screen on; to be repeated after the page was hidden. */
  async wake() {
    if (!this.#isOn || document.hidden || !navigator.wakeLock) return;
    try {
      this.#lock = await navigator.wakeLock.request("screen");
    } catch { /* Low battery, or no permission: the screen turns off as usual. */ }
  }

  /** Ends everything; the screen may go dark again. */
  end() {
    this.#isOn = false;
    quietly(this.#lock?.release());
    if (document.fullscreenElement) quietly(document.exitFullscreen());
  }

  /** Locks the screen to the orientation of a layout, if possible. */
  orient(orientation) {
    const { orientation: screenOrientation } = screen;
    if (!document.fullscreenElement || !screenOrientation?.lock) return;
    if (orientation === "any" || !orientation) screenOrientation.unlock();
    else quietly(screenOrientation.lock(orientation));
  }

  /** Vibrates for `ms` and plays a click, each if the player wants it. */
  tick(ms = TICK_ms) {
    if (ms) this.shake(ms);
    this.#click();
  }

  /** Vibrates if the player wants that. `pattern` is a number of ms, or a list of times on and off in turn. */
  shake(pattern) { if (this.#settings.buzzing) navigator.vibrate?.(pattern); }

  /** The audio context; null if none runs or the player wants no sound. */
  get audio() {
    this.#openAudio();
    return this.#settings.sound && this.#audio?.state === "running" ? this.#audio : null;
  }

  /** Plays `feedback` (frames.js); a call before its end continues the vibration without a gap. */
  rumble({ strong, weak, duration }, now) {
    if (!this.#settings.buzzing || !navigator.vibrate) return;
    const strength = Math.max(strong, weak);
    const isStop = strength < WEAKEST;
    if (!isStop && now - this.#rumbledAt < RUMBLE_PERIOD) return;
    if (isStop && this.#rumbledAt === -Infinity) return;
    this.#rumbledAt = isStop ? -Infinity : now;
    navigator.vibrate(isStop ? 0 : pulses(strength, Math.min(duration, LONGEST_RUMBLE_ms)));
  }

  #openAudio() {
    const Context = window.AudioContext ?? window.webkitAudioContext;
    if (this.#audio || !Context || !this.#settings.sound) return;
    this.#audio = new Context();
    quietly(this.#audio.resume());
  }

  #click() {
    const { audio } = this;
    if (!audio) return;
    const now = audio.currentTime;
    const [tone, volume] = [audio.createOscillator(), audio.createGain()];
    tone.frequency.value = 900;
    volume.gain.setValueAtTime(0.2, now);
    volume.gain.exponentialRampToValueAtTime(0.001, now + 0.012);
    tone.connect(volume).connect(audio.destination);
    tone.start(now);
    tone.stop(now + 0.014);
  }

  /** Fills the screen, except on Apple's devices, where swipes during play could end that. */
  #fill() {
    const root = document.documentElement;
    if (!root.requestFullscreen || "standalone" in navigator || !matchMedia("(pointer: coarse)").matches) return;
    quietly(root.requestFullscreen({ navigationUI: "hide" }));
  }
}

/** Returns the pulses for a motor that is only on or off; `strength` 0…1 is the share of time on. */
export function pulses(strength, duration) {
  if (strength >= 0.95) return [duration];
  const period = 40;
  const on = Math.max(10, Math.round(period * strength));
  return Array.from({ length: Math.max(1, Math.floor(duration / period)) }, () => [on, period - on]).flat();
}
