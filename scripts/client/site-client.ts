import { setTimeout as sleep } from "node:timers/promises";
import { BOOKMARK_HEADER } from "#domain/api/bookmark-header.ts";
import { type Bookmarks, formatBookmarks, mergeBookmarks, parseBookmarks } from "#domain/api/bookmarks.ts";
import { buildUrl, type OutputOf, type ParamsOf, type RawInputOf, type Route } from "#domain/api/route.ts";
import { STEP_SECONDS, timeStepAt, totpAt } from "#worker/security/totp.ts";
import { SiteSocket, type SocketListener } from "./site-socket.ts";

const TIMEOUT_MS = 30_000;

/** The site can't be reached or responded with a 5xx. The call can be retried. */
export class UnavailableError extends Error {}

/** Signing in needs a code, but no authenticator secret was given. */
export class MissingCodeError extends Error {}

/** A response with an error status below 500. */
export class RejectedError extends Error {
  readonly status: number;
  readonly code: string;
  /** Messages by field. */
  readonly errors: Record<string, string[]>;
  /** Seconds until the next try, if the response has a Retry-After. */
  readonly retryAfter: number | null;

  constructor({ status, text, headers }: Pick<SiteResponse, "status" | "text" | "headers">, path: string) {
    const body = (parsed(text) ?? {}) as Partial<Pick<RejectedError, "message" | "code" | "errors">>;
    super(body.message ?? `${status} of ${path}`);
    this.status = status;
    this.code = body.code ?? "";
    this.errors = body.errors ?? {};
    this.retryAfter = Number(headers.get("Retry-After")) || null;
  }
}

function parsed(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}

/** Cookies by name. */
export type Cookies = Record<string, string>;

export interface SiteResponse {
  status: number;
  text: string;
  headers: Headers;
  milliseconds: number;
}

export interface ClientOptions {
  cookies?: Cookies;
  csrf?: string;
  /** The origin of the pages, if it isn't that of the URL. */
  origin?: string;
  /** Added to every request. */
  headers?: Record<string, string>;
  /** Sends requests; by default `fetch`. A browser's own has its cookies. */
  fetch?: (url: string, init: RequestInit) => Promise<Response>;
}

const reasonOf = (error: unknown): string => {
  const { cause } = error as { cause?: { code?: string } };
  return cause?.code ?? (error instanceof Error ? error.message : String(error));
};

/** Uses the site as its pages do: with cookies, bookmarks, the CSRF token and sockets. */
export class SiteClient {
  readonly url: string;
  readonly #options: ClientOptions;
  readonly #origin: string;
  #cookies: Cookies;
  #csrf: string;
  #seen: Bookmarks = {};

  constructor(url: string, options: ClientOptions = {}) {
    this.url = url;
    this.#options = options;
    this.#origin = options.origin ?? new URL(url).origin;
    this.#cookies = { ...options.cookies };
    this.#csrf = options.csrf ?? "";
  }

