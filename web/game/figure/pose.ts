import { smoothstep } from "#domain/avatar/model/body.ts";
import { JOINTS } from "#domain/avatar/model/joints.ts";
import type { Motion } from "./motion.ts";

/**
 * A figure's joints: lengths in units, angles in radians. Both arms and both legs use the same signs: a positive swing is
 * backward, a positive spread outward, a positive foot pitch points the toes down.
 */
export interface FigureJoints {
  /** Height of the hips above where they are when standing. */
  lift: number;
  /** The whole figure, forward. */
  tilt: number;
  /** The whole figure, around its own axis. */
  spin: number;
  /** The upper body: forward, around, to its right. */
  lean: number;
  twist: number;
  roll: number;
  /** Height as a share of the usual one. The volume stays. */
  stretch: number;
  /** Positive is down, to its left and to its right. */
  headPitch: number;
  headYaw: number;
  headRoll: number;
  leftSwing: number;
  leftSpread: number;
  leftElbow: number;
  rightSwing: number;
  rightSpread: number;
  rightElbow: number;
  /** Places of the feet on the ground plane and above it. */
  leftAhead: number;
  leftUp: number;
  leftPitch: number;
  rightAhead: number;
  rightUp: number;
  rightPitch: number;
  /** How far both legs are spread. */
  apart: number;
  /** 1 closes the eyes. */
  eyes: number;
  size: number;
  opacity: number;
}

const REST: Readonly<FigureJoints> = {
  lift: 0,
  tilt: 0,
  spin: 0,
  lean: 0,
  twist: 0,
  roll: 0,
  stretch: 1,
  headPitch: 0,
  headYaw: 0,
  headRoll: 0,
  leftSwing: 0,
  leftSpread: JOINTS.shoulder.tilt,
  leftElbow: 0,
  rightSwing: 0,
  rightSpread: JOINTS.shoulder.tilt,
  rightElbow: 0,
  leftAhead: 0,
  leftUp: 0,
  leftPitch: 0,
  rightAhead: 0,
  rightUp: 0,
  rightPitch: 0,
  apart: 0,
  eyes: 0,
  size: 1,
  opacity: 1,
};

const KEYS = Object.keys(REST) as (keyof FigureJoints)[];

export const restJoints = (): FigureJoints => ({ ...REST });

/** Adds a share of the joints `from` to `to`. */
export function addJoints(to: FigureJoints, from: FigureJoints, share: number): void {
  for (const key of KEYS) to[key] += from[key] * share;
}

export function clearJoints(joints: FigureJoints): void {
  for (const key of KEYS) joints[key] = 0;
}

/** What a pose depends on besides its motion. */
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
  /** Whether the right hand holds a toy. */
  carries: boolean;
  /** No bobbing, hopping and spinning. */
  still: boolean;
}

