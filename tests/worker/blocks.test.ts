import { sql } from "drizzle-orm";
import { describe, expect, test } from "vitest";
import { statement } from "#db/client.ts";
import { blockListRoute, deleteBlockRoute, toggleBlockRoute } from "#domain/blocks/api.ts";
import { LIMITS } from "#domain/limits.ts";
import type { PresentUserCard } from "#domain/presence/presence.ts";
import { addUser, Browser, countRows, db } from "#tests/support/browser.ts";
import { expectCost } from "#tests/support/cost.ts";
import { ask, befriend, brokenRules, NO_RULE_BROKEN } from "#tests/support/pairs.ts";
import { type Person, person } from "#tests/support/people.ts";
import { listen } from "#tests/support/socket.ts";

const toggle = (who: Person, { username }: { username: string }) =>
  who.browser.call(toggleBlockRoute, { params: { username } });
const unblock = (who: Person, { username }: { username: string }) =>
  who.browser.call(deleteBlockRoute, { params: { username } });
const isBlocked = async (by: { id: number }, other: { id: number }) =>
  (await countRows("blocks", sql`user_id = ${by.id} and blocked_id = ${other.id}`)) === 1;

async function list(who: Person, input: Record<string, unknown> = {}) {
  const answer = await who.browser.call(blockListRoute, { input });
  const people = (answer.body.data ?? []) as PresentUserCard[];
  return { ...answer, names: people.map(({ username }) => username) };
}

describe("a block", () => {
  test("is made and lifted by the same press, and counted", async () => {
    const [me, other] = [await person(), await addUser()];
    const made = await toggle(me, other);
    expect([made.status, made.body]).toEqual([
      200,
      { message: `${other.username} is blocked.`, blocked: true },
    ]);
    expectCost(made, { rounds: 2, written: 25 });
    expect(await isBlocked(me, other)).toBe(true);
    expect(await isBlocked(other, me)).toBe(false);
    expect(await brokenRules()).toEqual(NO_RULE_BROKEN);
    const lifted = await toggle(me, { username: other.username.toUpperCase() });
    expect(lifted.body).toEqual({ message: `${other.username} is not blocked any more.`, blocked: false });
    expectCost(lifted, { rounds: 2, written: 25 });
    expect(await isBlocked(me, other)).toBe(false);
    expect(await brokenRules()).toEqual(NO_RULE_BROKEN);
  });

  test("is lifted from the list, and lifting it again does nothing", async () => {
    const [me, other] = [await person(), await addUser()];
    await toggle(me, other);
    for (let n = 0; n < 2; n++) {
      const answer = await unblock(me, other);
      expect([answer.status, answer.body.blocked]).toEqual([200, false]);
      expect(await isBlocked(me, other)).toBe(false);
    }
    expect(await brokenRules()).toEqual(NO_RULE_BROKEN);
  });

  test("of one person does not lift the other's", async () => {
    const [me, other] = [await person(), await person()];
    await toggle(me, other);
    await toggle(other, me);
    await unblock(me, other);
    expect([await isBlocked(me, other), await isBlocked(other, me)]).toEqual([false, true]);
  });

  test("pressed twice at once is one block", async () => {
    const [me, other] = [await person(), await addUser()];
    const answers = await Promise.all([toggle(me, other), toggle(me, other)]);
    for (const { status } of answers) expect(status).toBe(200);
    expect(await brokenRules()).toEqual(NO_RULE_BROKEN);
    expect(await list(me)).toMatchObject({ body: { meta: { total: (await isBlocked(me, other)) ? 1 : 0 } } });
  });

  test.each([
    ["being buddies", (me: Person, other: Person) => befriend(me, other)],
    ["one's own request", (me: Person, other: Person) => ask(me, other)],
    ["the other's request", (me: Person, other: Person) => ask(other, me)],
  ])("ends %s", async (_, before) => {
    const [me, other] = [await person(), await person()];
    await before(me, other);
    const made = await toggle(me, other);
    expect(made.status).toBe(200);
    expectCost(made, { rounds: 2, written: 25 });
    for (const table of ["buddies", "buddy_requests"]) {
      const [a, b] = table === "buddies" ? ["user_id", "buddy_id"] : ["from_id", "to_id"];
      const between = sql.raw(`${a} in (${me.id}, ${other.id}) and ${b} in (${me.id}, ${other.id})`);
      expect(await countRows(table, between)).toBe(0);
    }
    // It does not come back with the block lifted.
    await toggle(me, other);
    expect(await countRows("buddies", sql`user_id = ${me.id}`)).toBe(0);
    expect(await brokenRules()).toEqual(NO_RULE_BROKEN);
  });

  test.each([toggleBlockRoute, deleteBlockRoute])(
    "$path wants a member and a user who is not oneself",
    async (route) => {
      const me = await person();
      const call = (browser: Browser, username: string) => browser.call(route, { params: { username } });
      expect((await call(await Browser.visitor(), me.username)).status).toBe(401);
      expect((await call(me.browser, "nobody_here")).status).toBe(404);
      const self = await call(me.browser, me.username);
      expect([self.status, self.body.code]).toEqual([422, "own_account"]);
    },
  );
});

