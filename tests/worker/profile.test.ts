import { sql } from "drizzle-orm";
import { beforeAll, describe, expect, test } from "vitest";
import { statement } from "#db/client.ts";
import type { NewUser } from "#db/factories.ts";
import { type Profile, profileRoute } from "#domain/users/api.ts";
import { addUser, Browser, db } from "#tests/support/browser.ts";
import { expectCost } from "#tests/support/cost.ts";
import { befriend } from "#tests/support/pairs.ts";
import { type Person, person } from "#tests/support/people.ts";
import { addLevel } from "#tests/support/world.ts";

let visitor: Browser;

beforeAll(async () => {
  visitor = await Browser.visitor();
});

const run = (template: ReturnType<typeof sql>) => db.all(statement(template));

async function look(username: string, browser = visitor) {
  const answer = await browser.call(profileRoute, { params: { username } });
  return { ...answer, user: answer.body.user as Profile };
}

const request = (from: { id: number }, to: { id: number }) =>
  run(sql`insert into buddy_requests (from_id, to_id, created_at) values (${from.id}, ${to.id}, 1)`);
const block = (from: { id: number }, to: { id: number }) =>
  run(sql`insert into blocks (user_id, blocked_id, created_at) values (${from.id}, ${to.id}, 1)`);

describe("a profile", () => {
  test("tells where its user is and how many buddies they have, in one round", async () => {
    const [who, buddy] = [await person(), await addUser()];
    const level = await addLevel(buddy.id, { title: "Lava Run" });
    await befriend(who, buddy);
    const away = await look(who.username);
    expect(away.user).toMatchObject({
      online: false,
      player: null,
      buddies_count: 1,
      user_achievements_count: 0,
      relation: "none",
      block: false,
      can_message: false,
    });
    await run(sql`insert into presence (user_id, since) values (${who.id}, 1)`);
    expect((await look(who.username)).user).toMatchObject({ online: true, player: null });
    await run(sql`insert into playing (user_id, level_id, since) values (${who.id}, ${level}, 1)`);
    const playing = await look(who.username, who.browser);
    expect(playing.user.player).toEqual({ level: { id: level, title_tooltip: "Lava Run" } });
    expectCost(playing, { rounds: 1, read: 30, written: 0 });
    await run(sql`update levels set visibility = 'private' where id = ${level}`);
    expect((await look(who.username, who.browser)).user.player).toEqual({
      level: { id: null, title_tooltip: "a private level" },
    });
    expect((await look("nobody_here")).status).toBe(404);
  });

  const standings: [
    string,
    (me: Person, them: Person) => Promise<unknown>,
    Partial<NewUser>,
    Pick<Profile, "relation" | "block" | "can_message">,
  ][] = [
    ["a stranger", async () => {}, {}, { relation: "none", block: false, can_message: true }],
    ["a buddy", befriend, {}, { relation: "buddy", block: false, can_message: true }],
    ["who has asked", request, {}, { relation: "outgoing", block: false, can_message: true }],
    [
      "who was asked",
      (me, them) => request(them, me),
      {},
      { relation: "incoming", block: false, can_message: true },
    ],
    ["who blocks them", block, {}, { relation: "none", block: true, can_message: false }],
    [
      "whom they block",
      (me, them) => block(them, me),
      {},
      { relation: "none", block: false, can_message: false },
    ],
    [
      "a stranger where buddies may write",
      async () => {},
      { message_privacy: 2 },
      { relation: "none", block: false, can_message: false },
    ],
    [
      "a buddy where buddies may write",
      befriend,
      { message_privacy: 2 },
      { relation: "buddy", block: false, can_message: true },
    ],
    [
      "a buddy where nobody may write",
      befriend,
      { message_privacy: 3 },
      { relation: "buddy", block: false, can_message: false },
    ],
  ];
  test.each(standings)("tells %s how they stand to its user", async (_, stand, fields, expected) => {
    const [me, them] = [await person(), await person(fields)];
    await stand(me, them);
    expect((await look(them.username, me.browser)).user).toMatchObject(expected);
  });

  test.each<[string, (me: Person, them: Person) => Promise<unknown>, number, boolean]>([
    ["everybody is let in", async () => {}, 1, true],
    ["buddies are let in, and they are none", async () => {}, 2, false],
    ["buddies are let in, and they are one", befriend, 2, true],
    ["nobody is let in", befriend, 3, false],
    ["they are blocked", (me, them) => block(them, me), 1, false],
    ["they block", block, 1, false],
  ])("tells whether the one who looks may join them where %s", async (_, stand, join_privacy, may) => {
    const [me, them] = [await person(), await person({ join_privacy })];
    await stand(me, them);
    expect((await look(them.username, me.browser)).user.can_join).toBe(may);
    expect((await look(them.username)).user.can_join).toBe(false);
    expect((await look(them.username, them.browser)).user.can_join).toBe(false);
  });

  test("tells staff that they can write, unless they have blocked its user", async () => {
    const staff = await person({ role: "moderator" });
    const them = await addUser({ message_privacy: 3 });
    await block(them, staff);
    expect((await look(them.username, staff.browser)).user.can_message).toBe(true);
    await block(staff, them);
    expect((await look(them.username, staff.browser)).user).toMatchObject({
      block: true,
      can_message: false,
    });
  });

  test("of one's own is oneself", async () => {
    const me = await person();
    expect((await look(me.username, me.browser)).user).toMatchObject({
      relation: "self",
      block: false,
      can_message: false,
    });
  });
});
