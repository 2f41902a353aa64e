import { setTimeout as sleep } from "node:timers/promises";
import { Problem } from "./problem.ts";

const TIMEOUT_MS = 120_000;

/** Waits until the site responds in production mode. A new domain can take a while. */
export async function checkSite(url: string): Promise<void> {
  const endpoint = `${url}/api/session`;
  const deadline = Date.now() + TIMEOUT_MS;
  let lastError = "";
  while (Date.now() < deadline) {
    try {
      const response = await fetch(endpoint, { signal: AbortSignal.timeout(10_000) });
      lastError = `it responded with ${response.status}`;
      if (response.status === 200) {
        const session = (await response.json()) as { csrf_token?: string };
        const production = response.headers.has("Strict-Transport-Security");
        if (session.csrf_token && production) return;
        lastError = production ? "its response has no csrf_token" : "it doesn't run in production mode";
      }
    } catch (error) {
      lastError = String((error as Error).cause ?? error);
    }
    await sleep(3000);
  }
  throw new Problem(
    `✗ ${endpoint} isn't healthy after ${TIMEOUT_MS / 1000} s: ${lastError}.`,
    "  A new custom domain can take a few minutes. Try again later.",
    "  If it still fails, check `npx wrangler tail --config .bopolis/deploy/wrangler.json`, or roll back with `npm run deploy -- --rollback`.",
  );
}
