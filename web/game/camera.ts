import type { Vec3 } from "#domain/world/schema.ts";
import type { Look } from "./input/pointer-look.ts";

/** The share of the way from one point to another that a sphere can go. */
export type Sight = (from: Vec3, to: Vec3, radius: number) => number;

/** 14 behind and 5 above. */
export const START_ZOOM = Math.hypot(14, 5);
export const START_PITCH = Math.atan2(5, 14);
export const MAX_ZOOM = 30;
/** Up to this distance the camera is in the bopi's eyes. */
export const FIRST_PERSON_ZOOM = 1.5;
/** From this distance on the own bopi is fully visible. */
const OPAQUE_DISTANCE = 5;
const LOWEST_PITCH = -1.2;
const HIGHEST_PITCH = 1.4;
/** Height above the feet of what the camera looks at, from far away and in first person. */
const FAR_HEIGHT = 3.2;
const EYE_HEIGHT = 3.7;
/** Distances kept from walls. The near plane's corners are closer than the smaller one. */
const FOCUS_RADIUS = 0.45;
const RADIUS = 0.35;
const SKIN = 0.03;
/** Seconds in which the camera nearly reaches the bopi. Vertically longer, so steps and lifts are smooth. */
const ACROSS_TIME = 0.06;
const UP_TIME = 0.16;
const MAX_LAG = 3;
/** Further in one tick is a jump in place, such as a respawn. */
const TELEPORT = 12;
/** How fast the camera moves back out after a wall, and to a new zoom, per second. */
const EASE_OUT = 3.5;
const EASE_ZOOM = 12;
/** The automatic camera waits this long after the player has turned it, in seconds. */
const AUTO_PAUSE = 1.2;
/** Radians per second at most. */
const AUTO_TURN = 1.6;
const SHAKE_SECONDS = 0.25;

export interface CameraOptions {
  reducedMotion: boolean;
  shake: boolean;
  autoCamera: boolean;
}

/** A third-person camera that never looks out of walls. Yaw 0 looks towards +Z and grows towards +X, as do inputs. */
export class GameCamera {
  yaw = 0;
  /** Downwards. */
  pitch = START_PITCH;
  zoom = START_ZOOM;
  readonly position: Vec3 = [0, 0, 0];
  /** The point that it looks at. */
  readonly focus: Vec3 = [0, 0, 0];
  distance = START_ZOOM;
  options: CameraOptions = { reducedMotion: false, shake: true, autoCamera: false };

  readonly #smooth: Vec3 = [0, 0, 0];
  readonly #speed: Vec3 = [0, 0, 0];
  readonly #body: Vec3 = [0, 0, 0];
  readonly #goal: Vec3 = [0, 0, 0];
  #zoom = START_ZOOM;
  #isNew = true;
  #sinceLook = AUTO_PAUSE;
  #shaking = 0;
  #shakeSize = 0;

  get isFirstPerson(): boolean {
    return this.zoom <= FIRST_PERSON_ZOOM;
  }

  get opacity(): number {
    const share = (this.distance - FIRST_PERSON_ZOOM) / (OPAQUE_DISTANCE - FIRST_PERSON_ZOOM);
    return this.isFirstPerson ? 0 : clamp(share, 0, 1);
  }

