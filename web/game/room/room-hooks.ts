import type { Scene } from "three";
import type { Physics } from "#domain/sim/index.ts";
import type { Course } from "#domain/sim/v1/course.ts";
import type { Vec3 } from "#domain/world/schema.ts";
import type { GameCamera } from "../camera.ts";
import type { GameActor } from "../game-actor.ts";
import type { GameRenderer } from "../game-renderer.ts";
import type { GameLoop } from "../loop.ts";
import type { PlayerRun } from "../player-run.ts";

/** A player that the camera follows instead of the own one. */
export interface Followed {
  readonly position: Vec3;
  /** Units per second. */
  readonly vx: number;
  readonly vz: number;
}

/** When a game calls its room. */
export interface RoomHooks {
  /** The other player that the camera follows; null without one. */
  readonly followed: Followed | null;
  /** After each tick of a run. */
  step(): void;
  /** The run has ended. */
  restart(): void;
  /**
   * Before the camera moves: blocks are drawn `alpha` (0–1) between the tick before and `tick`. `isShown` is false while a replay
   * is shown.
   */
  move(isShown: boolean, tick: number, alpha: number, seconds: number): void;
  /** After a frame is drawn. */
  draw(): void;
  dispose(): void;
}

/** The parts of a game that its room uses. */
export interface RoomSeam {
  game: { setClock(exactTick: number): void };
  canvas: HTMLCanvasElement;
  overlay: HTMLElement;
  scene: Scene;
  course: Course;
  physics: Physics;
  renderer: GameRenderer;
  camera: GameCamera;
  loop: GameLoop;
  run: PlayerRun;
  actor: GameActor;
  /** Reduced motion. */
  isStill: boolean;
  /** The game calls the hooks no more. */
  detach(): void;
}