  get cookies(): Cookies {
    return { ...this.#cookies };
  }

  /** The headers of a GET or a WebSocket. */
  get readHeaders(): Record<string, string> {
    const cookies = Object.entries(this.#cookies).map(([name, value]) => `${name}=${value}`);
    return { Origin: this.#origin, ...(cookies.length > 0 && { Cookie: cookies.join("; ") }) };
  }

  /** Those of a POST. */
  get writeHeaders(): Record<string, string> {
    return { ...this.readHeaders, "X-CSRF-TOKEN": this.#csrf, "X-Requested-With": "XMLHttpRequest" };
  }

  /** The options of the same person elsewhere. */
  protected get identity(): ClientOptions {
    return { ...this.#options, cookies: this.cookies, csrf: this.#csrf };
  }

  /** Returns the signed-in user, or null. Also fetches the CSRF token for writes. */
  async open(): Promise<{ id: number; username: string } | null> {
    const { user, csrf_token } = await this.get<{
      user: { id: number; username: string } | null;
      csrf_token: string;
    }>("/api/session");
    this.#csrf = csrf_token;
    return user;
  }

  /** Signs in. `twoFactor` is the authenticator secret for accounts that need a code. */
  async signIn(login: string, password: string, twoFactor?: string): Promise<void> {
    if (!this.#csrf) await this.open();
    const { two_factor } = await this.post<{ two_factor?: true }>("/api/auth/login", { login, password });
    if (!two_factor) return;
    if (!twoFactor) throw new MissingCodeError(`${login} needs a code to sign in.`);
    await passSecondStep(twoFactor, async (code) => {
      const response = await this.send("/api/auth/login/two-factor", { code });
      if (response.status !== 200 && !response.text.includes('"bad_code"'))
        throw new RejectedError(response, "/api/auth/login/two-factor");
      return response.status === 200;
    });
  }

  /** Sends a GET, or a POST with JSON or a form. Throws if there is no response. */
  async send(
    path: string,
    input?: object | FormData,
    { headers: more = {}, timeout = TIMEOUT_MS }: { headers?: Record<string, string>; timeout?: number } = {},
  ): Promise<SiteResponse> {
    const isForm = input instanceof FormData;
    const bookmarks = formatBookmarks(this.#seen);
    const headers: Record<string, string> = {
      ...(input ? this.writeHeaders : this.readHeaders),
      ...(input && !isForm && { "Content-Type": "application/json" }),
      ...(bookmarks && { [BOOKMARK_HEADER]: bookmarks }),
      ...this.#options.headers,
      ...more,
    };
    const started = performance.now();
    const response = await (this.#options.fetch ?? fetch)(this.url + path, {
      redirect: "manual",
      signal: AbortSignal.timeout(timeout),
      headers,
      ...(input && { method: "POST", body: isForm ? input : JSON.stringify(input) }),
    });
    const text = await response.text();
    const milliseconds = performance.now() - started;
    this.#seen = mergeBookmarks(this.#seen, parseBookmarks(response.headers.get(BOOKMARK_HEADER)));
    for (const cookie of response.headers.getSetCookie()) {
      const [, name = "", value = ""] = /^([^=]+)=([^;]*)/.exec(cookie) ?? [];
      if (value) this.#cookies[name] = value;
      else delete this.#cookies[name];
    }
    return { status: response.status, text, headers: response.headers, milliseconds };
  }

  /** The same, but undefined without a response or after a server error: a write may be stored then. */
  async attempt(
    path: string,
    input?: object | FormData,
    options?: { headers?: Record<string, string>; timeout?: number },
  ): Promise<SiteResponse | undefined> {
    const response = await this.send(path, input, options).catch(() => undefined);
    return response && response.status < 500 ? response : undefined;
  }

  /** Returns a response of success. Throws `UnavailableError` or `RejectedError`. */
  async expect(path: string, input?: object | FormData, headers: Record<string, string> = {}) {
    const { origin } = new URL(this.url);
    const response = await this.send(path, input, { headers }).catch((error: unknown) => {
      throw new UnavailableError(`${origin} isn't responding (${reasonOf(error)})`, { cause: error });
    });
    const { status } = response;
    if (status >= 500) throw new UnavailableError(`${origin} is having problems (${status} of ${path})`);
    if (status >= 300) throw new RejectedError(response, path);
    return response;
  }

  async get<T>(path: string): Promise<T> {
    return parsed((await this.expect(path)).text) as T;
  }

  async post<T = { message: string }>(path: string, input: object | FormData = {}): Promise<T> {
    return parsed((await this.expect(path, input)).text) as T;
  }

  /** Calls an endpoint of the contract. */
  call<R extends Route>(
    route: R,
    { params, input, form }: { params?: ParamsOf<R>; input?: RawInputOf<R>; form?: FormData } = {},
  ): Promise<OutputOf<R>> {
    const path = buildUrl(route, params ?? {}, (input ?? {}) as object);
    return route.method === "GET" ? this.get(path) : this.post(path, form ?? ((input ?? {}) as object));
  }

  /** Opens a WebSocket as this person's page would. */
  openSocket(path: string, listener?: SocketListener): SiteSocket {
    return new SiteSocket(this.url + path, this.readHeaders, listener);
  }
}

const STEP_MS = STEP_SECONDS * 1000;
const TRIES = 5;

/**
 * Passes the second step of signing in with an authenticator secret. Each code works once, so if others sign in to the same
 * account at the same time it tries the next code, which is accepted early, and then waits for the one after that. `send`
 * returns whether a code was accepted.
 */
async function passSecondStep(secret: string, send: (code: string) => Promise<boolean>): Promise<void> {
  let step = timeStepAt(Date.now());
  for (let tried = 0; tried < TRIES; tried++, step++) {
    // A code is valid from one step before its own.
    const from = (step - 1) * STEP_MS;
    if (from > Date.now()) await sleep(from - Date.now());
    if (await send(totpAt(secret, step * STEP_MS))) return;
  }
  throw new Error("No two-factor code was accepted.");
}
