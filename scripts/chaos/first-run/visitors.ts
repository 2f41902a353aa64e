import { randomBytes } from "node:crypto";
import { setTimeout as sleep } from "node:timers/promises";
import { Person } from "../../bench/client.ts";

const PAUSE_MS = 250;
/** The port changes hands once, while the runtime starts. */
const SILENCE_MS = 30_000;

/** People who open pages and sign up while sites are still being set up; counts what they are answered. */
export class Visitors {
  /** 503: "setting up". */
  held = 0;
  signedUp = 0;
  silences = 0;
  /** Sites on which at least one sign-up went through. */
  readonly sites = new Set<string>();
  /** Responses that are the site's fault. */
  readonly errors: string[] = [];

  /** Visits a site until the returned function is called. */
  visit(url: string): () => Promise<void> {
    let over = false;
    const visiting = this.#visit(url, () => over);
    return async () => {
      over = true;
      await visiting;
    };
  }

  async #visit(url: string, over: () => boolean): Promise<void> {
    let heard = performance.now();
    const started = heard;
    while (!over()) {
      try {
        await this.#knock(url);
        heard = performance.now();
      } catch {
        // Refused: before the first second, and while the port changes hands.
        if (performance.now() - Math.max(heard, started) > SILENCE_MS) {
          this.silences++;
          heard = performance.now();
        }
      }
      await sleep(PAUSE_MS);
    }
  }

  async #knock(url: string): Promise<void> {
    const page = await fetch(url, {
      headers: { Accept: "text/html" },
      signal: AbortSignal.timeout(SILENCE_MS),
    });
    await page.text();
    this.#count(page.status, "GET /");
    const person = new Person(url);
    if (page.status !== 503) await person.open();
    const name = `v_${randomBytes(6).toString("hex")}`;
    const password = randomBytes(12).toString("hex");
    const { status } = await person.post("/api/auth/register", {
      username: name,
      email: `${name}@visitors.example`,
      password,
      password_confirmation: password,
    });
    this.#count(status, "POST /api/auth/register");
    if (status !== 201) return;
    this.signedUp++;
    this.sites.add(url);
  }

  #count(status: number, what: string): void {
    if (status === 503) this.held++;
    else if (status >= 500) this.errors.push(`${what}: ${status}`);
  }
}
