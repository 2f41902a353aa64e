import { runInDurableObject } from "cloudflare:test";
import { sql } from "drizzle-orm";
import { Database } from "#db/database.ts";
import {
  conversationListRoute,
  conversationSearchRoute,
  deleteMessageRoute,
  messageListRoute,
} from "#domain/conversations/api.ts";
import { LIMITS } from "#domain/limits.ts";
import { countRows, runSql, testEnv } from "#tests/support/browser.ts";
import { expectCost } from "#tests/support/cost.ts";
import { evict } from "#tests/support/evict.ts";
import {
  conversationsOf,
  markMessagesRead,
  messagesOf,
  pair,
  sendMessage,
  unreadOf,
} from "#tests/support/messages.ts";
import { connectSocket } from "#tests/support/socket.ts";
import { signedInUser, type TestUser } from "#tests/support/test-user.ts";
import { expectWorkerErrors } from "#tests/support/worker.setup.ts";
import { clearPermits } from "#worker/live/notify.ts";
import { conversationStub, hubStub } from "#worker/live/stubs.ts";

let ann: TestUser;
let bob: TestUser;
beforeEach(async () => {
  [ann, bob] = await pair();
});

describe("lists of conversations and messages", () => {
  test("show conversations with the newest message first, including a stranger's", async () => {
    const eve = await signedInUser();
    await sendMessage(ann, bob, "1");
    await sendMessage(eve, bob, "2");
    expect((await conversationsOf(bob)).data.map(({ id }) => id)).toEqual([eve.id, ann.id]);
    await sendMessage(ann, bob, "3");
    expect((await conversationsOf(bob)).data.map(({ id }) => id)).toEqual([ann.id, eve.id]);
    expect(await unreadOf(bob)).toBe(3);
  });

  test("return messages by fifties, relative to a message, so new ones don't shift pages", async () => {
    const size = LIMITS.pageSize.messages;
    for (let i = 1; i <= size + 5; i++) await sendMessage(ann, bob, `${i}`);
    const first = await messagesOf(bob, ann);
    expect(first.data).toHaveLength(size);
    expect(first.meta).toEqual({ current_page: 1, last_page: 2, total: size + 5 });
    const last_message = first.data[0]?.id;
    await sendMessage(ann, bob, "later");
    const second = await messagesOf(bob, ann, { page: 2, last_message });
    expect(second.data.map(({ body }) => body)).toEqual(["5", "4", "3", "2", "1"]);
    expect(second.links.next).toBeNull();
    for (const wrong of ["1_2_3", `${last_message}0000`]) {
      const { status } = await bob.call(messageListRoute, { userId: ann.id, last_message: wrong });
      expect(status).toBe(wrong === "1_2_3" ? 404 : 200);
    }
  });

  test("return conversations by twenties in one round trip", async () => {
    const bob = await signedInUser();
    for (let i = 0; i < 21; i++) await sendMessage(await signedInUser(), bob, `${i}`);
    const response = await bob.call(conversationListRoute);
    expectCost(response, { roundTrips: 1, read: 6 * 20 + 10 });
    expect(response.body).toMatchObject({ meta: { total: 21, last_page: 2 } });
    expect((await conversationsOf(bob, { page: 2 })).data).toHaveLength(1);
  });

  test("are empty for two members who never wrote, and nothing is stored", async () => {
    const nothing = { data: [], seen_id: null, read_id: null, can_send: true };
    expect(await messagesOf(ann, bob)).toMatchObject(nothing);
    await markMessagesRead(ann, bob);
    const stored = await runInDurableObject(conversationStub(testEnv, ann.id, bob.id), (_, { storage }) => [
      ...storage.kv.list(),
    ]);
    expect(stored).toEqual([]);
    expect((await conversationsOf(ann)).data).toEqual([]);
  });

  test("the search finds other members by any part of the name", async () => {
    const zed = await signedInUser({ username: `zedd_${ann.id}` });
    const found = await ann.call(conversationSearchRoute, { term: `zedd_${ann.id}` });
    expect(found.body).toMatchObject({
      data: [{ id: zed.id, username: zed.username, block: false, can_send: true }],
    });
    const inside = await ann.call(conversationSearchRoute, { term: `edd_${ann.id}` });
    expect(inside.body.data).toEqual(found.body.data);
    expect((await zed.call(conversationSearchRoute, { term: `zedd_${ann.id}` })).body.data).toEqual([]);
    expect((await ann.call(conversationSearchRoute, { term: "" })).body.data).toEqual([]);
  });
});

