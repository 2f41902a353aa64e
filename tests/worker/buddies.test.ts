import { sql } from "drizzle-orm";
import fc from "fast-check";
import { LIMITS } from "#domain/limits.ts";
import { runSql } from "#tests/support/browser.ts";
import {
  BUDDY_ROUTES,
  type BuddyCommand,
  type BuddyStep,
  befriend,
  brokenBuddyRules,
  buddyCommand,
  randomStep,
  relationBetween,
  takeStep,
} from "#tests/support/buddies.ts";
import { expectCost } from "#tests/support/cost.ts";
import { forAllAsync } from "#tests/support/for-all.ts";
import { signedInUser, type TestUser } from "#tests/support/test-user.ts";

const request = (from: { id: number }, to: { id: number }, at = 1) =>
  runSql`insert into buddy_requests (from_id, to_id, created_at) values (${from.id}, ${to.id}, ${at})`;
const block = (from: { id: number }, to: { id: number }) =>
  runSql`insert into blocks (user_id, blocked_id, created_at) values (${from.id}, ${to.id}, 1)`;

/** Possible states of two members before a command. */
const STARTING_STATES: Record<string, (me: TestUser, other: TestUser) => Promise<unknown>> = {
  none: async () => {},
  outgoing: (me, other) => request(me, other),
  incoming: (me, other) => request(other, me),
  buddy: (me, other) => befriend(me, other),
  "the caller's block": (me, other) => block(me, other),
  "the other's block": (me, other) => block(other, me),
};

/** Status, relation and message after each command in each state. */
const OUTCOMES: [from: string, command: BuddyCommand, status: number, is: string, message: string][] = [
  ["none", "request", 200, "outgoing", "Your request is on its way."],
  ["outgoing", "request", 200, "outgoing", "Your request is on its way."],
  ["incoming", "request", 200, "buddy", "You and {other} are buddies."],
  ["buddy", "request", 200, "buddy", "You and {other} are buddies."],
  ["the caller's block", "request", 403, "none", "This user is blocked"],
  ["the other's block", "request", 403, "none", "You can't send this person a buddy request."],
  ["none", "accept", 404, "none", "There's no request from {other}."],
  ["outgoing", "accept", 404, "outgoing", "There's no request from {other}."],
  ["incoming", "accept", 200, "buddy", "You and {other} are buddies."],
  ["buddy", "accept", 200, "buddy", "You and {other} are buddies."],
  ["the caller's block", "accept", 404, "none", "There's no request from {other}."],
  ["the other's block", "accept", 404, "none", "There's no request from {other}."],
  ["none", "delete", 200, "none", "{other} isn't your buddy."],
  ["outgoing", "delete", 200, "none", "Request canceled."],
  ["incoming", "delete", 200, "none", "Request declined."],
  ["buddy", "delete", 200, "none", "{other} is no longer your buddy."],
  ["the caller's block", "delete", 200, "none", "{other} isn't your buddy."],
  ["the other's block", "delete", 200, "none", "{other} isn't your buddy."],
];

const mirrored = (relation: string) =>
  relation === "incoming" ? "outgoing" : relation === "outgoing" ? "incoming" : relation;

describe("a buddy command", () => {
  test.each(OUTCOMES)("from %s: %s returns %i and leaves them %s", async (from, name, status, is, text) => {
    const [me, other] = [await signedInUser(), await signedInUser()];
    await STARTING_STATES[from]?.(me, other);
    const response = await buddyCommand(name, me, other);
    expect([response.status, response.body.message]).toEqual([
      status,
      text.replace("{other}", other.username),
    ]);
    expect(await relationBetween(me, other)).toBe(is);
    expect(await relationBetween(other, me)).toBe(mirrored(is));
    if (status === 200)
      expect(response.body).toMatchObject({
        relation: is,
        counts: { buddies: is === "buddy" ? 1 : 0, incoming: 0, outgoing: is === "outgoing" ? 1 : 0 },
      });
    // A 404 also looks up the name among former usernames.
    expectCost(response, { roundTrips: status === 404 ? 3 : 2, written: 25 });
    // Repeating it has no further effect.
    if (status === 200 && name !== "delete")
      expect((await buddyCommand(name, me, other)).body).toEqual(response.body);
    expect(await brokenBuddyRules()).toEqual([]);
  });

  test.each(Object.keys(BUDDY_ROUTES) as BuddyCommand[])("%s can't be of the caller", async (name) => {
    const me = await signedInUser();
    const self = await buddyCommand(name, me, { username: me.username.toUpperCase() });
    expect([self.status, self.body.code]).toEqual([422, "own_account"]);
  });

  test("takes the name in any case; accepting also checks the sender's id", async () => {
    const [me, other] = [await signedInUser(), await signedInUser()];
    await request(other, me);
    expect((await buddyCommand("accept", me, other, { user_id: me.id })).status).toBe(404);
    expect((await buddyCommand("accept", me, other, { user_id: "x" })).body).toMatchObject({
      errors: { user_id: [expect.stringContaining("User id")] },
    });
    const accepted = await buddyCommand(
      "accept",
      me,
      { username: other.username.toUpperCase() },
      { user_id: other.id },
    );
    expect(accepted.body).toMatchObject({ relation: "buddy" });
  });

  test("is closed to staff across a block", async () => {
    for (const role of ["moderator", "admin"] as const) {
      const [me, other] = [await signedInUser({ role }), await signedInUser()];
      await block(other, me);
      expect((await buddyCommand("request", me, other)).status).toBe(403);
      expect(await relationBetween(me, other)).toBe("none");
    }
  });
});

