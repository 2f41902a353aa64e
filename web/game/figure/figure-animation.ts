import type { Motion } from "./motion.ts";
import {
  addJoints,
  clearJoints,
  type FigureJoints,
  type PoseMoment,
  poseFor,
  restJoints,
  strideLength,
  strokeRate,
} from "./pose.ts";
import { Spring, springs } from "./springs.ts";

/** What an animation follows. */
export interface AnimatedState {
  motion: Motion;
  /** Radians, 0 is +Z, grows towards +X. */
  heading: number;
  /** Units per second. */
  speed: number;
  verticalSpeed: number;
}

const MOTIONS = [
  "idle",
  "walk",
  "run",
  "jump",
  "fall",
  "swim",
  "cheer",
  "sleep",
  "dead",
] as const satisfies Motion[];
/** How fast a motion takes over: about 4 / x seconds. */
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
const AIRBORNE: Partial<Record<Motion, true>> = { jump: true, fall: true };
/** A weight this small counts as 0. */
const UNSEEN = 0.001;
const LONGEST_STEP = 0.1;
/** A blink lasts 0.11 s and comes every few seconds. */
const BLINK = 0.11;

/** Blends motions over time. Runs on the seconds that it's given, so replays can be slow. */
export class FigureAnimation {
  readonly joints = restJoints();
  /** The direction of the figure. */
  readonly heading = new Spring();
  private readonly single = restJoints();
  private readonly weights = springs(MOTIONS.length);
  /** Seconds since each motion began. */
  private readonly ages = MOTIONS.map(() => 0);
  private readonly moment: PoseMoment;
  /** Smooth versions of the speeds, because collisions change them at once. */
  private readonly ground = new Spring();
  private readonly flight = new Spring();
  private readonly pace = new Spring();
  private readonly rise = new Spring();
  private readonly squash = new Spring();
  private readonly pop = new Spring(1);
  private readonly bank = new Spring();
  private readonly look = new Spring();
  private motion: Motion | null = null;
  private fallSpeed = 0;
  private blinkAt: number;

  /** `seed` keeps figures from moving alike. */
  constructor(still: boolean, seed: number) {
    const seconds = (seed * 7.31) % 40;
    this.moment = {
      phase: 0,
      stroke: seed,
      seconds,
      elapsed: 0,
      speed: 0,
      verticalSpeed: 0,
      carries: false,
      still,
    };
    this.blinkAt = seconds + 1.5;
  }

  set carries(carries: boolean) {
    this.moment.carries = carries;
  }

  /** Jumps to a state without blending, as after a respawn. */
  snap({ motion, heading, speed, verticalSpeed }: AnimatedState): void {
    for (const [i, weight] of this.weights.entries()) weight.set(MOTIONS[i] === motion ? 1 : 0);
    if (motion !== this.motion) this.ages.fill(0);
    this.heading.set(heading);
    this.ground.set(speed);
    this.flight.set(verticalSpeed);
    this.pace.set(speed);
    this.rise.set(verticalSpeed);
    this.bank.set(0);
    this.look.set(0);
    this.squash.set(0);
    this.motion = motion;
  }

  update(state: AnimatedState, elapsed: number): FigureJoints {
    const seconds = Math.min(LONGEST_STEP, Math.max(0, elapsed));
    this.changeMotion(state);
    this.advance(state, seconds);
    this.blend(state.motion, seconds);
    this.addMomentum(state, seconds);
    return this.joints;
  }

  private changeMotion(state: AnimatedState): void {
    const before = this.motion;
    const { motion, verticalSpeed } = state;
    if (!before) this.snap(state);
    else if (motion !== before) {
      if (before === "dead") {
        this.snap(state);
        this.pop.value = 0;
      } else if (AIRBORNE[before] && !AIRBORNE[motion]) {
        this.squash.velocity -= Math.min(7.5, 0.16 * this.fallSpeed);
      } else if (AIRBORNE[motion] && !AIRBORNE[before]) {
        if (verticalSpeed > 5) this.squash.velocity += 3;
        if (this.weightOf("jump") + this.weightOf("fall") < 0.1) this.flight.set(verticalSpeed);
      }
      this.motion = motion;
    }
    this.fallSpeed = AIRBORNE[motion] ? Math.max(0, -verticalSpeed) : 0;
  }

