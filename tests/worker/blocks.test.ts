import { sql } from "drizzle-orm";
import { statement } from "#db/database.ts";
import { blockListRoute, deleteBlockRoute, toggleBlockRoute } from "#domain/blocks/api.ts";
import { LIMITS } from "#domain/limits.ts";
import type { PresentUserCard } from "#domain/presence/presence.ts";
import { addUser, countRows, db } from "#tests/support/browser.ts";
import { befriend, brokenBuddyRules, NO_BROKEN_RULES, requestBuddy } from "#tests/support/buddies.ts";
import { expectCost } from "#tests/support/cost.ts";
import { connectSocket } from "#tests/support/socket.ts";
import { signedInUser, type TestUser } from "#tests/support/test-user.ts";

const toggle = (user: TestUser, { username }: { username: string }) =>
  user.call(toggleBlockRoute, { username });
const unblock = (user: TestUser, { username }: { username: string }) =>
  user.call(deleteBlockRoute, { username });
const isBlocked = async (by: { id: number }, other: { id: number }) =>
  (await countRows("blocks", sql`user_id = ${by.id} and blocked_id = ${other.id}`)) === 1;

async function list(user: TestUser, input: Record<string, unknown> = {}) {
  const response = await user.call(blockListRoute, input);
  const people = (response.body.data ?? []) as PresentUserCard[];
  return { ...response, names: people.map(({ username }) => username) };
}

describe("a block", () => {
  test("is made and lifted by the same button, and counted", async () => {
    const [me, other] = [await signedInUser(), await addUser()];
    const made = await toggle(me, other);
    expect(made.body).toEqual({ message: `${other.username} is blocked.`, blocked: true });
    expectCost(made, { roundTrips: 2, written: 25 });
    expect(await isBlocked(me, other)).toBe(true);
    expect(await isBlocked(other, me)).toBe(false);
    expect(await brokenBuddyRules()).toEqual(NO_BROKEN_RULES);
    const lifted = await toggle(me, { username: other.username.toUpperCase() });
    expect(lifted.body).toEqual({ message: `${other.username} is unblocked.`, blocked: false });
    expectCost(lifted, { roundTrips: 2, written: 25 });
    expect(await isBlocked(me, other)).toBe(false);
    expect(await brokenBuddyRules()).toEqual(NO_BROKEN_RULES);
  });

  test("is lifted from the list, and lifting it again does nothing", async () => {
    const [me, other] = [await signedInUser(), await addUser()];
    await toggle(me, other);
    for (let n = 0; n < 2; n++) {
      expect(await unblock(me, other)).toMatchObject({ status: 200, body: { blocked: false } });
      expect(await isBlocked(me, other)).toBe(false);
    }
    expect(await brokenBuddyRules()).toEqual(NO_BROKEN_RULES);
  });

  test("by one member doesn't lift the other's", async () => {
    const [me, other] = [await signedInUser(), await signedInUser()];
    await toggle(me, other);
    await toggle(other, me);
    await unblock(me, other);
    expect([await isBlocked(me, other), await isBlocked(other, me)]).toEqual([false, true]);
  });

  test("requested twice at once is made at most once", async () => {
    const [me, other] = [await signedInUser(), await addUser()];
    const responses = await Promise.all([toggle(me, other), toggle(me, other)]);
    for (const { status } of responses) expect(status).toBe(200);
    expect(await brokenBuddyRules()).toEqual(NO_BROKEN_RULES);
    expect(await list(me)).toMatchObject({ body: { meta: { total: (await isBlocked(me, other)) ? 1 : 0 } } });
  });

  test.each([
    ["being buddies", (me: TestUser, other: TestUser) => befriend(me, other)],
    ["the caller's request", (me: TestUser, other: TestUser) => requestBuddy(me, other)],
    ["the other member's request", (me: TestUser, other: TestUser) => requestBuddy(other, me)],
  ])("ends %s", async (_, before) => {
    const [me, other] = [await signedInUser(), await signedInUser()];
    await before(me, other);
    const made = await toggle(me, other);
    expect(made.status).toBe(200);
    expectCost(made, { roundTrips: 2, written: 25 });
    for (const table of ["buddies", "buddy_requests"]) {
      const [a, b] = table === "buddies" ? ["user_id", "buddy_id"] : ["from_id", "to_id"];
      const between = sql.raw(`${a} in (${me.id}, ${other.id}) and ${b} in (${me.id}, ${other.id})`);
      expect(await countRows(table, between)).toBe(0);
    }
    // Lifting the block doesn't restore it.
    await toggle(me, other);
    expect(await countRows("buddies", sql`user_id = ${me.id}`)).toBe(0);
    expect(await brokenBuddyRules()).toEqual(NO_BROKEN_RULES);
  });

  test.each([toggleBlockRoute, deleteBlockRoute])("at $path can't be of the caller", async (route) => {
    const me = await signedInUser();
    const { status, body } = await me.call(route, { username: me.username });
    expect([status, body.code]).toEqual([422, "own_account"]);
  });
});