describe("the limit of a thousand buddies", () => {
  const fill = (user: { id: number }, column: string, count: number) =>
    runSql`update users set ${sql.raw(column)} = ${count} where id = ${user.id}`;

  test.each([
    ["request", "me", "outgoing_count", "none"],
    ["request", "other", "incoming_count", "none"],
    ["accept", "me", "buddies_count", "incoming"],
    ["accept", "other", "buddies_count", "incoming"],
    ["request", "me", "buddies_count", "incoming"],
    ["request", "other", "buddies_count", "incoming"],
  ] as const)("rejects %s where %s has a full %s", async (name, whose, column, from) => {
    const [me, other] = [await signedInUser(), await signedInUser()];
    await STARTING_STATES[from]?.(me, other);
    const full = whose === "me" ? me : other;
    await fill(full, column, LIMITS.buddies);
    expect(await buddyCommand(name, me, other)).toMatchObject({ status: 422, body: { code: "buddy_limit" } });
    expect(await relationBetween(me, other)).toBe(from);
    await fill(full, column, LIMITS.buddies - 1);
    expect((await buddyCommand(name, me, other)).status).toBe(200);
    await fill(full, column, 0);
    await runSql`update users set buddies_count = (select count(*) from buddies where user_id = users.id),
      outgoing_count = (select count(*) from buddy_requests where from_id = users.id),
      incoming_count = (select count(*) from buddy_requests where to_id = users.id)`;
  });

  test("gives the last place only once to concurrent requests", async () => {
    const me = await signedInUser();
    const others = await Promise.all(Array.from({ length: 6 }, () => signedInUser()));
    await fill(me, "incoming_count", LIMITS.buddies - 2);
    const responses = await Promise.all(others.map((other) => buddyCommand("request", other, me)));
    expect(responses.map(({ status }) => status).sort()).toEqual([200, 200, 422, 422, 422, 422]);
    await runSql`update users set incoming_count = incoming_count - ${LIMITS.buddies - 2}
      where id = ${me.id}`;
    await Promise.all(others.map((other) => buddyCommand("request", other, me)));
    await fill(me, "buddies_count", LIMITS.buddies - 1);
    const accepted = await Promise.all(others.map((other) => buddyCommand("accept", me, other)));
    expect(accepted.map(({ status }) => status).sort()).toEqual([200, 422, 422, 422, 422, 422]);
    await runSql`update users set buddies_count = buddies_count - ${LIMITS.buddies - 1} where id = ${me.id}`;
    expect(await brokenBuddyRules()).toEqual([]);
  });
});

/** The same commands on sets of pairs. */
class Model {
  readonly buddies = new Set<string>();
  readonly requests = new Set<string>();
  readonly blocks = new Set<string>();

  take({ from, to, command: name }: BuddyStep): void {
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

/** The stored relations between these members, in the model's format. */
async function stored(people: readonly TestUser[]) {
  const index = new Map(people.map(({ id }, i) => [id, i]));
  const pairs = async (table: string, a: string, b: string) => {
    const query = sql.raw(`select ${a} as a, ${b} as b from ${table}`);
    return (await runSql<{ a: number; b: number }>`${query}`)
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

describe("any sequence of buddy commands", () => {
  test("leaves the same rows as a simple model", async () => {
    const people = [await signedInUser(), await signedInUser(), await signedInUser()];
    await forAllAsync(25, fc.array(randomStep(3), { minLength: 1, maxLength: 12 }), async (steps) => {
      for (const table of ["buddies", "buddy_requests", "blocks"])
        await runSql`${sql.raw(`delete from ${table}`)}`;
      const model = new Model();
      for (const one of steps) {
        model.take(one);
        expect((await takeStep(people, one)).status).toBeLessThan(500);
      }
      expect(await stored(people)).toEqual(model.rows);
      expect(await brokenBuddyRules()).toEqual([]);
    });
  });

  test("run concurrently leaves no one-sided connection and no excluded pair", async () => {
    const people = await Promise.all(Array.from({ length: 4 }, () => signedInUser()));
    const waves = fc.sample(fc.array(randomStep(4), { minLength: 24, maxLength: 24 }), {
      numRuns: 8,
      seed: 4,
    });
    for (const wave of waves) {
      const responses = await Promise.all(wave.map((one) => takeStep(people, one)));
      for (const { status } of responses) expect(status).toBeLessThan(500);
      expect(await brokenBuddyRules()).toEqual([]);
    }
  });

  test("makes two members buddies who send requests to each other at the same time", async () => {
    for (let n = 0; n < 5; n++) {
      const [a, b] = [await signedInUser(), await signedInUser()];
      await Promise.all([buddyCommand("request", a, b), buddyCommand("request", b, a)]);
      expect(await relationBetween(a, b)).toBe("buddy");
    }
    expect(await brokenBuddyRules()).toEqual([]);
  });
});
