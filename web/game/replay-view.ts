import type { Scene } from "three";
import { type Input, NO_INPUT } from "#domain/sim/input.ts";
import type { Runner } from "#domain/sim/v1/runner.ts";
import type { Vec3 } from "#domain/world/schema.ts";
import type { Store } from "#web/lib/store.ts";
import { setPoint } from "./camera.ts";
import { GameActor } from "./game-actor.ts";
import { copyMoment, type GameEvents, NEW_MOMENT, readEvents } from "./game-events.ts";
import type { GhostRun, ReplayState } from "./game-state.ts";
import { type CourseFor, createReplayRun, type ReplayRun } from "./ghost-race.ts";

/** Ticks that one frame simulates to reach a far point. */
const SEEK_TICKS = 3_000;

/** One of the shown runs: its runner is at the next whole tick, and `before` is where it was a tick earlier. */
interface Track {
  run: ReplayRun;
  actor: GameActor;
  before: Vec3;
}

/** Stored runs, played as a film: paused, slower, faster, and from any point. */
export class ReplayView {
  readonly state: Store<ReplayState>;
  /** Events of the first run in the last tick. Empty after a jump in time. */
  readonly events: GameEvents = [];
  readonly #tracks: Track[] = [];
  readonly #moment = { ...NEW_MOMENT };
  readonly #ticks: number;
  /** Time in ticks: now, and a tick of the screen earlier. */
  #cursor = 0;
  #last = 0;
  #isSeeking = false;

  /** The state is shared with the screens, who change its speed, pause and camera. */
  constructor(
    scene: Scene,
    courseFor: CourseFor,
    { ghosts, state }: { ghosts: readonly GhostRun[]; state: Store<ReplayState> },
  ) {
    this.state = state;
    for (const ghost of ghosts) {
      const run = createReplayRun(courseFor, ghost);
      if (!run) continue;
      const isFirst = this.#tracks.length === 0;
      const actor = new GameActor(scene, ghost.look, {
        ghost: !isFirst,
        detail: isFirst ? "full" : "reduced",
      });
      actor.place(run.runner);
      this.#tracks.push({ run, actor, before: [run.runner.x, run.runner.y, run.runner.z] });
    }
    this.#ticks = state.get().ticks;
    this.seek(state.get().tick);
  }

  /** The first run; null if none can be shown. */
  get runner(): Runner | null {
    return this.#tracks[0]?.run.runner ?? null;
  }

  get actor(): GameActor | null {
    return this.#tracks[0]?.actor ?? null;
  }

  seek(tick: number): void {
    this.#cursor = Math.max(0, Math.min(this.#ticks, tick));
    this.#last = this.#cursor;
    this.#isSeeking = true;
    this.publish();
  }

  tick(): void {
    const { playing, speed } = this.state.get();
    this.events.length = 0;
    this.#last = this.#cursor;
    if (this.#isSeeking || !playing) return;
    this.#cursor = Math.min(this.#ticks, this.#cursor + speed);
    for (const track of this.#tracks) this.#advance(track);
    if (this.#cursor >= this.#ticks) this.state.set({ ...this.state.get(), playing: false });
  }

  /** Once per frame, before the camera follows: goes on to the point that was sought. */
  prepare(): void {
    if (this.#isSeeking) this.#continueSeek();
  }

  /** Draws between the last two ticks. Returns the time in ticks. */
  draw(alpha: number, seconds: number, opacity: number, floor: number | null): number {
    const { playing, speed } = this.state.get();
    const pace = playing ? seconds * speed : 0;
    for (const { actor } of this.#tracks) {
      const isFirst = actor === this.actor;
      if (!isFirst) actor.interpolate(alpha);
      actor.draw(pace, isFirst ? opacity : 1, isFirst ? floor : null);
    }
    return this.#last + (this.#cursor - this.#last) * alpha;
  }

  publish(): void {
    const state = this.state.get();
    const tick = Math.round(this.#cursor);
    const input = this.#inputNow();
    if (state.tick !== tick || state.input !== input) this.state.set({ ...state, tick, input });
  }

  dispose(): void {
    for (const { actor } of this.#tracks) actor.dispose();
  }

  #inputNow(): Input {
    return this.#tracks[0]?.run.inputAt(Math.floor(this.#cursor)) ?? NO_INPUT;
  }

  /** Steps a run to the next whole tick, and shows it at the cursor. */
  #advance(track: Track): void {
    const { run, actor, before } = track;
    const goal = Math.min(run.ticks, Math.ceil(this.#cursor));
    const isFirst = track === this.#tracks[0];
    while (run.tick < goal) {
      const { runner } = run;
      setPoint(before, runner.x, runner.y, runner.z);
      if (isFirst) copyMoment(this.#moment, runner);
      run.step();
      if (isFirst && this.events.length === 0) readEvents(this.#moment, runner, false, this.events);
    }
    this.#show(run, actor, before);
  }

  #show(run: ReplayRun, actor: GameActor, before: Vec3): void {
    const { runner, ticks } = run;
    // A part of a tick: the way that the runner hasn't gone yet.
    const rest = Math.max(0, Math.min(ticks, Math.ceil(this.#cursor)) - this.#cursor);
    const isJump = Math.abs(runner.x - before[0]) + Math.abs(runner.z - before[2]) > 6;
    const share = isJump ? 0 : rest;
    actor.move(
      runner,
      run.inputAt(runner.ticks - 1),
      runner.x + (before[0] - runner.x) * share,
      runner.y + (before[1] - runner.y) * share,
      runner.z + (before[2] - runner.z) * share,
    );
  }

  #continueSeek(): void {
    let isDone = true;
    for (const { run, actor, before } of this.#tracks) {
      const goal = Math.min(run.ticks, Math.ceil(this.#cursor));
      if (!run.seek(Math.max(0, goal - 1), SEEK_TICKS)) {
        isDone = false;
        continue;
      }
      setPoint(before, run.runner.x, run.runner.y, run.runner.z);
      if (run.tick < goal) run.step();
      actor.place(run.runner);
      this.#show(run, actor, before);
      this.#show(run, actor, before);
      actor.interpolate(1);
    }
    this.#isSeeking = !isDone;
  }
}