test("reading a conversation marks it read on every page of the reader, and as seen for the other member", async () => {
  await sendMessage(ann, bob, "1");
  const { id } = await sendMessage(ann, bob, "2");
  const [bobPage, annPage] = [await connectSocket(bob), await connectSocket(ann)];
  expect((await markMessagesRead(bob, ann)).body).toEqual({ messages_unread_count: 0, unread_count: 0 });
  expect(await bobPage.one("ConversationRead")).toMatchObject({
    user_id: ann.id,
    read_id: id,
    unread: 0,
    unread_messages: 0,
  });
  expect(await annPage.one("ConversationSeen")).toMatchObject({ user_id: bob.id, seen_id: id });
  expect(await messagesOf(ann, bob)).toMatchObject({ seen_id: id });
  expect(await messagesOf(bob, ann)).toMatchObject({ read_id: id, messages_unread_count: 0 });
});

test("reading a conversation up to a message leaves later ones unread and never moves backwards", async () => {
  const first = await sendMessage(ann, bob, "1");
  const second = await sendMessage(ann, bob, "2");
  expect((await markMessagesRead(bob, ann, first.id)).body).toMatchObject({
    messages_unread_count: 1,
    unread_count: 1,
  });
  await markMessagesRead(bob, ann, second.id);
  expect((await markMessagesRead(bob, ann, first.id)).body).toMatchObject({ messages_unread_count: 0 });
  expect(await messagesOf(bob, ann)).toMatchObject({ read_id: second.id });
});

describe("removing a message", () => {
  const remove = (user: TestUser, messageId: string) => user.call(deleteMessageRoute, { messageId });

  test("by an admin removes it for both members at once and from the counts", async () => {
    const admin = await signedInUser({ role: "admin" });
    const { id } = await sendMessage(ann, bob, "Bad");
    const [annPage, bobPage] = [await connectSocket(ann), await connectSocket(bob)];
    expect(await remove(admin, id)).toMatchObject({ status: 200, body: { message: "Message removed" } });
    for (const page of [annPage, bobPage])
      expect(await page.one("MessageDeleted")).toMatchObject({ id, unread_messages: 0 });
    expect((await messagesOf(bob, ann)).data).toMatchObject([{ id, body: "", deleted: true }]);
    expect((await conversationsOf(bob)).data[0]?.latest_message).toMatchObject({ deleted: true, body: "" });
    expect(await unreadOf(bob)).toBe(0);
    expect((await remove(admin, id)).status).toBe(200);
    // Repeating it has no effect, and is logged only once, with the removed text.
    expect(
      await countRows(
        "audit_log",
        sql`action = 'message.scrub' and subject_id = ${id} and json_extract(before, '$.body') <> ''`,
      ),
    ).toBe(1);
  });

  test("is logged after the message is gone, also if the first call failed before or after that", async () => {
    const admin = await signedInUser({ role: "admin" });
    const logged = (id: string) =>
      countRows("audit_log", sql`action = 'message.scrub' and subject_id = ${id} and before like '%Bad%'`);
    const before = (await sendMessage(ann, bob, "Bad")).id;
    const after = (await sendMessage(ann, bob, "Bad, too")).id;
    const conversation = conversationStub(testEnv, ann.id, bob.id);
    const getByName = () => ({
      message: (seq: number) => conversation.message(seq),
      remove: () => Promise.reject(new Error("The conversation is away.")),
    });
    admin.variant = { CONVERSATION: { getByName } as unknown as typeof testEnv.CONVERSATION };
    expect((await remove(admin, before)).status).toBe(503);
    expectWorkerErrors();
    expect(await logged(before)).toBe(0);
    admin.variant = null;
    expect((await remove(admin, before)).status).toBe(200);
    // The process died after the removal.
    await conversation.remove(Number(after.split("_")[2]), admin.id);
    expect((await remove(admin, after)).status).toBe(200);
    for (const id of [before, after]) {
      expect((await remove(admin, id)).status).toBe(200);
      expect(await logged(id)).toBe(1);
      expect(await countRows("removals", sql`type = 'message' and target = ${id}`)).toBe(1);
    }
  });

  test("is limited to reported messages for moderators", async () => {
    const moderator = await signedInUser({ role: "moderator" });
    const { id } = await sendMessage(ann, bob, "Hm");
    expect((await remove(moderator, id)).status).toBe(404);
    await runSql`insert into reports (type, target, reporter_id, reason, created_at)
        values ('message', ${id}, ${bob.id}, 'spam', 1)`;
    expect((await remove(moderator, id)).status).toBe(200);
  });
});

