import { randomUUID } from "node:crypto";
import { setTimeout as sleep } from "node:timers/promises";
import type { OutputOf, RawInputOf, Route } from "#domain/api/route.ts";
import { hostSelfRoute } from "#domain/hosts/api.ts";

const TIMEOUT_MS = 15_000;
/** The delay before each retry. */
const RETRY_DELAYS_MS = [300, 1_000, 3_000];

/** The server can't be reached or responded with a 5xx. The call can be retried. */
export class UnavailableError extends Error {}

/** A response with an error status below 500. */
export class RejectedError extends Error {
  readonly status: number;
  readonly code: string;
  /** Messages by field. */
  readonly errors: Record<string, string[]>;
  /** Seconds until the next try, if the response has a Retry-After. */
  readonly retryAfter: number | null;

  constructor(
    response: Response,
    body: { message?: string; code?: string; errors?: Record<string, string[]> },
  ) {
    super(body.message ?? `${response.status} of ${response.url}`);
    this.status = response.status;
    this.code = body.code ?? "";
    this.errors = body.errors ?? {};
    this.retryAfter = Number(response.headers.get("Retry-After")) || null;
  }
}

const reasonOf = (error: unknown): string => {
  const { cause } = error as { cause?: { code?: string } };
  return cause?.code ?? (error instanceof Error ? error.message : String(error));
};

/** Sends a request and parses the JSON response. Throws `UnavailableError` or `RejectedError`. */
export async function fetchJson(
  url: string,
  init: RequestInit = {},
): Promise<{ data: unknown; response: Response }> {
  const { origin } = new URL(url);
  let response: Response;
  let text: string;
  try {
    response = await fetch(url, {
      redirect: "manual",
      signal: AbortSignal.timeout(TIMEOUT_MS),
      ...init,
    });
    text = await response.text();
  } catch (error) {
    throw new UnavailableError(`${origin} isn't responding (${reasonOf(error)})`, { cause: error });
  }
  if (response.status >= 500) throw new UnavailableError(`${origin} is having problems (${response.status})`);
  const data = readJson(text);
  if (!response.ok) throw new RejectedError(response, (data ?? {}) as object);
  return { data, response };
}

function readJson(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}

/** Returns the options for a POST with JSON. */
export const jsonPost = (input: unknown, headers: Record<string, string> = {}): RequestInit => ({
  method: "POST",
  body: JSON.stringify(input),
  headers: { ...headers, "Content-Type": "application/json" },
});

/** Retries an idempotent call while the server is unavailable. */
async function withRetries<T>(tries: number, call: () => Promise<T>): Promise<T> {
  for (let attempt = 1; ; attempt++) {
    try {
      return await call();
    } catch (error) {
      if (!(error instanceof UnavailableError) || attempt >= tries) throw error;
      await sleep(RETRY_DELAYS_MS[attempt - 1] ?? TIMEOUT_MS);
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
    const init = { headers: this.#headers() };
    const { data } = await fetchJson(this.site + hostSelfRoute.path, init);
    return data as OutputOf<typeof hostSelfRoute>;
  }

  /** Posts to a route. Retries use the same idempotency key and body, so the call counts once (docs/HOSTS.md, rule 5). */
  async post<R extends Route<"POST">>(
    route: R,
    input: RawInputOf<R>,
    options: HostCallOptions = {},
  ): Promise<OutputOf<R>> {
    const { idempotencyKey = randomUUID(), tries = RETRY_DELAYS_MS.length + 1 } = options;
    const headers = { ...this.#headers(), "Idempotency-Key": idempotencyKey };
    const { data } = await withRetries(tries, () =>
      fetchJson(this.site + route.path, jsonPost(input, headers)),
    );
    return data as OutputOf<R>;
  }

  #headers(): Record<string, string> {
    return { Authorization: `Bearer ${this.key}` };
  }
}
