import { randomUUID } from "node:crypto";
import { setTimeout as sleep } from "node:timers/promises";
import type { OutputOf, RawInputOf, Route } from "#domain/api/route.ts";
import { hostSelfRoute } from "#domain/hosts/api.ts";
import { SiteClient, UnavailableError } from "../client/site-client.ts";

/** The delay before each retry. */
const RETRY_DELAYS_MS = [300, 1_000, 3_000];

/** Retries an idempotent call while the server is unavailable. */
async function withRetries<T>(tries: number, call: () => Promise<T>): Promise<T> {
  for (let attempt = 1; ; attempt++) {
    try {
      return await call();
    } catch (error) {
      if (!(error instanceof UnavailableError) || attempt >= tries) throw error;
      await sleep(RETRY_DELAYS_MS[attempt - 1] ?? 0);
    }
  }
}

export interface HostCallOptions {
  /** Reuse the key when you repeat a call. By default a new one. */
  idempotencyKey?: string;
  /** How many times to try while the site is unavailable; 4 by default. */
  tries?: number;
}

/** The site's API for game hosts. Sends the host's key, and an idempotency key with each call. */
export class HostApi {
  readonly site: string;
  key: string;

  constructor(site: string, key: string) {
    this.site = site;
    this.key = key;
  }

  /** Returns the host's own listing. */
  async self(): Promise<OutputOf<typeof hostSelfRoute>> {
    return this.#client().call(hostSelfRoute);
  }

  /** Posts to a route. Retries use the same idempotency key and body, so the call counts once (docs/HOSTS.md, rule 5). */
  async post<R extends Route<"POST">>(
    route: R,
    input: RawInputOf<R>,
    { idempotencyKey = randomUUID(), tries = RETRY_DELAYS_MS.length + 1 }: HostCallOptions = {},
  ): Promise<OutputOf<R>> {
    const client = this.#client({ "Idempotency-Key": idempotencyKey });
    return withRetries(tries, () => client.post<OutputOf<R>>(route.path, input as object));
  }

  #client(headers: Record<string, string> = {}): SiteClient {
    return new SiteClient(this.site, { headers: { Authorization: `Bearer ${this.key}`, ...headers } });
  }
}
