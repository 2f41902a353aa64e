import { sql } from "drizzle-orm";
import fc from "fast-check";
import { statement } from "#db/database.ts";
import { BUDDY_TABS } from "#domain/buddies/rules.ts";
import { homeRoute } from "#domain/home/api.ts";
import { LIMITS } from "#domain/limits.ts";
import { type Notification, notificationListRoute } from "#domain/notifications/api.ts";
import { peopleCountsRoute } from "#domain/presence/api.ts";
import { PRIVATE_LEVEL, type PresentUserCard } from "#domain/presence/presence.ts";
import { flushPresence, readBoardNow } from "#tests/support/board.ts";
import { addUser, Browser, countRows, db, runSql, testEnv, unique } from "#tests/support/browser.ts";
import {
  befriend,
  buddyCommand,
  fetchBuddyList,
  randomStep,
  relationBetween,
  takeStep,
} from "#tests/support/buddies.ts";
import { expectCost, NO_COST } from "#tests/support/cost.ts";
import { parsePage } from "#tests/support/pages.ts";
import { connectSocket } from "#tests/support/socket.ts";
import { signedInUser, type TestUser } from "#tests/support/test-user.ts";
import { addLevel } from "#tests/support/world.ts";
import { presenceStub } from "#worker/live/stubs.ts";

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

const online = ({ id }: { id: number }) => runSql`insert into presence (user_id, since) values (${id}, 1)`;

const playing = ({ id }: { id: number }, level: number) =>
  runSql`insert into playing (user_id, level_id, since) values (${id}, ${level}, 1)`;

async function buddiesOnline(browser: Browser) {
  const response = await browser.call(homeRoute);
  expect(response.status).toBe(200);
  return { response, shown: response.body.buddies_online as PresentUserCard[] };
}

describe("the front page's buddies", async () => {
  const me = await signedInUser();
  const crowded = await signedInUser();

  test("are those online or playing, with their presence; those in a level come first", async () => {
    const [away, here, gamer, stranger] = await Promise.all([addUser(), addUser(), addUser(), addUser()]);
    for (const one of [away, here, gamer]) await befriend(me, one);
    const level = await addLevel(stranger.id, { title: "Sky Maze" });
    await online(here);
    await online(gamer);
    await playing(gamer, level);
    await online(stranger);
    await playing(stranger, level);

    const { shown } = await buddiesOnline(me);

    expect(shown.map(({ username }) => username)).toEqual([gamer.username, here.username]);
    expect(shown[0]).toMatchObject({
      online: true,
      player: { level: { id: level, title_tooltip: "Sky Maze" } },
    });
    expect(shown[1]).toMatchObject({ online: true, player: null, url: `/users/${here.username}` });
  });

  test("include a buddy who plays without an open page, without a private level's title", async () => {
    const gamer = await addUser();
    await befriend(me, gamer);
    await playing(gamer, await addLevel(me.id, { title: "Secret lair", visibility: "private" }));

    expect((await buddiesOnline(me)).shown.find(({ id }) => id === gamer.id)).toMatchObject({
      online: false,
      player: { level: { id: null, title_tooltip: PRIVATE_LEVEL } },
    });
  });

  test("are empty for a visitor", async () => {
    expect(await buddiesOnline(await Browser.visitor())).toMatchObject({ shown: [] });
  });

  test("are at most 12 of the newest 100, at a bounded cost", async () => {
    const alone = await buddiesOnline(await signedInUser());
    const level = await addLevel(crowded.id);
    const [first] = await runSql<{ id: number }>`insert into users (username, email, password_hash,
      created_at)
        select 'pal_' || value, 'pal_' || value || '@example.com', '', 1 from json_each(${JSON.stringify(
          Array.from({ length: 130 }, (_, i) => i),
        )}) returning id`;
    const start = first?.id ?? 0;
    // The oldest thirty buddies have the lowest ids.
    await runSql`insert into buddies (user_id, buddy_id, created_at)
      select ${crowded.id}, id, id from users where id >= ${start} and id < ${start + 130}`;
    await runSql`insert into presence (user_id, since) select id, 1 from users where id >= ${start}`;
    await runSql`insert into playing (user_id, level_id, since)
      select id, ${level}, 1 from users where id >= ${start + 60}`;

    const { response, shown } = await buddiesOnline(crowded);

    expect(shown).toHaveLength(12);
    expect(shown.every(({ player, id }) => player && id >= start + 30)).toBe(true);
    expectCost(response, { read: alone.response.cost.read + 200, roundTrips: 1 });

    await runSql`delete from presence where user_id >= ${start + 30}`;
    await runSql`delete from playing`;
    expect((await buddiesOnline(crowded)).shown).toEqual([]);
  });
});

test("GET /api/presence/counts returns the board's numbers to members and visitors alike, without the database", async () => {
  const member = await signedInUser();
  await presenceStub(testEnv, member.id).setPresence(member.id, {
    online: true,
    player: { level: { id: 7, title_tooltip: "Sky Maze" } },
    version: 1,
  });
  await flushPresence(member.id);
  const { counts } = await readBoardNow();
  expect(counts.playing).toBeGreaterThanOrEqual(1);
  expect(counts.online).toBeGreaterThanOrEqual(counts.playing);
  expect(counts.users).toBeGreaterThan(counts.online);
  for (const browser of [await Browser.visitor(), member]) {
    const response = await browser.call(peopleCountsRoute);
    expect(response.body.counts).toEqual(counts);
    expect(response.cost).toEqual(NO_COST);
  }
});