describe("the pages of both", () => {
  test("hear of a block: its maker what it is, the other that they can't write, and both that they are no buddies", async () => {
    const [me, other] = [await person(), await person()];
    for (const { browser } of [me, other]) browser.variant = {};
    await befriend(me, other);
    const [atMe, atOther] = [await listen(me), await listen(other)];
    await toggle(me, other);
    expect(await atMe.one("ContactChanged")).toEqual({
      event: "ContactChanged",
      user_id: other.id,
      username: other.username,
      block: true,
    });
    // Who is blocked is not told so.
    const toOther = { event: "ContactChanged", user_id: me.id, username: me.username };
    expect(await atOther.one("ContactChanged")).toEqual(toOther);
    for (const socket of [atMe, atOther])
      expect(await socket.one("BuddyChanged")).toMatchObject({ relation: "none", counts: { buddies: 0 } });
    await toggle(me, other);
    expect(await atMe.one("ContactChanged", ({ block }) => block === false)).toMatchObject({ block: false });
    expect(await atOther.all("ContactChanged", 2)).toEqual([toOther, toOther]);
    await Promise.all([atMe.settled(), atOther.settled()]);
    for (const socket of [atMe, atOther]) expect(await socket.all("BuddyChanged")).toHaveLength(1);
    for (const socket of [atMe, atOther]) socket.close();
  });
});

describe("the list of blocks", () => {
  test("is newest first, in pages, with its total and no more rows than it shows", async () => {
    const me = await person();
    const names = Array.from({ length: 30 }, (_, i) => `villain_${i}`);
    await db.batch([
      statement(sql`insert into users (username, email, password_hash, created_at)
        select value, value || '@example.com', '', 1 from json_each(${JSON.stringify(names)})`),
      statement(sql`insert into blocks (user_id, blocked_id, created_at)
        select ${me.id}, u.id, n.key + 1 from json_each(${JSON.stringify(names)}) n cross join users u on u.username = n.value`),
    ]);
    const [first, second] = [await list(me), await list(me, { page: 2 })];
    expect([...first.names, ...second.names]).toEqual(names.reverse());
    expect(first.body).toMatchObject({
      meta: { current_page: 1, last_page: 2, total: 30 },
      links: { next: "/api/blocks?page=2" },
    });
    for (const page of [first, second])
      expectCost(page, { rounds: 1, read: 6 * LIMITS.pageSize.blocks, written: 0 });
    const found = await list(me, { search: "LAIN_2" });
    expect(found.names).toEqual(names.filter((name) => name.startsWith("villain_2")));
    expect(found.body.meta).toMatchObject({ total: 11 });
    expectCost(found, { rounds: 2, read: 2_000, written: 0 });
    expect((await list(me, { search: "nobody" })).names).toEqual([]);
  });

  test("is one's own alone", async () => {
    const [me, other] = [await person(), await person()];
    await toggle(me, other);
    expect((await list(other)).names).toEqual([]);
    expect((await (await Browser.visitor()).call(blockListRoute)).status).toBe(401);
    for (const page of [0, "x", 1_000_000]) expect((await list(me, { page })).status).toBe(422);
  });
});