describe("the open pages of both members", () => {
  test("receive a block: details for the blocker only, and the end of being buddies for both", async () => {
    const [me, other] = [await signedInUser(), await signedInUser()];
    for (const browser of [me, other]) browser.variant = {};
    await befriend(me, other);
    const [atMe, atOther] = [await connectSocket(me), await connectSocket(other)];
    await toggle(me, other);
    expect(await atMe.one("ContactChanged")).toEqual({
      event: "ContactChanged",
      user_id: other.id,
      username: other.username,
      block: true,
    });
    // The blocked member doesn't learn about the block.
    const toOther = { event: "ContactChanged", user_id: me.id, username: me.username };
    expect(await atOther.one("ContactChanged")).toEqual(toOther);
    for (const socket of [atMe, atOther])
      expect(await socket.one("BuddyChanged")).toMatchObject({ relation: "none", counts: { buddies: 0 } });
    await toggle(me, other);
    expect(await atMe.one("ContactChanged", ({ block }) => block === false)).toMatchObject({ block: false });
    expect(await atOther.all("ContactChanged", 2)).toEqual([toOther, toOther]);
    await Promise.all([atMe.settled(), atOther.settled()]);
    for (const socket of [atMe, atOther]) expect(await socket.all("BuddyChanged")).toHaveLength(1);
  });
});

describe("GET /api/blocks", () => {
  test("returns blocks newest first, in pages, with their total, at a bounded cost", async () => {
    const me = await signedInUser();
    const names = Array.from({ length: 30 }, (_, i) => `villain_${i}`);
    await db.batch({
      users: statement(sql`insert into users (username, email, password_hash, created_at)
        select value, value || '@example.com', '', 1 from json_each(${JSON.stringify(names)})`),
      blocks: statement(sql`insert into blocks (user_id, blocked_id, created_at)
        select ${me.id}, u.id, n.key + 1 from json_each(${JSON.stringify(names)}) n cross join users u on u.username = n.value`),
    });
    const [first, second] = [await list(me), await list(me, { page: 2 })];
    expect([...first.names, ...second.names]).toEqual(names.reverse());
    expect(first.body).toMatchObject({
      meta: { current_page: 1, last_page: 2, total: 30 },
      links: { next: "/api/blocks?page=2" },
    });
    for (const page of [first, second])
      expectCost(page, { roundTrips: 1, read: 6 * LIMITS.pageSize.blocks, written: 0 });
    const found = await list(me, { search: "LAIN_2" });
    expect(found.names).toEqual(names.filter((name) => name.startsWith("villain_2")));
    expect(found.body.meta).toMatchObject({ total: 11 });
    expectCost(found, { roundTrips: 2, read: 2_000, written: 0 });
    expect((await list(me, { search: "unknown" })).names).toEqual([]);
  });

  test("returns only the caller's own blocks", async () => {
    const [me, other] = [await signedInUser(), await signedInUser()];
    await toggle(me, other);
    expect((await list(other)).names).toEqual([]);
  });
});
