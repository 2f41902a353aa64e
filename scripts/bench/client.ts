import { BOOKMARK_HEADER } from "#domain/api/bookmark-header.ts";
import { type Bookmarks, formatBookmarks, mergeBookmarks, parseBookmarks } from "#domain/api/bookmarks.ts";
import { DATABASE_NAMES } from "#domain/database-names.ts";
import { DEMO_PASSWORD, DEMO_TWO_FACTOR } from "../seed/sign-ins.ts";
import { passSecondStep } from "../site/second-step.ts";

/** D1 round trips and rows of a request, from Server-Timing. */
export interface RequestCost {
  /** Round trips to the database with the most. Those to several databases run side by side. */
  roundTrips: number;
  read: number;
  written: number;
}

export interface TimedResponse {
  status: number;
  text: string;
  cost: RequestCost;
  milliseconds: number;
}

const TIMEOUT_MS = 60_000;

export function readCost(timing: string | null): RequestCost {
  const count = (name: string) => Number(new RegExp(`\\b${name}=(\\d+)`).exec(timing ?? "")?.[1] ?? 0);
  return {
    roundTrips: Math.max(...DATABASE_NAMES.map(count)),
    read: count("rows_read"),
    written: count("rows_written"),
  };
}

/** An HTTP client like the web app: stores cookies and bookmarks, and sends the CSRF token. */
export class SiteClient {
  readonly #cookies = new Map<string, string>();
  readonly #url: string;
  readonly #headers: Record<string, string>;
  #csrf = "";
  #seen: Bookmarks = {};

  /** `headers` are added to every request. */
  constructor(url: string, headers: Record<string, string> = {}) {
    this.#url = url;
    this.#headers = headers;
  }

  /** Signs in a demo member. */
  static async signIn(url: string, username: string): Promise<SiteClient> {
    const client = new SiteClient(url);
    await client.open();
    const response = await client.post("/api/auth/login", { login: username, password: DEMO_PASSWORD });
    if (response.status !== 200)
      throw new Error(`${username} can't sign in: ${response.status} ${response.text}`);
    const { two_factor } = JSON.parse(response.text) as { two_factor?: true };
    if (two_factor) await passSecondStep(DEMO_TWO_FACTOR, (code) => client.#tryCode(code));
    return client;
  }

  async #tryCode(code: string): Promise<boolean> {
    const { status, text } = await this.post("/api/auth/login/two-factor", { code });
    if (status !== 200 && !text.includes('"bad_code"'))
      throw new Error(`The second step failed: ${status} ${text}`);
    return status === 200;
  }

  /** Fetches the CSRF token for writes. */
  async open(): Promise<void> {
    const { text } = await this.get("/api/session");
    this.#csrf = (JSON.parse(text) as { csrf_token: string }).csrf_token;
  }

  get cookie(): string {
    return [...this.#cookies].map(([name, value]) => `${name}=${value}`).join("; ");
  }

  get(path: string): Promise<TimedResponse> {
    return this.#send(path, {});
  }

  /** Posts JSON or a form. */
  post(path: string, input: object | FormData = {}): Promise<TimedResponse> {
    const isForm = input instanceof FormData;
    return this.#send(path, {
      method: "POST",
      body: isForm ? input : JSON.stringify(input),
      headers: {
        "X-CSRF-TOKEN": this.#csrf,
        "X-Requested-With": "XMLHttpRequest",
        Origin: this.#url,
        ...(!isForm && { "Content-Type": "application/json" }),
      },
    });
  }

  async #send(path: string, init: RequestInit): Promise<TimedResponse> {
    const headers = new Headers({ ...(init.headers as Record<string, string>), ...this.#headers });
    if (this.#cookies.size) headers.set("Cookie", this.cookie);
    const bookmarks = formatBookmarks(this.#seen);
    if (bookmarks) headers.set(BOOKMARK_HEADER, bookmarks);
    const started = performance.now();
    const signal = AbortSignal.timeout(TIMEOUT_MS);
    const response = await fetch(this.#url + path, { redirect: "manual", ...init, headers, signal });
    const text = await response.text();
    const milliseconds = performance.now() - started;
    this.#seen = mergeBookmarks(this.#seen, parseBookmarks(response.headers.get(BOOKMARK_HEADER)));
    for (const cookie of response.headers.getSetCookie()) {
      const [, name = "", value = ""] = /^([^=]+)=([^;]*)/.exec(cookie) ?? [];
      this.#cookies.set(name, value);
    }
    return {
      status: response.status,
      text,
      cost: readCost(response.headers.get("Server-Timing")),
      milliseconds,
    };
  }
}
