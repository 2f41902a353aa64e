import { setTimeout as pause } from "node:timers/promises";
import { fillPath } from "#domain/api/route.ts";
import { joinTokenRoute } from "#domain/play/api.ts";
import { roomRunKey } from "#domain/room/epoch.ts";
import { DOWN, type Finished } from "#domain/room/frames.ts";
import { createRunRoute } from "#domain/runs/api.ts";
import { PHYSICS } from "#domain/sim/index.ts";
import { NO_INPUT } from "#domain/sim/input.ts";
import { canonicalLog, RunRecorder, runMs } from "#domain/sim/run-log.ts";
import type { Course } from "#domain/sim/v1/course.ts";
import { Runner } from "#domain/sim/v1/runner.ts";
import type { RoomTicket } from "#web/game/room/room-connection.ts";
import { RoomLink } from "#web/game/room/room-link.ts";
import type { Member } from "../../client/crowd.ts";
import { runForm } from "../../client/form-of.ts";
import { addStep, deleteStep } from "../../client/room-bot.ts";
import type { SiteSocket } from "../../client/site-socket.ts";
import { type Random, seededRandom } from "../../seed/content/random.ts";
import type { KillableSite } from "../killable-site.ts";
import { CorridorPilot } from "../runs/corridor-run.ts";

/** Shares of runs whose connection is cut on the way, or before the room can send that it counts. */
const SHARES = { cut: 0.25, cutAtGoal: 0.15 };
/** Without `finished` for so long, a player uploads the run like a page does. */
const PATIENCE_MS = 6_000;
const JOIN_MS = 30_000;
const RETRY_MS = 150;
/** Ticks within which a run can be cut. */
const CUT_WITHIN = 500;

export interface RoomLevel {
  id: number;
  creator: number;
  course: Course;
}

type RunFault = "cut" | "killed" | "cut at the goal" | "killed at the goal" | "alone";

/** A run that reached the goal, as its player saw it. */
export interface PlayedRun {
  user: number;
  level: number;
  key: string;
  startTick: number;
  ticks: number;
  ms: number;
  deaths: number;
  /** The inputs up to the clear, in their canonical form. */
  log: Uint8Array<ArrayBuffer>;
  faults: Set<RunFault>;
  /** How the player learned that it counts. */
  acknowledged: "room" | "upload" | null;
  /** The site's ids of it. More than one is an error. */
  ids: Set<number>;
}

/** Everything that the players of a drill did and received. */
export class RoomsHistory {
  readonly runs: PlayedRun[] = [];
  /** `finished` frames for a player's own runs that don't fit to a run. */
  readonly wrongFinishes: string[] = [];
  readonly surprises: string[] = [];
  /** Runs that a room which was killed took back by their receipt. */
  resumed = 0;
  joins = 0;
}

/** A run on its way. */
interface CurrentRun {
  runner: Runner;
  pilot: CorridorPilot;
  recorder: RunRecorder;
  key: string;
  kills: number;
  /** Kills before the newest receipt; −1 without one. */
  receiptKills: number;
  faults: Set<RunFault>;
  cutAt: number;
  /** The room loses the connection at the clear, before `finished`. */
  isCutAtGoal: boolean;
  played: PlayedRun | undefined;
  ended: PromiseWithResolvers<void>;
}

/** An honest player with a bad connection, who plays in rooms until every run of theirs counts. */
export class RoomRacer {
  readonly #site: KillableSite;
  readonly #levels: readonly RoomLevel[];
  readonly #history: RoomsHistory;
  readonly #user: Member;
  readonly #random: Random;
  readonly #step = () => this.#advance();
  readonly #played: PlayedRun[] = [];
  #level: RoomLevel;
  #link: RoomLink | undefined;
  #socket: SiteSocket | undefined;
  #run: CurrentRun | undefined;
  #lastStart = 0;
  #seeds = 0;