  private weightOf(motion: Motion): number {
    return this.weights[MOTIONS.indexOf(motion)]?.value ?? 0;
  }

  private advance({ motion, speed, verticalSpeed }: AnimatedState, seconds: number): void {
    const { moment } = this;
    moment.seconds += seconds;
    moment.speed = this.ground.follow(speed, 20, seconds);
    // After a flight its pose fades out as it was.
    if (AIRBORNE[motion]) this.flight.follow(verticalSpeed, 30, seconds);
    moment.verticalSpeed = this.flight.value;
    moment.stroke = (moment.stroke + strokeRate(moment.speed) * seconds) % (2 * Math.PI);
    moment.phase = (moment.phase + (speed * seconds) / strideLength(moment.speed)) % 1;
    if (moment.seconds > this.blinkAt + BLINK)
      this.blinkAt = moment.seconds + 2.2 + 2.5 * Math.abs(Math.sin(moment.seconds * 13));
  }

  private blend(motion: Motion, seconds: number): void {
    const { joints, single, weights, moment } = this;
    const quickness = QUICKNESS[motion];
    let total = 0;
    for (let i = 0; i < MOTIONS.length; i++) {
      const weight = weights[i] as Spring;
      weight.follow(MOTIONS[i] === motion ? 1 : 0, quickness, seconds);
      weight.value = weight.value < UNSEEN ? 0 : Math.min(1, weight.value);
      total += weight.value;
    }
    clearJoints(joints);
    for (let i = 0; i < MOTIONS.length; i++) {
      const share = (weights[i] as Spring).value / total;
      this.ages[i] = share === 0 ? 0 : (this.ages[i] ?? 0) + seconds;
      if (share === 0) continue;
      moment.elapsed = this.ages[i] ?? 0;
      poseFor(single, MOTIONS[i] as Motion, moment);
      addJoints(joints, single, share);
    }
  }

  /** What the body does because it has weight: leaning, squashing, looking ahead. */
  private addMomentum({ heading, speed, verticalSpeed }: AnimatedState, seconds: number): void {
    const { joints, moment } = this;
    const turn = wrapAngle(heading - this.heading.value);
    this.heading.follow(this.heading.value + turn, 24, seconds);
    const faster = speed - this.pace.follow(speed, 9, seconds);
    const sinking = this.rise.follow(verticalSpeed, 14, seconds) - verticalSpeed;
    const squash = this.squash.bounce(0, 24, 0.42, seconds);
    const pop = this.pop.bounce(1, 20, 0.58, seconds);
    const look = this.look.follow(clamp(turn * 0.7, 0.7), 18, seconds);
    const bank = this.bank.follow(clamp(-this.heading.velocity * speed * 0.0024, 0.3), 14, seconds);
    if (moment.seconds > this.blinkAt) joints.eyes = 1;
    joints.headYaw += look;
    if (moment.still) return;
    joints.size *= Math.max(0, pop);
    joints.roll += bank;
    joints.lean += clamp(faster * 0.016, 0.24);
    joints.headPitch += clamp(sinking * 0.008, 0.2);
    joints.leftSpread += clamp(sinking * 0.012, 0.3);
    joints.rightSpread += clamp(sinking * 0.012, 0.3);
    joints.stretch *= 1 + clamp(squash, 0.24);
    if (squash >= 0) return;
    joints.lift += 1.2 * Math.max(-0.3, squash);
    joints.lean -= 0.5 * Math.max(-0.3, squash);
  }
}

const clamp = (value: number, limit: number) => Math.min(limit, Math.max(-limit, value));

/** An angle from -π to π. */
const wrapAngle = (angle: number) => angle - 2 * Math.PI * Math.round(angle / (2 * Math.PI));
