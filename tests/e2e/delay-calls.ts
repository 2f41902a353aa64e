import { setTimeout as sleep } from "node:timers/promises";
import type { BrowserContext } from "@playwright/test";

const LATE_MS = 700;

/**
 * With `E2E_LATE=POST` (or `GET`), such calls leave every page 700 ms late. Tests that don't wait until the
 * site has stored or loaded what they rely on then fail as they would on a busy machine.
 */
export async function delayCalls(context: BrowserContext): Promise<void> {
  const method = process.env.E2E_LATE;
  if (!method) return;
  await context.route("**/api/**", async (route) => {
    if (route.request().method() === method) await sleep(LATE_MS);
    // Its page may be closed by now.
    await route.fallback().catch(() => {});
  });
}
