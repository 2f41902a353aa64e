import { runDurableObjectAlarm, runInDurableObject } from "cloudflare:test";
import fc from "fast-check";
import { Database } from "#db/database.ts";
import { flushPresence, readBoardNow } from "#tests/support/board.ts";
import { runSql, testEnv, unique } from "#tests/support/browser.ts";
import { evict } from "#tests/support/evict.ts";
import { forAll, forAllAsync } from "#tests/support/for-all.ts";
import { StoppedClock } from "#tests/support/stopped-clock.ts";
import { signedInUser } from "#tests/support/test-user.ts";
import { until } from "#tests/support/until.ts";
import { addLevel } from "#tests/support/world.ts";
import { type BoardView, decodeBoard, encodeBoard } from "#worker/live/board-view.ts";
import { boardStub, gameHostStub, presenceShards, presenceStub } from "#worker/live/stubs.ts";
import { Board } from "#worker/objects/board.ts";
import { expectWorkerErrors } from "../support/worker.setup.ts";

const MINUTE = 60_000;

/** A board of its own: no object reports to it. */
let board: ReturnType<typeof boardStub>;
const creator = (await signedInUser()).id;
const levels: [number, number, number] = [
  await addLevel(creator),
  await addLevel(creator),
  await addLevel(creator),
];
beforeEach(() => {
  board = testEnv.BOARD.getByName(`board of test ${unique()}`);
});

const read = async (): Promise<BoardView> => decodeBoard(await board.read());
/** The players of the public levels that have any. */
const players = async () => Object.fromEntries((await read()).publicPlayers);

describe("a board", () => {
  test("adds up the newest reports of hosts and of Presence objects, and reads the number of users", async () => {
    const [a, b, c] = levels;
    await board.reportLevels(1, 1, [
      [a, 2],
      [b, 1],
    ]);
    await board.reportLevels(2, 1, [[a, 3]]);
    expect(await players()).toEqual({ [a]: 5, [b]: 1 });
    await board.reportLevels(1, 2, [[c, 4]]);
    expect(await players()).toEqual({ [a]: 3, [c]: 4 });
    await board.reportLevels(1, 3, []);
    await board.reportLevels(2, 2, []);
    expect(await players()).toEqual({});
    const [row] = await runSql<{ value: number }>`select value from counters where name = 'users'`;
    await board.reportPeople(0, 1, { online: 5, playing: 2 });
    await board.reportPeople(1, 1, { online: 1, playing: 1 });
    expect((await read()).counts).toEqual({ online: 6, playing: 3, users: row?.value });
  });

  test("ignores repeated and late reports, in any order", async () => {
    const [level] = levels;
    const report = fc.record({ host: fc.constantFrom(1, 2), version: fc.integer({ min: 1, max: 9 }) });
    await forAllAsync(15, fc.array(report, { maxLength: 12 }), async (reports) => {
      board = testEnv.BOARD.getByName(`board of test ${unique()}`);
      for (const { host, version } of reports) await board.reportLevels(host, version, [[level, version]]);
      const newest = [1, 2].map((host) =>
        Math.max(0, ...reports.filter((one) => one.host === host).map(({ version }) => version)),
      );
      const sum = newest.reduce((all, version) => all + version, 0);
      expect(await players()).toEqual(sum ? { [level]: sum } : {});
    });
  });

  test("knows its numbers after an eviction, and which reports are old", async () => {
    const [level] = levels;
    await board.reportLevels(1, 5, [[level, 2]]);
    await board.reportPeople(0, 5, { online: 3, playing: 2 });
    await evict(board);
    expect(await players()).toEqual({ [level]: 2 });
    expect((await read()).counts).toMatchObject({ online: 3, playing: 2 });
    await board.reportLevels(1, 4, []);
    expect(await players()).toEqual({ [level]: 2 });
  });

  test("stores nothing until something is reported", async () => {
    await read();
    await runInDurableObject(board, async (_, { storage }) => {
      expect(storage.sql.exec("select name from sqlite_master where name = 'senders'").toArray()).toEqual([]);
    });
  });

  test("ignores the objects above the number of Presence objects, and counts them again with it", async () => {
    const shards = presenceShards(testEnv);
    await board.reportPeople(shards - 1, 1, { online: 1, playing: 0 });
    await board.reportPeople(shards, 1, { online: 10, playing: 10 });
    expect((await read()).counts).toMatchObject({ online: 1, playing: 0 });
    const writable = testEnv as { PRESENCE_SHARDS?: string };
    writable.PRESENCE_SHARDS = String(shards + 1);
    try {
      await evict(board);
      expect((await read()).counts).toMatchObject({ online: presenceShards(testEnv) > shards ? 11 : 1 });
    } finally {
      delete writable.PRESENCE_SHARDS;
    }
  });

  test("asks its senders to report less often, the more there are", async () => {
    expect(await board.reportLevels(1, 1, [])).toBe(1_000);
    for (let host = 2; host <= 600; host++) await board.reportLevels(host, 1, []);
    expect(await board.reportLevels(601, 1, [])).toBe(2_004);
  });
});

