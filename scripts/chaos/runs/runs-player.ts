import { setTimeout as pause } from "node:timers/promises";
import { PHYSICS } from "#domain/sim/index.ts";
import { verifyRun } from "#domain/sim/verify-run.ts";
import type { BenchUser } from "../../bench/chat/crowd.ts";
import { between, chance } from "../chat/send-request.ts";
import type { FaultyConnection, SiteResponse } from "../economy/faulty-connection.ts";
import type { LiveRun } from "./corridor-run.ts";
import { FORGED_RUNS, REJECTED_RUNS } from "./forged-runs.ts";
import type { RunsHistory, SentRun } from "./runs-history.ts";
import type { RunLevel, RunsWorld } from "./world.ts";

/** Shares of runs that are forged, that can't be stored, and that were sent before. */
const SHARES = { forged: 0.12, rejected: 0.08, foreign: 0.03, copied: 0.06, repeated: 0.05 };
/** Share of runs whose check is queued again, once or twice, and the longest delay of such a message. */
const DOUBLED_MESSAGES = 0.3;
const MAX_DELAY_SECONDS = 4;
const WAIT_MS = 250;

const pick = <T>(list: readonly T[]): T => list[Math.floor(between(0, list.length))] as T;

let seeds = 0;

/** A player who sends runs, most of them honest, and whose check messages are doubled and delayed. */
export class RunsPlayer {
  readonly #connection: FaultyConnection;
  readonly #world: RunsWorld;
  readonly #history: RunsHistory;
  readonly #user: BenchUser;

  constructor(connection: FaultyConnection, world: RunsWorld, history: RunsHistory, user: BenchUser) {
    this.#connection = connection;
    this.#world = world;
    this.#history = history;
    this.#user = user;
  }

  async play(isOver: () => boolean): Promise<void> {
    while (!isOver()) await this.#sendAny();
  }

  async #sendAny(): Promise<void> {
    const level = pick(this.#world.levels);
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
    if (isKind("foreign")) return this.#send(level, "foreign", pick(this.#world.levels).play(++seeds));
    if (isKind("copied")) return this.#sendAgain("copied", ({ user }) => user !== this.#user.id);
    if (isKind("repeated")) return this.#sendAgain("repeated", ({ user }) => user === this.#user.id);
    return this.#send(level, "honest", live);
  }

  /** Sends a run that someone has already sent, with another key. */
  async #sendAgain(kind: string, isIt: (sent: SentRun) => boolean): Promise<void> {
    const known = this.#history.sent.filter((sent) => sent.id > 0 && sent.verdict.ok && isIt(sent));
    const level = this.#world.levels.find(({ id }) => id === known.at(-1)?.level);
    const sent = level && pick(known.filter((one) => one.level === level.id));
    if (level && sent) await this.#send(level, kind, sent);
  }

  async #send(level: RunLevel, kind: string, run: Pick<LiveRun, "log" | "startTick">): Promise<void> {
    const { log, startTick } = run;
    const verdict = verifyRun(level.course, startTick, log);
    const key = crypto.randomUUID();
    const sent: SentRun = { key, kind, user: this.#user.id, level: level.id, log, startTick, verdict, id: 0 };
    this.#history.sent.push(sent);
    const response = await this.#post(level, runForm(key, log, { start_tick: startTick }));
    const body = JSON.parse(response.text) as { run?: { id: number } };
    if (response.status !== 201 || !body.run) return this.#surprise(`${kind} run`, response);
    sent.id = body.run.id;
    await this.#doubleMessage(sent.id);
  }

  async #sendRejected(level: RunLevel): Promise<void> {
    const kind = pick(Object.keys(REJECTED_RUNS));
    const fields = REJECTED_RUNS[kind]?.(level.play(++seeds));
    if (!fields) return;
    const { log, startTick = 0, physics = PHYSICS, revision = 1, status: expected } = fields;
    const form = runForm(crypto.randomUUID(), log, { start_tick: startTick, physics, revision });
    const { status, text } = await this.#post(level, form);
    this.#history.rejections.push({ kind, expected, status, text });
  }

  /** Sends a run until it isn't refused for the number of unchecked runs. */
  async #post({ id }: RunLevel, form: FormData): Promise<SiteResponse> {
    for (;;) {
      const response = await this.#connection.sendWithFaults(this.#user, `/api/levels/${id}/runs`, form);
      if (response.status !== 429) return response;
      this.#history.waits++;
      await pause(WAIT_MS);
    }
  }

  /** Queues the check again, now or later. */
  async #doubleMessage(run_id: number): Promise<void> {
    if (!chance(DOUBLED_MESSAGES)) return;
    for (let copies = chance(0.5) ? 2 : 1; copies > 0; copies--) {
      const delay = Math.floor(between(0, MAX_DELAY_SECONDS + 1));
      try {
        await this.#connection.site.checkRun({ run_id }, delay);
        this.#history.messages++;
      } catch {
        // The site was killed; the first message may be lost, too.
        await this.#connection.site.whenUp();
      }
    }
  }

  #surprise(what: string, { status, text }: SiteResponse): void {
    this.#history.surprises.push(`${what}: ${status} ${text}`);
  }
}

/** The form of a run. Its `ticks` is a lie, because the site must not believe it. */
function runForm(key: string, log: Uint8Array<ArrayBuffer>, fields: Record<string, number>): FormData {
  const form = new FormData();
  for (const [name, value] of Object.entries({ revision: 1, physics: PHYSICS, ticks: 1, ...fields }))
    form.set(name, String(value));
  form.set("key", key);
  form.set("log", new File([log], "run.log"));
  return form;
}
