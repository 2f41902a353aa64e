import { Vector3 } from "three";
import { castSphere } from "#domain/sim/cast-sphere.ts";
import { PHYSICS, type Physics, physicsFor } from "#domain/sim/index.ts";
import { type Input, NO_INPUT, RETURN_TO_CHECKPOINT, strengthOf } from "#domain/sim/input.ts";
import { countTicks } from "#domain/sim/run-log.ts";
import type { Course } from "#domain/sim/v1/course.ts";
import type { Runner } from "#domain/sim/v1/runner.ts";
import type { World } from "#domain/world/schema.ts";
import { createStore, type Store } from "#web/lib/store.ts";
import type { PreviewLook } from "#web/scene/look.ts";
import { loadChunk } from "#web/ui/chunks.ts";
import { GameCamera, type Sight, setPoint } from "./camera.ts";
import { GameActor } from "./game-actor.ts";
import type { GameEvents } from "./game-events.ts";
import { GameRenderer } from "./game-renderer.ts";
import type { GameAction, GameSettings } from "./game-settings.ts";
import {
  type FinishedRun,
  GAME_START,
  type GameEventKind,
  type GameNotice,
  type GamePhase,
  type GameState,
  type GhostRun,
  type ReplayState,
} from "./game-state.ts";
import type { GhostRace } from "./ghost-race.ts";
import { GameInput } from "./input/game-input.ts";
import { GameLoop } from "./loop.ts";
import { PlayerRun } from "./player-run.ts";
import type { ReplayView } from "./replay-view.ts";
import type { GameRoom } from "./room/game-room.ts";
import type { RoomLink } from "./room/room-link.ts";
import type { GameSound } from "./sound.ts";
import { createLevelScene, type LevelScene, NO_RUN } from "./world/level-scene.ts";
import type { TierMeter } from "./world/tier-meter.ts";
import { TIERS, type Tier } from "./world/tiers.ts";

export { NoWebGlError } from "./game-renderer.ts";

export interface ReplayControls {
  readonly state: Store<ReplayState>;
  seek(tick: number): void;
  /** A free camera is flown with the movement keys, instead of following the first run. */
  set(change: Partial<Pick<ReplayState, "speed" | "playing" | "freeCamera">>): void;
}

export interface GameOptions {
  canvas: HTMLCanvasElement;
  /** Covers the canvas with `pointer-events: none`. The touch controls appear in it. */
  overlay: HTMLElement;
  world: World;
  look: PreviewLook;
  settings: GameSettings;
  labels?: { jump: string };
  /** Plays in a scene that exists, on the canvas that it is drawn on. The game starts at once and leaves both to their owner. */
  stage?: GameStage | undefined;
}

export interface GameStage {
  renderer: GameRenderer;
  level: LevelScene;
}

/** Throws a `NoWebGlError` where the browser has no WebGL 2. */
export function createGame(options: GameOptions): Game {
  return new Game(options);
}

/** Shortest time between two updates of the clock, and of the canvas's data, in seconds. */
const CLOCK_SECONDS = 1 / 15;
const DATA_SECONDS = 1 / 4;
/** Time from live input until sounds are loaded, so that the first ticks come before them. */
const LATER_MS = 100;
/** Units from one step's sound to the next. */
const STRIDE = 5;
/** Units per second of a fall that shakes the camera, and of the longest one. */
const HARD_LANDING = 45;
const HARDEST_LANDING = 90;
/** Units per second of a free camera. */
const FLY_SPEED = 40;
const RADIANS = Math.PI / 180;
/** Where the search for a floor starts and ends, above and below the feet. */
const FLOOR_ABOVE = 1;
const FLOOR_BELOW = 14;
const FLOOR_RADIUS = 0.25;
const NOTICES: ReadonlySet<GameEventKind> = new Set(["star", "checkpoint", "death", "finish"]);

const isNotice = (notice: GameNotice): notice is NonNullable<GameState["notice"]> => NOTICES.has(notice.kind);

