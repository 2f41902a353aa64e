import { EMOTES, type Emote } from "#domain/room/emotes.ts";
import { Spring } from "#web/game/figure/figure-animation.ts";
import {
  type FigureJoints,
  type LimbJoints,
  mixJoints,
  poseFor,
  restJoints,
  STANDING,
  setArms,
} from "../figure/pose.ts";

/** Seconds that each emote lasts. Who sits gets up by walking. */
const SECONDS: Record<Emote, number> = {
  wave: 2.6,
  cheer: 2.9,
  dance: 6,
  laugh: 2.6,
  point: 2.4,
  sit: 90,
  sad: 3.2,
  heart: 3,
};
/** How fast an emote's pose takes over, as with motions. */
const QUICKNESS = 16;
const UNSEEN = 0.001;
const TURN = 2 * Math.PI;

function arm(limb: LimbJoints, swing: number, spread: number, elbow: number): void {
  Object.assign(limb, { swing, spread, elbow });
}

/** Writes the joints of an emote into resting ones. `age` is in seconds; `still` keeps the body calm. */
const POSES: Record<Emote, (joints: FigureJoints, age: number, still: boolean) => void> = {
  wave(joints, age, still) {
    const wave = Math.sin(age * (still ? 4 : 9));
    arm(joints.left, 0, 2.55 + 0.28 * wave, -0.35 - 0.15 * wave);
    joints.headRoll = 0.12;
    joints.headPitch = -0.08;
    if (!still) joints.roll = 0.05 * wave;
  },

  cheer(joints, age, still) {
    poseFor(joints, "cheer", { ...STANDING, seconds: age, elapsed: age, still });
  },

  dance(joints, age, still) {
    const beat = age * TURN * (still ? 0.5 : 1.1);
    const side = Math.sin(beat);
    const step = Math.sin(2 * beat);
    joints.twist = 0.35 * side;
    joints.headYaw = -0.3 * side;
    joints.headRoll = 0.16 * step;
    arm(joints.left, -1.1 - 0.7 * side, 0.7 + 0.3 * step, -1.2);
    arm(joints.right, -1.1 + 0.7 * side, 0.7 - 0.3 * step, -1.2);
    if (still) return;
    joints.lift = -0.12 + 0.12 * Math.abs(step);
    joints.roll = 0.14 * side;
    joints.left.up = 0.3 * Math.max(0, side);
    joints.right.up = 0.3 * Math.max(0, -side);
    // A full turn in the middle.
    const t = Math.min(1, Math.max(0, age - 2.7));
    joints.spin = TURN * t * t * (3 - 2 * t);
  },

  laugh(joints, age, still) {
    const shake = still ? 0 : Math.sin(age * 22);
    joints.lean = 0.16 + 0.1 * Math.sin(age * 3);
    joints.headPitch = -0.3 + 0.05 * shake;
    joints.eyes = 1;
    joints.lift = -0.06 + 0.04 * shake;
    arm(joints.left, -0.75, 0.1, -1.3 + 0.06 * shake);
    arm(joints.right, -0.75, 0.1, -1.3 - 0.06 * shake);
  },

  point(joints, age, still) {
    const push = still ? 1 : Math.min(1, age * 5) + 0.06 * Math.sin(age * 6);
    arm(joints.left, -1.5 * push, 0.12, -0.05);
    joints.twist = -0.25;
    joints.headYaw = 0.2;
    joints.lean = 0.06;
  },

  sit(joints, age, still) {
    const breath = still ? 0 : Math.sin(age * 1.6);
    joints.lift = -0.82;
    joints.lean = -0.1 + 0.02 * breath;
    joints.headPitch = 0.04 - 0.02 * breath;
    joints.apart = 0.14;
    setArms(joints, 0.5, 0.42, -0.1);
    for (const leg of [joints.left, joints.right]) Object.assign(leg, { ahead: 0.94, up: 0.1, pitch: -1.1 });
  },

  sad(joints, age, still) {
    const sob = still ? 0 : Math.sin(age * 7) * Math.max(0, Math.sin(age * 2));
    joints.lean = 0.24;
    joints.headPitch = 0.5 + 0.05 * sob;
    joints.eyes = 1;
    joints.lift = -0.05 + 0.02 * sob;
    setArms(joints, -0.12, 0.14, -0.12);
  },

  heart(joints, age, still) {
    const pulse = still ? 0 : Math.max(0, Math.sin(age * 6)) * 0.08;
    // Both hands meet over the head.
    setArms(joints, -0.35, 2.5 + pulse, -0.95);
    joints.headRoll = still ? 0.1 : 0.14 * Math.sin(age * 3);
    joints.headPitch = -0.06;
    joints.stretch = 1 + 0.3 * pulse;
  },
};

/** An emote over a figure's motion. Fades in, and out at its end. */
export class EmoteMotion {
  readonly #emote: Emote;
  readonly #isStill: boolean;
  readonly #joints = restJoints();
  readonly #rest = restJoints();
  readonly #weight = new Spring();
  #age = 0;
  #isOver = false;

  /** `emote` is an index in `EMOTES`; unknown ones wave. */
  constructor(emote: number, isStill: boolean) {
    this.#emote = EMOTES[emote] ?? "wave";
    this.#isStill = isStill;
  }

  end(): void {
    this.#isOver = true;
  }

  apply(joints: FigureJoints, seconds: number): boolean {
    this.#age += seconds;
    if (this.#age > SECONDS[this.#emote]) this.#isOver = true;
    this.#weight.follow(this.#isOver ? 0 : 1, QUICKNESS, seconds);
    const weight = Math.min(1, this.#weight.value);
    if (this.#isOver && weight < UNSEEN) return false;
    mixJoints(this.#joints, 0, this.#rest, 1);
    POSES[this.#emote](this.#joints, this.#age, this.#isStill);
    // How the figure appears and vanishes is none of the emote's.
    const { size, opacity } = joints;
    mixJoints(joints, 1 - weight, this.#joints, weight);
    joints.size = size;
    joints.opacity = opacity;
    return true;
  }
}