test("GET /api/presence/counts are in the HTML of any page afterwards, at no cost", async () => {
  const visitor = await Browser.visitor();
  const { counts } = (await visitor.call(peopleCountsRoute)).body as { counts: { online: number } };
  expect(parsePage(await visitor.fetch("/gold")).data.online).toBe(counts.online);
});

const block = (from: { id: number }, to: { id: number }) =>
  runSql`insert into blocks (user_id, blocked_id, created_at) values (${from.id}, ${to.id}, 1)`;

/** A member whose browser waits for background work. */
async function waiting(fields = {}): Promise<TestUser> {
  const user = await signedInUser(fields);
  user.variant = {};
  return user;
}

describe("the open pages of both members", () => {
  test("receive the new relation, each with its own side and counts", async () => {
    const [a, b] = [await waiting(), await waiting()];
    const [atA, atB] = [await connectSocket(a), await connectSocket(b)];
    const expectBoth = async (relationA: string, relationB: string) => {
      const eventOf = ({ id, username }: TestUser, relation: string) => ({
        ...{ event: "BuddyChanged", user_id: id, username, relation },
        counts: {
          buddies: Number(relation === "buddy"),
          incoming: Number(relation === "incoming"),
          outgoing: Number(relation === "outgoing"),
        },
      });
      expect(await atA.one("BuddyChanged")).toEqual(eventOf(b, relationA));
      expect(await atB.one("BuddyChanged")).toEqual(eventOf(a, relationB));
    };
    await buddyCommand("request", a, b);
    await expectBoth("outgoing", "incoming");
    await buddyCommand("delete", b, a);
    await expectBoth("none", "none");
    await buddyCommand("request", b, a);
    await expectBoth("incoming", "outgoing");
    await buddyCommand("accept", a, b);
    await expectBoth("buddy", "buddy");
    await buddyCommand("delete", b, a);
    await expectBoth("none", "none");
    expect(await atA.all("BuddyChanged")).toHaveLength(5);
    // A command without effect sends no event, and neither does an unchanged permission to write.
    await buddyCommand("delete", a, b);
    await atA.settled();
    expect(await atA.all("BuddyChanged")).toHaveLength(5);
    expect(await atA.all("ContactChanged", 0)).toEqual([]);
  });

  test("receive that messages become possible or impossible where only buddies can write", async () => {
    const [a, b] = [await waiting({ message_privacy: 2 }), await waiting()];
    const [atA, atB] = [await connectSocket(a), await connectSocket(b)];
    await buddyCommand("request", a, b);
    await buddyCommand("accept", b, a);
    await buddyCommand("delete", b, a);
    await Promise.all([atA.settled(), atB.settled()]);
    const changed = { event: "ContactChanged", user_id: a.id, username: a.username };
    expect(await atB.all("ContactChanged")).toEqual([changed, changed]);
    expect(await atA.all("ContactChanged", 0)).toEqual([]);
  });

  test("receive the true state last, whatever happens at the same time", async () => {
    const people = [await waiting(), await waiting(), await waiting()];
    const sockets = await Promise.all(people.map((user) => connectSocket(user)));
    const waves = fc.sample(fc.array(randomStep(3), { minLength: 12, maxLength: 12 }), {
      numRuns: 4,
      seed: 11,
    });
    for (const wave of waves) {
      await Promise.all(wave.map((one) => takeStep(people, one)));
      for (const [i, socket] of sockets.entries()) {
        await socket.settled();
        const user = people[i] as TestUser;
        const last = socket.events.findLast(({ event }) => event === "BuddyChanged");
        const { body } = await fetchBuddyList(user, user.username);
        if (last?.event === "BuddyChanged") expect(last.counts).toEqual(body.counts);
        for (const other of people) {
          const latest = socket.events.findLast(
            (event) => event.event === "BuddyChanged" && event.user_id === other.id,
          );
          if (latest?.event === "BuddyChanged")
            expect(latest.relation).toBe(await relationBetween(user, other));
        }
      }
    }
  });
});

const notificationsOf = async (user: TestUser) =>
  (await user.call(notificationListRoute)).body.data as Notification[];

test("a buddy notification is sent once per new request and once per acceptance", async () => {
  const [a, b] = [await waiting(), await waiting()];
  await Promise.all([
    buddyCommand("request", a, b),
    buddyCommand("request", a, b),
    buddyCommand("request", a, b),
  ]);
  expect(await notificationsOf(b)).toMatchObject([
    {
      type: "buddy_request",
      count: 1,
      actors: [{ id: a.id }],
      url: `/users/${b.username}/buddies/incoming`,
      read: false,
    },
  ]);
  expect(await notificationsOf(a)).toEqual([]);
  await Promise.all([
    buddyCommand("accept", b, a),
    buddyCommand("request", b, a),
    buddyCommand("accept", b, a),
  ]);
  expect(await notificationsOf(a)).toMatchObject([
    { type: "buddy_accept", count: 1, actors: [{ id: b.id }], url: `/users/${a.username}/buddies` },
  ]);
  expect(await notificationsOf(b)).toHaveLength(1);
  expect(await countRows("notices")).toBe(0);
});

test("a buddy notification isn't sent across a block", async () => {
  const [a, b] = [await waiting(), await waiting()];
  await block(b, a);
  await buddyCommand("request", a, b);
  await buddyCommand("request", b, a);
  expect([await notificationsOf(a), await notificationsOf(b)]).toEqual([[], []]);
});
