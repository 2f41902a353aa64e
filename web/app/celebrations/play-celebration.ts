import type { Celebration } from "#web/lib/celebrate.ts";
import { celebrationSounds } from "#web/lib/celebration-sounds.ts";

/** Notes of each size, in hertz, and the seconds between them. */
const TUNES: Record<Celebration["kind"], { notes: readonly number[]; apart: number; seconds: number }> = {
  coins: { notes: [1319, 1760], apart: 0.07, seconds: 0.18 },
  badge: { notes: [659, 880, 1319], apart: 0.09, seconds: 0.3 },
  level: { notes: [523, 659, 784, 1047, 1319], apart: 0.12, seconds: 0.5 },
};
const VOLUME = 0.12;

let context: AudioContext | undefined;

/** Plays a short tune, if sounds are on. Silent until the page has had a press, because browsers allow none before. */
export function playCelebration(kind: Celebration["kind"]): void {
  if (!celebrationSounds.get() || navigator.userActivation?.hasBeenActive === false) return;
  context ??= new AudioContext();
  if (context.state === "suspended") context.resume().catch(() => undefined);
  const { notes, apart, seconds } = TUNES[kind];
  const start = context.currentTime;
  for (const [i, hertz] of notes.entries()) {
    const at = start + i * apart;
    const tone = context.createOscillator();
    const gain = context.createGain();
    tone.type = "triangle";
    tone.frequency.value = hertz;
    gain.gain.setValueAtTime(VOLUME, at);
    gain.gain.exponentialRampToValueAtTime(0.001, at + seconds);
    tone.connect(gain).connect(context.destination);
    tone.start(at);
    tone.stop(at + seconds);
  }
}
