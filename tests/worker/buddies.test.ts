import { sql } from "drizzle-orm";
import fc from "fast-check";
import { beforeAll, describe, expect, test } from "vitest";
import { statement } from "#db/client.ts";
import { deleteBlockRoute, toggleBlockRoute } from "#domain/blocks/api.ts";
import {
  acceptBuddyRoute,
  buddyListRoute,
  deleteBuddyRoute,
  requestBuddyRoute,
} from "#domain/buddies/api.ts";
import { BUDDY_TABS } from "#domain/buddies/rules.ts";
import { LIMITS } from "#domain/limits.ts";
import { type Notification, notificationListRoute } from "#domain/notifications/api.ts";
import type { PresentUserCard } from "#domain/presence/presence.ts";
import { type Answer, addUser, Browser, countRows, db, unique } from "#tests/support/browser.ts";
import { expectCost } from "#tests/support/cost.ts";
import { befriend, brokenRules, NO_RULE_BROKEN } from "#tests/support/pairs.ts";
import { type Person, person } from "#tests/support/people.ts";
import { listen } from "#tests/support/socket.ts";
import { addLevel } from "#tests/support/world.ts";

const ACTS = { request: requestBuddyRoute, accept: acceptBuddyRoute, delete: deleteBuddyRoute } as const;
type Act = keyof typeof ACTS;

const run = (template: ReturnType<typeof sql>) => db.all(statement(template));
const act = (name: Act, who: Person, { username }: { username: string }, input = {}) =>
  who.browser.call(ACTS[name], { params: { username }, input });

let visitor: Browser;

beforeAll(async () => {
  visitor = await Browser.visitor();
});

const request = (from: { id: number }, to: { id: number }, at = 1) =>
  run(sql`insert into buddy_requests (from_id, to_id, created_at) values (${from.id}, ${to.id}, ${at})`);
const block = (from: { id: number }, to: { id: number }) =>
  run(sql`insert into blocks (user_id, blocked_id, created_at) values (${from.id}, ${to.id}, 1)`);

/** How two people can stand before one of them acts. */
const STANDINGS: Record<string, (me: Person, other: Person) => Promise<unknown>> = {
  none: async () => {},
  outgoing: (me, other) => request(me, other),
  incoming: (me, other) => request(other, me),
  buddy: (me, other) => befriend(me, other),
  "one's own block": (me, other) => block(me, other),
  "the other's block": (me, other) => block(other, me),
};

/** What each act answers in each standing, and how the two stand then. */
const OUTCOMES: [from: string, act: Act, status: number, is: string, message: string][] = [
  ["none", "request", 200, "outgoing", "Your request is on its way."],
  ["outgoing", "request", 200, "outgoing", "Your request is on its way."],
  ["incoming", "request", 200, "buddy", "You and {other} are buddies."],
  ["buddy", "request", 200, "buddy", "You and {other} are buddies."],
  ["one's own block", "request", 403, "none", "This user is blocked"],
  ["the other's block", "request", 403, "none", "This person does not take requests from you."],
  ["none", "accept", 404, "none", "There is no request from {other}."],
  ["outgoing", "accept", 404, "outgoing", "There is no request from {other}."],
  ["incoming", "accept", 200, "buddy", "You and {other} are buddies."],
  ["buddy", "accept", 200, "buddy", "You and {other} are buddies."],
  ["one's own block", "accept", 404, "none", "There is no request from {other}."],
  ["the other's block", "accept", 404, "none", "There is no request from {other}."],
  ["none", "delete", 200, "none", "{other} is not your buddy."],
  ["outgoing", "delete", 200, "none", "Your request has been withdrawn."],
  ["incoming", "delete", 200, "none", "The request has been declined."],
  ["buddy", "delete", 200, "none", "{other} is not your buddy any more."],
  ["one's own block", "delete", 200, "none", "{other} is not your buddy."],
  ["the other's block", "delete", 200, "none", "{other} is not your buddy."],
];

