import { setTimeout as pause } from "node:timers/promises";
import type { Member } from "../client/crowd.ts";
import type { SiteResponse } from "../client/site-client.ts";
import { between, chance, Statuses } from "./check.ts";
import type { KillableSite } from "./killable-site.ts";

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

/** A connection to the site that loses responses, sends requests twice and breaks when the site is killed. */
export class FaultyConnection {
  readonly site: Pick<KillableSite, "whenUp">;
  readonly statuses = new Statuses();
  /** Actions that were both accepted and refused. */
  readonly contradictions: string[] = [];
  readonly failures: string[] = [];

  constructor(site: Pick<KillableSite, "whenUp">) {
    this.site = site;
  }

  /** Sends a request once. Returns undefined without a response or after a server error. */
  async #once(user: Member, path: string, input: object, timeout = TIMEOUT_MS) {
    const response = await user.send(path, input, { timeout }).catch(() => undefined);
    this.statuses.add(response?.status);
    if (response && response.status < 500) return response;
    if (response) this.failures.push(`${path}: ${response.status} ${response.text}`);
    return undefined;
  }

  /** Repeats a request until there's a response. */
  async send(user: Member, path: string, input: object): Promise<SiteResponse> {
    for (let tries = 0; ; tries++) {
      const response = await this.#once(user, path, input);
      if (response) return response;
      await this.#waitForRetry(path, tries);
    }
  }

  /**
   * Sends an action with an idempotency key and simulated faults: double clicks, lost responses and a killed site. Repeats it
   * until there's a response.
   */
  async sendWithFaults(user: Member, path: string, input: object): Promise<SiteResponse> {
    const copies = chance(DOUBLED) ? 2 : 1;
    let timeout = chance(CUT) ? Math.round(between(CUT_AFTER.least, CUT_AFTER.most)) : TIMEOUT_MS;
    for (let [tries, isUncertain] = [0, false]; ; tries++) {
      const all = await Promise.all(
        Array.from({ length: copies }, () => this.#once(user, path, input, timeout)),
      );
      const responses = all.filter((one) => one !== undefined);
      const success = responses.find(({ status }) => status < 300);
      const refused = responses.find(({ status }) => status >= 400);
      if (success && refused) this.contradictions.push(`${path}: ${refused.status} ${refused.text}`);
      // An earlier request may still succeed, so an error only counts when nothing is in flight.
      if (success) return success;
      if (refused && !isUncertain && responses.length === all.length) return refused;
      isUncertain = responses.length < all.length;
      timeout = TIMEOUT_MS;
      await this.#waitForRetry(path, tries);
      await pause(IN_FLIGHT_MS);
    }
  }

  async #waitForRetry(path: string, tries: number): Promise<void> {
    if (tries > MAX_TRIES) throw new Error(`${path} got no response: ${this.failures.at(-1)}`);
    await this.site.whenUp();
    await pause(between(20, 200));
  }
}
