import { passSecondStep } from "../site/second-step.ts";
import { fetchJson, posting, Refused } from "./client.ts";

/** Cookies by their names. */
export type Cookies = Record<string, string>;

/** Somebody signs in with a code, and their secret was not told. */
export class NoCode extends Error {}

/** The site as a person's browser speaks to it: with cookies and the CSRF token that its pages carry. */
export class Member {
  readonly #site: string;
  #cookies: Cookies;
  #csrf = "";

  constructor(site: string, cookies: Cookies = {}) {
    this.#site = site;
    this.#cookies = { ...cookies };
  }

  get cookies(): Cookies {
    return { ...this.#cookies };
  }

  /** Who is signed in; null for nobody. Also fetches what writes must carry. */
  async open(): Promise<{ id: number; username: string } | null> {
    const { user, csrf_token } = await this.get<{
      user: { id: number; username: string } | null;
      csrf_token: string;
    }>("/api/session");
    this.#csrf = csrf_token;
    return user;
  }

  /** Signs in, with a code of `twoFactor` where one is wanted. */
  async signIn(login: string, password: string, twoFactor?: string): Promise<void> {
    const { two_factor } = await this.post<{ two_factor?: true }>("/api/auth/login", { login, password });
    if (!two_factor) return;
    if (!twoFactor) throw new NoCode(`${login} signs in with a code: name their authenticator app's secret.`);
    await passSecondStep(twoFactor, (code) => this.#takes(code));
  }

  async #takes(code: string): Promise<boolean> {
    try {
      await this.post("/api/auth/login/two-factor", { code });
      return true;
    } catch (error) {
      if (error instanceof Refused && error.code === "bad_code") return false;
      throw error;
    }
  }

  get<T>(path: string): Promise<T> {
    return this.#send<T>(path, {});
  }

  post<T = { message: string }>(path: string, input: object = {}): Promise<T> {
    const { origin } = new URL(this.#site);
    const headers = { "X-CSRF-TOKEN": this.#csrf, "X-Requested-With": "XMLHttpRequest", Origin: origin };
    return this.#send<T>(path, posting(input, headers));
  }

  async #send<T>(path: string, init: RequestInit): Promise<T> {
    const headers = new Headers(init.headers);
    const cookies = Object.entries(this.#cookies);
    if (cookies.length) headers.set("Cookie", cookies.map((cookie) => cookie.join("=")).join("; "));
    const { data, response } = await fetchJson(this.#site + path, { ...init, headers });
    for (const cookie of response.headers.getSetCookie()) {
      const [, name = "", value = ""] = /^([^=]+)=([^;]*)/.exec(cookie) ?? [];
      if (value) this.#cookies[name] = value;
      else delete this.#cookies[name];
    }
    return data as T;
  }
}
