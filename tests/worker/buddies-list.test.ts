import { sql } from "drizzle-orm";
import { statement } from "#db/database.ts";
import { BUDDY_TABS } from "#domain/buddies/rules.ts";
import { LIMITS } from "#domain/limits.ts";
import { befriend } from "#tests/support/broken-buddy-rules.ts";
import { addUser, Browser, db, runSql, unique } from "#tests/support/browser.ts";
import { fetchBuddyList } from "#tests/support/buddies.ts";
import { expectCost } from "#tests/support/cost.ts";
import { signedInUser } from "#tests/support/test-user.ts";
import { addLevel } from "#tests/support/world.ts";

const visitor = await Browser.visitor();

/** Fills a member's list with new users, the last one newest; returns their names in list order. */
async function crowd(user: { id: number }, tab: string, count: number, prefix = "crowd"): Promise<string[]> {
  const n = unique();
  const names = Array.from({ length: count }, (_, i) => `${prefix}_${n}_${i}`);
  const into =
    tab === "buddies"
      ? sql`insert into buddies (user_id, buddy_id, created_at)`
      : sql`insert into buddy_requests (${sql.raw(tab === "incoming" ? "to_id, from_id" : "from_id, to_id")}, created_at)`;
  await db.batch({
    users: statement(sql`insert into users (username, email, password_hash, created_at)
      select value, value || '@example.com', '', 1 from json_each(${JSON.stringify(names)})`),
    rows: statement(sql`${into} select ${user.id}, u.id, n.key + 1 from json_each(${JSON.stringify(names)}) n
      cross join users u on u.username = n.value`),
  });
  return names.reverse();
}

describe("GET /api/buddies/{username}/{tab}", () => {
  test.each(BUDDY_TABS)("returns %s newest first, page by page, at a bounded cost", async (tab) => {
    const user = await signedInUser();
    const names = await crowd(user, tab, 61);
    const collected: string[] = [];
    for (const page of [1, 2, 3]) {
      const shown = await fetchBuddyList(user, user.username, tab, { page });
      expect(shown.total).toBe(61);
      expectCost(shown, { roundTrips: 1, read: 6 * LIMITS.pageSize.buddies, written: 0 });
      collected.push(...shown.names);
    }
    expect(collected).toEqual(names);
    const last = await fetchBuddyList(user, user.username, tab, { page: 4 });
    expect([last.names, last.body.links]).toEqual([[], { next: null }]);
    const first = await fetchBuddyList(user, user.username, tab, { search: "" });
    expect(first.body.links).toEqual({ next: `/api/buddies/${user.username}/${tab}?page=2` });
    expect(first.body.user).toEqual({ id: user.id, username: user.username });
  });

  test("searches any part of the name, in any case and for the literal letters", async () => {
    const user = await signedInUser();
    const names = await crowd(user, "buddies", 900, "Xa");
    const other = await signedInUser({ username: "Quite_Different" });
    await befriend(user, other, 5_000);
    for (const search of ["different", "TE_DIF", "Quite_Different"])
      expect((await fetchBuddyList(visitor, user.username, "buddies", { search })).names, search).toEqual([
        other.username,
      ]);
    for (const search of ["%", "e%d", "' or 1=1 --", "x".repeat(100)])
      expect((await fetchBuddyList(visitor, user.username, "buddies", { search })).names, search).toEqual([]);
    const many = await fetchBuddyList(visitor, user.username, "buddies", { search: "xA_", page: 2 });
    // Only the newest 900 are searched, so the oldest of the crowd isn't found.
    expect(many.total).toBe(899);
    expect(many.names).toEqual(names.slice(24, 48));
    expectCost(many, { roundTrips: 2, read: 2_000, written: 0 });
    const far = await fetchBuddyList(visitor, user.username, "buddies", { page: 37 });
    expect(far.names).toEqual(names.slice(863, 887));
    expectCost(far, { roundTrips: 1, read: 6 * 24 + 37 * 24, written: 0 });
  });

  test("returns where everyone is, without the title of a private level", async () => {
    const user = await signedInUser();
    const [online, playing, hiding] = [await addUser(), await addUser(), await addUser()];
    const open = await addLevel(user.id, { title: "Lava Run" });
    const secret = await addLevel(user.id, { title: "My secret", visibility: "private" });
    for (const one of [online, playing, hiding]) await befriend(user, one, one.id);
    await runSql`insert into presence (user_id, since) values (${online.id}, 1), (${playing.id}, 1)`;
    await runSql`insert into playing (user_id, level_id, since)
      values (${playing.id}, ${open}, 1), (${hiding.id}, ${secret}, 1)`;
    const { people } = await fetchBuddyList(visitor, user.username);
    expect(people.map(({ online, player }) => ({ online, player }))).toEqual([
      { online: false, player: { level: { id: null, title_tooltip: "a private level" } } },
      { online: true, player: { level: { id: open, title_tooltip: "Lava Run" } } },
      { online: true, player: null },
    ]);
  });

  test("returns buddies to everyone and requests to their owner only", async () => {
    const owner = await signedInUser();
    await crowd(owner, "buddies", 2);
    await crowd(owner, "incoming", 3);
    await crowd(owner, "outgoing", 4);
    const countsFor = async (browser: Browser) => (await fetchBuddyList(browser, owner.username)).body.counts;
    expect(await countsFor(owner)).toEqual({ buddies: 2, incoming: 3, outgoing: 4 });
    for (const role of ["member", "moderator", "admin"] as const)
      expect(await countsFor(await signedInUser({ role }))).toEqual({ buddies: 2, incoming: 0, outgoing: 0 });
    expect(await countsFor(visitor)).toEqual({ buddies: 2, incoming: 0, outgoing: 0 });
    await runSql`update users set banned_at = 1 where id = ${owner.id}`;
    expect((await fetchBuddyList(owner, owner.username)).status).toBe(200);
    expect((await fetchBuddyList(owner, owner.username, "incoming")).status).toBe(403);
  });
});