  get shownPitch(): number {
    if (this.#shaking <= 0) return this.pitch;
    const rest = this.#shaking / SHAKE_SECONDS;
    return this.pitch + Math.sin(rest * 19) * rest * this.#shakeSize;
  }

  reset(yaw: number): void {
    this.yaw = yaw;
    this.pitch = START_PITCH;
    this.snap();
  }

  snap(): void {
    this.#isNew = true;
  }

  turn(look: Look): void {
    if (look.yaw !== 0 || look.pitch !== 0) this.#sinceLook = 0;
    this.yaw = wrapAngle(this.yaw + look.yaw);
    this.pitch = clamp(this.pitch + look.pitch, LOWEST_PITCH, HIGHEST_PITCH);
    this.zoom = clamp(this.zoom + look.zoom, 0, MAX_ZOOM);
  }

  /** A hard landing, 0 to 1. */
  shake(strength: number): void {
    if (!this.options.shake || this.options.reducedMotion) return;
    this.#shaking = SHAKE_SECONDS;
    this.#shakeSize = 0.02 * strength;
  }

  /** Turns slowly to where the bopi goes: `vx`, `vz` in units per second. Not while the player looks around. */
  turnBehind(vx: number, vz: number, seconds: number): void {
    this.#sinceLook += seconds;
    const speed = Math.hypot(vx, vz);
    if (!this.options.autoCamera || this.#sinceLook < AUTO_PAUSE || speed < 4) return;
    // The sine doesn't turn the camera when the bopi runs towards it.
    const away = Math.sin(Math.atan2(vx, vz) - this.yaw);
    this.yaw = wrapAngle(this.yaw + away * AUTO_TURN * Math.min(1, speed / 16) * seconds);
  }

  /** Follows the point between the feet. `sight` is asked about walls. */
  follow(x: number, y: number, z: number, seconds: number, sight: Sight): void {
    this.#shaking -= seconds;
    this.#zoom = this.options.reducedMotion
      ? this.zoom
      : this.zoom + (this.#zoom - this.zoom) * Math.exp(-EASE_ZOOM * seconds);
    const isFirst = this.isFirstPerson;
    const near = clamp(this.#zoom / 6, 0, 1);
    const height = EYE_HEIGHT + (FAR_HEIGHT - EYE_HEIGHT) * near;
    setPoint(this.#body, x, y + height, z);
    this.#smoothTo(this.#body, seconds);
    this.#moveFree(this.focus, this.#body, this.#smooth, FOCUS_RADIUS, sight);

    const zoom = isFirst ? 0 : this.#zoom;
    const across = Math.cos(this.pitch) * zoom;
    const [fx, fy, fz] = this.focus;
    setPoint(
      this.#goal,
      fx - Math.sin(this.yaw) * across,
      fy + Math.sin(this.pitch) * zoom,
      fz - Math.cos(this.yaw) * across,
    );
    const free = zoom < 0.01 ? 0 : zoom * sight(this.focus, this.#goal, RADIUS);
    // In at once, or the camera would be in the wall for a moment; out slowly.
    const isOut = free > this.distance && !this.#isNew && !this.options.reducedMotion;
    this.distance = isOut ? free + (this.distance - free) * Math.exp(-EASE_OUT * seconds) : free;
    if (Math.abs(free - this.distance) < 0.02) this.distance = free;
    const share = zoom < 0.01 ? 0 : this.distance / zoom;
    for (let i = 0; i < 3; i++) {
      const from = this.focus[i] as number;
      this.position[i] = from + ((this.#goal[i] as number) - from) * share;
    }
    this.#isNew = false;
  }

  fly(right: number, up: number, ahead: number): void {
    const [sin, cos] = [Math.sin(this.yaw), Math.cos(this.yaw)];
    const across = Math.cos(this.pitch) * ahead;
    this.position[0] += sin * across - cos * right;
    this.position[1] += up - Math.sin(this.pitch) * ahead;
    this.position[2] += cos * across + sin * right;
  }

  #smoothTo(target: Vec3, seconds: number): void {
    const smooth = this.#smooth;
    const isFar =
      Math.abs(target[0] - smooth[0]) + Math.abs(target[1] - smooth[1]) + Math.abs(target[2] - smooth[2]) >
      TELEPORT;
    const isDirect = this.#isNew || isFar || this.options.reducedMotion || this.isFirstPerson;
    for (let i = 0; i < 3; i++) {
      const goal = target[i] as number;
      if (isDirect) {
        smooth[i] = goal;
        this.#speed[i] = 0;
        continue;
      }
      const at = springTo(
        smooth[i] as number,
        goal,
        this.#speed,
        i,
        i === 1 ? UP_TIME : ACROSS_TIME,
        seconds,
      );
      smooth[i] = clamp(at, goal - MAX_LAG, goal + MAX_LAG);
    }
  }

  #moveFree(result: Vec3, from: Vec3, to: Vec3, radius: number, sight: Sight): void {
    const length = Math.hypot(to[0] - from[0], to[1] - from[1], to[2] - from[2]);
    const free = length < 0.001 ? 1 : sight(from, to, radius);
    const share = free === 1 ? 1 : Math.max(0, free - SKIN / length);
    for (let i = 0; i < 3; i++) {
      const start = from[i] as number;
      result[i] = start + ((to[i] as number) - start) * share;
    }
  }
}

/** A step of a critically damped spring: nearly there after `time` seconds, never beyond ("Game Programming Gems 4", 1.10). */
export function springTo(
  at: number,
  goal: number,
  speed: number[],
  index: number,
  time: number,
  seconds: number,
): number {
  const omega = 2 / time;
  const x = omega * seconds;
  const decay = 1 / (1 + x + 0.48 * x * x + 0.235 * x * x * x);
  const change = at - goal;
  const before = speed[index] ?? 0;
  const step = (before + omega * change) * seconds;
  speed[index] = (before - omega * step) * decay;
  return goal + (change + step) * decay;
}

export const wrapAngle = (angle: number): number => angle - 2 * Math.PI * Math.round(angle / (2 * Math.PI));

const clamp = (value: number, least: number, most: number): number => Math.min(most, Math.max(least, value));

export function setPoint(point: Vec3, x: number, y: number, z: number): void {
  point[0] = x;
  point[1] = y;
  point[2] = z;
}
