import { passSecondStep } from "../site/second-step.ts";
import { fetchJson, jsonPost, RejectedError } from "./host-api.ts";

/** Cookies by name. */
export type Cookies = Record<string, string>;

/** Signing in needs a code, but no authenticator secret was given. */
export class MissingCodeError extends Error {}

/** A browser session with the site: sends cookies and the CSRF token. */
export class MemberSession {
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
    const { two_factor } = await this.post<{ two_factor?: true }>("/api/auth/login", { login, password });
    if (!two_factor) return;
    if (!twoFactor)
      throw new MissingCodeError(
        `${login} needs a code to sign in. Set HOST_ADMIN_SECRET to their authenticator secret.`,
      );
    await passSecondStep(twoFactor, (code) => this.#tryCode(code));
  }

  async #tryCode(code: string): Promise<boolean> {
    try {
      await this.post("/api/auth/login/two-factor", { code });
      return true;
    } catch (error) {
      if (error instanceof RejectedError && error.code === "bad_code") return false;
      throw error;
    }
  }

  async get<T>(path: string): Promise<T> {
    return (await this.getWithHeaders<T>(path)).data;
  }

  /** The same with the response's headers. */
  getWithHeaders<T>(path: string): Promise<{ data: T; headers: Headers }> {
    return this.#send<T>(path, {});
  }

  async post<T = { message: string }>(path: string, input: object = {}): Promise<T> {
    const { origin } = new URL(this.#site);
    const headers = { "X-CSRF-TOKEN": this.#csrf, "X-Requested-With": "XMLHttpRequest", Origin: origin };
    return (await this.#send<T>(path, jsonPost(input, headers))).data;
  }

  /** Opens a WebSocket as this session's page would. */
  openSocket(path: string): WebSocket {
    const { origin } = new URL(this.#site);
    const headers = { Cookie: this.#cookieHeader, Origin: origin };
    return new WebSocket(origin.replace(/^http/, "ws") + path, { headers } as never);
  }

  get #cookieHeader(): string {
    return Object.entries(this.#cookies)
      .map((cookie) => cookie.join("="))
      .join("; ");
  }

  async #send<T>(path: string, init: RequestInit): Promise<{ data: T; headers: Headers }> {
    const headers = new Headers(init.headers);
    if (Object.keys(this.#cookies).length) headers.set("Cookie", this.#cookieHeader);
    const { data, response } = await fetchJson(this.#site + path, { ...init, headers });
    for (const cookie of response.headers.getSetCookie()) {
      const [, name = "", value = ""] = /^([^=]+)=([^;]*)/.exec(cookie) ?? [];
      if (value) this.#cookies[name] = value;
      else delete this.#cookies[name];
    }
    return { data: data as T, headers: response.headers };
  }
}
