import type { Scene } from "three";
import { type MovingRunner, motionOf } from "#domain/room/motion.ts";
import { directionOf, type Input, NO_INPUT, strengthOf } from "#domain/sim/input.ts";
import type { Vec3 } from "#domain/world/schema.ts";
import type { PreviewLook } from "#web/scene/look.ts";
import { setPoint } from "./camera.ts";
import { type FigureOptions, GameFigure, restingPose } from "./figure/game-figure.ts";

export interface ShownRunner extends MovingRunner {
  ticks: number;
  x: number;
  y: number;
  z: number;
}

const TELEPORT = 6;
/** How long a bopi cheers after the end, and how long it stands before it falls asleep, in ticks. */
const CHEER_TICKS = 180;
const SLEEP_TICKS = 60 * 60;
/** Units per second. */
const WALK_SPEED = 2;
const RADIANS = (2 * Math.PI) / 256;

/** A bopi in the level, drawn between the last two ticks. */
export class GameActor {
  readonly figure: GameFigure;
  readonly position: Vec3 = [0, 0, 0];
  readonly #before: Vec3 = [0, 0, 0];
  readonly #after: Vec3 = [0, 0, 0];
  readonly #pose = restingPose();
  readonly #scene: Scene;
  #idleTicks = 0;

  constructor(scene: Scene, look: PreviewLook, options: FigureOptions) {
    this.#scene = scene;
    this.figure = new GameFigure(look, options);
    scene.add(this.figure.object);
  }

  /** Puts it somewhere at once, standing. */
  place({ x, y, z }: ShownRunner, heading = this.#pose.heading): void {
    setPoint(this.#after, x, y, z);
    setPoint(this.#before, x, y, z);
    this.#pose.heading = heading;
    this.#pose.motion = "idle";
    this.#pose.speed = this.#pose.verticalSpeed = this.#idleTicks = 0;
  }

  /** Where it is after a tick. Returns false if it jumped there. */
  move(runner: ShownRunner, input: Input, x = runner.x, y = runner.y, z = runner.z): boolean {
    const bx = this.#after[0];
    const by = this.#after[1];
    const bz = this.#after[2];
    setPoint(this.#before, bx, by, bz);
    setPoint(this.#after, x, y, z);
    const pose = this.#pose;
    if (strengthOf(input) > 0) pose.heading = directionOf(input) * RADIANS;
    pose.speed = Math.hypot(runner.vx, runner.vz);
    pose.verticalSpeed = runner.vy;
    pose.motion = motionOf(runner, input);
    this.#idleTicks = input === NO_INPUT ? this.#idleTicks + 1 : 0;
    if (pose.motion === "cheer" && runner.ticks - runner.clearedAt > CHEER_TICKS)
      pose.motion = pose.speed < WALK_SPEED ? "idle" : "run";
    if (pose.motion === "idle" && this.#idleTicks > SLEEP_TICKS) pose.motion = "sleep";
    const isNear = Math.abs(x - bx) + Math.abs(y - by) + Math.abs(z - bz) < TELEPORT;
    if (!isNear) setPoint(this.#before, x, y, z);
    return isNear;
  }

  /** Finds where it is between the last two ticks. */
  interpolate(alpha: number): void {
    for (let i = 0; i < 3; i++) {
      const from = this.#before[i] as number;
      this.position[i] = from + ((this.#after[i] as number) - from) * alpha;
    }
  }

  /** Draws it there. `floor` is the height of the floor below, for a spot of shadow. */
  draw(seconds: number, opacity: number, floor: number | null): void {
    const pose = this.#pose;
    pose.x = this.position[0];
    pose.y = this.position[1];
    pose.z = this.position[2];
    pose.opacity = opacity;
    pose.floor = floor;
    this.figure.update(pose, seconds);
  }

  dispose(): void {
    this.#scene.remove(this.figure.object);
    this.figure.dispose();
  }
}
