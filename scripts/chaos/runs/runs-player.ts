import { setTimeout as pause } from "node:timers/promises";
import { encodeInput } from "#domain/sim/input.ts";
import { packInputs, readInputs } from "#domain/sim/run-log.ts";
import type { Course } from "#domain/sim/v1/course.ts";
import { type Verdict, verifyRun } from "#domain/sim/verify-run.ts";
import type { Member } from "../../client/crowd.ts";
import { runForm } from "../../client/form-of.ts";
import type { SiteResponse } from "../../client/site-client.ts";
import { between, chance, pick } from "../check.ts";
import type { FaultyConnection } from "../faulty-connection.ts";
import type { KillableSite } from "../killable-site.ts";
import { corridorRun, type LiveRun } from "./corridor-run.ts";

/** Share of runs that are forged. */
const FORGED = 0.15;
/** Share of runs whose check is queued again, once or twice, and the longest delay of such a message. */
const DOUBLED_MESSAGES = 0.3;
const MAX_DELAY_SECONDS = 4;
const WAIT_MS = 250;

export interface RunLevel {
  id: number;
  creator: number;
  course: Course;
}

type Recording = Pick<LiveRun, "log" | "startTick">;

/** A run that a player sent, with what the simulation says about it on the player's side. */
export interface SentRun extends Recording {
  key: string;
  kind: string;
  user: number;
  level: number;
  verdict: Verdict;
  /** The acknowledged id; 0 before. */
  id: number;
}

/** Everything that the players of a run sent and received. */
export class RunsHistory {
  readonly sent: SentRun[] = [];
  readonly surprises: string[] = [];
  /** Messages that were queued a second time. */
  messages = 0;
}

const forgeLog = ({ log }: Recording, change: (inputs: number[]) => number[]) => ({
  log: packInputs(change([...readInputs(log)])),
});

/** Runs that the site has to check like any other; the simulation decides about them. */
const FORGERIES: Record<string, (run: Recording) => Partial<Recording>> = {
  /** Ends before the clear. */
  cut: (run) => forgeLog(run, (inputs) => inputs.slice(0, -Math.round(between(1, 60)))),
  /** One input of the recording is another one. */
  changed: (run) =>
    forgeLog(run, (inputs) =>
      inputs.with(Math.floor(between(0, inputs.length)), encodeInput(Math.floor(between(0, 256)), 15, true)),
    ),
  /** Claims another time of the world's clock, so moving blocks are elsewhere. */
  shifted: ({ startTick }) => ({ startTick: startTick + Math.round(between(1, 500)) }),
};

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
    while (!isOver()) {
      const level = pick(this.#levels);
      const live = corridorRun(level.course, ++seeds);
      const kind = chance(FORGED) ? pick(Object.keys(FORGERIES)) : "honest";
      await this.#send(level, kind, { ...live, ...FORGERIES[kind]?.(live) });
    }
  }

  async #send({ id: level, course }: RunLevel, kind: string, { log, startTick }: Recording): Promise<void> {
    const verdict = verifyRun(course, startTick, log);
    const key = crypto.randomUUID();
    const sent: SentRun = { key, kind, user: this.#user.id, level, log, startTick, verdict, id: 0 };
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

  /** Sends a run until it isn't refused for the number of unchecked runs. */
  async #post(level: number, form: FormData): Promise<SiteResponse> {
    for (;;) {
      const response = await this.#connection.sendWithFaults(this.#user, `/api/levels/${level}/runs`, form);
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
