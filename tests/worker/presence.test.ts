import { evictDurableObject, runDurableObjectAlarm, runInDurableObject } from "cloudflare:test";
import { sql } from "drizzle-orm";
import fc from "fast-check";
import { expect, test, vi } from "vitest";
import { Database, Meter, statement } from "#db/client.ts";
import { AWAY, type Presence as Whereabouts } from "#domain/presence/presence.ts";
import { countRows, db, testEnv } from "#tests/support/browser.ts";
import { person } from "#tests/support/people.ts";
import { listen } from "#tests/support/socket.ts";
import { hubOf, presenceOf } from "#worker/live/stubs.ts";
import { countStatements } from "#worker/presence/counts.ts";
import { runSchedule } from "#worker/schedule.ts";

const counters = async () => {
  const rows = await db.all(
    statement<{ name: string; value: number }>(
      sql`select name, value from counters where name in ('online', 'in_game')`,
    ),
  );
  const countOf = (name: string) => rows.find((row) => row.name === name)?.value ?? 0;
  return { online: countOf("online"), in_game: countOf("in_game") };
};
const isOnline = (id: number) => countRows("presence", sql`user_id = ${id}`);
/** Waits until what the objects know stands in the database. */
const flushed = (id: number, online: 0 | 1) =>
  vi.waitUntil(async () => (await isOnline(id)) === online, { timeout: 10_000, interval: 20 });
const playing = (id: number, title: string) => ({ level: { id, title_tooltip: title } });

test("somebody is online while they have a socket, on whatever page, and counted once", async () => {
  const who = await person();
  const before = await counters();
  const [first, second] = [await listen(who), await listen(who)];
  await flushed(who.id, 1);
  expect((await counters()).online).toBe(before.online + 1);
  first.close();
  expect(await hubOf(testEnv, who.id).whereabouts()).toMatchObject({ online: true });
  second.close();
  await flushed(who.id, 0);
  expect((await counters()).online).toBe(before.online);
});

test("a player without an open page counts as online until they stop playing", async () => {
  const [who, watcher] = [await person(), await person()];
  const page = await listen(watcher);
  page.say({ type: "watch", user_ids: [who.id] });
  await page.one("PresenceChanged");
  await flushed(watcher.id, 1);
  const before = await counters();
  await hubOf(testEnv, who.id).playsAt(1, 1_000, { level: 7, title: "Sky Maze" });
  await page.one("PresenceChanged", ({ users }) => users[0]?.online === true && users[0].player !== null);
  await flushed(who.id, 1);
  expect(await counters()).toEqual({ online: before.online + 1, in_game: before.in_game + 1 });
  await hubOf(testEnv, who.id).playsAt(1, 1_000, null);
  await page.one("PresenceChanged", ({ users }) => users[0]?.online === false);
  await flushed(who.id, 0);
  expect(await counters()).toEqual(before);
  page.close();
});

test("a page that is loaded anew does not make its user go and come", async () => {
  const [who, watcher] = [await person(), await person()];
  const page = await listen(who);
  const watching = await listen(watcher);
  watching.say({ type: "watch", user_ids: [who.id] });
  await watching.one("PresenceChanged", ({ users }) => users[0]?.online === true);
  page.close();
  const again = await listen(who);
  await runDurableObjectAlarm(hubOf(testEnv, who.id));
  again.close();
  await watching.one("PresenceChanged", ({ users }) => users[0]?.online === false);
  expect(watching.events.filter(({ event }) => event === "PresenceChanged")).toHaveLength(2);
  watching.close();
});

test("pages hear where the people on them are, and when they move", async () => {
  const [who, watcher, other] = [await person(), await person(), await person()];
  const page = await listen(watcher);
  const another = await listen(watcher);
  page.say({ type: "watch", user_ids: [who.id, other.id] });
  const first = await page.one("PresenceChanged");
  expect(first.users).toEqual([
    { user_id: who.id, ...AWAY },
    { user_id: other.id, ...AWAY },
  ]);
  const came = await listen(who);
  await page.one("PresenceChanged", ({ users }) => users[0]?.user_id === who.id && users[0].online);
  await hubOf(testEnv, who.id).playsAt(1, 1_000, { level: 7, title: "Sky Maze" });
  await page.one("PresenceChanged", ({ users }) => users[0]?.player?.level.title_tooltip === "Sky Maze");
  await hubOf(testEnv, who.id).playsAt(1, 1_000, null);
  await page.one("PresenceChanged", ({ users }) => users[0]?.player === null && users[0].online);
  await another.settled();
  expect(another.events.some(({ event }) => event === "PresenceChanged")).toBe(false);
  for (const socket of [page, another, came]) socket.close();
});

test("who appears offline is nowhere: not in counts, not to watchers, not in a level", async () => {
  const [who, watcher] = [await person(), await person()];
  const [page, came] = [await listen(watcher), await listen(who)];
  await flushed(who.id, 1);
  page.say({ type: "watch", user_ids: [who.id] });
  await page.one("PresenceChanged", ({ users }) => users[0]?.online === true);
  await hubOf(testEnv, who.id).setHidden(true);
  await page.one("PresenceChanged", ({ users }) => users[0]?.online === false);
  came.close();
  await hubOf(testEnv, who.id).playsAt(1, 1_000, { level: 7, title: "Sky Maze" });
  await flushed(who.id, 0);
  expect(await countRows("playing", sql`user_id = ${who.id}`)).toBe(0);
  await hubOf(testEnv, who.id).setHidden(false);
  expect(await page.one("PresenceChanged", ({ users }) => users[0]?.player !== null)).toMatchObject({
    users: [{ online: true }],
  });
  page.close();
});