const importLater = () => import("./after-start.ts");
const importRoom = () => import("./room/game-room.ts");

export class Game {
  readonly state: Store<GameState>;
  readonly #options: GameOptions;
  readonly #physics: Physics;
  readonly #course: Course;
  readonly #renderer: GameRenderer;
  readonly #level: LevelScene;
  readonly #input: GameInput;
  readonly #camera = new GameCamera();
  readonly #loop: GameLoop;
  readonly #run: PlayerRun;
  readonly #actor: GameActor;
  readonly #finishListeners = new Set<(run: FinishedRun) => void>();
  readonly #actionListeners = new Set<(action: GameAction) => void>();
  /** Actions before anything listened, because the screens over the level load after it. */
  readonly #missedActions: GameAction[] = [];
  readonly #abort = new AbortController();
  readonly #focus = new Vector3();
  readonly #moment: Parameters<LevelScene["update"]>[0];
  #settings: GameSettings;
  #sound: GameSound | null = null;
  #meter: TierMeter | null = null;
  #race: GhostRace | null = null;
  /** The ghost to race, also while its code is loading. */
  #ghost: GhostRun | null = null;
  /** The state of the runs being watched, also while their code is loading. */
  #watched: Store<ReplayState> | null = null;
  #replay: ReplayView | null = null;
  #room: GameRoom | null = null;
  #hasStarted = false;
  /** Whether the run was finished before anything listened. */
  #isUnseen = false;
  #isDisposed = false;
  #mustRespawn = false;
  #stride = 0;
  #notices = 0;
  #sinceClock = 0;
  #sinceData = 0;
  #frames = 0;
  #frameSeconds = 0;

