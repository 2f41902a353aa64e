import { Database } from "#db/database.ts";
import type { OutputOf } from "#domain/api/route.ts";
import { homeRoute } from "#domain/home/api.ts";
import { deleteLevelRoute, editLevelRoute, type Level, levelRoute } from "#domain/levels/api.ts";
import { playingRoute } from "#domain/play/api.ts";
import { peopleCountsRoute } from "#domain/presence/api.ts";
import { userListRoute } from "#domain/users/api.ts";
import { flushPresence, forgetBoard, readBoardNow } from "#tests/support/board.ts";
import { Browser, runSql, testEnv } from "#tests/support/browser.ts";
import { NO_COST } from "#tests/support/cost.ts";
import { TestHost } from "#tests/support/hosts.ts";
import { signedInUser, type TestUser } from "#tests/support/test-user.ts";
import { addLevel } from "#tests/support/world.ts";
import { presenceStub } from "#worker/live/stubs.ts";

let owner: TestUser;
const host = await TestHost.online(await signedInUser({ role: "admin" }));
beforeEach(async () => {
  owner = await signedInUser();
});

async function playedLevel(visibility: "public" | "private"): Promise<number> {
  const level = await addLevel(owner.id, { visibility });
  await host.joinPlayer(owner, level);
  return level;
}

const poll = (browser: Browser, ...ids: number[]) => browser.call(playingRoute, { ids: ids.join() });

const seenPlayers = async (viewer: Browser, level: number) =>
  ((await poll(viewer, level)).body.data as OutputOf<typeof playingRoute>["data"])[0]?.players_count;

/** Counts the D1 round trips of everything that runs, objects included. */
async function countRoundTrips(work: () => Promise<unknown>): Promise<number> {
  const spies = (["batch", "batches"] as const).map((name) => vi.spyOn(Database.prototype, name));
  try {
    await work();
    return spies.reduce((sum, { mock }) => sum + mock.calls.length, 0);
  } finally {
    for (const spy of spies) spy.mockRestore();
  }
}

const viewers = {
  "a visitor": () => Browser.visitor(),
  "another member": () => signedInUser(),
  "its owner": async () => owner,
  "a moderator": () => signedInUser({ role: "moderator" }),
  "an admin": () => signedInUser({ role: "admin" }),
};

describe("the players of a level", () => {
  test("are shown to everyone, those of a private level to its owner and staff", async () => {
    for (const visibility of ["public", "private"] as const) {
      const level = await playedLevel(visibility);
      await forgetBoard();
      for (const [who, viewer] of Object.entries(viewers)) {
        const isShown = visibility === "public" || !["a visitor", "another member"].includes(who);
        expect(await seenPlayers(await viewer(), level), who).toBe(isShown ? 1 : undefined);
      }
    }
  });

  test("of a deleted level are shown to no one, and of one that was made private to few", async () => {
    const [deleted, hidden] = [await playedLevel("public"), await addLevel(owner.id)];
    await host.joinPlayer(await signedInUser(), hidden);
    const [visitor, admin] = [await viewers["a visitor"](), await viewers["an admin"]()];
    await forgetBoard();
    expect([await seenPlayers(visitor, deleted), await seenPlayers(visitor, hidden)]).toEqual([1, 1]);
    // Waits for work after the response, which notifies the board.
    owner.variant = {};
    expect((await owner.call(deleteLevelRoute, { id: deleted })).status).toBe(200);
    expect((await owner.call(editLevelRoute, { id: hidden, visibility: "private" })).status).toBe(200);
    await forgetBoard();
    expect((await poll(visitor, deleted, hidden)).body.data).toEqual([]);
    expect((await poll(admin, deleted, hidden)).body.data).toEqual([{ id: hidden, players_count: 1 }]);
    expect(await seenPlayers(owner, hidden)).toBe(1);
  });

  test("of a private level aren't shown to a moderator who isn't one any more, or whose session has ended", async () => {
    const level = await playedLevel("private");
    const [former, signedOut] = [await viewers["a moderator"](), await viewers["a moderator"]()];
    await runSql`update users set role = 'member' where id = ${former.id}`;
    await runSql`delete from sessions where user_id = ${signedOut.id}`;
    await forgetBoard();
    expect(await seenPlayers(former, level)).toBeUndefined();
    expect(await seenPlayers(signedOut, level)).toBeUndefined();
  });

  test("are left out of the response if there are none, or if the level doesn't exist", async () => {
    const level = await playedLevel("public");
    await forgetBoard();
    const { body } = await poll(await viewers["a visitor"](), await addLevel(owner.id), level, 999_999_999);
    expect(body.data).toEqual([{ id: level, players_count: 1 }]);
  });
});