/** How `me` and `other` stand by the rows there are. */
async function relation(me: { id: number }, other: { id: number }): Promise<string> {
  const [rows] = await db.batch([
    statement<{ relation: string }>(sql`
      select 'buddy' as relation from buddies where user_id = ${me.id} and buddy_id = ${other.id}
      union all select 'outgoing' from buddy_requests where from_id = ${me.id} and to_id = ${other.id}
      union all select 'incoming' from buddy_requests where from_id = ${other.id} and to_id = ${me.id}`),
  ]);
  expect(rows.length).toBeLessThanOrEqual(1);
  return rows[0]?.relation ?? "none";
}

const mirrored = (relation: string) =>
  relation === "incoming" ? "outgoing" : relation === "outgoing" ? "incoming" : relation;

describe("an act between two people", () => {
  test.each(OUTCOMES)(
    "from %s: %s is answered %i and leaves them %s",
    async (from, name, status, is, message) => {
      const [me, other] = [await person(), await person()];
      await STANDINGS[from]?.(me, other);
      const answer = await act(name, me, other);
      expect([answer.status, answer.body.message]).toEqual([
        status,
        message.replace("{other}", other.username),
      ]);
      expect(await relation(me, other)).toBe(is);
      expect(await relation(other, me)).toBe(mirrored(is));
      if (status === 200)
        expect(answer.body).toMatchObject({
          relation: is,
          counts: { buddies: is === "buddy" ? 1 : 0, incoming: 0, outgoing: is === "outgoing" ? 1 : 0 },
        });
      // A 404 also looks up whether an account had the name until lately.
      expectCost(answer, { rounds: status === 404 ? 3 : 2, written: 25 });
      // Once more is the same again.
      if (status === 200 && name !== "delete") expect((await act(name, me, other)).body).toEqual(answer.body);
      expect(await brokenRules()).toEqual(NO_RULE_BROKEN);
    },
  );

  test.each(Object.keys(ACTS) as Act[])("%s wants a user of that name who is not oneself", async (name) => {
    const me = await person();
    expect((await act(name, me, { username: "nobody_here" })).status).toBe(404);
    const self = await act(name, me, { username: me.username.toUpperCase() });
    expect([self.status, self.body.code]).toEqual([422, "own_account"]);
    expect((await visitor.call(ACTS[name], { params: { username: me.username } })).status).toBe(401);
    expect((await visitor.call(ACTS[name], { params: { username: "no spaces" } })).status).toBe(404);
  });

  test("takes the name in any case, and a request's accepter the id that belongs to it", async () => {
    const [me, other] = [await person(), await person()];
    await request(other, me);
    expect((await act("accept", me, other, { user_id: me.id })).status).toBe(404);
    expect((await act("accept", me, other, { user_id: "x" })).body).toMatchObject({
      errors: { user_id: [expect.stringContaining("User id")] },
    });
    const accepted = await act(
      "accept",
      me,
      { username: other.username.toUpperCase() },
      { user_id: other.id },
    );
    expect(accepted.body).toMatchObject({ relation: "buddy" });
  });

  test("is not opened by being staff where there is a block: it would end what comes of it", async () => {
    for (const role of ["moderator", "admin"] as const) {
      const [me, other] = [await person({ role }), await person()];
      await block(other, me);
      expect((await act("request", me, other)).status).toBe(403);
      expect(await relation(me, other)).toBe("none");
    }
  });
});

