import { sql } from "drizzle-orm";
import { statement } from "#db/database.ts";
import { blockListRoute, deleteBlockRoute, toggleBlockRoute } from "#domain/blocks/api.ts";
import { acceptBuddyRoute, deleteBuddyRoute } from "#domain/buddies/api.ts";
import { commentListRoute, createCommentRoute } from "#domain/comments/api.ts";
import { conversationSearchRoute } from "#domain/conversations/api.ts";
import { editReplyRoute } from "#domain/forums/api.ts";
import { LIMITS } from "#domain/limits.ts";
import type { StoredEvent } from "#domain/live/events.ts";
import { notificationListRoute } from "#domain/notifications/api.ts";
import type { PresentUserCard } from "#domain/presence/presence.ts";
import { updateAccountRoute } from "#domain/settings/api.ts";
import { profileRoute } from "#domain/users/api.ts";
import { addUser, countRows, db, runSql, testEnv } from "#tests/support/browser.ts";
import { befriend, brokenBuddyRules, requestBuddy } from "#tests/support/buddies.ts";
import { expectCost } from "#tests/support/cost.ts";
import { conversationsOf, messagesOf, sendMessage, trySendMessage } from "#tests/support/messages.ts";
import { connectSocket } from "#tests/support/socket.ts";
import { signedInUser, type TestUser } from "#tests/support/test-user.ts";
import { postReply, startThread, tryPostReply } from "#tests/support/threads.ts";
import { expectWorkerErrors } from "#tests/support/worker.setup.ts";
import { addLevel } from "#tests/support/world.ts";

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
    expect(await brokenBuddyRules()).toEqual([]);
    const lifted = await toggle(me, { username: other.username.toUpperCase() });
    expect(lifted.body).toEqual({ message: `${other.username} is unblocked.`, blocked: false });
    expectCost(lifted, { roundTrips: 2, written: 25 });
    expect(await isBlocked(me, other)).toBe(false);
    expect(await brokenBuddyRules()).toEqual([]);
  });

  test("is lifted from the list, once or again, and requested twice at once is made at most once", async () => {
    const [me, other] = [await signedInUser(), await addUser()];
    await toggle(me, other);
    for (let n = 0; n < 2; n++) {
      expect(await unblock(me, other)).toMatchObject({ status: 200, body: { blocked: false } });
      expect(await isBlocked(me, other)).toBe(false);
    }
    expect(await brokenBuddyRules()).toEqual([]);
    const responses = await Promise.all([toggle(me, other), toggle(me, other)]);
    for (const { status } of responses) expect(status).toBe(200);
    expect(await brokenBuddyRules()).toEqual([]);
    expect(await list(me)).toMatchObject({ body: { meta: { total: (await isBlocked(me, other)) ? 1 : 0 } } });
  });

  test("by one member doesn't lift the other's, and isn't in the other's list", async () => {
    const [me, other] = [await signedInUser(), await signedInUser()];
    await toggle(me, other);
    await toggle(other, me);
    await unblock(me, other);
    expect([await isBlocked(me, other), await isBlocked(other, me)]).toEqual([false, true]);
    expect((await list(me)).names).toEqual([]);
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
    expect(await brokenBuddyRules()).toEqual([]);
  });

  test.each([toggleBlockRoute, deleteBlockRoute])("at $path can't be of the caller", async (route) => {
    const me = await signedInUser();
    const { status, body } = await me.call(route, { username: me.username });
    expect([status, body.code]).toEqual([422, "own_account"]);
  });
});

