import { randomBytes } from "node:crypto";
import { setTimeout as sleep } from "node:timers/promises";
import { SiteClient } from "../../bench/client.ts";

const PAUSE_MS = 250;
/** The port is closed for a moment while the runtime starts. */
const OUTAGE_MS = 30_000;

/** Visitors who open pages and sign up while a site is being set up. Counts the responses. */
export class Visitors {
  /** Responses with 503 ("setting up"). */
  held = 0;
  signedUp = 0;
  outages = 0;
  /** Sites with at least one successful sign-up. */
  readonly sites = new Set<string>();
  /** Server errors other than 503. */
  readonly errors: string[] = [];

  /** Visits a site until the returned function is called. */
  visit(url: string): () => Promise<void> {
    let isOver = false;
    const visiting = this.#visit(url, () => isOver);
    return async () => {
      isOver = true;
      await visiting;
    };
  }

  async #visit(url: string, isOver: () => boolean): Promise<void> {
    let lastResponse = performance.now();
    const started = lastResponse;
    while (!isOver()) {
      try {
        await this.#request(url);
        lastResponse = performance.now();
      } catch {
        // No connection in the first second and while the site takes over the port.
        if (performance.now() - Math.max(lastResponse, started) > OUTAGE_MS) {
          this.outages++;
          lastResponse = performance.now();
        }
      }
      await sleep(PAUSE_MS);
    }
  }

  async #request(url: string): Promise<void> {
    const page = await fetch(url, {
      headers: { Accept: "text/html" },
      signal: AbortSignal.timeout(OUTAGE_MS),
    });
    await page.text();
    this.#count(page.status, "GET /");
    const client = new SiteClient(url);
    if (page.status !== 503) await client.open();
    const name = `v_${randomBytes(6).toString("hex")}`;
    const password = randomBytes(12).toString("hex");
    const { status } = await client.post("/api/auth/register", {
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

  #count(status: number, request: string): void {
    if (status === 503) this.held++;
    else if (status >= 500) this.errors.push(`${request}: ${status}`);
  }
}