describe("there is room for a thousand", () => {
  const fill = (who: { id: number }, column: string, count: number) =>
    run(sql`update users set ${sql.raw(column)} = ${count} where id = ${who.id}`);

  test.each([
    ["request", "me", "outgoing_count", "none"],
    ["request", "other", "incoming_count", "none"],
    ["accept", "me", "buddies_count", "incoming"],
    ["accept", "other", "buddies_count", "incoming"],
    ["request", "me", "buddies_count", "incoming"],
    ["request", "other", "buddies_count", "incoming"],
  ] as const)("%s is refused where %s has a full %s", async (name, whose, column, from) => {
    const [me, other] = [await person(), await person()];
    await STANDINGS[from]?.(me, other);
    const full = whose === "me" ? me : other;
    await fill(full, column, LIMITS.buddies);
    const refused = await act(name, me, other);
    expect([refused.status, refused.body.code]).toEqual([422, "buddy_limit"]);
    expect(await relation(me, other)).toBe(from);
    await fill(full, column, LIMITS.buddies - 1);
    expect((await act(name, me, other)).status).toBe(200);
    await fill(full, column, 0);
    await run(sql`update users set buddies_count = (select count(*) from buddies where user_id = users.id),
      outgoing_count = (select count(*) from buddy_requests where from_id = users.id),
      incoming_count = (select count(*) from buddy_requests where to_id = users.id)`);
  });

  test("and the last place is taken once, however many come for it", async () => {
    const me = await person();
    const others = await Promise.all(Array.from({ length: 6 }, () => person()));
    await fill(me, "incoming_count", LIMITS.buddies - 2);
    const answers = await Promise.all(others.map((other) => act("request", other, me)));
    expect(answers.map(({ status }) => status).sort()).toEqual([200, 200, 422, 422, 422, 422]);
    await run(
      sql`update users set incoming_count = incoming_count - ${LIMITS.buddies - 2} where id = ${me.id}`,
    );
    await Promise.all(others.map((other) => act("request", other, me)));
    await fill(me, "buddies_count", LIMITS.buddies - 1);
    const accepted = await Promise.all(others.map((other) => act("accept", me, other)));
    expect(accepted.map(({ status }) => status).sort()).toEqual([200, 422, 422, 422, 422, 422]);
    await run(
      sql`update users set buddies_count = buddies_count - ${LIMITS.buddies - 1} where id = ${me.id}`,
    );
    expect(await brokenRules()).toEqual(NO_RULE_BROKEN);
  });
});

type Step = { from: number; to: number; act: Act | "toggle" | "unblock" };
const ROUTES = { ...ACTS, toggle: toggleBlockRoute, unblock: deleteBlockRoute } as const;
const step = (people: number): fc.Arbitrary<Step> =>
  fc
    .record({
      from: fc.nat({ max: people - 1 }),
      to: fc.nat({ max: people - 1 }),
      act: fc.constantFrom(...(Object.keys(ROUTES) as Step["act"][])),
    })
    .filter(({ from, to }) => from !== to);

const take = (people: Person[], { from, to, act: name }: Step) =>
  (people[from] as Person).browser.call(ROUTES[name], {
    params: { username: people[to]?.username ?? "" },
  });

/** The same acts on sets of pairs. */
class Model {
  readonly buddies = new Set<string>();
  readonly requests = new Set<string>();
  readonly blocks = new Set<string>();

  take({ from, to, act: name }: Step): void {
    const [there, back] = [`${from}>${to}`, `${to}>${from}`];
    const accept = () => {
      if (!this.requests.delete(back)) return false;
      this.buddies.add(there).add(back);
      return true;
    };
    const part = () => {
      for (const set of [this.buddies, this.requests]) for (const pair of [there, back]) set.delete(pair);
    };
    const isBlocked = this.blocks.has(there) || this.blocks.has(back);
    if (name === "request" && !accept() && !this.buddies.has(there) && !isBlocked) this.requests.add(there);
    if (name === "accept") accept();
    if (name === "delete") part();
    if (name === "unblock") this.blocks.delete(there);
    if (name === "toggle" && !this.blocks.delete(there)) {
      this.blocks.add(there);
      part();
    }
  }

  get rows() {
    return [this.buddies, this.requests, this.blocks].map((set) => [...set].sort());
  }
}

/** What is stored between these people, as the model has it. */
async function stored(people: readonly Person[]) {
  const index = new Map(people.map(({ id }, i) => [id, i]));
  const pairs = async (table: string, a: string, b: string) => {
    const rows = await db.all(
      statement<{ a: number; b: number }>(sql.raw(`select ${a} as a, ${b} as b from ${table}`)),
    );
    return rows
      .filter(({ a, b }) => index.has(a) && index.has(b))
      .map(({ a, b }) => `${index.get(a)}>${index.get(b)}`)
      .sort();
  };
  return [
    await pairs("buddies", "user_id", "buddy_id"),
    await pairs("buddy_requests", "from_id", "to_id"),
    await pairs("blocks", "user_id", "blocked_id"),
  ];
}