  constructor(site: KillableSite, levels: readonly RoomLevel[], history: RoomsHistory, user: Member) {
    this.#site = site;
    this.#levels = levels;
    this.#history = history;
    this.#user = user;
    this.#random = seededRandom(user.id);
    this.#level = this.#pickLevel();
  }

  /** The level that they are in; null while they join. */
  get level(): number | null {
    return this.#link?.state.get().at === "open" ? this.#level.id : null;
  }

  /** Most players are in the first level. */
  #pickLevel(): RoomLevel {
    return this.#levels[this.#random.chance(0.7) ? 0 : 1] as RoomLevel;
  }

  /** Plays until `isOver`, and then until the last run counts. Stays in the room at the end. */
  async play(isOver: () => boolean): Promise<void> {
    while (!isOver()) {
      if (!this.#link) await this.#join();
      const { at, code, message } = this.#link?.state.get() ?? { at: "closed", code: null, message: null };
      if (at === "closed") {
        if (code !== null || message !== null)
          this.#history.surprises.push(`closed with ${code}: ${message}`);
        this.leave();
        continue;
      }
      await this.#playRun();
      if (this.#random.chance(0.12)) this.leave();
    }
    if (!this.#link) await this.#join();
  }

  /** Leaves the room: closes the socket, or loses it. */
  leave(isCut = this.#random.chance(0.4)): void {
    if (isCut) this.#socket?.cut();
    this.#link?.close();
    this.#link = undefined;
    deleteStep(this.#step);
    this.#level = this.#pickLevel();
  }

  async #join(): Promise<void> {
    const { id } = this.#level;
    const link = new RoomLink({
      ...{ levelId: id, revision: 1, physics: PHYSICS },
      getTicket: () => this.#ticket(id),
      openSocket: (path) => {
        this.#socket = this.#user.openSocket(path, { arrives: (message) => !this.#losesMessage(message) });
        return this.#socket;
      },
    });
    this.#link = link;
    link.on("finished", (finished) => this.#onFinished(finished));
    link.on("receipt", () => {
      if (this.#run) this.#run.receiptKills = this.#site.kills;
    });
    link.on("resumed", ({ ok }) => this.#onResumed(ok));
    this.#history.joins++;
    addStep(this.#step);
    for (let waited = 0; link.state.get().at !== "open"; waited += 20) {
      if (link.state.get().at === "closed") return;
      if (waited > JOIN_MS)
        throw new Error(`${this.#user.name} can't join: ${JSON.stringify(link.state.get())}`);
      await this.#site.whenUp();
      await pause(20);
    }
  }

  async #ticket(id: number): Promise<RoomTicket> {
    const input = { destination_type: "Level", id, client: "web" };
    const response = await this.#user.attempt(joinTokenRoute.path, input);
    if (response?.status === 200) return JSON.parse(response.text) as RoomTicket;
    if (response) this.#history.surprises.push(`ticket: ${response.status} ${response.text}`);
    throw new TypeError("The site gives no ticket.");
  }

  /** Cuts the connection instead of receiving that the run counts. */
  #losesMessage(message: Uint8Array | string): boolean {
    const run = this.#run;
    if (!run?.isCutAtGoal || typeof message === "string" || message[0] !== DOWN.finished) return false;
    if (!run.played || message[1] !== this.#link?.slot) return false;
    this.#cut("cut at the goal");
    return true;
  }

  #cut(fault: RunFault): void {
    const run = this.#run;
    if (!this.#socket || !run) return;
    run.isCutAtGoal = false;
    run.faults.add(fault);
    this.#socket.cut();
  }

  async #playRun(): Promise<void> {
    const link = this.#link;
    if (!link) return;
    const random = this.#random;
    // The first tick identifies a run.
    const startTick = Math.max(this.#lastStart + 1, Math.ceil(link.exactTick()));
    this.#lastStart = startTick;
    const run: CurrentRun = {
      runner: new Runner(this.#level.course, startTick),
      pilot: new CorridorPilot(this.#user.id * 10_000 + this.#seeds++),
      recorder: new RunRecorder(),
      key: roomRunKey(this.#level.id, link.epoch, startTick),
      kills: this.#site.kills,
      receiptKills: -1,
      faults: new Set(),
      cutAt: random.chance(SHARES.cut) ? random.int(5, CUT_WITHIN) : -1,
      isCutAtGoal: random.chance(SHARES.cutAtGoal),
      played: undefined,
      ended: Promise.withResolvers(),
    };
    link.begin(startTick);
    this.#run = run;
    await run.ended.promise;
    if (run.played) await this.#awaitCount(run, run.played);
    this.#run = undefined;
    if (this.#link && this.#link.state.get().at !== "closed")
      this.#link.restart(Math.floor(this.#link.exactTick()));
  }

  /** Sends the inputs of all ticks up to now. */
  #advance(): void {
    const [link, run] = [this.#link, this.#run];
    if (!link || !run) return;
    if (link.state.get().at === "closed" && !run.played) {
      run.ended.resolve();
      return;
    }
    const now = Math.floor(link.exactTick());
    while (run.runner.tick < now) {
      const { runner } = run;
      const input = runner.clearedAt === 0 ? run.pilot.next(runner) : NO_INPUT;
      if (runner.clearedAt === 0) run.recorder.push(input);
      runner.step(input);
      // Before the room knows of it.
      if (runner.clearedAt > 0 && !run.played) this.#clear(run);
      link.push(input);
      if (runner.ticks === run.cutAt) this.#cut("cut");
    }
    if (run.played) run.ended.resolve();
  }

  #clear(run: CurrentRun): void {
    const { runner, recorder, key, faults } = run;
    if (run.kills !== this.#site.kills) faults.add("killed");
    const ticks = runner.clearedAt;
    run.played = {
      ...{ user: this.#user.id, level: this.#level.id, key, startTick: this.#lastStart },
      ...{ ticks, ms: runMs(ticks), deaths: runner.deaths, log: canonicalLog(recorder.toBytes(), ticks) },
      ...{ faults, acknowledged: null, ids: new Set<number>() },
    };
    this.#played.push(run.played);
    this.#history.runs.push(run.played);
  }

  #onResumed(ok: boolean): void {
    const run = this.#run;
    if (!run) return;
    if (!ok) run.faults.add("alone");
    if (ok && run.receiptKills >= 0 && run.receiptKills < this.#site.kills) this.#history.resumed++;
  }

  #onFinished(finished: Finished): void {
    if (finished.slot !== this.#link?.slot) return;
    const run = this.#played.findLast(
      ({ ticks, ids }) => ticks === finished.ticks && (ids.has(finished.run) || ids.size === 0),
    );
    if (!run) this.#history.wrongFinishes.push(`run ${finished.run}: ${finished.ticks} ticks`);
    if (!run || !finished.isCounted) return;
    run.ids.add(finished.run);
    run.acknowledged ??= "room";
  }

  /** Waits until the room counts a run, or uploads it. */
  async #awaitCount(run: CurrentRun, played: PlayedRun): Promise<void> {
    const { kills } = this.#site;
    for (let waited = 0; !played.acknowledged && waited < PATIENCE_MS; waited += 50) await pause(50);
    if (kills !== this.#site.kills) run.faults.add("killed at the goal");
    if (played.acknowledged) return;
    await this.#upload(played);
  }

  /** Sends a run with its key of the room until there's a response. */
  async #upload(played: PlayedRun): Promise<void> {
    const path = fillPath(createRunRoute.path, { id: played.level });
    for (;;) {
      const response = await this.#user.attempt(path, runForm(played));
      if (response?.status === 201) {
        played.ids.add((JSON.parse(response.text) as { run: { id: number } }).run.id);
        played.acknowledged ??= "upload";
        return;
      }
      // A busy machine is slow to upload, too.
      if (response && response.status !== 429 && response.status !== 408) {
        this.#history.surprises.push(`upload of ${played.key}: ${response.status} ${response.text}`);
        return;
      }
      await this.#site.whenUp();
      await pause(RETRY_MS);
    }
  }
}
