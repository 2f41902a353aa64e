import { randomUUID } from "node:crypto";
import { setTimeout as pause } from "node:timers/promises";
import { heartbeatRoute } from "#domain/hosts/api.ts";
import { between, chance } from "../chat/send-request.ts";
import type { KillableSite } from "../killable-site.ts";
import type { HostResponse, PlayHistory } from "./play-history.ts";

const TIMEOUT_MS = 20_000;
/** Shares of calls that are sent twice at once, and whose first response is cut off. */
const DOUBLED = 0.15;
const CUT = 0.15;
const CUT_AFTER = { least: 1, most: 60 };
const MAX_TRIES = 60;

/** A game host that loses responses and sends calls twice. It retries each call until there's a response. */
export class ChaosHost {
  readonly id: number;
  readonly players = new Map<number, number>();
  readonly #site: KillableSite;
  readonly #key: string;
  readonly #history: PlayHistory;

  constructor(site: KillableSite, history: PlayHistory, id: number, key: string) {
    this.id = id;
    this.#site = site;
    this.#history = history;
    this.#key = key;
  }

  callId(call: string): string {
    return `${this.id}:${call}`;
  }

  async #once(path: string, input: object, call: string, timeout: number): Promise<HostResponse | undefined> {
    try {
      const response = await fetch(this.#site.url + path, {
        method: "POST",
        headers: {
          Authorization: `Bearer ${this.#key}`,
          "Idempotency-Key": call,
          "Content-Type": "application/json",
        },
        body: JSON.stringify(input),
        signal: AbortSignal.timeout(timeout),
      });
      const body = (await response.json()) as Record<string, unknown>;
      if (response.status < 500) return { call: this.callId(call), status: response.status, body };
      this.#history.failures.push(`${path}: ${response.status} ${JSON.stringify(body)}`);
    } catch {
      // No response: the caller retries.
    }
    return undefined;
  }

  /** Calls the site with one idempotency key for all retries. Repeated calls must get the same response. */
  async call(path: string, input: object, call: string = randomUUID()): Promise<HostResponse> {
    const copies = chance(DOUBLED) ? 2 : 1;
    const isCut = chance(CUT);
    let timeout = isCut ? Math.round(between(CUT_AFTER.least, CUT_AFTER.most)) : TIMEOUT_MS;
    this.#history.operations++;
    this.#history.doubles += copies - 1;
    this.#history.cuts += Number(isCut);
    for (let tries = 0; tries < MAX_TRIES; tries++) {
      const all = await Promise.all(
        Array.from({ length: copies }, () => this.#once(path, input, call, timeout)),
      );
      const responses = all.filter((one) => one !== undefined);
      const bodies = new Set(
        responses.filter(({ status }) => status < 300).map(({ body }) => JSON.stringify(body)),
      );
      if (bodies.size > 1) this.#history.contradictions.push(`${path}: ${[...bodies].join(" | ")}`);
      const success = responses.find(({ status }) => status < 300);
      if (success ?? responses[0]) return success ?? (responses[0] as HostResponse);
      this.#history.retries++;
      timeout = TIMEOUT_MS;
      await this.#site.whenUp();
      await pause(between(20, 150));
    }
    throw new Error(`${path} got no response: ${this.#history.failures.at(-1)}`);
  }

  async sendHeartbeat(): Promise<void> {
    const players = [...this.players].map(([user_id, level_id]) => ({ user_id, level_id }));
    const { status, body } = await this.call(heartbeatRoute.path, { players });
    if (status !== 200) this.#history.surprises.push(`heartbeat: ${status} ${JSON.stringify(body)}`);
  }
}
