import { sql } from "drizzle-orm";
import { beforeAll, describe, expect, test } from "vitest";
import { ghostsRoute, levelPlayRoute, worldRoute } from "#domain/runs/api.ts";
import { Browser, runSql } from "#tests/support/browser.ts";
import { expectCost } from "#tests/support/cost.ts";
import {
  checkedRun,
  createRunLevel,
  deliverRuns,
  readRun,
  runPlayer,
  sendRun,
  straightRun,
} from "#tests/support/runs.ts";
import { connectSocket } from "#tests/support/socket.ts";
import { signedInUser, type TestUser } from "#tests/support/test-user.ts";

let maker: TestUser;
let visitor: Browser;
beforeAll(async () => {
  [maker, visitor] = [await signedInUser(), await Browser.visitor()];
});

describe("a run in the browser", () => {
  test("waits for its check, then counts with its simulated time and everything a clear earns", async () => {
    const [level, player] = [await createRunLevel(maker), await runPlayer()];
    const page = await connectSocket(player);
    const recorded = straightRun();
    const response = await sendRun(player, level, recorded, { ticks: 1 });
    expect([response.status, response.body]).toMatchObject([
      201,
      { run: { level_id: level, state: "waiting", time_ms: recorded.ms, rank: null, total: 0, xp: 0 } },
    ]);
    expectCost(response, { roundTrips: 2, written: 20 });
    const id = (response.body.run as { id: number }).id;
    expect(player.runs).toEqual([{ run_id: id }]);
    expect(await deliverRuns(player.runs)).toEqual({ done: [0], retried: [] });
    const run = await readRun(player, id);
    expect(run).toMatchObject({
      state: "counted",
      time_ms: recorded.ms,
      rank: 1,
      total: 1,
      is_first: true,
      is_best: true,
      previous_ms: null,
      medal: "top_ten",
      xp: 10,
      reason: null,
      message: "Level cleared! This run is confirmed.",
    });
    expect(await page.one("RunChecked")).toEqual({ event: "RunChecked", run });
    expect(await page.one("LevelCleared")).toMatchObject({ level_id: level, first: true, best: true });
    page.close();
    expect(await runSql(sql`select ticks, deaths, state from runs where id = ${id}`)).toEqual([
      { ticks: recorded.ticks, deaths: 0, state: "counted" },
    ]);
  });
});

test("play, ghosts and world", async () => {
  const [level, player] = [await createRunLevel(maker), await runPlayer()];
  await checkedRun(player, level);
  for (const browser of [player.browser, visitor, maker.browser]) {
    const play = await browser.call(levelPlayRoute, { params: { id: level } });
    console.log(JSON.stringify(play.body), play.cost);
    const ghosts = await browser.call(ghostsRoute, { params: { id: level } });
    console.log(JSON.stringify(ghosts.body), ghosts.cost);
    const world = await browser.call(worldRoute, { params: { id: level } });
    console.log(JSON.stringify(world.body), [...world.headers], world.cost);
  }
});
