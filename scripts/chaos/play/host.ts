import { randomUUID } from "node:crypto";
import { heartbeatRoute } from "#domain/hosts/api.ts";
import { between, chance, pause } from "../chat/ask.ts";
import type { MortalSite } from "../mortal.ts";
import type { PlayMemory, Told } from "./memory.ts";

const PATIENCE = 20_000;
/** Shares of calls that are made twice at once, and whose first answer is cut off. */
const DOUBLED = 0.15;
const CUT = 0.15;
const CUT_AFTER = { least: 1, most: 60 };
const MOST_TRIES = 60;

/** A game host whose line loses answers and says things twice; each call is tried until it is answered. */
export class ChaosHost {
  readonly id: number;
  readonly players = new Map<number, number>();
  readonly #site: MortalSite;
  readonly #key: string;
  readonly #memory: PlayMemory;

  constructor(site: MortalSite, memory: PlayMemory, id: number, key: string) {
    this.id = id;
    this.#site = site;
    this.#memory = memory;
    this.#key = key;
  }

  nameOf(call: string): string {
    return `${this.id}:${call}`;
  }

  async #once(path: string, input: object, call: string, patience: number): Promise<Told | undefined> {
    try {
      const response = await fetch(this.#site.url + path, {
        method: "POST",
        headers: {
          Authorization: `Bearer ${this.#key}`,
          "Idempotency-Key": call,
          "Content-Type": "application/json",
        },
        body: JSON.stringify(input),
        signal: AbortSignal.timeout(patience),
      });
      const body = (await response.json()) as Record<string, unknown>;
      if (response.status < 500) return { call: this.nameOf(call), status: response.status, body };
      this.#memory.failures.push(`${path}: ${response.status} ${JSON.stringify(body)}`);
    } catch {
      // No answer: it is asked again.
    }
    return undefined;
  }

  /** Makes a call, under one name however often it takes; what is said twice must be answered alike. */
  async call(path: string, input: object, call: string = randomUUID()): Promise<Told> {
    const times = chance(DOUBLED) ? 2 : 1;
    const isCut = chance(CUT);
    let patience = isCut ? Math.round(between(CUT_AFTER.least, CUT_AFTER.most)) : PATIENCE;
    this.#memory.operations++;
    this.#memory.doubles += times - 1;
    this.#memory.cuts += Number(isCut);
    for (let tries = 0; tries < MOST_TRIES; tries++) {
      const all = await Promise.all(
        Array.from({ length: times }, () => this.#once(path, input, call, patience)),
      );
      const told = all.filter((one) => one !== undefined);
      const bodies = new Set(
        told.filter(({ status }) => status < 300).map(({ body }) => JSON.stringify(body)),
      );
      if (bodies.size > 1) this.#memory.contradictions.push(`${path}: ${[...bodies].join(" | ")}`);
      const good = told.find(({ status }) => status < 300);
      if (good ?? told[0]) return good ?? (told[0] as Told);
      this.#memory.retries++;
      patience = PATIENCE;
      await this.#site.up();
      await pause(between(20, 150));
    }
    throw new Error(`${path} is not answered: ${this.#memory.failures.at(-1)}`);
  }

  async beat(): Promise<void> {
    const players = [...this.players].map(([user_id, level_id]) => ({ user_id, level_id }));
    const { status, body } = await this.call(heartbeatRoute.path, { players });
    if (status !== 200) this.#memory.surprises.push(`a heartbeat: ${status} ${JSON.stringify(body)}`);
  }
}
