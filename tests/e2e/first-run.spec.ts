import { mkdtempSync, realpathSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { DEMO_PASSWORD } from "#scripts/seed/sign-ins.ts";
import { processesOf } from "#scripts/start/processes.mjs";
import { Api } from "./api.ts";
import { FirstRun } from "./first-run.ts";
import { expect, newAccount, register, test } from "./test.ts";

test("a killed first run starts over; its page opens the site", async ({ page, playwright, complaints }) => {
  // Two starts from nothing, on a machine that may be busy.
  test.setTimeout(600_000);
  const state = realpathSync(mkdtempSync(join(tmpdir(), "bopolis-first-run-")));
  const request = await playwright.request.newContext();
  // The page polls while the site is set up, and nothing responds between the two runs.
  complaints.allow(/^503 |^net::ERR_\w+ GET |Failed to load resource/);

  const first = await FirstRun.start(state);
  expect(await first.waitForOutput(/^Creating the demo world …/m)).toBe(true);
  await page.goto(first.url);
  await expect(page.getByRole("heading", { name: "Setting up your city…" })).toBeVisible();
  await expect(page.getByRole("status")).toHaveText("Creating the demo world");
  const held = await request.post(`${first.url}/api/auth/register`, { data: {} });
  expect([held.status(), held.headers()["retry-after"]]).toEqual([503, "2"]);
  await first.kill();

  const second = await FirstRun.start(state, first.port);
  expect(await second.ready(), second.output).toBe(true);
  await expect(page.getByRole("heading", { level: 1, name: "A toy city built by its players" })).toBeVisible({
    timeout: 60_000,
  });
  expect(second.output.match(/^ {2}\w+ +bopolis-demo/gm)).toHaveLength(4);

  const visitor = new Api(request, second.url);
  await register(visitor, newAccount());
  const bobby = await playwright.request.newContext();
  const member = new Api(bobby, second.url);
  await member.login("bobby", DEMO_PASSWORD);
  const total = async (path: string) => (await member.get<{ meta: { total: number } }>(path)).meta.total;
  expect(await total("/api/levels")).toBeGreaterThan(200);
  expect(await total("/api/ratings")).toBeGreaterThan(500);
  expect(await total("/api/conversations")).toBeGreaterThan(1);
  expect(await total("/api/forums/1")).toBeGreaterThan(10);

  await page.goto("about:blank");
  await second.stop();
  expect(processesOf(state)).toEqual([]);
  rmSync(state, { recursive: true });
  for (const context of [request, bobby]) await context.dispose();
});