  constructor(options: GameOptions) {
    const { canvas, overlay, world, look, settings, labels, stage } = options;
    const physics = physicsFor(PHYSICS);
    if (!physics) throw new Error(`There is no physics ${PHYSICS}.`);
    this.#physics = physics;
    this.#options = options;
    this.#settings = settings;
    this.#renderer =
      stage?.renderer ??
      new GameRenderer({
        canvas,
        tier: settings.tier === "auto" ? null : settings.tier,
        fieldOfView: settings.fieldOfView,
        onLost: () => this.#setPhase("lost"),
        onRestored: () => this.#setPhase(this.#currentPhase()),
      });
    const { tier } = this.#renderer;
    const { reducedMotion } = settings;
    this.#course = physics.makeCourse(world);
    this.#level = stage?.level ?? createLevelScene(world, { tier, reducedMotion });
    this.#run = new PlayerRun(physics, this.#course);
    this.#actor = new GameActor(this.#level.scene, look, { reducedMotion });
    canvas.tabIndex = 0;
    canvas.style.touchAction = "none";
    this.#input = new GameInput({ canvas, overlay, settings, jumpLabel: labels?.jump });
    this.#input.setEnabled(false);
    const crumbleAge = (block: number) => this.#shownRunner().crumbleAge(block);
    this.#moment = { ...NO_RUN, crumbleAge, tick: 0, alpha: 0, focus: this.#focus, seconds: 0 };
    this.#loop = new GameLoop({
      begin: (seconds) => this.#begin(seconds),
      tick: () => this.#tick(),
      sleep: (ticks) => this.#sleep(ticks),
      draw: (alpha, seconds) => this.#draw(alpha, seconds),
    });
    this.state = createStore<GameState>({
      ...GAME_START,
      starsTotal: world.stars.length,
      checkpointsTotal: world.checkpoints.length,
      device: this.#input.device,
      tier,
    });
    canvas.dataset.phase = "loading";
    this.#applySettings();
    this.#placeAtSpawn();
    this.#input.onAction((action) => this.#handleAction(action));
    document.addEventListener("visibilitychange", () => this.#handleVisibility(), {
      signal: this.#abort.signal,
    });
  }

  /** Builds the level near the spawn. Input is live once this resolves. */
  async start(): Promise<void> {
    if (!this.#options.stage) await this.#level.build(this.#options.world.spawn.position);
    if (this.#isDisposed || this.#hasStarted) return;
    this.#hasStarted = true;
    this.#handleVisibility();
    this.#draw(0, 0);
    this.#loop.start();
    this.#input.setEnabled(!this.state.get().paused);
    if (!this.#renderer.isLost) this.#setPhase(this.#currentPhase());
    if (!this.#options.stage) void this.#level.showScenery();
    setTimeout(() => {
      if (this.#isDisposed) return;
      void this.#loadSound();
      void this.#loadMeter();
    }, LATER_MS);
  }

  /** Stops the input while a menu is open. The world and the run's clock go on. */
  setPaused(paused: boolean): void {
    // Screens that appear while someone plays must not release held keys.
    if (paused !== this.state.get().paused) {
      this.#patch({ paused });
      this.#input.setEnabled(this.#hasStarted && !paused);
    }
    if (!paused) this.#options.canvas.focus({ preventScroll: true });
  }

  /** Ends the run. The next one waits for its first input. */
  restart(): void {
    if (this.#watched) return;
    this.#run.restart();
    this.#room?.restart();
    this.#race?.restart();
    this.#mustRespawn = false;
    this.#placeAtSpawn();
    delete this.#options.canvas.dataset.hash;
    this.#patch({ ghostGap: null, notice: null });
    this.#setPhase(this.#currentPhase());
    this.#publish();
  }

  /** Returns to the last checkpoint, which counts as a death. */
  respawn(): void {
    // Without a checkpoint this leads to the spawn. Before the first input the bopi stands there.
    if (!this.#watched && this.#run.hasBegun && this.#run.runner.respawnTicks === 0) this.#mustRespawn = true;
  }

  setSettings(settings: GameSettings): void {
    const before = this.#settings;
    if (JSON.stringify(settings) === JSON.stringify(before)) return;
    this.#settings = settings;
    this.#input.setSettings(settings);
    this.#applySettings();
    if (settings.tier !== before.tier) {
      this.#meter = null;
      if (settings.tier === "auto") void this.#loadMeter();
      else this.#setTier(settings.tier);
    }
    if (settings.fieldOfView !== before.fieldOfView) {
      this.#renderer.fieldOfView = settings.fieldOfView;
      this.#renderer.resize();
    }
  }

  setLook(look: PreviewLook): void {
    this.#actor.figure.setLook(look);
  }

  /** A see-through bopi runs beside the player from each start. Returns false if the run can't be shown. */
  raceGhost(ghost: GhostRun | null): boolean {
    this.#race?.dispose();
    this.#race = null;
    this.#ghost = ghost;
    this.#patch({ ghostGap: null });
    if (!ghost) return true;
    if (ticksOf(ghost) === 0) return false;
    void this.#loadRace(ghost);
    return true;
  }

  /** Shows stored runs instead of the player. The camera follows the first. */
  watch(ghosts: readonly GhostRun[]): ReplayControls {
    const ticks = Math.max(0, ...ghosts.map(ticksOf));
    const state = createStore<ReplayState>({
      tick: 0,
      ticks,
      speed: 1,
      playing: ticks > 0,
      freeCamera: false,
      input: NO_INPUT,
    });
    const set = (change: Partial<ReplayState>) => state.set({ ...state.get(), ...change });
    const seek = (tick: number) => {
      set({ tick: Math.max(0, Math.min(ticks, Math.round(tick))) });
      if (this.#replay?.state === state) this.#replay.seek(tick);
      this.#camera.snap();
    };
    this.#replay?.dispose();
    this.#replay = null;
    this.#watched = state;
    this.#room?.restart();
    this.#race?.hide();
    this.#actor.figure.object.visible = false;
    this.#camera.reset(this.#spawnYaw());
    this.#applySettings();
    this.#patch({ ghostGap: null, notice: null });
    if (this.#hasStarted) this.#setPhase(this.#currentPhase());
    void this.#loadReplay(ghosts, state);
    return {
      state,
      seek,
      set: (change) => {
        set(change);
        if ("freeCamera" in change) this.#camera.snap();
      },
    };
  }

  /** Back to the player, at the start of a new run. */
  stopWatching(): void {
    if (!this.#watched) return;
    this.#replay?.dispose();
    this.#replay = this.#watched = null;
    this.#actor.figure.object.visible = true;
    this.#applySettings();
    this.restart();
  }

  /** Sets the world's clock, in ticks with a fraction. Has no effect once a run has begun. */
  setClock(exactTick: number): void {
    if (this.#run.hasBegun) return;
    const tick = Math.floor(exactTick);
    this.#run.runner.tick = tick;
    this.#loop.alpha = exactTick - tick;
  }

  /** Shows the others in a room, and sends the runs to it that begin from now on. Closes the link if it rejects. */
  async joinRoom(link: RoomLink): Promise<GameRoom> {
    try {
      const { attachRoom } = await loadChunk(importRoom);
      if (this.#isDisposed) throw new Error("The game is over.");
      this.#room?.dispose();
      const room = attachRoom(link, {
        game: this,
        canvas: this.#options.canvas,
        overlay: this.#options.overlay,
        scene: this.#level.scene,
        course: this.#course,
        physics: this.#physics,
        renderer: this.#renderer,
        camera: this.#camera,
        loop: this.#loop,
        run: this.#run,
        actor: this.#actor,
        isStill: this.#settings.reducedMotion,
        detach: () => {
          this.#room = null;
        },
      });
      this.#room = room;
      return room;
    } catch (error) {
      link.close();
      throw error;
    }
  }

  onFinish(listener: (run: FinishedRun) => void): () => void {
    this.#finishListeners.add(listener);
    const { finished } = this.#run;
    if (finished && this.#isUnseen) listener(finished);
    this.#isUnseen = false;
    return () => this.#finishListeners.delete(listener);
  }

  onAction(listener: (action: GameAction) => void): () => void {
    this.#actionListeners.add(listener);
    for (const action of this.#missedActions.splice(0)) listener(action);
    return () => this.#actionListeners.delete(listener);
  }

  dispose(): void {
    if (this.#isDisposed) return;
    this.#isDisposed = true;
    this.#loop.stop();
    this.#abort.abort();
    this.#input.dispose();
    this.#sound?.dispose();
    this.#replay?.dispose();
    this.#race?.dispose();
    this.#room?.dispose();
    this.#actor.dispose();
    if (this.#options.stage) this.#level.update({ ...this.#moment, stars: null, checkpoint: -1 });
    else {
      this.#level.dispose();
      this.#renderer.dispose();
    }
    this.#finishListeners.clear();
    this.#actionListeners.clear();
  }

  readonly #courseFor = (physics: Physics): Course =>
    physics === this.#physics ? this.#course : physics.makeCourse(this.#options.world);

  #shownRunner(): Runner {
    return this.#replay?.runner ?? this.#run.runner;
  }

  #spawnYaw(): number {
    return (this.#options.world.spawn.yaw ?? 0) * RADIANS;
  }

  #placeAtSpawn(): void {
    this.#actor.place(this.#run.runner, this.#spawnYaw());
    this.#camera.reset(this.#spawnYaw());
    this.#stride = 0;
  }

  #applySettings(): void {
    const { reducedMotion, shake, autoCamera, muted, volume } = this.#settings;
    this.#camera.options = { reducedMotion, shake, autoCamera: autoCamera || this.#watched !== null };
    this.#sound?.setVolume(muted ? 0 : volume);
  }

  /** Sounds and the choice of a tier aren't needed to play, so they are loaded afterwards. */
  async #loadSound(): Promise<void> {
    if (typeof AudioContext === "undefined") return;
    const module = await importLater().catch(() => null);
    if (!module || this.#isDisposed) return;
    this.#sound = new module.GameSound();
    this.#sound.setSuspended(document.hidden);
    this.#applySettings();
  }

  async #loadMeter(): Promise<void> {
    const module = await importLater().catch(() => null);
    if (module && this.#settings.tier === "auto") this.#meter = new module.TierMeter(this.#renderer.tier);
  }

  async #loadRace(ghost: GhostRun): Promise<void> {
    const module = await import("./replay.ts").catch(() => null);
    if (!module || this.#isDisposed || this.#ghost !== ghost) return;
    const race = module.GhostRace.create(this.#level.scene, this.#courseFor, ghost);
    this.#race = race;
    if (this.#watched) race?.hide();
    // A ghost that joins later starts where it would be by now.
    else if (this.#run.hasBegun) for (let i = 0; i < this.#run.runner.ticks; i++) race?.step();
  }

  async #loadReplay(ghosts: readonly GhostRun[], state: Store<ReplayState>): Promise<void> {
    const module = await import("./replay.ts").catch(() => null);
    if (this.#isDisposed || this.#watched !== state) return;
    if (module) this.#replay = new module.ReplayView(this.#level.scene, this.#courseFor, { ghosts, state });
    else state.set({ ...state.get(), playing: false });
    this.#camera.snap();
  }

  #setTier(tier: Tier): void {
    this.#renderer.setTier(tier);
    this.#level.setTier(tier);
    this.#patch({ tier });
  }

  #currentPhase(): GamePhase {
    if (!this.#hasStarted) return "loading";
    if (this.#watched) return "watching";
    if (this.#run.finished) return "finished";
    return this.#run.hasBegun ? "running" : "ready";
  }

  #setPhase(phase: GamePhase): void {
    this.#options.canvas.dataset.phase = phase;
    // With the final time: screen readers hear it as soon as the phase changes.
    const finished = phase === "finished" ? this.#run.finished : null;
    this.#patch(finished ? { phase, ticks: finished.ticks, deaths: finished.deaths } : { phase });
  }

  #patch(change: Partial<GameState>): void {
    const state = this.state.get();
    for (const key in change) {
      const name = key as keyof GameState;
      if (change[name] === state[name]) continue;
      this.state.set({ ...state, ...change });
      return;
    }
  }

  #publish(): void {
    const runner = this.#shownRunner();
    this.#replay?.publish();
    // A run that is over stays as it was, while the bopi runs around.
    const finished = this.#watched ? null : this.#run.finished;
    this.#patch({
      ticks: finished?.ticks ?? runner.ticks,
      starsCollected: runner.stars.length - runner.starsLeft,
      checkpoint: runner.checkpoint,
      deaths: finished?.deaths ?? runner.deaths,
      isDead: runner.respawnTicks > 0,
      device: this.#input.device,
      isPointerLocked: this.#input.isPointerLocked,
      isFirstPerson: this.#camera.isFirstPerson,
      isCatchingUp: this.#loop.isCatchingUp,
    });
  }

  #handleVisibility(): void {
    this.#loop.setHidden(document.hidden);
    this.#sound?.setSuspended(document.hidden);
  }

  #handleAction(action: GameAction): void {
    if (action === "respawn") this.respawn();
    else if (action === "restart") this.restart();
    if (this.#actionListeners.size === 0) this.#missedActions.push(action);
    for (const listener of this.#actionListeners) listener(action);
  }

  #begin(seconds: number): void {
    const look = this.#input.takeLook(seconds);
    if ((look.yaw !== 0 || look.pitch !== 0) && !this.state.get().hasLooked) this.#patch({ hasLooked: true });
    this.#camera.turn(look);
  }

  #tick(): void {
    const sampled = this.#input.sample(this.#camera.yaw);
    // Nothing is drawn while the graphics context is lost, so no one can steer. Nor do those who watch others.
    const input = this.#renderer.isLost || this.#room?.followed ? NO_INPUT : sampled;
    if (this.#watched) {
      // The world doesn't wait while a replay is shown.
      this.#run.wait(1);
      this.#replay?.tick();
      const events = this.#replay?.events ?? [];
      this.#handleEvents(events, 0);
      if (events.length > 0) this.#publish();
      return;
    }
    this.#step(this.#mustRespawn ? RETURN_TO_CHECKPOINT : input);
    this.#mustRespawn = false;
  }

  #step(input: Input): void {
    const run = this.#run;
    const hadBegun = run.hasBegun;
    const hadFinished = run.finished !== null;
    run.step(input);
    if (!run.hasBegun) return;
    this.#room?.step();
    this.#race?.step();
    const { runner } = run;
    if (!this.#actor.move(runner, input)) this.#camera.snap();
    if (!hadBegun || (run.finished && !hadFinished)) this.#setPhase(this.#currentPhase());
    this.#playSteps(runner);
    if (strengthOf(input) > 0 && !this.state.get().hasMoved) this.#patch({ hasMoved: true });
    if (run.events.length === 0) return;
    this.#handleEvents(run.events, run.impact);
    this.#updateGap(run.events);
    this.#publish();
    if (run.finished && !hadFinished) this.#finish(run.finished);
  }

  /** The time of a hidden page goes on without input, and so does the run's clock. */
  #sleep(ticks: number) {
    if (this.#watched || !this.#run.hasBegun) return this.#run.wait(ticks);
    for (let i = 0; i < ticks; i++) this.#step(NO_INPUT);
    this.#camera.snap();
  }

  #finish(run: FinishedRun): void {
    this.#options.canvas.dataset.hash = String(this.#physics.hashState(0, this.#run.runner));
    this.#writeData();
    this.#isUnseen = this.#finishListeners.size === 0;
    for (const listener of this.#finishListeners) listener(run);
  }

  #handleEvents(events: GameEvents, impact: number): void {
    for (const kind of events) {
      const strength = kind === "land" ? Math.min(1, impact / HARDEST_LANDING + 0.2) : 1;
      this.#sound?.play(kind, strength);
      if (kind === "land" && impact > HARD_LANDING) this.#camera.shake(impact / HARDEST_LANDING);
      if (kind === "jump") this.#patch({ hasJumped: true });
      const caption = { id: ++this.#notices, kind };
      if (isNotice(caption)) this.#patch({ caption, notice: caption });
      else this.#patch({ caption });
    }
  }

  /** Compares the run with the ghost's at stars, checkpoints and the end. */
  #updateGap(events: GameEvents): void {
    if (!this.#race) return;
    const { runner } = this.#run;
    const { splits } = this.#race;
    let theirs: number | null = null;
    if (events.includes("finish")) theirs = splits.atEnd;
    else if (events.includes("star")) theirs = splits.atStars(runner.stars.length - runner.starsLeft);
    else if (events.includes("checkpoint")) theirs = splits.atCheckpoint(runner.checkpoint);
    if (theirs !== null) this.#patch({ ghostGap: theirs - runner.ticks });
  }

  #playSteps(runner: Runner): void {
    if (runner.ground < 0) return;
    const speed = Math.hypot(runner.vx, runner.vz);
    this.#stride += speed / 60;
    if (this.#stride < STRIDE) return;
    this.#stride = 0;
    const block = this.#options.world.blocks[this.#course.blockOf[runner.ground] ?? -1];
    this.#sound?.play("step", Math.min(1, speed / 16), block?.material);
  }

  readonly #sight: Sight = (from, to, radius) =>
    castSphere(this.#course, this.#shownRunner().tick, from, to, radius);

  #draw(alpha: number, seconds: number): void {
    const replay = this.#replay;
    const actor = replay?.actor ?? this.#actor;
    replay?.prepare();
    actor.interpolate(alpha);
    const runner = this.#shownRunner();
    this.#room?.move(this.#watched === null, runner.tick, alpha, seconds);
    this.#moveCamera(runner, actor, seconds);
    const floor = this.#findFloor(actor);
    const moment = this.#moment;
    if (replay) {
      const time = replay.draw(alpha, seconds, this.#opacity(), floor);
      const next = Math.ceil(time);
      moment.tick = runner.tick - runner.ticks + next;
      moment.alpha = time - next + 1;
    } else {
      actor.draw(seconds, this.#watched ? 0 : this.#opacity(), floor);
      if (!this.#watched) this.#race?.draw(alpha, seconds, actor.position);
      moment.tick = runner.tick;
      moment.alpha = alpha;
    }
    moment.stars = runner.stars;
    moment.checkpoint = runner.checkpoint;
    moment.seconds = seconds;
    const [x, y, z] = (this.#room?.followed ?? actor).position;
    this.#focus.set(x, y, z);
    this.#level.update(moment);
    this.#renderer.look(this.#camera);
    this.#renderer.draw(this.#level.scene);
    this.#room?.draw();
    this.#count(seconds);
  }

  #opacity(): number {
    return this.#room?.followed || this.#replay?.state.get().freeCamera ? 1 : this.#camera.opacity;
  }

  #moveCamera(runner: Runner, actor: GameActor, seconds: number): void {
    const camera = this.#camera;
    if (this.#replay?.state.get().freeCamera) {
      const { right, up, ahead } = this.#input.flight;
      const way = FLY_SPEED * seconds;
      camera.fly(right * way, up * way, ahead * way);
      return;
    }
    const followed = this.#room?.followed;
    const { vx, vz } = followed ?? runner;
    camera.turnBehind(vx, vz, seconds);
    const [x, y, z] = (followed ?? actor).position;
    camera.follow(x, y, z, seconds, this.#sight);
  }

  readonly #above: [number, number, number] = [0, 0, 0];
  readonly #below: [number, number, number] = [0, 0, 0];

  /** The height of the floor below, where its spot of shadow is drawn. */
  #findFloor({ position: [x, y, z] }: GameActor): number | null {
    if (TIERS[this.#renderer.tier].shadows !== "blob") return null;
    setPoint(this.#above, x, y + FLOOR_ABOVE, z);
    setPoint(this.#below, x, y - FLOOR_BELOW, z);
    const share = this.#sight(this.#above, this.#below, FLOOR_RADIUS);
    return share === 1 ? null : y + FLOOR_ABOVE - (FLOOR_ABOVE + FLOOR_BELOW) * share - FLOOR_RADIUS;
  }

  #count(seconds: number): void {
    this.#sinceClock += seconds;
    this.#sinceData += seconds;
    this.#frameSeconds += seconds;
    this.#frames++;
    if (this.#sinceClock >= CLOCK_SECONDS) {
      this.#sinceClock = 0;
      this.#publish();
    }
    if (this.#sinceData >= DATA_SECONDS) {
      this.#sinceData = 0;
      this.#writeData();
    }
    if (this.#frameSeconds >= 1) {
      this.#patch({ fps: Math.round(this.#frames / this.#frameSeconds) });
      this.#frames = this.#frameSeconds = 0;
    }
    const tier = this.#meter?.addFrame(seconds * 1000);
    if (tier) this.#setTier(tier);
  }

  #writeData(): void {
    const { dataset } = this.#options.canvas;
    const { ticks, x, y, z } = this.#shownRunner();
    dataset.tick = String(ticks);
    dataset.x = x.toFixed(3);
    dataset.y = y.toFixed(3);
    dataset.z = z.toFixed(3);
  }
}

/** The length of a stored run; 0 if it can't be shown, because its physics is unknown or its log is malformed. */
function ticksOf({ log, physics }: GhostRun): number {
  try {
    return physicsFor(physics) ? countTicks(log) : 0;
  } catch {
    return 0;
  }
}