/** Writes the joints of a motion at a moment into `joints`. */
export function poseFor(joints: FigureJoints, motion: Motion, moment: PoseMoment): void {
  Object.assign(joints, REST);
  POSES[motion](joints, moment);
  if (!moment.carries) return;
  // A toy is held in front, and moves a little with the arm.
  joints.rightSwing = -Math.PI / 2 + 0.16 * joints.rightSwing;
  joints.rightSpread = JOINTS.shoulder.tilt + 0.1 * (joints.rightSpread - JOINTS.shoulder.tilt);
  joints.rightElbow *= 0.12;
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
const reachAt = (stride: number) => Math.min(REACH, 0.3 * stride);

/** Where a foot is ahead of the hips. While it stands (before `contact`), it moves back as fast as the ground. */
function footAhead(phase: number, contact: number, reach: number): number {
  if (phase < contact) return reach * (1 - (2 * phase) / contact);
  const s = (phase - contact) / (1 - contact);
  const slope = (-1.1 * reach * (1 - contact)) / contact;
  return reach * (s * s * (6 - 4 * s) - 1) + slope * s * (1 - s) * (1 - 2 * s);
}

/** How far through its flight a foot is: 0 while it stands. */
const flight = (phase: number, contact: number) =>
  phase < contact ? 0 : ((phase - contact) / (1 - contact)) ** 0.8;

function footPitch(phase: number, contact: number): number {
  if (phase < contact) {
    const t = phase / contact;
    return -0.3 * (1 - t) * (1 - t) + 0.6 * t * t * t;
  }
  const s = (phase - contact) / (1 - contact);
  return mix(0.6, -0.3, smoothstep(0, 1, s)) + 0.8 * Math.sin(Math.PI * s) * (1 - s);
}

/** Walking and running. */
function stride(joints: FigureJoints, { phase, speed, still }: PoseMoment): void {
  const run = smoothstep(4, 14, speed);
  const length = strideLength(speed);
  const reach = reachAt(length);
  const contact = Math.min(0.62, (2 * reach) / length);
  const other = (phase + 0.5) % 1;
  const height = mix(0.16, 0.42, run);
  const roll = mix(0.6, 1, run);
  joints.leftAhead = footAhead(phase, contact, reach);
  joints.rightAhead = footAhead(other, contact, reach);
  joints.leftUp = height * Math.sin(Math.PI * flight(phase, contact));
  joints.rightUp = height * Math.sin(Math.PI * flight(other, contact));
  joints.leftPitch = roll * footPitch(phase, contact);
  joints.rightPitch = roll * footPitch(other, contact);

  const side = Math.cos(TURN * phase);
  const middle = phase - contact / 2;
  const bob = still ? 0 : mix(0.035, -0.12, run);
  joints.lift = mix(-0.05, -0.1, run) + bob * Math.cos(2 * TURN * middle);
  joints.lean = mix(0.05, 0.2, run) + clamp(0.008 * (speed - 16), 0, 0.14);
  if (!still) {
    joints.twist = mix(0.12, 0.2, run) * side;
    joints.roll = mix(-0.05, -0.03, run) * Math.cos(TURN * middle);
  }
  joints.headPitch = -0.75 * joints.lean + (still ? 0 : 0.04 * Math.sin(2 * TURN * middle));
  joints.headYaw = -0.85 * joints.twist;
  joints.headRoll = -0.8 * joints.roll;
  const swing = mix(0.5, 0.95, run);
  const elbow = mix(-0.22, -1.15, run);
  joints.leftSwing = swing * side - 0.05 * run;
  joints.rightSwing = -swing * side - 0.05 * run;
  joints.leftElbow = elbow - 0.3 * run * (1 - side);
  joints.rightElbow = elbow - 0.3 * run * (1 + side);
  joints.leftSpread += 0.12 * run;
  joints.rightSpread += 0.12 * run;
}

/** Looks to a side now and then, with pauses in front. */
const glance = (seconds: number) => (Math.sin(seconds * 0.53) * Math.sin(seconds * 0.31 + 1)) ** 3;

const POSES: Record<Motion, (joints: FigureJoints, moment: PoseMoment) => void> = {
  walk: stride,
  run: stride,

  idle(joints, { seconds, still }) {
    if (still) return;
    const breath = Math.sin(seconds * 1.9);
    const sway = Math.sin(seconds * 0.8);
    joints.lift = 0.014 * breath - 0.014;
    joints.stretch = 1 + 0.006 * breath;
    joints.lean = 0.012 * breath;
    joints.roll = 0.022 * sway;
    joints.headPitch = 0.03 * Math.sin(seconds * 1.9 - 0.7);
    joints.headYaw = 0.75 * glance(seconds);
    joints.headRoll = 0.03 * sway + 0.12 * glance(seconds + 0.4);
    joints.twist = 0.2 * glance(seconds - 0.25);
    joints.leftSpread += 0.03 * Math.sin(seconds * 1.9 - 0.4) + 0.02;
    joints.rightSpread += 0.03 * Math.sin(seconds * 1.9 - 0.5) + 0.02;
    joints.leftSwing = 0.05 * Math.sin(seconds * 1.1);
    joints.rightSwing = -0.05 * Math.sin(seconds * 1.1);
    joints.leftElbow = joints.rightElbow = -0.1;
  },

  jump(joints, { verticalSpeed, still }) {
    const rise = clamp(verticalSpeed / 26, 0, 1);
    joints.lean = mix(0.12, -0.06, rise);
    joints.headPitch = mix(-0.05, -0.28, rise);
    joints.leftSwing = mix(-0.7, -2.5, rise);
    joints.rightSwing = mix(-0.5, -2.3, rise);
    joints.leftSpread = joints.rightSpread = mix(1.15, 0.5, rise);
    joints.leftElbow = joints.rightElbow = mix(-0.35, -0.2, rise);
    joints.leftAhead = mix(0.2, 0.34, rise);
    joints.leftUp = mix(0.3, 0.5, rise);
    joints.leftPitch = mix(0.3, 0.15, rise);
    joints.rightAhead = mix(-0.2, -0.34, rise);
    joints.rightUp = mix(0.2, 0.08, rise);
    joints.rightPitch = mix(0.6, 1, rise);
    joints.twist = mix(0, 0.12, rise);
    if (!still) joints.stretch = 1 + 0.07 * rise;
  },

  fall(joints, { seconds, verticalSpeed, still }) {
    const drop = clamp(-verticalSpeed / 40, 0, 1);
    const flutter = still ? 0 : Math.sin(seconds * 16);
    joints.lean = mix(0.12, 0.22, drop);
    joints.headPitch = mix(-0.05, 0.16, drop);
    joints.leftSwing = joints.rightSwing = mix(-0.6, -0.25, drop);
    joints.leftSpread = mix(1.15, 1.95, drop) + 0.14 * drop * flutter;
    joints.rightSpread = mix(1.15, 1.95, drop) - 0.14 * drop * flutter;
    joints.leftElbow = joints.rightElbow = -0.3;
    joints.leftAhead = mix(0.2, -0.1, drop) + 0.06 * flutter;
    joints.rightAhead = mix(-0.2, -0.34, drop) - 0.06 * flutter;
    joints.leftUp = mix(0.3, 0.26, drop);
    joints.rightUp = mix(0.2, 0.42, drop);
    joints.leftPitch = mix(0.3, 0.7, drop);
    joints.rightPitch = mix(0.6, 0.9, drop);
    joints.apart = 0.12 * drop;
    if (!still) joints.stretch = 1 + 0.05 * drop;
  },

  swim(joints, { seconds, stroke, speed, still }) {
    const way = smoothstep(0.5, 7, speed);
    const kick = Math.sin(2 * stroke);
    joints.tilt = 1.2 * way;
    joints.headPitch = -0.85 * way;
    joints.lift = still ? 0 : 0.09 * Math.sin(seconds * 2.3);
    const float = 1 - way;
    const scull = Math.sin(stroke);
    joints.leftSwing = mix(-0.45 + 0.2 * Math.cos(stroke), -1.7 + 0.95 * scull, way);
    joints.rightSwing = mix(-0.45 + 0.2 * Math.cos(stroke), -1.7 - 0.95 * scull, way);
    joints.leftSpread = joints.rightSpread = mix(1.15 + 0.22 * scull, 0.45, way);
    joints.leftElbow = mix(-0.5, -0.5 + 0.4 * Math.cos(stroke), way);
    joints.rightElbow = mix(-0.5, -0.5 - 0.4 * Math.cos(stroke), way);
    joints.roll = 0.14 * way * scull;
    joints.headRoll = -0.1 * way * scull;
    joints.leftAhead = mix(0.16, 0.2, way) * kick + 0.1 * float;
    joints.rightAhead = -mix(0.16, 0.2, way) * kick + 0.1 * float;
    joints.leftUp = mix(0.26 + 0.12 * kick, 0.05, way);
    joints.rightUp = mix(0.26 - 0.12 * kick, 0.05, way);
    joints.leftPitch = joints.rightPitch = mix(0.5, 1.1, way);
    joints.apart = 0.16 * float;
  },

  cheer(joints, { elapsed, seconds, still }) {
    const beat = (elapsed / 0.72) % 1;
    const sway = Math.sin((elapsed / 1.44) * TURN);
    const hop = still || beat < 0.26 ? 0 : Math.sin(Math.PI * ((beat - 0.26) / 0.74));
    const crouch = still || beat >= 0.26 ? 0 : Math.sin(Math.PI * (beat / 0.26));
    joints.lift = 0.95 * hop - 0.3 * crouch;
    joints.lean = 0.2 * crouch - 0.08 * hop;
    joints.headPitch = -0.22 * hop + 0.1 * crouch;
    joints.headRoll = still ? 0 : 0.14 * sway;
    joints.twist = still ? 0 : 0.22 * sway;
    const wave = still ? 0.3 * Math.sin(seconds * 3) : Math.sin(seconds * 14);
    joints.leftSpread = mix(2.65, 1.7, crouch) + 0.16 * wave;
    joints.rightSpread = mix(2.65, 1.7, crouch) - 0.16 * wave;
    joints.leftElbow = joints.rightElbow = -0.25 - 0.5 * crouch;
    joints.leftUp = hop * (0.95 + 0.18 * (1 + sway));
    joints.rightUp = hop * (0.95 + 0.18 * (1 - sway));
    joints.leftAhead = -0.22 * hop * (1 + sway);
    joints.rightAhead = -0.22 * hop * (1 - sway);
    joints.leftPitch = joints.rightPitch = 0.75 * hop;
    joints.apart = 0.14 * hop;
    if (!still) joints.stretch = 1 + 0.05 * hop - 0.06 * crouch;
  },

  sleep(joints, { seconds, still }) {
    const breath = still ? 0 : Math.sin(seconds * 1.2);
    joints.lift = -0.8;
    joints.lean = 0.1 + 0.03 * breath;
    joints.headPitch = 0.42 + 0.07 * breath;
    joints.headRoll = 0.2;
    joints.leftSwing = joints.rightSwing = -0.35;
    joints.leftSpread = joints.rightSpread = 0.34;
    joints.leftElbow = joints.rightElbow = -0.4;
    joints.leftAhead = joints.rightAhead = 0.94;
    joints.leftUp = joints.rightUp = 0.1;
    joints.leftPitch = joints.rightPitch = -1.1;
    joints.apart = 0.16;
    joints.eyes = 1;
  },

  dead(joints, { elapsed, still }) {
    const t = clamp(elapsed / DEATH_SECONDS, 0, 1);
    joints.opacity = 1 - t * t;
    joints.eyes = 1;
    joints.leftSpread = joints.rightSpread = 1.5;
    joints.leftAhead = joints.rightAhead = 0;
    joints.apart = 0.35;
    joints.headPitch = -0.2;
    if (still) return;
    joints.spin = 2.5 * t * t;
    joints.lift = 0.5 * t;
    joints.leftUp = joints.rightUp = 0.5 * t;
    joints.size = (1 + 0.3 * Math.sin(Math.PI * Math.min(1, t * 1.6))) * (1 - t * t * t);
  },
};

/** How long the figure takes to vanish; the simulation's respawn takes as long. */
const DEATH_SECONDS = 0.4;
