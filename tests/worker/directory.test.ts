import { sql } from "drizzle-orm";
import { statement } from "#db/database.ts";
import type { OutputOf } from "#domain/api/route.ts";
import { LIMITS } from "#domain/limits.ts";
import { userListRoute } from "#domain/users/api.ts";
import { addUser, Browser, db, runSql, type TestResponse } from "#tests/support/browser.ts";
import { expectCost } from "#tests/support/cost.ts";
import { signedInUser } from "#tests/support/test-user.ts";
import { addLevel } from "#tests/support/world.ts";
import { cacheClear } from "#worker/http/cache.ts";

const SIZE = LIMITS.pageSize.users;
/** Enough that a full scan would show in the cost. */
const CROWD = 6_000;

type List = OutputOf<typeof userListRoute>;

async function list(input: Record<string, unknown> = {}, browser = visitor): Promise<TestResponse & List> {
  // Responses to visitors are cached for a moment; these tests measure the first one.
  cacheClear();
  const response = await browser.call(userListRoute, input);
  return { ...response, ...(response.body as List) };
}
const idsOf = ({ data }: List) => data.map(({ id }) => id);
const namesOf = ({ data }: List) => data.map(({ username }) => username);

/** Puts users online or in a level and updates the counter, as the Durable Objects do. */
async function place(table: "presence" | "playing", ids: readonly number[], level = 1): Promise<void> {
  const counter = table === "presence" ? "online" : "in_game";
  const columns = table === "presence" ? sql`user_id, since` : sql`user_id, level_id, since`;
  const values = table === "presence" ? sql`value, 1` : sql`value, ${level}, 1`;
  await db.batch({
    users: statement(
      sql`insert into ${sql.raw(table)} (${columns}) select ${values} from json_each(${JSON.stringify(ids)})`,
    ),
    counter: statement(sql`insert into counters (name, value) values (${counter}, ${ids.length})
      on conflict (name) do update set value = value + excluded.value`),
  });
}

const visitor = await Browser.visitor();
const me = await signedInUser({ username: "Looker" });
await runSql`with recursive n (i) as (values (1) union all select i + 1 from n where i < ${CROWD})
    insert into users (username, email, password_hash, bio, created_at)
    select 'Crowd_' || i, 'crowd_' || i || '@example.com', '', 'I am number ' || i, i from n`;
const rows = await runSql<{ id: number }>`select id from users where username like 'Crowd_%'
  order by id desc`;
/** Ids of the crowd, newest account first. */
const crowd = rows.map(({ id }) => id);

beforeEach(async () => {
  await runSql`delete from presence`;
  await runSql`delete from playing`;
  await runSql`delete from counters where name in ('online', 'in_game')`;
});

