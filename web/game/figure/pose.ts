import { smoothstep } from "#domain/avatar/model/body.ts";
import { JOINTS } from "#domain/avatar/model/joints.ts";
import type { Motion } from "#domain/room/motion.ts";

/** A resting arm and leg of one side: lengths in units, angles in radians. Signs are the same on both sides. */
const LIMB = {
  /** The arm: positive is backward. */
  swing: 0,
  /** The arm: positive is outward. */
  spread: JOINTS.shoulder.tilt as number,
  /** Negative bends the forearm up. */
  elbow: 0,
  /** Where the foot is, from where it stands. */
  ahead: 0,
  up: 0,
  /** Positive points the toes down. */
  pitch: 0,
};
export type LimbJoints = typeof LIMB;

/** A figure's other joints at rest: lengths in units, angles in radians. */
const BODY = {
  /** Height of the hips above where they are when standing. */
  lift: 0,
  tilt: 0,
  spin: 0,
  /** The upper body: forward, around, to its right. */
  lean: 0,
  twist: 0,
  roll: 0,
  /** Height as a share of the usual one. The volume stays. */
  stretch: 1,
  /** Positive is down, to its left and to its right. */
  headPitch: 0,
  headYaw: 0,
  headRoll: 0,
  /** How far both legs are spread. */
  apart: 0,
  /** 1 closes the eyes. */
  eyes: 0,
  size: 1,
  opacity: 1,
};
export type FigureJoints = typeof BODY & { left: LimbJoints; right: LimbJoints };

const LIMB_KEYS = Object.keys(LIMB) as (keyof typeof LIMB)[];
const BODY_KEYS = Object.keys(BODY) as (keyof typeof BODY)[];

export const restJoints = (): FigureJoints => ({ left: { ...LIMB }, right: { ...LIMB }, ...BODY });

/** Multiplies the joints `to` by `keep` and adds a share of `from`. */
export function mixJoints(to: FigureJoints, keep: number, from: FigureJoints, share: number): void {
  for (const key of BODY_KEYS) to[key] = to[key] * keep + from[key] * share;
  for (const key of LIMB_KEYS) {
    to.left[key] = to.left[key] * keep + from.left[key] * share;
    to.right[key] = to.right[key] * keep + from.right[key] * share;
  }
}

/** The values that a pose depends on besides its motion. */
export interface PoseMoment {
  /** Of the stride, 0 to 1. The left foot touches the ground at 0, the right one at 0.5. */
  phase: number;
  /** Of a swimmer's arms, in radians. */
  stroke: number;
  /** Any steady clock. */
  seconds: number;
  /** Seconds since the motion began. */
  elapsed: number;
  /** Units per second. */
  speed: number;
  verticalSpeed: number;
  carries: boolean;
  still: boolean;
}

/** A moment of a figure that stands. */
export const STANDING = { phase: 0, stroke: 0, elapsed: 0, speed: 0, verticalSpeed: 0, carries: false };

/** Writes the joints of a motion at a moment into `joints`. */
export function poseFor(joints: FigureJoints, motion: Motion, moment: PoseMoment): void {
  Object.assign(joints, BODY);
  Object.assign(joints.left, LIMB);
  Object.assign(joints.right, LIMB);
  POSES[motion](joints, moment);
  if (!moment.carries) return;
  // A toy is held in front, and moves a little with the arm. A sleeper lowers it.
  const { right, eyes } = joints;
  right.swing = (-Math.PI / 2) * (1 - 0.5 * eyes) + 0.16 * right.swing;
  right.spread = mix(LIMB.spread, right.spread, 0.1);
  right.elbow *= 0.12;
}

export function setArms({ left, right }: FigureJoints, swing: number, spread: number, elbow: number): void {
  left.swing = right.swing = swing;
  left.spread = right.spread = spread;
  left.elbow = right.elbow = elbow;
}

function setLegs({ left, right }: FigureJoints, ahead: number, up: number, pitch: number): void {
  left.ahead = right.ahead = ahead;
  left.up = right.up = up;
  left.pitch = right.pitch = pitch;
}

function oppose({ left, right }: FigureJoints, joint: keyof LimbJoints, by: number): void {
  left[joint] += by;
  right[joint] -= by;
}

const TURN = Math.PI * 2;
const mix = (from: number, to: number, share: number) => from + (to - from) * share;
const clamp = (value: number, low: number, high: number) => Math.min(high, Math.max(low, value));

/** Units that both feet together carry the figure in a whole stride. */
export const strideLength = (speed: number): number => 1.3 + 0.24 * speed;

/** Radians per second of a swimmer's arms. */
export const strokeRate = (speed: number): number => mix(3.2, 7, smoothstep(0.5, 7, speed));