test("who had set that before is hidden from the first moment", async () => {
  const [who, watcher] = [await person({ appear_offline: 1 }), await person()];
  const page = await listen(watcher);
  page.say({ type: "watch", user_ids: [who.id] });
  await page.one("PresenceChanged");
  const came = await listen(who);
  await came.settled();
  expect(await hubOf(testEnv, who.id).whereabouts()).toMatchObject({ online: false, version: 0 });
  for (const socket of [page, came]) socket.close();
});

test("watchers hear of moves although every object was asleep", async () => {
  const [who, watcher] = [await person(), await person()];
  const page = await listen(watcher);
  page.say({ type: "watch", user_ids: [who.id] });
  await page.one("PresenceChanged");
  for (const stub of [hubOf(testEnv, watcher.id), presenceOf(testEnv, who.id)])
    await evictDurableObject(stub);
  const came = await listen(who);
  await page.one("PresenceChanged", ({ users }) => users[0]?.online === true);
  for (const socket of [page, came]) socket.close();
});

test("whose sockets died with their process is found to be gone", async () => {
  const who = await person();
  await listen(who);
  await flushed(who.id, 1);
  const shard = presenceOf(testEnv, who.id);
  // As after a process has died: the sockets are gone and nobody was told; the object wakes in another process.
  await evictDurableObject(hubOf(testEnv, who.id), { webSockets: "close" });
  await runInDurableObject(hubOf(testEnv, who.id), (_, { storage }) => {
    storage.sql.exec("delete from alarms");
  });
  await runInDurableObject(shard, (_, { storage }) => storage.kv.put("process", "another"));
  await evictDurableObject(shard);
  await runSchedule(testEnv);
  await flushed(who.id, 0);
});

test("what a hub says late does not undo what it has said since", async () => {
  const { id } = await person();
  const shard = presenceOf(testEnv, id);
  await shard.moved(id, { online: true, player: null, version: 2 });
  await shard.moved(id, { ...AWAY, version: 1 });
  await flushed(id, 1);
  await shard.moved(id, { ...AWAY, version: 3 });
  await flushed(id, 0);
});

test("a change of presence writes at most two rows, however often it is written", async () => {
  const people = await Promise.all(Array.from({ length: 10 }, () => person()));
  const write = async (place: Whereabouts, some = people) => {
    const meter = new Meter();
    const moved = some.map(({ id }) => ({ user: id, ...place }));
    await new Database(testEnv.DB, meter).batch(countStatements(moved, Date.now()));
    return meter;
  };
  const one = people.slice(0, 1);
  const inLevel = { online: true, player: playing(7, "Sky Maze") };
  for (const [place, some, most] of [
    [{ online: true, player: null }, one, 2],
    [inLevel, one, 2],
    [{ ...inLevel, player: playing(8, "Other") }, one, 1],
    [{ online: true, player: null }, one, 2],
    [AWAY, one, 2],
    [{ online: true, player: null }, people, 11],
    [{ online: true, player: null }, people, 0],
    [AWAY, people, 11],
  ] as const) {
    const { rounds, rowsWritten } = await write(place, [...some]);
    expect(rounds).toBe(1);
    expect(rowsWritten, JSON.stringify(place)).toBeLessThanOrEqual(most);
  }
});

test("the counters are always the number of rows, whatever happens in whatever order", async () => {
  const ids = (await Promise.all(Array.from({ length: 5 }, () => person()))).map(({ id }) => id);
  const before = await counters();
  const move = fc.record({
    user: fc.constantFrom(...ids),
    online: fc.boolean(),
    player: fc.option(fc.constantFrom(playing(7, "A"), playing(8, "B"))),
  });
  const batch = fc.uniqueArray(move, { selector: ({ user }) => user, minLength: 1 });
  await fc.assert(
    fc.asyncProperty(fc.array(batch, { maxLength: 6 }), async (batches) => {
      for (const people of batches) {
        await db.batch(countStatements(people, 1));
        // A write whose answer was lost is made again.
        await db.batch(countStatements(people, 2));
      }
      const mine = sql`user_id in (select value from json_each(${JSON.stringify(ids)}))`;
      expect(await counters()).toEqual({
        online: before.online + (await countRows("presence", mine)),
        in_game: before.in_game + (await countRows("playing", mine)),
      });
      const last = new Map(batches.flat().map((one) => [one.user, one]));
      for (const [user, { online, player }] of last) {
        expect(await isOnline(user)).toBe(online ? 1 : 0);
        expect(
          await countRows("playing", sql`user_id = ${user} and level_id = ${player?.level.id ?? 0}`),
        ).toBe(player ? 1 : 0);
      }
      await db.batch(
        countStatements(
          ids.map((user) => ({ user, ...AWAY })),
          3,
        ),
      );
    }),
    { numRuns: 25 },
  );
});