describe("time on a board", () => {
  let clock: StoppedClock;
  beforeEach(() => {
    clock = new StoppedClock();
  });
  afterEach(() => clock.restore());

  test("lets hosts that are silent vanish, but not those that report, nor a Presence object that sleeps", async () => {
    const [a, b] = levels;
    await board.reportLevels(1, 1, [[a, 1]]);
    await board.reportLevels(2, 1, [[b, 1]]);
    clock.advance(MINUTE);
    await board.reportLevels(2, 2, [[b, 1]]);
    clock.advance(MINUTE);
    expect(await players()).toEqual({ [b]: 1 });
    await evict(board);
    expect(await players()).toEqual({ [b]: 1 });
    // A host that is back counts at once, even if its clock is behind.
    await board.reportLevels(1, 1, [[a, 1]]);
    expect(await players()).toEqual({ [a]: 1, [b]: 1 });
    await board.reportPeople(0, 1, { online: 3, playing: 0 });
    clock.advance(60 * MINUTE);
    expect((await read()).counts.online).toBe(3);
  });

  test("lets it read again who can see a level, in case a notification was lost", async () => {
    const level = await addLevel(creator);
    await board.reportLevels(1, 1, [[level, 1]]);
    expect(await players()).toEqual({ [level]: 1 });
    await runSql`update levels set visibility = 'private' where id = ${level}`;
    clock.advance(MINUTE / 2);
    const { publicPlayers, privateLevels } = await read();
    expect(publicPlayers.size).toBe(0);
    expect(privateLevels.get(level)).toEqual({ players: 1, creator });
  });
});

describe("a level on a board", () => {
  test("is public, private or absent as soon as the board is notified, and read again after a rewind", async () => {
    const level = await addLevel(creator);
    await board.reportLevels(1, 1, [[level, 2]]);
    expect(await players()).toEqual({ [level]: 2 });
    for (const visibility of ["private", "public", "deleted"] as const) {
      await runSql`update levels set visibility = ${visibility} where id = ${level}`;
      await board.levelChanged(level);
      const { publicPlayers, privateLevels } = await read();
      expect([...publicPlayers.keys(), ...[...privateLevels.keys()].map((id) => -id)]).toEqual(
        { public: [level], private: [-level], deleted: [] }[visibility],
      );
    }
    await runSql`update levels set visibility = 'public' where id = ${level}`;
    await board.levelChanged(level);
    expect(await players()).toEqual({ [level]: 2 });
    await runSql`update levels set visibility = 'private' where id = ${level}`;
    await board.forgetDatabase();
    expect(await players()).toEqual({});
  });

  test("that changed while the board read it isn't shown by what was read", async () => {
    const level = await addLevel(creator, { visibility: "private" });
    await board.reportLevels(1, 1, [[level, 2]]);
    const instance = await runInDurableObject(board, (object) => object as unknown as Board);
    const spy = vi.spyOn(Database.prototype, "batch").mockImplementationOnce(async () => {
      instance.levelChanged(level);
      return { users: [], levels0: [{ id: level, user_id: creator, visibility: "public" }] } as never;
    });
    expect(await players()).toEqual({});
    expect(spy).toHaveBeenCalled();
    spy.mockRestore();
    expect((await read()).privateLevels.has(level)).toBe(true);
  });

  test("isn't shown while the database is away, which doesn't end the others", async () => {
    const [known, unknown] = [levels[0], await addLevel(creator)];
    await board.reportLevels(1, 1, [[known, 1]]);
    expect(await players()).toEqual({ [known]: 1 });
    await board.reportLevels(1, 2, [
      [known, 2],
      [unknown, 1],
    ]);
    const spy = vi.spyOn(Database.prototype, "batch").mockRejectedValue(new Error("D1 is away"));
    expect(await players()).toEqual({ [known]: 2 });
    const calls = spy.mock.calls.length;
    // It doesn't hold up the next ones.
    expect(await players()).toEqual({ [known]: 2 });
    expect(spy.mock.calls.length).toBe(calls);
    spy.mockRestore();
    expect(expectWorkerErrors().join()).toContain("D1 is away");
    await evict(board);
    expect(await players()).toEqual({ [known]: 2, [unknown]: 1 });
  });
});