/** The farthest a foot is ahead of the hips while it stands. */
const REACH = 0.56;

/** Poses a leg. While its foot stands (before `contact`), it moves back as fast as the ground. */
function stepLeg(leg: LimbJoints, phase: number, contact: number, reach: number, run: number): void {
  const roll = mix(0.6, 1, run);
  if (phase < contact) {
    const t = phase / contact;
    leg.ahead = reach * (1 - 2 * t);
    leg.up = 0;
    leg.pitch = roll * (0.6 * t * t * t - 0.3 * (1 - t) * (1 - t));
    return;
  }
  const s = (phase - contact) / (1 - contact);
  const slope = (-1.1 * reach * (1 - contact)) / contact;
  leg.ahead = reach * (s * s * (6 - 4 * s) - 1) + slope * s * (1 - s) * (1 - 2 * s);
  leg.up = mix(0.16, 0.42, run) * Math.sin(Math.PI * s ** 0.8);
  leg.pitch = roll * (mix(0.6, -0.3, smoothstep(0, 1, s)) + 0.8 * Math.sin(Math.PI * s) * (1 - s));
}

function stride(joints: FigureJoints, { phase, speed, still }: PoseMoment): void {
  const run = smoothstep(4, 14, speed);
  const length = strideLength(speed);
  const reach = Math.min(REACH, 0.3 * length);
  const contact = (2 * reach) / length;
  stepLeg(joints.left, phase, contact, reach, run);
  stepLeg(joints.right, (phase + 0.5) % 1, contact, reach, run);

  const side = Math.cos(TURN * phase);
  const middle = TURN * (phase - contact / 2);
  const bob = still ? 0 : mix(0.035, -0.12, run);
  joints.lift = mix(-0.05, -0.1, run) + bob * Math.cos(2 * middle);
  joints.lean = mix(0.05, 0.2, run) + clamp(0.008 * (speed - 16), 0, 0.14);
  if (!still) {
    joints.twist = mix(0.12, 0.2, run) * side;
    joints.roll = mix(-0.05, -0.03, run) * Math.cos(middle);
  }
  joints.headPitch = -0.75 * joints.lean + bob * 0.33 * Math.sin(2 * middle);
  joints.headYaw = -0.85 * joints.twist;
  joints.headRoll = -0.8 * joints.roll;
  setArms(joints, -0.05 * run, LIMB.spread + 0.12 * run, mix(-0.22, -1.45, run));
  oppose(joints, "swing", mix(0.5, 0.95, run) * side);
  oppose(joints, "elbow", 0.3 * run * side);
}

const glance = (seconds: number) => (Math.sin(seconds * 0.53) * Math.sin(seconds * 0.31 + 1)) ** 3;

