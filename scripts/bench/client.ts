import { DEMO_PASSWORD, DEMO_TWO_FACTOR } from "../seed/sign-ins.ts";
import { passSecondStep } from "../site/second-step.ts";

/** D1 calls and rows of a request, as Server-Timing tells them. */
export interface Cost {
  rounds: number;
  read: number;
  written: number;
}

export interface Answer {
  status: number;
  text: string;
  cost: Cost;
  milliseconds: number;
}

const PATIENCE = 60_000;

export function readCost(timing: string | null): Cost {
  const [rounds = 0, read = 0, written = 0] =
    /rounds=(\d+) rows_read=(\d+) rows_written=(\d+)/
      .exec(timing ?? "")
      ?.slice(1)
      .map(Number) ?? [];
  return { rounds, read, written };
}

/** Somebody at the site: keeps cookies and the CSRF token, sends what the web app sends. */
export class Person {
  readonly #cookies = new Map<string, string>();
  readonly #url: string;
  #csrf = "";

  constructor(url: string) {
    this.#url = url;
  }

  /** Signs in one of the demo people. */
  static async signedIn(url: string, username: string): Promise<Person> {
    const person = new Person(url);
    await person.open();
    const answer = await person.post("/api/auth/login", { login: username, password: DEMO_PASSWORD });
    if (answer.status !== 200) throw new Error(`${username} can't sign in: ${answer.status} ${answer.text}`);
    const { two_factor } = JSON.parse(answer.text) as { two_factor?: true };
    if (two_factor) await passSecondStep(DEMO_TWO_FACTOR, (code) => person.#takes(code));
    return person;
  }

  async #takes(code: string): Promise<boolean> {
    const { status, text } = await this.post("/api/auth/login/two-factor", { code });
    if (status !== 200 && !text.includes('"bad_code"')) throw new Error(`No second step: ${status} ${text}`);
    return status === 200;
  }

  /** Fetches the token that writes must carry. */
  async open(): Promise<void> {
    const { text } = await this.get("/api/session");
    this.#csrf = (JSON.parse(text) as { csrf_token: string }).csrf_token;
  }

  get cookie(): string {
    return [...this.#cookies].map(([name, value]) => `${name}=${value}`).join("; ");
  }

  get(path: string): Promise<Answer> {
    return this.#send(path, {});
  }

  /** Calls a state-changing endpoint with JSON, or with a form where that is what it takes. */
  post(path: string, input: object | FormData = {}): Promise<Answer> {
    const form = input instanceof FormData;
    return this.#send(path, {
      method: "POST",
      body: form ? input : JSON.stringify(input),
      headers: {
        "X-CSRF-TOKEN": this.#csrf,
        "X-Requested-With": "XMLHttpRequest",
        Origin: this.#url,
        ...(!form && { "Content-Type": "application/json" }),
      },
    });
  }

  async #send(path: string, init: RequestInit): Promise<Answer> {
    const headers = new Headers(init.headers);
    if (this.#cookies.size) headers.set("Cookie", this.cookie);
    const started = performance.now();
    const signal = AbortSignal.timeout(PATIENCE);
    const response = await fetch(this.#url + path, { redirect: "manual", ...init, headers, signal });
    const text = await response.text();
    const milliseconds = performance.now() - started;
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
