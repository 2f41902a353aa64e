import { randomUUID } from "node:crypto";
import { setTimeout as sleep } from "node:timers/promises";
import type { OutputOf, Route, SentOf } from "#domain/api/route.ts";
import { hostSelfRoute } from "#domain/hosts/api.ts";

const PATIENCE_MS = 15_000;
/** How long a call waits before each further try. */
const WAITS_MS = [300, 1_000, 3_000];

/** Whoever was asked is not there, or broke: the same call may be made again. */
export class Away extends Error {}

/** An answer that says no. */
export class Refused extends Error {
  readonly status: number;
  readonly code: string;
  /** Per field, what is wrong with it. */
  readonly errors: Record<string, string[]>;
  /** Seconds after which another try makes sense, if told. */
  readonly retryAfter: number | null;

  constructor(
    response: Response,
    said: { message?: string; code?: string; errors?: Record<string, string[]> },
  ) {
    super(said.message ?? `${response.status} of ${response.url}`);
    this.status = response.status;
    this.code = said.code ?? "";
    this.errors = said.errors ?? {};
    this.retryAfter = Number(response.headers.get("Retry-After")) || null;
  }
}

const whyOf = (error: unknown): string => {
  const { cause } = error as { cause?: { code?: string } };
  return cause?.code ?? (error instanceof Error ? error.message : String(error));
};

/** One call, its answer read as JSON. Throws `Away` or `Refused`. */
export async function fetchJson(
  address: string,
  init: RequestInit = {},
): Promise<{ data: unknown; response: Response }> {
  const { origin } = new URL(address);
  let response: Response;
  let text: string;
  try {
    response = await fetch(address, {
      redirect: "manual",
      signal: AbortSignal.timeout(PATIENCE_MS),
      ...init,
    });
    text = await response.text();
  } catch (error) {
    throw new Away(`${origin} does not answer (${whyOf(error)})`, { cause: error });
  }
  if (response.status >= 500) throw new Away(`${origin} is not well (${response.status})`);
  const data = readJson(text);
  if (!response.ok) throw new Refused(response, (data ?? {}) as object);
  return { data, response };
}

function readJson(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}

/** What JSON is posted with. */
export const posting = (input: unknown, headers: Record<string, string> = {}): RequestInit => ({
  method: "POST",
  body: JSON.stringify(input),
  headers: { ...headers, "Content-Type": "application/json" },
});

/** Does something that may be done again until it is answered, a few times. */
async function persist<T>(tries: number, act: () => Promise<T>): Promise<T> {
  for (let tried = 1; ; tried++) {
    try {
      return await act();
    } catch (error) {
      if (!(error instanceof Away) || tried >= tries) throw error;
      await sleep(WAITS_MS[tried - 1] ?? PATIENCE_MS);
    }
  }
}

export interface CallOptions {
  /** The call's Idempotency-Key: the same for the same act. A new one unless told. */
  name?: string;
  /** How often it is tried where the site is away; four times unless told. */
  tries?: number;
}

/** The site as a game host speaks to it: with its key, and each call under a name of its own. */
export class HostApi {
  readonly site: string;
  key: string;

  constructor(site: string, key: string) {
    this.site = site;
    this.key = key;
  }

  /** Who the host is. */
  async self(): Promise<OutputOf<typeof hostSelfRoute>> {
    const init = { headers: this.#headers() };
    const { data } = await fetchJson(this.site + hostSelfRoute.path, init);
    return data as OutputOf<typeof hostSelfRoute>;
  }

  /** Says something. A further try carries the same name and the same words, so that it counts once (docs/HOSTS.md, rule 5). */
  async say<R extends Route<"POST">>(
    route: R,
    input: SentOf<R>,
    options: CallOptions = {},
  ): Promise<OutputOf<R>> {
    const { name = randomUUID(), tries = WAITS_MS.length + 1 } = options;
    const headers = { ...this.#headers(), "Idempotency-Key": name };
    const { data } = await persist(tries, () => fetchJson(this.site + route.path, posting(input, headers)));
    return data as OutputOf<R>;
  }

  #headers(): Record<string, string> {
    return { Authorization: `Bearer ${this.key}` };
  }
}
