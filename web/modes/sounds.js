// The sounds and vibrations of a quiz.

// The signals. Each has notes as [Hz, from, to] with times in s, and the times for which the phone vibrates and rests in turn, in ms.
const SIGNALS = {
  go: { notes: [[1300, 0, 0.04]], shake: [30] },
  first: { notes: [[523, 0, 0.12], [659, 0.12, 0.24], [880, 0.24, 0.55]], shake: [70, 70, 70, 70, 70] },
  late: { notes: [[150, 0, 0.5]], shake: [450] },
};
const VOLUME = 0.25;

/** The signal for each state (quiz.js). */
const TOLD = { armed: "go", first: "first", win: "first", late: "late", missed: "late", lose: "late", out: "late" };

/** The signals of one phone. Each is given once a round. */
export class Signals {
  #comfort;
  #last = null;

  constructor(comfort) { this.#comfort = comfort; }

  /** Gives the signal for a change to `state`. With `isFirst` it gives none, since the first state is not a change. */
  show(state, isFirst = false) {
    const name = TOLD[state] ?? null;
    const isNew = name !== this.#last;
    // Any other state keeps the last signal, so that an outcome is signalled once.
    if (name || state === "wait") this.#last = name;
    if (!name || !isNew || isFirst) return;
    this.#comfort.shake(SIGNALS[name].shake);
    const { audio } = this.#comfort;
    if (audio) for (const note of SIGNALS[name].notes) sound(audio, note);
  }
}

function sound(audio, [frequency, from, to]) {
  const now = audio.currentTime;
  const [tone, volume] = [audio.createOscillator(), audio.createGain()];
  tone.type = "triangle";
  tone.frequency.value = frequency;
  volume.gain.setValueAtTime(VOLUME, now + from);
  volume.gain.exponentialRampToValueAtTime(0.001, now + to);
  tone.connect(volume).connect(audio.destination);
  tone.start(now + from);
  tone.stop(now + to);
}