describe("the text of a board", () => {
  const count = fc.integer({ min: 1, max: 1_000 });
  const level = fc.integer({ min: 1, max: 10_000_000 });
  const view: fc.Arbitrary<BoardView> = fc.record({
    counts: fc.record({ playing: fc.nat(), online: fc.nat(), users: fc.nat() }),
    isReadOnly: fc.boolean(),
    publicPlayers: fc.array(fc.tuple(level, count)).map((entries) => new Map(entries)),
    privateLevels: fc
      .array(fc.tuple(level, fc.record({ players: count, creator: level })))
      .map((entries) => new Map(entries)),
  });

  test("contains everything", () => {
    forAll(view, (one) => {
      expect(decodeBoard(encodeBoard(one))).toEqual(one);
    });
  });

  test("has the levels with the most players, and at most 200 KB", async () => {
    const many = Array.from({ length: 40_000 }, (_, i) => [i * 250 + 1, 1 + (i % 20)] as [number, number]);
    await board.reportLevels(1, 1, many);
    const read = Database.prototype.batch;
    const audience = {
      users: [{ value: 1_000_000 }],
      levels0: many.map(([id], i) => ({
        id,
        user_id: 9_999_999,
        visibility: i % 20 === 19 ? "private" : "public",
      })),
    };
    const spy = vi.spyOn(Database.prototype, "batch").mockImplementation(function (this: Database, batch) {
      return "users" in batch ? Promise.resolve(audience as never) : (read.call(this, batch) as never);
    });
    const clock = vi.spyOn(Date, "now").mockReturnValue(Date.now());
    const text = await board.read();
    spy.mockRestore();
    const { publicPlayers, privateLevels } = decodeBoard(text);
    expect(text.length).toBeLessThan(200_000);
    expect([publicPlayers.size, privateLevels.size]).toEqual([25_000, 1_000]);
    expect(Math.min(...publicPlayers.values())).toBeGreaterThanOrEqual(6);
    // It's used for a second, even if a report arrives.
    await board.reportLevels(1, 2, []);
    const isSame = (await board.read()) === text;
    clock.mockRestore();
    // Not compared by the assertion, whose message would be as long as the text.
    expect(isSame).toBe(true);
  });
});

describe("a Presence object", () => {
  const comeOnline = async (id: number, version = 1) =>
    presenceStub(testEnv, id).setPresence(id, { online: true, player: null, version });
  const onlineNow = async () => (await readBoardNow()).counts.online;

  test("reports within moments who is online, without the database, and everything after an eviction", async () => {
    const { id } = await signedInUser();
    await flushPresence(id);
    const before = await onlineNow();
    await comeOnline(id);
    await until(async () => (await onlineNow()) === before + 1);
    await presenceStub(testEnv, id).setPresence(id, { online: false, player: null, version: 2 });
    await until(async () => (await onlineNow()) === before);
    await flushPresence(id);
    await comeOnline(id, 3);
    await evict(presenceStub(testEnv, id));
    await flushPresence(id);
    expect(await onlineNow()).toBe(before + 1);
    await presenceStub(testEnv, id).setPresence(id, { online: false, player: null, version: 4 });
    await flushPresence(id);
    expect(await onlineNow()).toBe(before);
  });

  test("repeats a report that was lost, with its next write to the database", async () => {
    const { id } = await signedInUser();
    const before = await onlineNow();
    const lost = vi.spyOn(Board.prototype, "reportPeople").mockImplementation(() => {
      throw new Error("the board is away");
    });
    await comeOnline(id);
    await until(() => lost.mock.calls.length > 0);
    await flushPresence(id);
    expect(expectWorkerErrors().join()).toContain("the board is away");
    lost.mockRestore();
    expect(await onlineNow()).toBe(before);
    await flushPresence(id);
    expect(await onlineNow()).toBe(before + 1);
  });

  test("reports again to a board that has lost its numbers", async () => {
    const { id } = await signedInUser();
    await comeOnline(id);
    await flushPresence(id);
    const before = await onlineNow();
    expect(before).toBeGreaterThan(0);
    await runInDurableObject(boardStub(testEnv), (_, { storage }) => storage.sql.exec("delete from senders"));
    // Neither remembers the last report.
    await Promise.all([
      evict(boardStub(testEnv)),
      ...Array.from({ length: presenceShards(testEnv) }, (_, shard) => evict(presenceStub(testEnv, shard))),
    ]);
    await until(async () => (await onlineNow()) === before);
  });

  test("doesn't count users that another object has by now", async () => {
    const { id } = await signedInUser();
    const other = presenceStub(testEnv, id + 1);
    const before = await onlineNow();
    await other.setPresence(id, { online: true, player: null, version: 1 });
    await flushPresence(id + 1);
    expect(await onlineNow()).toBe(before);
    await other.setPresence(id, { online: false, player: null, version: 2 });
    await flushPresence(id + 1);
  });
});

test("A host without players or a key has nothing to report", async () => {
  const report = vi.spyOn(Board.prototype, "reportLevels");
  const host = gameHostStub(testEnv, 999_999);
  expect(await host.checkKey("x")).toBe("host_key");
  await runDurableObjectAlarm(host);
  expect(report).not.toHaveBeenCalled();
  report.mockRestore();
});