describe("GET /api/users", () => {
  test("returns everyone, newest account first, with bios and counts", async () => {
    const first = await list();
    expect(idsOf(first)).toEqual(crowd.slice(0, SIZE));
    expect(first.data[0]).toMatchObject({
      username: `Crowd_${CROWD}`,
      bio: `I am number ${CROWD}`,
      online: false,
      player: null,
    });
    const users = CROWD + 1;
    expect(first.body).toMatchObject({
      meta: { current_page: 1, last_page: Math.ceil(users / SIZE), total: users, to: SIZE },
      links: { next: "/api/users?page=2" },
      online: 0,
      counts: { playing: 0, online: 0, users },
    });
    expect(first.active).toEqual([]);
    expectCost(first, { roundTrips: 1, read: 6 * SIZE, written: 0 });
    expectCost(await list({}, me), { roundTrips: 1, read: 6 * SIZE, written: 0 });
  });

  test("starts with people who are playing, then people who are online, on the first page of everyone", async () => {
    await place(
      "presence",
      [2, 5, 9, 11, 13, 15, 17].map((n) => crowd[n] as number),
    );
    await place(
      "playing",
      [9, 300].map((n) => crowd[n] as number),
    );
    const first = await list();
    expect(first.active.map(({ id }) => id)).toEqual([9, 300, 2, 5, 11, 13].map((n) => crowd[n]));
    expect(first.active[0]).toMatchObject({ player: { level: expect.anything() }, bio: expect.any(String) });
    expectCost(first, { roundTrips: 1, read: 6 * SIZE, written: 0 });
    for (const input of [{ page: 2 }, { filter: "online" }, { search: "Crowd_1" }])
      expect((await list(input)).active).toEqual([]);
  });

  test("returns each user once over its pages and reads them from the nearer end", async () => {
    const collected: number[] = [];
    for (const page of [1, 2, 3]) collected.push(...idsOf(await list({ page })));
    expect(collected).toEqual(crowd.slice(0, 3 * SIZE));
    const fifty = await list({ page: 50 });
    expect(idsOf(fifty)).toEqual(crowd.slice(49 * SIZE, 50 * SIZE));
    expect(fifty.meta.to).toBe(50 * SIZE);
    expectCost(fifty, { roundTrips: 1, read: 6 * SIZE + 50 * SIZE, written: 0 });
    const last = Math.ceil((CROWD + 1) / SIZE);
    const end = await list({ page: last });
    expect(idsOf(end)).toEqual([...crowd, me.id].slice((last - 1) * SIZE));
    expect(end.meta).toMatchObject({ to: CROWD + 1, last_page: last });
    expect(end.links).toEqual({ next: null });
    expectCost(end, { roundTrips: 2, read: 6 * SIZE, written: 0 });
    expect(idsOf(await list({ page: last - 1 }))).toEqual(crowd.slice((last - 2) * SIZE, (last - 1) * SIZE));
    const beyond = await list({ page: last + 1 });
    expect([idsOf(beyond), beyond.meta.to]).toEqual([[], 0]);
  });

  test("rejects pages far from both ends", async () => {
    await runSql`update counters set value = 1000000 where name = 'users'`;
    expect(await list({ page: 1_000 })).toMatchObject({ status: 422, body: { code: "page_too_deep" } });
    await runSql`update counters set value = ${CROWD + 1} where name = 'users'`;
  });

  test.each([
    ["online", "presence"],
    ["playing", "playing"],
  ] as const)("returns members who are %s, newest first, with their total", async (filter, table) => {
    const some = crowd.filter((_, i) => i % 2 === 0);
    await place(table, some);
    const counts = { online: table === "presence" ? 3_000 : 0, playing: table === "playing" ? 3_000 : 0 };
    const first = await list({ filter });
    expect(idsOf(first)).toEqual(some.slice(0, SIZE));
    expect(first.meta).toEqual({ current_page: 1, last_page: 125, total: 3_000, to: SIZE });
    expect(first.body.counts).toEqual({ ...counts, users: CROWD + 1 });
    expect(first.online).toBe(counts.online);
    expect(first.links.next).toBe(`/api/users?filter=${filter}&page=2`);
    expectCost(first, { roundTrips: 1, read: 6 * SIZE, written: 0 });
    const fifty = await list({ filter, page: 50 });
    expect(idsOf(fifty)).toEqual(some.slice(49 * SIZE, 50 * SIZE));
    expectCost(fifty, { roundTrips: 1, read: 6 * SIZE + 50 * SIZE, written: 0 });
    const last = await list({ filter, page: 125 });
    expect(idsOf(last)).toEqual(some.slice(124 * SIZE));
    expectCost(last, { roundTrips: 2, read: 6 * SIZE, written: 0 });
  });

  test("is empty where no one is online or playing", async () => {
    for (const filter of ["online", "playing"]) {
      const none = await list({ filter });
      expect([none.data, none.meta]).toEqual([[], { current_page: 1, last_page: 1, total: 0, to: 0 }]);
      expectCost(none, { roundTrips: 1, read: 10, written: 0 });
    }
  });

  test("returns where members are, without the titles of private levels", async () => {
    const open = await addLevel(me.id, { title: "Lava Run" });
    const secret = await addLevel(me.id, { title: "My secret", visibility: "private" });
    const [one = 0, two = 0, three = 0] = crowd;
    await place("presence", [one, two]);
    await place("playing", [two], open);
    await place("playing", [three], secret);
    const at = { online: false, player: null };
    const level = (id: number | null, title_tooltip: string) => ({ level: { id, title_tooltip } });
    const places = [
      { ...at, online: true },
      { online: true, player: level(open, "Lava Run") },
      { ...at, player: level(null, "a private level") },
    ];
    const shown = async (input: Record<string, unknown>) =>
      (await list(input)).data.map(({ online, player }) => ({ online, player }));
    expect((await shown({})).slice(0, 3)).toEqual(places);
    expect(await shown({ filter: "online" })).toEqual(places.slice(0, 2));
    expect(await shown({ filter: "playing" })).toEqual(places.slice(1));
    expect((await shown({ search: `Crowd_${CROWD}` }))[0]).toEqual(places[0]);
  });

  test("skips presence rows of missing users", async () => {
    await place("presence", [crowd[0] ?? 0, 99_999_999]);
    await place("playing", [crowd[0] ?? 0, 99_999_999], 88_888_888);
    for (const filter of ["online", "playing"]) {
      const shown = await list({ filter });
      expect([shown.status, idsOf(shown), shown.meta.to]).toEqual([200, [crowd[0]], 1]);
    }
    // Of a deleted level it only says that it is being played.
    expect((await list({ filter: "playing" })).data[0]?.player).toEqual({
      level: { id: null, title_tooltip: "a private level" },
    });
  });
});

