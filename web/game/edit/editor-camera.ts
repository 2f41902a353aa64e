import { type PerspectiveCamera, Vector3 } from "three";
import { addVectors, centerOf, type PartBounds, scaleVector, subtractVectors } from "#domain/build/bounds.ts";
import type { PictureView } from "#domain/build/picture-view.ts";
import { cameraAxes, dot } from "#domain/world/iso/view.ts";
import type { Vec3 } from "#domain/world/schema.ts";
import type { Ray } from "./ray.ts";

/** A point on the canvas, in CSS pixels from its upper left. */
export interface ScreenPoint {
  x: number;
  y: number;
}

interface Pose {
  yaw: number;
  pitch: number;
  distance: number;
  target: Vec3;
}

const LOWEST = -0.6;
const HIGHEST = 1.55;
const NEAREST = 2;
const FARTHEST = 2_000;
/** The target stays within a level's limits. */
const TARGET_MAX = 4_096;
/** Radians of an orbit per CSS pixel. */
const ORBIT = 0.006;
const GLIDE_SECONDS = 0.3;
/** Room around what is focused. */
const FOCUS_MARGIN = 1.1;
const DEGREES = 180 / Math.PI;

const clamp = (value: number, least: number, most: number) => Math.min(most, Math.max(least, value));

/** Orbits around a target. Yaw 0 looks from +Z, and a pitch above 0 looks down. */
export class EditorCamera {
  #pose: Pose = { yaw: 0.7, pitch: 0.6, distance: 40, target: [0, 0, 0] };
  #glide: { from: Pose; to: Pose; seconds: number } | null = null;
  #width = 1;
  #height = 1;
  readonly #camera: PerspectiveCamera;
  isStill: boolean;

  constructor(camera: PerspectiveCamera, isStill: boolean) {
    this.#camera = camera;
    this.isStill = isStill;
  }

  get yaw(): number {
    return this.#pose.yaw;
  }
  get pitch(): number {
    return this.#pose.pitch;
  }
  get distance(): number {
    return this.#pose.distance;
  }
  get target(): Vec3 {
    return this.#pose.target;
  }

  get eye(): Vec3 {
    const { forward } = cameraAxes(this.yaw, this.pitch);
    return subtractVectors(this.target, scaleVector(forward, this.distance));
  }

  get isGliding(): boolean {
    return this.#glide !== null;
  }

  setSize(width: number, height: number): void {
    this.#width = width;
    this.#height = height;
  }

  orbit(yaw: number, pitch: number): void {
    this.#set({ yaw: this.yaw + yaw, pitch: this.pitch + pitch });
  }

  orbitPixels(x: number, y: number): void {
    this.orbit(-x * ORBIT, y * ORBIT);
  }

