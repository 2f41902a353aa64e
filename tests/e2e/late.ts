import { setTimeout as sleep } from "node:timers/promises";
import type { BrowserContext } from "@playwright/test";

const LATE_MS = 700;

/**
 * With `E2E_LATE=POST` (or `GET`) such calls of every page leave it 700 ms late: tests that go on before the site has kept
 * what a page already shows, or has told what they look at, fail then as they would on a busy machine.
 */
export async function late(context: BrowserContext): Promise<void> {
  const method = process.env.E2E_LATE;
  if (!method) return;
  await context.route("**/api/**", async (route) => {
    if (route.request().method() === method) await sleep(LATE_MS);
    // Its page may have gone meanwhile.
    await route.fallback().catch(() => {});
  });
}