test("the moderators' view of a conversation shows what the reporter sees, is read-only, and logs each view with its reason", async () => {
  const [eve, moderator] = [await signedInUser(), await signedInUser({ role: "moderator" })];
  const { id } = await sendMessage(ann, bob, "Bad");
  await sendMessage(eve, bob, "Private");
  const view = { as: bob.id, reason: "A reported message" };
  const viewChat = (withId: number) => moderator.call(messageListRoute, { userId: withId, ...view });
  expect((await viewChat(ann.id)).status).toBe(404);
  expect((await moderator.call(conversationListRoute, view)).status).toBe(404);
  await runSql`insert into reports (type, target, reporter_id, reason, created_at)
      values ('message', ${id}, ${bob.id}, 'spam', 1)`;
  const looked = await viewChat(ann.id);
  expect(looked).toMatchObject({
    status: 200,
    body: {
      data: [
        { id, body: "Bad", sender_id: ann.id, reciever_id: bob.id, reciever: { username: bob.username } },
      ],
      as: { username: bob.username },
      user: { username: ann.username },
      can_send: false,
    },
  });
  expectCost(looked, { roundTrips: 2 });
  expect((await viewChat(eve.id)).status).toBe(404);
  expect((await conversationsOf(moderator, view)).data.map((one) => one.id)).toEqual([ann.id]);
  const viewEntries = sql`action = 'chat.view' and actor_id = ${moderator.id} and reason = ${view.reason}`;
  // Viewing needs a reason.
  for (const input of [{ as: bob.id }, { as: bob.id, reason: " " }]) {
    const silent = await moderator.call(messageListRoute, { userId: ann.id, ...input });
    expect(silent).toMatchObject({ status: 422, body: { errors: { reason: [expect.any(String)] } } });
    expect((await moderator.call(conversationListRoute, input)).status).toBe(422);
  }
  expect(await countRows("audit_log", viewEntries)).toBe(2);
  // Viewing as a member marks nothing as read.
  expect(await unreadOf(bob)).toBe(2);
  expect((await eve.call(messageListRoute, { userId: ann.id, as: bob.id })).status).toBe(403);
  expect((await eve.call(conversationListRoute, { as: bob.id })).status).toBe(403);
});

describe("a typing indicator", () => {
  test("is sent only to the other member of a conversation and not across a block", async () => {
    await sendMessage(ann, bob, "1");
    const [annPage, bobPage] = [await connectSocket(ann), await connectSocket(bob)];
    annPage.sendFrame({ type: "typing", user_id: bob.id });
    expect(await bobPage.one("Typed")).toEqual({ event: "Typed", user_id: ann.id });
    await runSql`insert into blocks (user_id, blocked_id, created_at) values (${bob.id}, ${ann.id}, 1)`;
    await clearPermits(testEnv, ann.id, bob.id);
    const stranger = await connectSocket(await signedInUser());
    for (const page of [annPage, stranger]) {
      page.sendFrame({ type: "typing", user_id: bob.id });
      page.sendFrame({ type: "watch", user_ids: [bob.id] });
      await page.one("PresenceChanged");
    }
    await bobPage.settled();
    expect(bobPage.events.filter(({ event }) => event === "Typed")).toHaveLength(1);
  });

  test("costs a round trip to D1 per minute, not per frame", async () => {
    await sendMessage(ann, bob, "1");
    const [annPage, bobPage] = [await connectSocket(ann), await connectSocket(bob)];
    const permits = vi.spyOn(Database.prototype, "first");
    for (let frame = 0; frame < 5; frame++) {
      annPage.sendFrame({ type: "typing", user_id: bob.id });
      await bobPage.one("Typed");
    }
    expect(permits).not.toHaveBeenCalled();
    permits.mockRestore();
  });

  test("isn't shown to someone who has blocked the typing member meanwhile, however long ago they last wrote", async () => {
    await sendMessage(ann, bob, "1");
    const [annPage, bobPage] = [await connectSocket(ann), await connectSocket(bob)];
    const typed = () => bobPage.events.filter(({ event }) => event === "Typed").length;
    annPage.sendFrame({ type: "typing", user_id: bob.id });
    await bobPage.one("Typed");
    await runSql`insert into blocks (user_id, blocked_id, created_at) values (${bob.id}, ${ann.id}, 1)`;
    // As if the conversation weren't among the recent ones: only the hub of the member who blocks knows.
    await runInDurableObject(hubStub(testEnv, bob.id), (_, { storage }) =>
      storage.kv.put("permits cleared", Date.now()),
    );
    await evict(hubStub(testEnv, bob.id));
    for (let frame = 0; frame < 2; frame++) {
      annPage.sendFrame({ type: "typing", user_id: bob.id });
      annPage.sendFrame({ type: "watch", user_ids: [bob.id] });
      await annPage.one("PresenceChanged");
    }
    await bobPage.settled();
    expect(typed()).toBe(1);
  });
});