describe("a search of GET /api/users", () => {
  test("finds names that contain the text anywhere, shorter names first", async () => {
    const short = await addUser({ username: "Zed" });
    const known = await addUser({ username: "Zedd_1", xp: 900 });
    const unknown = await addUser({ username: "Zedd_2", xp: 100 });
    const long = await addUser({ username: "The_Great_Zedekiah" });
    const names = [short, known, unknown, long].map(({ username }) => username);
    for (const search of ["zed", " ZED "]) expect(namesOf(await list({ search })), search).toEqual(names);
    const found = await list({ search: "zed" });
    expect(found.meta).toEqual({ current_page: 1, last_page: 1, total: 4, to: 4 });
    expect(found.body.counts).toMatchObject({ users: expect.any(Number) });
    expect(namesOf(await list({ search: "great zed" }))).toEqual([long.username]);
    for (const search of ["edd", "d_", "_1", "ED", "zedd_1", "1 edd", "dd_1", "zed e"]) {
      const { status, data } = await list({ search });
      expect([status, data.some(({ username }) => username === "Zedd_1")], search).toEqual([200, true]);
    }
    for (const search of ["%", 'zed*"', "' or 1=1 --", "\ud800", "NEAR(", "ezd", "dd1", "edd x", "zed%"]) {
      const { status, data } = await list({ search });
      expect([status, data.some(({ username }) => username === "Zedd_1")], search).toEqual([200, false]);
    }
  });

  test("finds any part of a new or renamed user's name, and nothing of a deleted user's", async () => {
    const one = await addUser({ username: "xQjv_Wk7" });
    const found = async (search: string) => (await list({ search })).data.some(({ id }) => id === one.id);
    const name = "xqjv_wk7";
    for (let from = 0; from < name.length; from++)
      for (let to = from + 1; to <= name.length; to++) {
        const part = name.slice(from, to);
        expect(await found(part), part).toBe(true);
      }
    await runSql`update users set username = 'Bpzq' where id = ${one.id}`;
    expect([await found("jv_"), await found("pzq")]).toEqual([false, true]);
    await runSql`update users set deleted_at = 1 where id = ${one.id}`;
    for (const search of ["pzq", "zq", "z"]) expect(await found(search), search).toBe(false);
  });

  test("reads at most 2,000 rows among six thousand names", async () => {
    for (const search of ["o", "ro", "rowd", "r w", "c rowd_", "_ 1", "zz", "0"]) {
      const found = await list({ search });
      expect(found.status, search).toBe(200);
      expectCost(found, { roundTrips: 2, read: 2_000, written: 0 });
    }
  });

  test("always finds an exact name, even one without a letter", async () => {
    const oldest = await addUser({ username: "___" });
    expect(namesOf(await list({ search: "___" }))).toEqual([oldest.username]);
    // Six thousand names begin with this; the first of them is the oldest.
    expect(namesOf(await list({ search: "crowd_1" }))[0]).toBe("Crowd_1");
  });

  test("looks only at the best matches, however many there are, together with the filter", async () => {
    const all = await list({ search: "crowd" });
    expect(all.meta).toMatchObject({ total: LIMITS.searchMatches, to: SIZE });
    expectCost(all, { roundTrips: 2, read: 2_000, written: 0 });
    const collected = new Set<number>();
    for (let page = 1; page <= all.meta.last_page; page++)
      for (const id of idsOf(await list({ search: "crowd", page }))) collected.add(id);
    expect(collected.size).toBe(LIMITS.searchMatches);
    await place("presence", crowd);
    await place("playing", crowd.slice(0, 30));
    const online = await list({ search: "crowd", filter: "online" });
    expect(online.meta.total).toBe(LIMITS.searchMatches);
    expectCost(online, { roundTrips: 2, read: 2_000, written: 0 });
    const playing = await list({ search: "crowd", filter: "playing", page: 2 });
    expect(playing.meta).toEqual({ current_page: 2, last_page: 2, total: 30, to: 30 });
    expect(playing.data).toHaveLength(6);
    expect(playing.data.every(({ player }) => player !== null)).toBe(true);
    expectCost(playing, { roundTrips: 2, read: 2_000, written: 0 });
    const unknown = await list({ search: "unknown name" });
    expect([unknown.data, unknown.meta.total, unknown.meta.to]).toEqual([[], 0, 0]);
    expectCost(unknown, { roundTrips: 1, read: 10, written: 0 });
  });
});

test("GET /api/users is cached for a moment for visitors, not for members", async () => {
  cacheClear();
  // A request in the millisecond of a write isn't cached, and later ones must not take longer than a moment.
  const clock = vi.spyOn(Date, "now").mockReturnValue(Date.now() + 1);
  expect((await visitor.call(userListRoute)).cost.roundTrips).toBe(1);
  expect((await visitor.call(userListRoute)).cost.roundTrips).toBe(0);
  expect((await me.call(userListRoute)).cost.roundTrips).toBe(1);
  clock.mockRestore();
});