const POSES: Record<Motion, (joints: FigureJoints, moment: PoseMoment) => void> = {
  walk: stride,
  run: stride,

  idle(joints, { seconds, still }) {
    if (still) return;
    const breath = Math.sin(seconds * 1.9);
    const late = Math.sin(seconds * 1.9 - 0.6);
    const sway = Math.sin(seconds * 0.8);
    joints.lift = 0.014 * (breath - 1);
    joints.stretch = 1 + 0.006 * breath;
    joints.lean = 0.012 * breath;
    joints.roll = 0.022 * sway;
    joints.headPitch = 0.03 * late;
    joints.headYaw = 0.75 * glance(seconds);
    joints.headRoll = 0.03 * sway + 0.12 * glance(seconds + 0.4);
    joints.twist = 0.2 * glance(seconds - 0.25);
    setArms(joints, 0, LIMB.spread + 0.03 * late + 0.02, -0.1);
    oppose(joints, "swing", 0.05 * sway);
  },

  jump(joints, { verticalSpeed, still }) {
    const rise = clamp(verticalSpeed / 26, 0, 1);
    joints.lean = mix(0.12, -0.06, rise);
    joints.headPitch = mix(-0.05, -0.28, rise);
    joints.twist = 0.12 * rise;
    setArms(joints, mix(-0.6, -2.4, rise), mix(1.15, 0.5, rise), mix(-0.35, -0.2, rise));
    setLegs(joints, 0, mix(0.25, 0.29, rise), mix(0.45, 0.57, rise));
    oppose(joints, "ahead", mix(0.2, 0.34, rise));
    oppose(joints, "up", mix(0.05, 0.21, rise));
    oppose(joints, "pitch", mix(-0.15, -0.43, rise));
    if (!still) joints.stretch = 1 + 0.07 * rise;
  },

  fall(joints, { seconds, verticalSpeed, still }) {
    const drop = clamp(-verticalSpeed / 40, 0, 1);
    const flutter = still ? 0 : Math.sin(seconds * 16);
    joints.lean = mix(0.12, 0.22, drop);
    joints.headPitch = mix(-0.05, 0.16, drop);
    joints.apart = 0.12 * drop;
    setArms(joints, mix(-0.6, -0.25, drop), mix(1.15, 1.95, drop), -0.33);
    oppose(joints, "spread", 0.14 * drop * flutter);
    setLegs(joints, -0.22 * drop, mix(0.25, 0.34, drop), mix(0.45, 0.8, drop));
    oppose(joints, "ahead", mix(0.2, 0.12, drop) + 0.06 * flutter);
    oppose(joints, "up", mix(0.05, -0.08, drop));
    oppose(joints, "pitch", -0.12);
    if (!still) joints.stretch = 1 + 0.05 * drop;
  },

  swim(joints, { seconds, stroke, speed, still }) {
    const way = smoothstep(0.5, 7, speed);
    const float = 1 - way;
    const scull = Math.sin(stroke);
    const kick = Math.sin(2 * stroke);
    joints.tilt = 1.2 * way;
    joints.headPitch = -0.85 * way;
    joints.lift = still ? 0 : 0.09 * Math.sin(seconds * 2.3);
    joints.roll = 0.14 * way * scull;
    joints.headRoll = -0.1 * way * scull;
    joints.apart = 0.16 * float;
    setArms(
      joints,
      mix(-0.45 + 0.2 * Math.cos(stroke), -1.7, way),
      mix(1.15 + 0.22 * scull, 0.45, way),
      -0.5,
    );
    oppose(joints, "swing", 0.95 * way * scull);
    oppose(joints, "elbow", 0.4 * way * Math.cos(stroke));
    setLegs(joints, 0.1 * float, mix(0.26, 0.05, way), mix(0.5, 1.1, way));
    oppose(joints, "ahead", 0.18 * kick);
    oppose(joints, "up", 0.12 * float * kick);
  },

  cheer(joints, { elapsed, seconds, still }) {
    const beat = (elapsed / 0.72) % 1;
    const hop = still || beat < 0.26 ? 0 : Math.sin(Math.PI * ((beat - 0.26) / 0.74));
    const crouch = still || beat >= 0.26 ? 0 : Math.sin(Math.PI * (beat / 0.26));
    const sway = still ? 0 : Math.sin((elapsed / 1.44) * TURN);
    const wave = still ? 0.3 * Math.sin(seconds * 3) : Math.sin(seconds * 14);
    joints.lift = 0.95 * hop - 0.3 * crouch;
    joints.lean = 0.2 * crouch - 0.08 * hop;
    joints.headPitch = 0.1 * crouch - 0.22 * hop;
    joints.headRoll = 0.14 * sway;
    joints.twist = 0.22 * sway;
    joints.apart = 0.14 * hop;
    setArms(joints, 0, mix(2.65, 1.7, crouch), -0.25 - 0.5 * crouch);
    oppose(joints, "spread", 0.16 * wave);
    setLegs(joints, -0.22 * hop, 1.13 * hop, 0.75 * hop);
    oppose(joints, "ahead", -0.22 * hop * sway);
    oppose(joints, "up", 0.18 * hop * sway);
    if (!still) joints.stretch = 1 + 0.05 * hop - 0.06 * crouch;
  },

  sleep(joints, { seconds, still }) {
    const breath = still ? 0 : Math.sin(seconds * 1.2);
    joints.lift = -0.8;
    joints.lean = 0.1 + 0.03 * breath;
    joints.headPitch = 0.42 + 0.07 * breath;
    joints.headRoll = 0.2;
    joints.apart = 0.16;
    joints.eyes = 1;
    setArms(joints, -0.35, 0.34, -0.4);
    setLegs(joints, 0.94, 0.1, -1.1);
  },

  dead(joints, { elapsed, still }) {
    const t = clamp(elapsed / DEATH_SECONDS, 0, 1);
    joints.opacity = 1 - t * t;
    joints.eyes = 1;
    joints.apart = 0.35;
    joints.headPitch = -0.2;
    setArms(joints, 0, 1.5, 0);
    if (still) return;
    joints.spin = 2.5 * t * t;
    joints.lift = 0.5 * t;
    setLegs(joints, 0, joints.lift, 0);
    joints.size = (1 + 0.3 * Math.sin(Math.PI * Math.min(1, t * 1.6))) * (1 - t * t * t);
  },
};

/** How long the figure takes to vanish; the simulation's respawn takes as long. */
const DEATH_SECONDS = 0.4;
