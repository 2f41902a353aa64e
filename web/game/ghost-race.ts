import type { Scene } from "three";
import type { Vec3 } from "#domain/world/schema.ts";
import { GameActor } from "./game-actor.ts";
import type { GhostRun } from "./game-state.ts";
import { type CourseFor, createReplayRun, type ReplayRun } from "./replay-run.ts";

/** Ticks that one frame simulates ahead to learn when the ghost was where. */
const SPLIT_TICKS = 400;

/** Distances from the player at which the ghost is hidden and fully visible. */
const NEAREST = 0.8;
const CLEAR = 3;

/** When a stored run had how many stars, and which checkpoint. Learned in slices. */
export class GhostSplits {
  /** Ticks by number of stars, and by checkpoint. */
  readonly #stars: number[] = [0];
  readonly #checkpoints = new Map<number, number>();
  #end = 0;
  readonly #run: ReplayRun;

  constructor(run: ReplayRun) {
    this.#run = run;
  }

  /** Simulates at most `most` ticks. */
  advance(most: number): void {
    for (let i = 0; i < most && this.#run.step(); i++) {
      const { runner } = this.#run;
      const collected = runner.stars.length - runner.starsLeft;
      while (this.#stars.length <= collected) this.#stars.push(runner.ticks);
      if (!this.#checkpoints.has(runner.checkpoint)) this.#checkpoints.set(runner.checkpoint, runner.ticks);
      if (runner.clearedAt > 0) this.#end = runner.clearedAt;
    }
  }

  /** The ticks until the ghost had this many stars; null if unknown. */
  atStars(count: number): number | null {
    return this.#stars[count] ?? null;
  }

  atCheckpoint(checkpoint: number): number | null {
    return this.#checkpoints.get(checkpoint) ?? null;
  }

  /** The run's length; null if unknown. */
  get atEnd(): number | null {
    return this.#end || null;
  }
}

/**
 * A see-through bopi beside the player that repeats a stored run from each start. Moving blocks follow the player's clock, so
 * the ghost can seem to hover where it was carried in its own.
 */
export class GhostRace {
  readonly splits: GhostSplits;
  readonly #run: ReplayRun;
  readonly #actor: GameActor;

  private constructor(run: ReplayRun, splits: GhostSplits, actor: GameActor) {
    this.#run = run;
    this.splits = splits;
    this.#actor = actor;
    this.restart();
  }

  /** Null if the run can't be shown: its physics is unknown or its log is malformed. */
  static create(scene: Scene, courseFor: CourseFor, ghost: GhostRun): GhostRace | null {
    const run = createReplayRun(courseFor, ghost);
    const ahead = createReplayRun(courseFor, ghost);
    if (!run || !ahead) return null;
    const actor = new GameActor(scene, ghost.look, { ghost: true, detail: "reduced" });
    return new GhostRace(run, new GhostSplits(ahead), actor);
  }

  /** Back to the start. */
  restart(): void {
    this.#run.seek(0);
    this.#actor.place(this.#run.runner);
  }

  /** One tick of the player's run. */
  step(): void {
    const input = this.#run.inputAt(this.#run.tick);
    this.#run.step();
    this.#actor.move(this.#run.runner, input);
  }

  hide(): void {
    this.#actor.figure.object.visible = false;
  }

  /** Fades where it would cover the player's bopi, as at the start. */
  draw(alpha: number, seconds: number, [x, y, z]: Vec3): void {
    this.#actor.figure.object.visible = true;
    this.splits.advance(SPLIT_TICKS);
    this.#actor.interpolate(alpha);
    const at = this.#actor.position;
    const distance = Math.hypot(at[0] - x, at[1] - y, at[2] - z);
    this.#actor.draw(seconds, Math.max(0, Math.min(1, (distance - NEAREST) / (CLEAR - NEAREST))), null);
  }

  dispose(): void {
    this.#actor.dispose();
  }
}