  panPixels(x: number, y: number): void {
    const { right, up } = cameraAxes(this.yaw, this.pitch);
    const units = this.unitsPerPixel(this.target);
    this.#set({
      target: addVectors(this.target, addVectors(scaleVector(right, -x * units), scaleVector(up, y * units))),
    });
  }

  /** Changes the distance; `towards` stays where it is on the screen. */
  zoom(factor: number, towards: Vec3 = this.target): void {
    const distance = clamp(this.distance * factor, NEAREST, FARTHEST);
    const share = distance / this.distance;
    const target = addVectors(towards, scaleVector(subtractVectors(this.target, towards), share));
    this.#set({ distance, target });
  }

  focus(bounds: PartBounds): void {
    const radius = Math.max(3, Math.hypot(...subtractVectors(bounds.high, bounds.low)) / 2);
    const half = Math.min(this.#halfAngle, Math.atan(Math.tan(this.#halfAngle) * this.#camera.aspect));
    this.glideTo(centerOf(bounds), (radius * FOCUS_MARGIN) / Math.sin(half));
  }

  glideTo(target: Vec3, distance: number = this.distance): void {
    const to = limited({ ...this.#pose, target, distance });
    if (this.isStill) this.#pose = to;
    else this.#glide = { from: this.#pose, to, seconds: 0 };
  }

  jumpTo(bounds: PartBounds, yaw: number): void {
    this.#pose = { ...this.#pose, yaw };
    const wasStill = this.isStill;
    this.isStill = true;
    this.focus(bounds);
    this.isStill = wasStill;
  }

  update(seconds: number): void {
    const glide = this.#glide;
    if (glide) {
      glide.seconds += seconds;
      const share = Math.min(1, glide.seconds / GLIDE_SECONDS);
      this.#pose = between(glide.from, glide.to, share * share * (3 - 2 * share));
      if (share === 1) this.#glide = null;
    }
    this.apply();
  }

  apply(): void {
    const camera = this.#camera;
    const { yaw, pitch, distance } = this.#pose;
    camera.position.set(...this.eye);
    camera.rotation.set(-pitch, yaw, 0, "YXZ");
    camera.near = Math.max(0.1, distance * 0.01);
    camera.far = distance * 4 + 3_000;
    camera.updateProjectionMatrix();
    camera.updateMatrixWorld();
  }

  rayAt({ x, y }: ScreenPoint): Ray {
    const { right, up, forward } = cameraAxes(this.yaw, this.pitch);
    const tall = Math.tan(this.#halfAngle);
    const across = ((2 * x) / this.#width - 1) * tall * this.#camera.aspect;
    const upwards = (1 - (2 * y) / this.#height) * tall;
    const way = addVectors(forward, addVectors(scaleVector(right, across), scaleVector(up, upwards)));
    return { origin: this.eye, direction: scaleVector(way, 1 / Math.hypot(...way)) };
  }

  get middleRay(): Ray {
    return this.rayAt({ x: this.#width / 2, y: this.#height / 2 });
  }

  project(point: Vec3): ScreenPoint | null {
    const { forward } = cameraAxes(this.yaw, this.pitch);
    if (dot(forward, subtractVectors(point, this.eye)) < this.#camera.near) return null;
    POINT.set(...point).project(this.#camera);
    return { x: ((POINT.x + 1) / 2) * this.#width, y: ((1 - POINT.y) / 2) * this.#height };
  }

  isInView(point: Vec3): boolean {
    const at = this.project(point);
    if (!at) return false;
    const [x, y] = [at.x / this.#width, at.y / this.#height];
    return x > 0.1 && x < 0.9 && y > 0.1 && y < 0.9;
  }

  unitsPerPixel(point: Vec3): number {
    const { forward } = cameraAxes(this.yaw, this.pitch);
    const depth = Math.max(0.1, dot(forward, subtractVectors(point, this.eye)));
    return (2 * depth * Math.tan(this.#halfAngle)) / this.#height;
  }

  viewProjection(): number[] {
    this.apply();
    return this.#camera.projectionMatrix.clone().multiply(this.#camera.matrixWorldInverse).elements;
  }

  /** The camera of a picture that shows about the same. */
  pictureView(): PictureView {
    const height = 2 * this.distance * Math.tan(this.#halfAngle);
    return {
      yaw: round(((this.yaw * DEGREES) % 360) + 0),
      pitch: round(clamp(this.pitch * DEGREES, 5, 85)),
      center: this.target.map(round) as Vec3,
      height: round(clamp(height, 4, 4_096)),
    };
  }

  get #halfAngle(): number {
    return this.#camera.fov / 2 / DEGREES;
  }

  #set(pose: Partial<Pose>): void {
    this.#glide = null;
    this.#pose = limited({ ...this.#pose, ...pose });
  }
}

const POINT = new Vector3();

const round = (value: number) => Math.round(value * 100) / 100;

const limited = ({ yaw, pitch, distance, target }: Pose): Pose => ({
  yaw,
  pitch: clamp(pitch, LOWEST, HIGHEST),
  distance: clamp(distance, NEAREST, FARTHEST),
  target: target.map((value) => clamp(value, -TARGET_MAX, TARGET_MAX)) as Vec3,
});

const between = (a: Pose, b: Pose, share: number): Pose => ({
  yaw: a.yaw + (b.yaw - a.yaw) * share,
  pitch: a.pitch + (b.pitch - a.pitch) * share,
  distance: a.distance * (b.distance / a.distance) ** share,
  target: addVectors(a.target, scaleVector(subtractVectors(b.target, a.target), share)),
});