describe("whatever people do", () => {
  test("one after the other, the rows are what a simple model says", async () => {
    const people = [await person(), await person(), await person()];
    await fc.assert(
      fc.asyncProperty(fc.array(step(3), { minLength: 1, maxLength: 12 }), async (steps) => {
        for (const table of ["buddies", "buddy_requests", "blocks"])
          await run(sql.raw(`delete from ${table}`));
        const model = new Model();
        for (const one of steps) {
          model.take(one);
          expect((await take(people, one)).status).toBeLessThan(500);
        }
        expect(await stored(people)).toEqual(model.rows);
        expect(await brokenRules()).toEqual(NO_RULE_BROKEN);
      }),
      { numRuns: 25 },
    );
  });

  test("at the same time, no friendship is ever half and nothing stands beside what excludes it", async () => {
    const people = await Promise.all(Array.from({ length: 4 }, () => person()));
    const waves = fc.sample(fc.array(step(4), { minLength: 24, maxLength: 24 }), { numRuns: 8, seed: 4 });
    for (const wave of waves) {
      const answers = await Promise.all(wave.map((one) => take(people, one)));
      for (const { status } of answers) expect(status).toBeLessThan(500);
      expect(await brokenRules()).toEqual(NO_RULE_BROKEN);
    }
  });

  test("two who ask each other at the same time are buddies", async () => {
    for (let n = 0; n < 5; n++) {
      const [a, b] = [await person(), await person()];
      await Promise.all([act("request", a, b), act("request", b, a)]);
      expect(await relation(a, b)).toBe("buddy");
    }
    expect(await brokenRules()).toEqual(NO_RULE_BROKEN);
  });
});

type Listed = Answer & { people: PresentUserCard[]; names: string[]; total: number };

async function list(
  browser: Browser,
  username: string,
  tab: string = "buddies",
  input: Record<string, unknown> = {},
): Promise<Listed> {
  const answer = await browser.call(buddyListRoute, { params: { username, tab }, input });
  const people = (answer.body.data ?? []) as PresentUserCard[];
  const { total = -1 } = (answer.body.meta ?? {}) as { total?: number };
  return { ...answer, people, names: people.map(({ username }) => username), total };
}

/** Gives somebody a full list of new people, the last one the newest, and answers their names in order. */
async function crowd(who: { id: number }, tab: string, count: number, prefix = "crowd"): Promise<string[]> {
  const n = unique();
  const names = Array.from({ length: count }, (_, i) => `${prefix}_${n}_${i}`);
  const into =
    tab === "buddies"
      ? sql`insert into buddies (user_id, buddy_id, created_at)`
      : sql`insert into buddy_requests (${sql.raw(tab === "incoming" ? "to_id, from_id" : "from_id, to_id")}, created_at)`;
  await db.batch([
    statement(sql`insert into users (username, email, password_hash, created_at)
      select value, value || '@example.com', '', 1 from json_each(${JSON.stringify(names)})`),
    statement(sql`${into} select ${who.id}, u.id, n.key + 1 from json_each(${JSON.stringify(names)}) n
      cross join users u on u.username = n.value`),
  ]);
  return names.reverse();
}

