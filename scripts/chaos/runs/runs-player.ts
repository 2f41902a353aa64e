import { setTimeout as pause } from "node:timers/promises";
import { PHYSICS } from "#domain/sim/index.ts";
import type { Course } from "#domain/sim/v1/course.ts";
import { type Verdict, verifyRun } from "#domain/sim/verify-run.ts";
import { formOf } from "../../bench/write-actions.ts";
import type { Member } from "../../client/crowd.ts";
import type { SiteResponse } from "../../client/site-client.ts";
import { between, chance, pick } from "../check.ts";
import type { FaultyConnection } from "../faulty-connection.ts";
import type { KillableSite } from "../killable-site.ts";
import type { LiveRun } from "./corridor-run.ts";
import { FORGED_RUNS, REJECTED_RUNS } from "./forged-runs.ts";

/** Shares of runs that are forged, that can't be stored, and that were sent before. */
const SHARES = { forged: 0.12, rejected: 0.08, foreign: 0.03, copied: 0.06, repeated: 0.05 };
/** Share of runs whose check is queued again, once or twice, and the longest delay of such a message. */
const DOUBLED_MESSAGES = 0.3;
const MAX_DELAY_SECONDS = 4;
const WAIT_MS = 250;

export interface RunLevel {
  id: number;
  creator: number;
  course: Course;
  /** Plays it: another run for each seed. */
  play: (seed: number) => LiveRun;
}

/** A run that a player sent, with what the simulation says about it on the player's side. */
export interface SentRun {
  key: string;
  kind: string;
  user: number;
  level: number;
  log: Uint8Array<ArrayBuffer>;
  startTick: number;
  verdict: Verdict;
  /** The acknowledged id; 0 before. */
  id: number;
}

/** Everything that the players of a run sent and received. */
export class RunsHistory {
  readonly sent: SentRun[] = [];
  /** Runs that had to be rejected at once, and weren't. */
  readonly accepted: string[] = [];
  readonly surprises: string[] = [];
  rejected = 0;
  /** Messages that were queued a second time. */
  messages = 0;

  get operations(): number {
    return this.sent.length + this.rejected;
  }
}

let seeds = 0;

/** A player who sends runs, most of them honest, and whose check messages are doubled and delayed. */
export class RunsPlayer {
  readonly #site: KillableSite;
  readonly #connection: FaultyConnection;
  readonly #levels: readonly RunLevel[];
  readonly #history: RunsHistory;
  readonly #user: Member;

  constructor(
    site: KillableSite,
    connection: FaultyConnection,
    { levels, history, user }: { levels: readonly RunLevel[]; history: RunsHistory; user: Member },
  ) {
    this.#site = site;
    this.#connection = connection;
    this.#levels = levels;
    this.#history = history;
    this.#user = user;
  }

  async play(isOver: () => boolean): Promise<void> {
    while (!isOver()) await this.#sendAny();
  }

  #sendAny(): Promise<void> {
    const level = pick(this.#levels);
    let roll = Math.random();
    const isKind = (kind: keyof typeof SHARES) => {
      roll -= SHARES[kind];
      return roll < 0;
    };
    if (isKind("rejected")) return this.#sendRejected(level);
    const live = level.play(++seeds);
    if (isKind("forged")) {
      const kind = pick(Object.keys(FORGED_RUNS));
      return this.#send(level, kind, { ...live, ...FORGED_RUNS[kind]?.(live) });
    }
    if (isKind("foreign")) return this.#send(level, "foreign", pick(this.#levels).play(++seeds));
    if (isKind("copied")) return this.#sendAgain("copied", ({ user }) => user !== this.#user.id);
    if (isKind("repeated")) return this.#sendAgain("repeated", ({ user }) => user === this.#user.id);
    return this.#send(level, "honest", live);
  }

  /** Sends a run that someone has already sent, with another key. */
  async #sendAgain(kind: string, isIt: (sent: SentRun) => boolean): Promise<void> {
    const known = pick(this.#history.sent.filter((sent) => sent.id > 0 && sent.verdict.ok && isIt(sent)));
    const level = this.#levels.find(({ id }) => id === known?.level);
    if (level && known) await this.#send(level, kind, known);
  }

  async #send(
    level: RunLevel,
    kind: string,
    { log, startTick }: Pick<LiveRun, "log" | "startTick">,
  ): Promise<void> {
    const verdict = verifyRun(level.course, startTick, log);
    const key = crypto.randomUUID();
    const sent: SentRun = { key, kind, user: this.#user.id, level: level.id, log, startTick, verdict, id: 0 };
    this.#history.sent.push(sent);
    const response = await this.#post(level, runForm({ key, log, startTick }));
    const body = JSON.parse(response.text) as { run?: { id: number } };
    if (response.status !== 201 || !body.run) {
      this.#history.surprises.push(`${kind} run: ${response.status} ${response.text}`);
      return;
    }
    sent.id = body.run.id;
    await this.#doubleMessage(sent.id);
  }

  async #sendRejected(level: RunLevel): Promise<void> {
    const kind = pick(Object.keys(REJECTED_RUNS));
    const fields = REJECTED_RUNS[kind]?.(level.play(++seeds));
    if (!fields) return;
    const { status, text } = await this.#post(level, runForm({ key: crypto.randomUUID(), ...fields }));
    this.#history.rejected++;
    if (status !== fields.status) this.#history.accepted.push(`${kind}: ${status} ${text}`);
  }

  /** Sends a run until it isn't refused for the number of unchecked runs. */
  async #post({ id }: RunLevel, form: FormData): Promise<SiteResponse> {
    for (;;) {
      const response = await this.#connection.sendWithFaults(this.#user, `/api/levels/${id}/runs`, form);
      if (response.status !== 429) return response;
      await pause(WAIT_MS);
    }
  }

  /** Queues the check again, now or later. */
  async #doubleMessage(run_id: number): Promise<void> {
    if (!chance(DOUBLED_MESSAGES)) return;
    for (let copies = chance(0.5) ? 2 : 1; copies > 0; copies--) {
      const isQueued = await this.#site
        .checkRun({ run_id }, Math.floor(between(0, MAX_DELAY_SECONDS + 1)))
        .then(
          () => true,
          () => false,
        );
      // The site was killed; the first message may be lost, too.
      if (!isQueued) await this.#site.whenUp();
      this.#history.messages += Number(isQueued);
    }
  }
}

/** The fields of a run's form. By default its `ticks` is a lie, because the site must not believe it. */
interface RunFields {
  key: string;
  log: Uint8Array<ArrayBuffer>;
  startTick?: number;
  ticks?: number;
  physics?: number;
  revision?: number;
}

export const runForm = ({
  key,
  log,
  startTick = 0,
  ticks = 1,
  physics = PHYSICS,
  revision = 1,
}: RunFields): FormData =>
  formOf({ revision, physics, ticks, start_tick: startTick, key, log: new File([log], "run.log") });