test("polling costs no one a round trip to D1, in a new process as well", async () => {
  const levels = [await playedLevel("private"), await addLevel(owner.id)];
  await readBoardNow();
  for (const who of ["a visitor", "another member", "its owner"] as const) {
    const viewer = await viewers[who]();
    for (const prepare of [forgetBoard, async () => {}]) {
      await prepare();
      expect((await poll(viewer, ...levels)).cost, who).toEqual(NO_COST);
      await prepare();
      expect((await viewer.call(peopleCountsRoute)).cost, who).toEqual(NO_COST);
    }
  }
});

test("polling by 1,000 pages costs a few round trips of the board, and none of requests", async () => {
  const level = await playedLevel("public");
  const members = await Promise.all(Array.from({ length: 5 }, () => signedInUser()));
  const pages: Browser[] = [await viewers["a visitor"](), ...members];
  await readBoardNow();
  let requestRoundTrips = 0;
  const roundTrips = await countRoundTrips(async () => {
    for (let page = 0; page < 1_000; page += 50)
      await Promise.all(
        Array.from({ length: 50 }, async (_, i) => {
          const viewer = pages[(page + i) % pages.length] as Browser;
          const { status, cost } = await (i % 2 ? poll(viewer, level) : viewer.call(peopleCountsRoute));
          expect(status).toBe(200);
          requestRoundTrips += cost.roundTrips;
        }),
      );
  });
  expect(requestRoundTrips).toBe(0);
  // The board reads the number of users and read-only mode every few seconds. Objects of other tests write at their pace.
  expect(roundTrips).toBeLessThan(20);
});

test("a page's first numbers of a level's players are those that it polls", async () => {
  const level = await playedLevel("public");
  // As if the database were behind.
  await runSql`update levels set playing_count = 7 where id = ${level}`;
  const visitor = await viewers["a visitor"]();
  const shown = async () =>
    ((await visitor.call(levelRoute, { id: level })).body.level as Level).players_count;
  await forgetBoard();
  expect(await shown()).toBe(7);
  await forgetBoard();
  expect(await seenPlayers(visitor, level)).toBe(1);
  expect(await shown()).toBe(1);
});

test("a page's first numbers of people on the front page and in the directory are those that they poll", async () => {
  const browser = await signedInUser();
  const { id } = browser;
  await presenceStub(testEnv, id).setPresence(id, { online: true, player: null, version: 1 });
  await flushPresence(id);
  await runSql`update counters set value = value + 100 where name in ('online', 'in_game', 'users')`;
  await forgetBoard();
  const { counts } = (await browser.call(peopleCountsRoute)).body as OutputOf<typeof peopleCountsRoute>;
  const directory = (await browser.call(userListRoute)).body as unknown as OutputOf<typeof userListRoute>;
  expect(directory.counts).toEqual(counts);
  const home = (await browser.call(homeRoute)).body as unknown as OutputOf<typeof homeRoute>;
  expect(home.counts).toMatchObject({ users: counts.users, playing: counts.playing });
  await runSql`update counters set value = value - 100 where name in ('online', 'in_game', 'users')`;
});