describe("a list", () => {
  test.each(BUDDY_TABS)("of %s is read newest first, page by page, at the same cost", async (tab) => {
    const who = await person();
    const names = await crowd(who, tab, 61);
    const met: string[] = [];
    for (const page of [1, 2, 3]) {
      const shown = await list(who.browser, who.username, tab, { page });
      expect(shown.total).toBe(61);
      expectCost(shown, { rounds: 1, read: 6 * LIMITS.pageSize.buddies, written: 0 });
      met.push(...shown.names);
    }
    expect(met).toEqual(names);
    const last = await list(who.browser, who.username, tab, { page: 4 });
    expect([last.names, last.body.links]).toEqual([[], { next: null }]);
    const first = await list(who.browser, who.username, tab, { search: "" });
    expect(first.body.links).toEqual({ next: `/api/buddies/${who.username}/${tab}?page=2` });
    expect(first.body.user).toEqual({ id: who.id, username: who.username });
  });

  test("is searched by any part of the name, in any case and for the letters themselves", async () => {
    const who = await person();
    const names = await crowd(who, "buddies", 900, "Xa");
    const other = await person({ username: "Quite_Different" });
    await befriend(who, other, 5_000);
    for (const search of ["different", "TE_DIF", "Quite_Different"])
      expect((await list(visitor, who.username, "buddies", { search })).names, search).toEqual([
        other.username,
      ]);
    for (const search of ["%", "e%d", "' or 1=1 --", "x".repeat(100)])
      expect((await list(visitor, who.username, "buddies", { search })).names, search).toEqual([]);
    const many = await list(visitor, who.username, "buddies", { search: "xA_", page: 2 });
    // The newest 900 are looked at: of the crowd, the oldest is not.
    expect(many.total).toBe(899);
    expect(many.names).toEqual(names.slice(24, 48));
    expectCost(many, { rounds: 2, read: 2_000, written: 0 });
    const far = await list(visitor, who.username, "buddies", { page: 37 });
    expect(far.names).toEqual(names.slice(863, 887));
    expectCost(far, { rounds: 1, read: 6 * 24 + 37 * 24, written: 0 });
  });

  test("shows where everybody is, and a private level by no name", async () => {
    const who = await person();
    const [online, playing, hiding] = [await addUser(), await addUser(), await addUser()];
    const open = await addLevel(who.id, { title: "Lava Run" });
    const secret = await addLevel(who.id, { title: "My secret", visibility: "private" });
    for (const one of [online, playing, hiding]) await befriend(who, one, one.id);
    await run(sql`insert into presence (user_id, since) values (${online.id}, 1), (${playing.id}, 1)`);
    await run(
      sql`insert into playing (user_id, level_id, since) values (${playing.id}, ${open}, 1), (${hiding.id}, ${secret}, 1)`,
    );
    const { people } = await list(visitor, who.username);
    expect(people.map(({ online, player }) => ({ online, player }))).toEqual([
      { online: false, player: { level: { id: null, title_tooltip: "a private level" } } },
      { online: true, player: { level: { id: open, title_tooltip: "Lava Run" } } },
      { online: true, player: null },
    ]);
  });

  test("of buddies is for everybody, requests for their owner alone", async () => {
    const owner = await person();
    await crowd(owner, "buddies", 2);
    await crowd(owner, "incoming", 3);
    await crowd(owner, "outgoing", 4);
    const callers = {
      visitor: [visitor, 401],
      owner: [owner.browser, 200],
      other: [(await person()).browser, 403],
      moderator: [(await person({ role: "moderator" })).browser, 403],
      admin: [(await person({ role: "admin" })).browser, 403],
    } as const;
    for (const [name, [browser, status]] of Object.entries(callers)) {
      const shown = await list(browser, owner.username);
      const requests = status === 200 ? { incoming: 3, outgoing: 4 } : { incoming: 0, outgoing: 0 };
      expect([shown.status, shown.body.counts], name).toEqual([200, { buddies: 2, ...requests }]);
      for (const tab of ["incoming", "outgoing"]) {
        const answer = await list(browser, owner.username, tab);
        expect([answer.status, answer.names.length], name).toEqual([
          status,
          status === 200 ? requests[tab as keyof typeof requests] : 0,
        ]);
      }
    }
    await run(sql`update users set banned_at = 1 where id = ${owner.id}`);
    expect((await list(owner.browser, owner.username)).status).toBe(200);
    expect((await list(owner.browser, owner.username, "incoming")).status).toBe(403);
  });

  test("of nobody, of no such tab or of no such page is refused", async () => {
    const who = await person();
    for (const tab of BUDDY_TABS) expect((await list(who.browser, "nobody_here", tab)).status).toBe(404);
    for (const path of [`/api/buddies/${who.username}/enemies`, `/api/buddies/a b/buddies`])
      expect((await who.browser.fetch(path)).status).toBe(404);
    for (const page of [0, "x", 1.5, 1_000])
      expect((await list(who.browser, who.username, "buddies", { page })).status).toBe(422);
  });
});

/** Somebody with a browser that waits for what is done after an answer. */
async function waiting(fields = {}): Promise<Person> {
  const who = await person(fields);
  who.browser.variant = {};
  return who;
}

