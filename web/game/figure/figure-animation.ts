import type { Motion } from "#domain/room/motion.ts";
import { wrapAngle } from "../camera.ts";
import {
  type FigureJoints,
  mixJoints,
  type PoseMoment,
  poseFor,
  restJoints,
  STANDING,
  strideLength,
  strokeRate,
} from "./pose.ts";

/** A value that follows its target smoothly. */
export class Spring {
  value: number;
  velocity = 0;

  constructor(value = 0) {
    this.value = value;
  }

  set(value: number): void {
    this.value = value;
    this.velocity = 0;
  }

  /** Moves critically damped, exact for any step: about 4 / `frequency` seconds to the target. */
  follow(target: number, frequency: number, seconds: number): number {
    const decay = Math.exp(-frequency * seconds);
    const away = this.value - target;
    const step = (this.velocity + frequency * away) * seconds;
    this.value = target + (away + step) * decay;
    this.velocity = (this.velocity - frequency * step) * decay;
    return this.value;
  }

  /** Moves past the target and back: `damping` is 0 (never stops) to 1 (never overshoots), both excluded. */
  bounce(target: number, frequency: number, damping: number, seconds: number): number {
    const rate = frequency * damping;
    const swing = frequency * Math.sqrt(1 - damping * damping);
    const decay = Math.exp(-rate * seconds);
    const sin = Math.sin(swing * seconds);
    const cos = Math.cos(swing * seconds);
    const away = this.value - target;
    const part = (this.velocity + rate * away) / swing;
    this.value = target + decay * (away * cos + part * sin);
    this.velocity = decay * (this.velocity * cos - (rate * part + swing * away) * sin);
    return this.value;
  }
}

export interface AnimatedState {
  motion: Motion;
  /** Radians, 0 is +Z, grows towards +X. */
  heading: number;
  /** Units per second. */
  speed: number;
  verticalSpeed: number;
}

/** How fast each motion takes over: about 4 / x seconds. */
const QUICKNESS: Record<Motion, number> = {
  idle: 18,
  walk: 22,
  run: 22,
  jump: 42,
  fall: 16,
  swim: 14,
  cheer: 18,
  sleep: 6,
  dead: 70,
};
const MOTIONS = Object.keys(QUICKNESS) as Motion[];
const isAirborne = (motion: Motion) => motion === "jump" || motion === "fall";
/** A weight this small counts as 0. */
const UNSEEN = 0.001;
const LONGEST_STEP = 0.1;
/** A blink lasts 0.11 s and comes every few seconds. */
const BLINK = 0.11;

/** Blends motions over time. Runs on the seconds that it's given, so replays can be slow. */
export class FigureAnimation {
  readonly joints = restJoints();
  readonly heading = new Spring();
  readonly #single = restJoints();
  /** `age` is in seconds since the motion began. */
  readonly #parts = MOTIONS.map((motion) => ({ motion, weight: new Spring(), age: 0 }));
  readonly #moment: PoseMoment;
  /** Smooth versions of the speeds, because collisions change them at once. */
  readonly #ground = new Spring();
  readonly #flight = new Spring();
  readonly #pace = new Spring();
  readonly #rise = new Spring();
  readonly #squash = new Spring();
  readonly #pop = new Spring(1);
  readonly #bank = new Spring();
  readonly #look = new Spring();
  #motion: Motion | null = null;
  #fallSpeed = 0;
  #blinkAt: number;

  /** `seed` keeps figures from moving alike. */
  constructor(still: boolean, seed: number) {
    const seconds = (seed * 7.31) % 40;
    this.#moment = { ...STANDING, stroke: seed, seconds, still };
    this.#blinkAt = seconds + 1.5;
  }

  set carries(carries: boolean) {
    this.#moment.carries = carries;
  }

