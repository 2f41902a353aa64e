import type { NewUser } from "#db/new-rows.ts";
import { type Profile, profileRoute } from "#domain/users/api.ts";
import { addUser, Browser, runSql } from "#tests/support/browser.ts";
import { befriend } from "#tests/support/buddies.ts";
import { expectCost } from "#tests/support/cost.ts";
import { signedInUser, type TestUser } from "#tests/support/test-user.ts";
import { addLevel } from "#tests/support/world.ts";

const visitor = await Browser.visitor();

async function fetchProfile(username: string, browser: Browser = visitor) {
  const response = await browser.call(profileRoute, { username });
  return { ...response, user: response.body.user as Profile };
}

const request = (from: { id: number }, to: { id: number }) =>
  runSql`insert into buddy_requests (from_id, to_id, created_at) values (${from.id}, ${to.id}, 1)`;
const block = (from: { id: number }, to: { id: number }) =>
  runSql`insert into blocks (user_id, blocked_id, created_at) values (${from.id}, ${to.id}, 1)`;

const NONE = { relation: "none", block: false } as const;
const BUDDY = { relation: "buddy", block: false } as const;

describe("GET /api/users/{username}", () => {
  test("returns where the user is and their number of buddies, in one round trip", async () => {
    const [user, buddy] = [await signedInUser(), await addUser()];
    const level = await addLevel(buddy.id, { title: "Lava Run" });
    await befriend(user, buddy);
    const away = await fetchProfile(user.username);
    const counts = { buddies_count: 1, user_achievements_count: 0 };
    expect(away.user).toMatchObject({ online: false, player: null, ...counts, ...NONE, can_message: false });
    await runSql`insert into presence (user_id, since) values (${user.id}, 1)`;
    expect((await fetchProfile(user.username)).user).toMatchObject({ online: true, player: null });
    await runSql`insert into playing (user_id, level_id, since) values (${user.id}, ${level}, 1)`;
    const playing = await fetchProfile(user.username, user);
    expect(playing.user.player).toEqual({ level: { id: level, title_tooltip: "Lava Run" } });
    expectCost(playing, { roundTrips: 1, read: 30, written: 0 });
    await runSql`update levels set visibility = 'private' where id = ${level}`;
    const hidden = { id: null, title_tooltip: "a private level" };
    expect((await fetchProfile(user.username, user)).user.player).toEqual({ level: hidden });
  });

  type SetUp = (me: TestUser, them: TestUser) => Promise<unknown>;
  type Relation = Pick<Profile, "relation" | "block">;
  const relations: [string, SetUp, Partial<NewUser>, Relation, boolean][] = [
    ["a stranger", async () => {}, {}, NONE, true],
    ["a buddy", befriend, {}, BUDDY, true],
    ["a caller who has sent a request", request, {}, { ...NONE, relation: "outgoing" }, true],
    [
      "a caller who has received a request",
      (me, them) => request(them, me),
      {},
      { ...NONE, relation: "incoming" },
      true,
    ],
    ["a caller who blocks the user", block, {}, { ...NONE, block: true }, false],
    ["a caller blocked by the user", (me, them) => block(them, me), {}, NONE, false],
    ["a stranger where only buddies can write", async () => {}, { message_privacy: 2 }, NONE, false],
    ["a buddy where only buddies can write", befriend, { message_privacy: 2 }, BUDDY, true],
  ];
  test.each(relations)(
    "returns to %s their relation to the user",
    async (_, setUp, fields, expected, can_message) => {
      const [me, them] = [await signedInUser(), await signedInUser(fields)];
      await setUp(me, them);
      expect((await fetchProfile(them.username, me)).user).toMatchObject({ ...expected, can_message });
    },
  );

  test.each<[string, SetUp, number, boolean]>([
    ["only buddies can join and they aren't one", async () => {}, 2, false],
    ["only buddies can join and they are one", befriend, 2, true],
    ["the user blocks them", (me, them) => block(them, me), 1, false],
  ])("returns whether the caller can join the user if %s", async (_, setUp, join_privacy, may) => {
    const [me, them] = [await signedInUser(), await signedInUser({ join_privacy })];
    await setUp(me, them);
    expect((await fetchProfile(them.username, me)).user.can_join).toBe(may);
    for (const browser of [visitor, them])
      expect((await fetchProfile(them.username, browser)).user.can_join).toBe(false);
  });

  test("returns the relation self for the caller's own profile", async () => {
    const me = await signedInUser();
    const { user } = await fetchProfile(me.username, me);
    expect(user).toMatchObject({ relation: "self", block: false, can_message: false });
  });
});