describe("the pages of both", () => {
  test("hear how the two stand now, each with their own side and counts", async () => {
    const [a, b] = [await waiting(), await waiting()];
    const [atA, atB] = [await listen(a), await listen(b)];
    const told = async (relationA: string, relationB: string) => {
      const [said, saidToo] = [await atA.one("BuddyChanged"), await atB.one("BuddyChanged")];
      expect(said).toEqual({
        event: "BuddyChanged",
        user_id: b.id,
        username: b.username,
        relation: relationA,
        counts: countsFor(relationA),
      });
      expect(saidToo).toEqual({
        event: "BuddyChanged",
        user_id: a.id,
        username: a.username,
        relation: relationB,
        counts: countsFor(relationB),
      });
    };
    const countsFor = (is: string) => ({
      buddies: Number(is === "buddy"),
      incoming: Number(is === "incoming"),
      outgoing: Number(is === "outgoing"),
    });
    await act("request", a, b);
    await told("outgoing", "incoming");
    await act("delete", b, a);
    await told("none", "none");
    await act("request", b, a);
    await told("incoming", "outgoing");
    await act("accept", a, b);
    await told("buddy", "buddy");
    await act("delete", b, a);
    await told("none", "none");
    expect(await atA.all("BuddyChanged")).toHaveLength(5);
    // What changes nothing is not told, and that everybody may write to either has not changed.
    await act("delete", a, b);
    await atA.settled();
    expect(await atA.all("BuddyChanged")).toHaveLength(5);
    expect(await atA.all("ContactChanged", 0)).toEqual([]);
    for (const socket of [atA, atB]) socket.close();
  });

  test("hear that they can or can't write any more where only buddies may", async () => {
    const [a, b] = [await waiting({ message_privacy: 2 }), await waiting()];
    const [atA, atB] = [await listen(a), await listen(b)];
    await act("request", a, b);
    await act("accept", b, a);
    await act("delete", b, a);
    await Promise.all([atA.settled(), atB.settled()]);
    const changed = { event: "ContactChanged", user_id: a.id, username: a.username };
    expect(await atB.all("ContactChanged")).toEqual([changed, changed]);
    expect(await atA.all("ContactChanged", 0)).toEqual([]);
    for (const socket of [atA, atB]) socket.close();
  });

  test("hear the truth last, whatever happens at the same time", async () => {
    const people = [await waiting(), await waiting(), await waiting()];
    const sockets = await Promise.all(people.map((who) => listen(who)));
    const waves = fc.sample(fc.array(step(3), { minLength: 12, maxLength: 12 }), { numRuns: 4, seed: 11 });
    for (const wave of waves) {
      await Promise.all(wave.map((one) => take(people, one)));
      for (const [i, socket] of sockets.entries()) {
        await socket.settled();
        const who = people[i] as Person;
        const last = socket.events.findLast(({ event }) => event === "BuddyChanged");
        const { body } = await list(who.browser, who.username);
        if (last?.event === "BuddyChanged") expect(last.counts).toEqual(body.counts);
        for (const other of people) {
          const said = socket.events.findLast(
            (event) => event.event === "BuddyChanged" && event.user_id === other.id,
          );
          if (said?.event === "BuddyChanged") expect(said.relation).toBe(await relation(who, other));
        }
      }
    }
    for (const socket of sockets) socket.close();
  });
});

describe("a notification", () => {
  const told = async (who: Person) =>
    (await who.browser.call(notificationListRoute)).body.data as Notification[];

  test("goes with a new request and with its acceptance, once each and only if they happened", async () => {
    const [a, b] = [await waiting(), await waiting()];
    await Promise.all([act("request", a, b), act("request", a, b), act("request", a, b)]);
    expect(await told(b)).toMatchObject([
      {
        type: "buddy_request",
        count: 1,
        actors: [{ id: a.id }],
        url: `/users/${b.username}/buddies/incoming`,
        read: false,
      },
    ]);
    expect(await told(a)).toEqual([]);
    await Promise.all([act("accept", b, a), act("request", b, a), act("accept", b, a)]);
    expect(await told(a)).toMatchObject([
      { type: "buddy_accept", count: 1, actors: [{ id: b.id }], url: `/users/${a.username}/buddies` },
    ]);
    expect(await told(b)).toHaveLength(1);
    expect(await countRows("notices")).toBe(0);
  });

  test("does not come across a block", async () => {
    const [a, b] = [await waiting(), await waiting()];
    await block(b, a);
    await act("request", a, b);
    await act("request", b, a);
    expect([await told(a), await told(b)]).toEqual([[], []]);
  });
});
