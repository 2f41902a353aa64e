import { fillPath } from "#domain/api/route.ts";
import { joinTokenRoute } from "#domain/play/api.ts";
import { EMOTES, type Emote } from "#domain/room/emotes.ts";
import type { Finished } from "#domain/room/frames.ts";
import { worldRoute } from "#domain/runs/api.ts";
import { PHYSICS } from "#domain/sim/index.ts";
import { NO_INPUT } from "#domain/sim/input.ts";
import { type Course, makeCourse } from "#domain/sim/v1/course.ts";
import { Runner } from "#domain/sim/v1/runner.ts";
import type { World } from "#domain/world/schema.ts";
import type { RoomTicket } from "#web/game/room/room-connection.ts";
import { RoomLink } from "#web/game/room/room-link.ts";
import type { FoundRun } from "../seed/content/bot/find-run.ts";
import { type MakeMoves, type Moves, repeatRun } from "./moves.ts";
import type { SiteClient } from "./site-client.ts";

export interface RoomBotOptions {
  /** The account whose requests and sockets it uses. */
  member: Pick<SiteClient, "post" | "openSocket">;
  level: RoomLevel;
  /** The instance of the level that it prefers; the site's choice by default. */
  instance?: number;
}

/** The room closed the connection for good. `code` is a close code, or null if there was no connection. */
export class RoomClosedError extends Error {
  readonly code: number | null;

  constructor(code: number | null, message: string | null) {
    super(message ?? `The room closed the connection (${code}).`);
    this.code = code;
  }
}

const STEP_MS = 33;
const steps = new Set<() => void>();
let timer: ReturnType<typeof setInterval> | undefined;

/** Runs a step of a bot regularly, with those of all others. */
export function addStep(step: () => void): void {
  steps.add(step);
  timer ??= setInterval(() => {
    for (const one of steps) one();
  }, STEP_MS);
}

export function deleteStep(step: () => void): void {
  steps.delete(step);
  if (steps.size > 0) return;
  clearInterval(timer);
  timer = undefined;
}

/** Ticks after the end of a run's inputs until it counts as not finished. */
const PATIENCE_TICKS = 600;

interface BotRun {
  startTick: number;
  /** Null until the run begins. */
  runner: Runner | null;
  makeMoves: MakeMoves;
  moves: Moves | null;
  /** Ticks since the moves ended. */
  idle: number;
  ended: PromiseWithResolvers<Finished | null>;
}

/**
 * A player without a screen in the room of a level. It simulates its own bopi and sends inputs in real time over the same
 * `RoomLink` as browsers.
 */
export class RoomBot {
  readonly link: RoomLink;
  /** Its clears, newest last. */
  readonly finished: Finished[] = [];
  readonly #level: RoomLevel;
  readonly #step = () => this.#advance();
  readonly #closed = Promise.withResolvers<Error>();
  #run: BotRun | null = null;
  /** Why the site gave no ticket. */
  #rejection: Error | null = null;

  constructor({ member, level, instance }: RoomBotOptions) {
    this.#level = level;
    const input = { destination_type: "Level", id: level.id, client: "web" };
    this.link = new RoomLink({
      levelId: level.id,
      revision: level.revision,
      physics: PHYSICS,
      getTicket: async (last: number | null = null) => {
        const preferred = last ?? instance;
        try {
          return await member.post<RoomTicket>(joinTokenRoute.path, {
            ...input,
            ...(preferred !== undefined && { instance: preferred }),
          });
        } catch (error) {
          this.#rejection = error as Error;
          throw error;
        }
      },
      openSocket: (path) => member.openSocket(path),
    });
    this.link.on("finished", (finished) => this.#onFinished(finished));
  }

  /** The bot's own simulation; null before its run begins. */
  get runner(): Runner | null {
    return this.#run?.runner ?? null;
  }

  /** Whether the connection is closed for good. */
  get isOver(): boolean {
    return this.link.state.get().at === "closed";
  }

  /** Resolves with the reason when the room or the site closes the connection for good. */
  get closed(): Promise<Error> {
    return this.#closed.promise;
  }

  /** Resolves when the bot is in the room. Throws the site's error or a `RoomClosedError` if it isn't let in. */
  async join(): Promise<void> {
    const opened = Promise.withResolvers<null>();
    const onChange = () => {
      const { at, code, message } = this.link.state.get();
      if (at === "open") opened.resolve(null);
      if (at !== "closed") return;
      this.#end();
      this.#closed.resolve(
        code === null && this.#rejection ? this.#rejection : new RoomClosedError(code, message),
      );
    };
    this.link.state.subscribe(onChange);
    onChange();
    addStep(this.#step);
    const error = await Promise.race([opened.promise, this.closed]);
    if (error) throw error;
  }

  /**
   * Begins a run, now or at a tick of the room's clock, and ends the last one. Without more moves the bopi stands. Resolves with
   * the clear, or with null if the run ends without one.
   */
  begin(makeMoves: MakeMoves, startTick = Math.floor(this.link.exactTick())): Promise<Finished | null> {
    if (this.#run?.runner) this.link.restart(Math.floor(this.link.exactTick()));
    this.#run?.ended.resolve(null);
    const ended = Promise.withResolvers<Finished | null>();
    this.#run = { startTick, runner: null, makeMoves, moves: null, idle: 0, ended };
    return ended.promise;
  }

  /** Plays a run of the level at its own start tick, which must not be over. */
  play({ log, startTick }: Pick<FoundRun, "log" | "startTick">): Promise<Finished | null> {
    return this.begin(repeatRun(log), startTick);
  }

  chat(text: string): void {
    this.link.chat(text);
  }

  emote(emote: Emote): void {
    this.link.emote(EMOTES.indexOf(emote));
  }

  leave(): void {
    this.#end();
    this.link.close();
  }

  #end(): void {
    deleteStep(this.#step);
    this.#run?.ended.resolve(null);
    this.#run = null;
  }

  /** Sends the inputs of all ticks up to now. */
  #advance(): void {
    const run = this.#run;
    const now = Math.floor(this.link.exactTick());
    if (!run || !(now >= run.startTick)) return;
    if (!run.runner) {
      run.runner = new Runner(this.#level.course, run.startTick);
      run.moves = run.makeMoves(run.runner);
      this.link.begin(run.startTick);
    }
    while (run.startTick + run.runner.ticks < now) {
      const { done, value } = run.moves?.next() ?? { done: true };
      const input = done ? NO_INPUT : (value ?? NO_INPUT);
      if (done && ++run.idle > PATIENCE_TICKS) run.ended.resolve(null);
      run.runner.step(input);
      this.link.push(input);
    }
  }

  #onFinished(finished: Finished): void {
    if (finished.slot !== this.link.slot) return;
    this.finished.push(finished);
    this.#run?.ended.resolve(finished);
  }
}

/** A level as a player in its room needs it. */
export interface RoomLevel {
  id: number;
  revision: number;
  world: World;
  course: Course;
}

/** Loads the newest revision of a level. Throws like `SiteClient`. */
export async function loadRoomLevel(member: Pick<SiteClient, "expect">, id: number): Promise<RoomLevel> {
  const { text, headers } = await member.expect(fillPath(worldRoute.path, { id }));
  const world = JSON.parse(text) as World;
  return { id, revision: Number(headers.get("X-Level-Revision")), world, course: makeCourse(world) };
}
