import { setTimeout as pause } from "node:timers/promises";
import { Problem } from "./problem.ts";

const PATIENCE = 120_000;

/** Waits until a new address is known everywhere and the site answers as production does. */
export async function checkSite(url: string): Promise<void> {
  const address = `${url}/api/session`;
  const until = Date.now() + PATIENCE;
  let last = "";
  while (Date.now() < until) {
    try {
      const response = await fetch(address, { signal: AbortSignal.timeout(10_000) });
      last = `it answered ${response.status}`;
      if (response.status === 200) {
        const session = (await response.json()) as { csrf_token?: string };
        const production = response.headers.has("Strict-Transport-Security");
        if (session.csrf_token && production) return;
        last = production ? "its answer has no csrf_token" : "it does not run as production";
      }
    } catch (error) {
      last = String((error as Error).cause ?? error);
    }
    await pause(3000);
  }
  throw new Problem(
    `✗ ${address} does not answer as it should after ${PATIENCE / 1000} s: ${last}.`,
    "  A new custom domain can take some minutes: open it again later.",
    "  Otherwise look at `npx wrangler tail --config .bopolis/deploy/wrangler.json`, and go back with `npm run deploy -- --rollback`.",
  );
}
