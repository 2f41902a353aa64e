import { setTimeout as pause } from "node:timers/promises";
import type { BenchUser } from "../../bench/chat/crowd.ts";
import { between, chance } from "../chat/send-request.ts";
import type { KillableSite } from "../killable-site.ts";
import type { Contradiction } from "./economy-history.ts";

const TIMEOUT_MS = 30_000;
/** Shares of actions that are sent twice at once, and whose first response is cut off. */
const DOUBLED = 0.12;
const CUT = 0.12;
/** Milliseconds until a connection is cut. */
const CUT_AFTER = { least: 1, most: 60 };
/** How long a request without a response can still be in flight. */
const IN_FLIGHT_MS = 400;
/** A request that never gets a response ends the run. */
const MAX_TRIES = 40;

export interface SiteResponse {
  status: number;
  text: string;
}

/** A record of a connection's faults and responses. */
export interface FaultHistory {
  doubles: number;
  cuts: number;
  retries: number;
  readonly contradictions: Contradiction[];
  /** Server errors. */
  readonly failures: string[];
  /** Counts a response by its status; 0 means no response. */
  count(status: number): void;
}

const codeOf = ({ text }: SiteResponse) => (JSON.parse(text) as { code?: string }).code;
const isBanned = (response: SiteResponse) => codeOf(response) === "banned";

/** A connection to the site that loses responses, sends requests twice and breaks when the site is killed. */
export class FaultyConnection {
  readonly site: KillableSite;
  readonly #history: FaultHistory;

  constructor(site: KillableSite, history: FaultHistory) {
    this.site = site;
    this.#history = history;
  }

  /** Sends a request once. Returns undefined without a response or after a server error. */
  async sendOnce(
    user: BenchUser,
    path: string,
    input?: object,
    timeout = TIMEOUT_MS,
  ): Promise<SiteResponse | undefined> {
    const isForm = input instanceof FormData;
    try {
      const response = await fetch(this.site.url + path, {
        headers: input
          ? { ...user.writeHeaders, ...(!isForm && { "Content-Type": "application/json" }) }
          : user.headers,
        ...(input && { method: "POST", body: isForm ? input : JSON.stringify(input) }),
        signal: AbortSignal.timeout(timeout),
      });
      const text = await response.text();
      this.#history.count(response.status);
      if (response.status < 500) return { status: response.status, text };
      this.#history.failures.push(`${path}: ${response.status} ${text}`);
    } catch {
      this.#history.count(0);
    }
    return undefined;
  }

  /** Repeats a request until there's a response. */
  async sendWithRetry(user: BenchUser, path: string, input?: object): Promise<SiteResponse> {
    for (let tries = 0; ; tries++) {
      const response = await this.sendOnce(user, path, input);
      if (response) return response;
      await this.#waitForRetry(path, tries);
    }
  }

  /**
   * Sends an action with an idempotency key and simulated faults: double clicks, lost responses and a killed site. Repeats it
   * until there's a response.
   */
  async sendWithFaults(user: BenchUser, path: string, input: object): Promise<SiteResponse> {
    const copies = chance(DOUBLED) ? 2 : 1;
    const isCut = chance(CUT);
    let timeout = isCut ? Math.round(between(CUT_AFTER.least, CUT_AFTER.most)) : TIMEOUT_MS;
    this.#history.doubles += copies - 1;
    this.#history.cuts += Number(isCut);
    for (let [tries, lost, isUncertain] = [0, false, false]; ; tries++) {
      const sentAt = Date.now();
      const all = await Promise.all(
        Array.from({ length: copies }, () => this.sendOnce(user, path, input, timeout)),
      );
      const responses = all.filter((one) => one !== undefined);
      this.#checkResponses(path, responses, sentAt);
      const success = responses.find(({ status }) => status < 300);
      const rejected = responses.find((one) => !lost || !isBanned(one));
      // An earlier request may still succeed, so an error only counts when nothing is in flight. An error because of a ban
      // in between doesn't count.
      if (success || (rejected && !isUncertain && responses.length === all.length))
        return success ?? (rejected as SiteResponse);
      isUncertain = responses.length < all.length;
      lost ||= isUncertain;
      timeout = TIMEOUT_MS;
      await this.#waitForRetry(path, tries);
      await pause(IN_FLIGHT_MS);
    }
  }

  async #waitForRetry(path: string, tries: number): Promise<void> {
    if (tries > MAX_TRIES) throw new Error(`${path} got no response: ${this.#history.failures.at(-1)}`);
    this.#history.retries++;
    await this.site.whenUp();
    await pause(between(20, 200));
  }

  /** Records a contradiction if an action both succeeded and failed, unless a ban explains it. */
  #checkResponses(path: string, responses: readonly SiteResponse[], sentAt: number): void {
    const rejected = responses.find(({ status }) => status >= 400 && status !== 403);
    if (!rejected || !responses.some(({ status }) => status < 300)) return;
    const text = `${rejected.status} ${rejected.text}`;
    this.#history.contradictions.push({ path, text, code: codeOf(rejected), sentAt, receivedAt: Date.now() });
  }
}
