import { setTimeout as sleep } from "node:timers/promises";
import { Problem } from "./problem.ts";

const TIMEOUT_MS = 120_000;
const RETRY_MS = 3_000;

interface Health {
  deployment: string | null;
  checks: { name: string; status: string; detail: string }[];
}

/** Waits until this version of the site works: its health, a session, a page, and nothing of development. */
export async function smokeTest(
  url: string,
  version: string | null,
  { timeoutMs = TIMEOUT_MS, pause = sleep as (ms: number) => Promise<unknown> } = {},
): Promise<void> {
  for (let waited = 0; ; waited += RETRY_MS) {
    const problem = await problemOf(url, version);
    if (problem === null) return;
    if (waited >= timeoutMs)
      throw new Problem(
        `✗ ${url} doesn't work after ${timeoutMs / 1000} s: ${problem}.`,
        "  A new custom domain can take a few minutes. Try again later, or see `npx wrangler tail --config .bopolis/deploy/wrangler.json`.",
      );
    await pause(RETRY_MS);
  }
}

/** Returns what doesn't work; null if everything does. */
async function problemOf(url: string, version: string | null): Promise<string | null> {
  const get = (path: string) => fetch(`${url}${path}`, { signal: AbortSignal.timeout(10_000) });
  try {
    const { deployment, checks } = (await (await get("/health")).json()) as Health;
    if (version && deployment !== version) return `version ${deployment} responds`;
    const down = checks.filter(({ status }) => status === "down");
    if (down.length) return down.map(({ name, detail }) => `${name}: ${detail}`).join(", ");
    const session = await get("/api/session");
    if (session.status !== 200) return `/api/session responds with ${session.status}`;
    if (!session.headers.has("Strict-Transport-Security")) return "it doesn't run in production mode";
    const page = await get("/");
    if (page.status !== 200) return `its front page responds with ${page.status}`;
    const outbox = await get("/dev/outbox");
    return outbox.status === 404 ? null : `its outbox responds with ${outbox.status}`;
  } catch (error) {
    return String((error as Error).cause ?? error);
  }
}