  /** Jumps to a state without blending, as after a respawn. */
  snap({ motion, heading, speed, verticalSpeed }: AnimatedState): void {
    for (const part of this.#parts) {
      part.weight.set(part.motion === motion ? 1 : 0);
      if (motion !== this.#motion) part.age = 0;
    }
    this.heading.set(heading);
    this.#ground.set(speed);
    this.#flight.set(verticalSpeed);
    this.#pace.set(speed);
    this.#rise.set(verticalSpeed);
    this.#bank.set(0);
    this.#look.set(0);
    this.#squash.set(0);
    this.#motion = motion;
  }

  update(state: AnimatedState, elapsed: number): FigureJoints {
    const seconds = Math.min(LONGEST_STEP, Math.max(0, elapsed));
    this.#changeMotion(state);
    this.#advance(state, seconds);
    this.#blend(state.motion, seconds);
    this.#addMomentum(state, seconds);
    return this.joints;
  }

  #changeMotion(state: AnimatedState): void {
    const before = this.#motion;
    const { motion, verticalSpeed } = state;
    if (!before) this.snap(state);
    else if (motion !== before) {
      if (before === "dead") {
        this.snap(state);
        this.#pop.value = 0;
      } else if (isAirborne(before) && !isAirborne(motion)) {
        this.#squash.velocity -= Math.min(7.5, 0.16 * this.#fallSpeed);
      } else if (isAirborne(motion) && !isAirborne(before)) {
        if (verticalSpeed > 5) this.#squash.velocity += 3;
        if (!this.#parts.some((part) => isAirborne(part.motion) && part.weight.value > 0.1))
          this.#flight.set(verticalSpeed);
      }
      this.#motion = motion;
    }
    this.#fallSpeed = isAirborne(motion) ? Math.max(0, -verticalSpeed) : 0;
  }

  #advance({ motion, speed, verticalSpeed }: AnimatedState, seconds: number): void {
    const moment = this.#moment;
    moment.seconds += seconds;
    moment.speed = this.#ground.follow(speed, 20, seconds);
    // After a flight its pose fades out as it was.
    if (isAirborne(motion)) this.#flight.follow(verticalSpeed, 30, seconds);
    moment.verticalSpeed = this.#flight.value;
    moment.stroke = (moment.stroke + strokeRate(moment.speed) * seconds) % (2 * Math.PI);
    moment.phase = (moment.phase + (speed * seconds) / strideLength(moment.speed)) % 1;
    if (moment.seconds > this.#blinkAt + BLINK)
      this.#blinkAt = moment.seconds + 2.2 + 2.5 * Math.abs(Math.sin(moment.seconds * 13));
  }

  #blend(motion: Motion, seconds: number): void {
    let total = 0;
    for (const part of this.#parts) {
      const { weight } = part;
      weight.follow(part.motion === motion ? 1 : 0, QUICKNESS[motion], seconds);
      weight.value = weight.value < UNSEEN ? 0 : Math.min(1, weight.value);
      part.age = weight.value === 0 ? 0 : part.age + seconds;
      if (weight.value === 0) continue;
      this.#moment.elapsed = part.age;
      poseFor(this.#single, part.motion, this.#moment);
      total += weight.value;
      mixJoints(this.joints, 1 - weight.value / total, this.#single, weight.value / total);
    }
  }

  #addMomentum({ heading, speed, verticalSpeed }: AnimatedState, seconds: number): void {
    const { joints } = this;
    const moment = this.#moment;
    const turn = wrapAngle(heading - this.heading.value);
    this.heading.follow(this.heading.value + turn, 24, seconds);
    this.#pace.follow(speed, 9, seconds);
    this.#rise.follow(verticalSpeed, 14, seconds);
    const squash = clamp(this.#squash.bounce(0, 24, 0.42, seconds), 0.24);
    const pop = this.#pop.bounce(1, 20, 0.58, seconds);
    const look = this.#look.follow(clamp(turn * 0.7, 0.7), 18, seconds);
    const bank = this.#bank.follow(clamp(-this.heading.velocity * speed * 0.0024, 0.3), 14, seconds);
    if (moment.seconds > this.#blinkAt) joints.eyes = 1;
    joints.headYaw += look;
    if (moment.still) return;
    joints.size *= Math.max(0, pop);
    joints.roll += bank;
    joints.lean += clamp(this.#pace.velocity * 0.0045, 0.26);
    joints.headPitch -= clamp(this.#rise.velocity * 0.0006, 0.2);
    const lag = clamp(this.#rise.velocity * 0.001, 0.3);
    joints.left.spread -= lag;
    joints.right.spread -= lag;
    joints.stretch *= 1 + squash;
    // A landing also bends the knees.
    joints.lift += 1.2 * Math.min(0, squash);
    joints.lean -= 0.5 * Math.min(0, squash);
  }
}

const clamp = (value: number, limit: number) => Math.min(limit, Math.max(-limit, value));