test("the open pages of both members receive a block: details for the blocker only, and the end of being buddies for both", async () => {
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

test("GET /api/blocks returns blocks newest first, in pages, with their total, at a bounded cost", async () => {
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

/** Every way one member can reach another; each returns whether it was open. */
const CHANNELS: Record<string, (from: TestUser, to: TestUser) => Promise<boolean>> = {
  "a message": async (from, to) => {
    const { status } = await trySendMessage(from, to, "Hello");
    expect([200, 403]).toContain(status);
    return status === 200;
  },
  "a comment on the profile": async (from, to) => {
    const { status } = await from.call(createCommentRoute, { type: "user", id: to.id, body: "Hello" });
    expect([201, 403]).toContain(status);
    return status === 201;
  },
  "a buddy request": async (from, to) => {
    const { status } = await requestBuddy(from, to);
    expect([200, 403]).toContain(status);
    await forgetRequests();
    return status === 200;
  },
  "a mention": async (from, to) => {
    const comment = { type: "level", id: await addLevel(from.id), body: `Look, @${to.username}` };
    return notifies(to, "mention", async () => {
      expect((await from.call(createCommentRoute, comment)).status).toBe(201);
    });
  },
  // Everyone who sees a level sees its comments, but its creator gets no notification.
  "a notification of a comment on a level": async (from, to) => {
    const comment = { type: "level", id: await addLevel(to.id), body: "Nice" };
    return notifies(to, "comment", async () => {
      expect((await from.call(createCommentRoute, comment)).status).toBe(201);
    });
  },
  "a quote in the forums": async (from, to) => {
    const { id } = await startThread(await makePerson());
    const { id: quoted } = await postReply(to, id);
    let status = 0;
    const isNotified = await notifies(to, "reply", async () => {
      ({ status } = await tryPostReply(from, id, "I agree", quoted));
    });
    expect(status).toBe(isNotified ? 201 : 403);
    return isNotified;
  },
  "a mention in the forums": (from, to) =>
    notifies(to, "mention", () => startThread(from, { body: `Look, @${to.username}` })),
  "a mention that is added to a reply": async (from, to) => {
    const { id } = await postReply(from, (await startThread(from)).id, "Look");
    return notifies(to, "mention", async () => {
      expect((await from.call(editReplyRoute, { id, body: `Look, @${to.username}` })).status).toBe(200);
    });
  },
  // Everyone sees a thread's replies, but its author gets no notification.
  "a notification of a reply to a thread": async (from, to) => {
    const { id } = await startThread(to);
    return notifies(to, "reply", () => postReply(from, id));
  },
};

/** Fields that announce in advance whether these channels are open. */
const HINTS: Record<string, (from: TestUser, to: TestUser) => Promise<boolean>> = {
  "the profile's can_message": async (from, to) => {
    const { body } = await from.call(profileRoute, { username: to.username });
    return (body.user as { can_message: boolean }).can_message;
  },
  "the conversation's can_send": async (from, to) => (await messagesOf(from, to)).can_send,
  "the list of conversations": async (from, to) => {
    const conversation = (await conversationsOf(from)).data.find(({ id }) => id === to.id);
    if (!conversation) throw new Error("they have never talked");
    return conversation.can_send;
  },
  "the search for people": async (from, to) => {
    const { body } = await from.call(conversationSearchRoute, { term: to.username });
    const people = body.data as { id: number; can_send: boolean }[];
    return people.find(({ id }) => id === to.id)?.can_send ?? false;
  },
  "the profile's can_comment": async (from, to) =>
    (await from.call(commentListRoute, { type: "user", id: to.id })).body.can_comment === true,
};

const forgetRequests = () => runSql`delete from buddy_requests`;

async function countNotices(user: TestUser, type: string): Promise<number> {
  return ((await user.call(notificationListRoute)).body.data as { type: string; count: number }[])
    .filter((notice) => notice.type === type)
    .reduce((sum, { count }) => sum + count, 0);
}

/** Whether something sends a user a notification of a type. */
async function notifies(user: TestUser, type: string, what: () => Promise<unknown>): Promise<boolean> {
  const before = await countNotices(user, type);
  await what();
  return (await countNotices(user, type)) > before;
}

const ALL = { ...CHANNELS, ...HINTS };

/** A member whose browser waits for background work. */
async function makePerson(role: "member" | "moderator" | "admin" = "member"): Promise<TestUser> {
  const user = await signedInUser({ role });
  user.variant = {};
  return user;
}

/** Two members with a conversation. */
async function pair(role: "member" | "moderator" | "admin" = "member"): Promise<[TestUser, TestUser]> {
  const [one, other] = [await makePerson(role), await makePerson()];
  await sendMessage(one, other, "Hello");
  return [one, other];
}

const block = (by: TestUser, other: TestUser) => by.call(toggleBlockRoute, { username: other.username });
describe.each(Object.entries(ALL))("%s", async (_, isOpen) => {
  const [ann, bob] = await pair();

  const both = async () => [await isOpen(ann, bob), await isOpen(bob, ann)];

  test("is open before a block, closed in both directions during it, and open again after it", async () => {
    expect(await both()).toEqual([true, true]);
    // It takes effect at once for both, no matter who blocks.
    for (const [by, other] of [
      [ann, bob],
      [bob, ann],
    ] as const) {
      await block(by, other);
      expect(await both()).toEqual([false, false]);
      await unblock(by, other);
      expect(await both()).toEqual([true, true]);
    }
    await block(ann, bob);
    await block(bob, ann);
    await unblock(ann, bob);
    expect(await both()).toEqual([false, false]);
    await unblock(bob, ann);
    expect(await both()).toEqual([true, true]);
  });
});

/** A buddy connection must not exist next to a block. */
const OWN = ["a buddy request"];

test.each(Object.entries(ALL).filter(([channel]) => !OWN.includes(channel)))(
  "staff can use %s with a member who blocked them, but not with a member they blocked",
  async (_, isOpen) => {
    for (const role of ["moderator", "admin"] as const) {
      const [staff, member] = await pair(role);
      await block(member, staff);
      expect(await isOpen(staff, member)).toBe(true);
      expect(await isOpen(member, staff)).toBe(false);
      await unblock(member, staff);
      await block(staff, member);
      expect(await isOpen(staff, member)).toBe(false);
    }
  },
);

test("a buddy request from before a block can't be accepted during or after it", async () => {
  for (const blocker of ["sender", "receiver"] as const) {
    const [sender, receiver] = [await makePerson(), await makePerson()];
    await requestBuddy(sender, receiver);
    const accept = () => receiver.call(acceptBuddyRoute, { username: sender.username });
    const [by, other] = blocker === "sender" ? [sender, receiver] : [receiver, sender];
    await block(by, other);
    expect((await accept()).status).toBe(404);
    await unblock(by, other);
    expect((await accept()).status).toBe(404);
  }
});

test("a block between two members affects no one else", async () => {
  const [ann, bob, carol] = [await makePerson(), await makePerson(), await makePerson()];
  await sendMessage(carol, ann, "Hello");
  await sendMessage(bob, carol, "Hello");
  await block(ann, bob);
  for (const [channel, isOpen] of Object.entries(ALL)) {
    expect(await isOpen(carol, ann), channel).toBe(true);
    expect(await isOpen(bob, carol), channel).toBe(true);
  }
});

test("a command fails if it can't clear cached permits, and works when repeated", async () => {
  const [ann, bob] = await pair();
  await befriend(ann, bob);
  await ann.call(updateAccountRoute, { message_privacy_permission_id: 2 });
  const sendStatus = async () => (await trySendMessage(bob, ann, "Hello")).status;
  expect(await sendStatus()).toBe(200);
  const { USER_HUB } = testEnv;
  const away = () => Promise.reject(new Error("the object is away"));
  ann.variant = {
    USER_HUB: {
      getByName: (name: string) => {
        const hub = USER_HUB.getByName(name);
        return { clearPermits: away, notifyPages: (event: StoredEvent) => hub.notifyPages(event) };
      },
    } as unknown as typeof USER_HUB,
  };
  const unfriend = () => ann.call(deleteBuddyRoute, { username: bob.username });
  expect((await unfriend()).status).toBe(503);
  expect(expectWorkerErrors()).toEqual([expect.stringContaining("the object is away")]);
  ann.variant = {};
  expect((await unfriend()).status).toBe(200);
  expect(await sendStatus()).toBe(403);
});
