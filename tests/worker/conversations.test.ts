import { evictDurableObject, runDurableObjectAlarm, runInDurableObject } from "cloudflare:test";
import { sql } from "drizzle-orm";
import { describe, expect, test, vi } from "vitest";
import { statement } from "#db/client.ts";
import { updateAccountRoute } from "#domain/auth/api.ts";
import {
  conversationListRoute,
  conversationSearchRoute,
  deleteMessageRoute,
  messageListRoute,
} from "#domain/conversations/api.ts";
import { LIMITS } from "#domain/limits.ts";
import { CLOSE } from "#domain/live/frames.ts";
import { Browser, countRows, db, testEnv } from "#tests/support/browser.ts";
import { clientId, conversationsOf, messagesOf, read, say, send } from "#tests/support/chat.ts";
import { expectCost } from "#tests/support/cost.ts";
import { type Person, person } from "#tests/support/people.ts";
import { listen } from "#tests/support/socket.ts";
import { cutSockets, forgetPermits } from "#worker/live/access.ts";
import { conversationOf, hubOf } from "#worker/live/stubs.ts";

const pair = async (): Promise<[Person, Person]> => [await person(), await person()];
const bodies = async (who: Person, other: Person) =>
  (await messagesOf(who, other)).data.map(({ body }) => body).reverse();
const unreadOf = async (who: Person) => (await conversationsOf(who)).unread_count;
/** Every delivery of a conversation fails, or goes through again. */
const setFaults = (a: Person, b: Person, FAULTS: string) =>
  runInDurableObject(conversationOf(testEnv, a.id, b.id), (room) => {
    Object.assign(room, { env: { ...testEnv, FAULTS } });
  });

describe("sending", () => {
  test("a message is there for both, on every page, with absolute counts", async () => {
    const [ann, bob] = await pair();
    const pages = [await listen(bob), await listen(bob), await listen(ann)];
    const sent = await say(ann, bob, "Hello Bob");
    expect(sent).toEqual({
      id: expect.stringMatching(/^\d+_\d+_1$/),
      created_at: expect.any(String),
      created_at_formatted: expect.stringMatching(/^\d\d\/\d\d\/\d{4} \d\d:\d\d [AP]M$/),
    });
    for (const page of pages.slice(0, 2)) {
      expect(await page.one("NewMessage")).toMatchObject({
        user_id: ann.id,
        message: { id: sent.id, body: "Hello Bob", sender_id: ann.id, deleted: false },
        unread: 1,
        unread_messages: 1,
      });
    }
    expect(await pages[2]?.one("NewMessage")).toMatchObject({
      user_id: bob.id,
      unread: 0,
      unread_messages: 0,
    });
    expect((await messagesOf(bob, ann)).data).toMatchObject([
      { id: sent.id, body: "Hello Bob", sender_id: ann.id },
    ]);
    expect((await conversationsOf(bob)).data).toMatchObject([
      {
        id: ann.id,
        user: { username: ann.username },
        last_message: sent.id,
        latest_message: { body: "Hello Bob" },
        messages_unread_count: 1,
        block: false,
        can_send: true,
      },
    ]);
    for (const page of pages) page.close();
  });

  test("sent again with the same name it is the same message, also at the same time", async () => {
    const [ann, bob] = await pair();
    const name = clientId();
    const answers = await Promise.all([1, 2, 3].map(() => send(ann, bob, "Once", name)));
    expect(new Set(answers.map(({ body }) => body.id)).size).toBe(1);
    expect((await send(ann, bob, "Once", name)).body).toMatchObject({
      id: answers[0]?.body.id,
      client_id: name,
    });
    expect(await bodies(bob, ann)).toEqual(["Once"]);
    expect(await unreadOf(bob)).toBe(1);
    // Another's name for a message is another's.
    expect((await send(bob, ann, "Twice", name)).body.id).not.toBe(answers[0]?.body.id);
    expect((await messagesOf(ann, bob)).data.map(({ client_id }) => client_id)).toEqual([undefined, name]);
  });

  test("it costs no database round once its sender is known, and writes nothing there", async () => {
    const [ann, bob] = await pair();
    await say(ann, bob, "First");
    const answer = await send(ann, bob, "Second");
    expectCost(answer, { rounds: 0, read: 0, written: 0 });
  });

  test("what is no message is a 422 and stores nothing", async () => {
    const [ann, bob] = await pair();
    const empty = await send(ann, bob, "  \n ");
    expect(empty).toMatchObject({
      status: 422,
      body: { message: "Your message must at least be 1 character" },
    });
    for (const body of ["", "x".repeat(501), "\ud800", "a\u0000b", "👨‍👩‍👧‍👦".repeat(501)])
      expect((await send(ann, bob, body)).status).toBe(422);
    expect((await send(ann, bob, "👨‍👩‍👧‍👦".repeat(500))).status).toBe(200);
    expect((await send(ann, bob, "Hi", "bad name!")).status).toBe(422);
    expect((await messagesOf(bob, ann)).meta.total).toBe(1);
  });

  test("nobody writes to themselves or to nobody", async () => {
    const ann = await person();
    expect((await send(ann, ann, "Me")).status).toBe(422);
    expect((await send(ann, { id: 999_999 }, "You")).status).toBe(404);
    expect((await ann.browser.call(messageListRoute, { params: { userId: ann.id } })).status).toBe(404);
    expect((await ann.browser.call(messageListRoute, { params: { userId: 999_999 } })).status).toBe(404);
    expect((await read(ann, { id: 999_999 })).status).toBe(404);
  });

  const doors = [
    ["everyone", 1, "stranger", 200],
    ["everyone", 1, "buddy", 200],
    ["buddies", 2, "stranger", 403],
    ["buddies", 2, "buddy", 200],
    ["buddies", 2, "moderator", 200],
    ["no one", 3, "buddy", 403],
    ["no one", 3, "moderator", 200],
    ["no one", 3, "admin", 200],
  ] as const;
  test.each(doors)(
    "who takes messages from %s (%i) is written to by a %s: %i",
    async (_, privacy, who, status) => {
      const role = who === "moderator" || who === "admin" ? who : "member";
      const [ann, bob] = [await person({ role }), await person({ message_privacy: privacy })];
      if (who === "buddy")
        await db.all(
          statement(sql`insert into buddies (user_id, buddy_id, created_at)
          values (${ann.id}, ${bob.id}, 1), (${bob.id}, ${ann.id}, 1)`),
        );
      expect((await send(ann, bob, "Hi")).status).toBe(status);
      expect((await messagesOf(ann, bob)).can_send).toBe(status === 200);
    },
  );

  test("who takes no more messages stops the ones they talk to at once, and their pages hear of it", async () => {
    const [ann, bob] = await pair();
    await say(ann, bob, "Hi");
    const page = await listen(ann);
    await bob.browser.call(updateAccountRoute, { input: { message_privacy_permission_id: 3 } });
    expect(await send(ann, bob, "More")).toMatchObject({ status: 403, body: { code: "contact_refused" } });
    expect(await page.one("ContactChanged")).toMatchObject({ user_id: bob.id, username: bob.username });
    page.close();
  });

  test("a block stops both, at once, and says to its maker what it is", async () => {
    const [ann, bob] = await pair();
    await say(ann, bob, "Hi");
    await say(bob, ann, "Hi");
    await db.all(
      statement(sql`insert into blocks (user_id, blocked_id, created_at) values (${ann.id}, ${bob.id}, 1)`),
    );
    await forgetPermits(testEnv, ann.id, bob.id);
    expect(await send(ann, bob, "More")).toMatchObject({
      status: 403,
      body: { message: "This user is blocked" },
    });
    expect(await send(bob, ann, "More")).toMatchObject({ status: 403, body: { code: "contact_refused" } });
    expect(await messagesOf(ann, bob)).toMatchObject({ block: true, can_send: false });
    expect(await messagesOf(bob, ann)).toMatchObject({ block: false, can_send: false });
    expect(await bodies(bob, ann)).toEqual(["Hi", "Hi"]);
    await db.all(statement(sql`delete from blocks where user_id = ${ann.id}`));
    expect((await send(bob, ann, "Again")).status).toBe(200);
  });

  test("a session that has ended, or a ban, stops what is kept of its permits at once", async () => {
    const [ann, bob] = await pair();
    await say(ann, bob, "Hi");
    await db.all(statement(sql`update users set banned_at = 1, ban_reason = 'Spam' where id = ${ann.id}`));
    await cutSockets(testEnv, ann.id, CLOSE.banned);
    expect(await send(ann, bob, "More")).toMatchObject({ status: 403, body: { code: "banned" } });
    await db.all(statement(sql`update users set banned_at = null where id = ${ann.id}`));
    expect((await send(ann, bob, "Back")).status).toBe(200);
    await db.all(statement(sql`delete from sessions where user_id = ${ann.id}`));
    await cutSockets(testEnv, ann.id, CLOSE.sessionEnded);
    expect(await send(ann, bob, "Gone")).toMatchObject({ status: 401, body: { code: "session_changed" } });
    expect(await bodies(bob, ann)).toEqual(["Hi", "Back"]);
  });

  test("a visitor may nothing, and a call of another site neither", async () => {
    const [ann, bob] = await pair();
    const visitor = { ...ann, browser: await Browser.visitor() };
    expect((await send(visitor, bob, "Hi")).status).toBe(401);
    for (const route of [conversationListRoute, conversationSearchRoute])
      expect((await visitor.browser.call(route)).status).toBe(401);
    expect((await visitor.browser.call(messageListRoute, { params: { userId: bob.id } })).status).toBe(401);
    ann.browser.csrf = "wrong";
    expect((await send(ann, bob, "Hi")).status).toBe(419);
  });
});

describe("pages", () => {
  test("a stranger's message puts a conversation on top; the one with the newest message leads", async () => {
    const [ann, bob] = await pair();
    const eve = await person();
    await say(ann, bob, "1");
    await say(eve, bob, "2");
    expect((await conversationsOf(bob)).data.map(({ id }) => id)).toEqual([eve.id, ann.id]);
    await say(ann, bob, "3");
    expect((await conversationsOf(bob)).data.map(({ id }) => id)).toEqual([ann.id, eve.id]);
    expect(await unreadOf(bob)).toBe(3);
  });

  test("messages come by fifties, counted from a message so that new ones shift nothing", async () => {
    const [ann, bob] = await pair();
    const size = LIMITS.pageSize.messages;
    for (let i = 1; i <= size + 5; i++) await say(ann, bob, `${i}`);
    const first = await messagesOf(bob, ann);
    expect(first.data).toHaveLength(size);
    expect(first.meta).toEqual({ current_page: 1, last_page: 2, total: size + 5 });
    const last_message = first.data[0]?.id;
    await say(ann, bob, "later");
    const second = await messagesOf(bob, ann, { page: 2, last_message });
    expect(second.data.map(({ body }) => body)).toEqual(["5", "4", "3", "2", "1"]);
    expect(second.links.next).toBeNull();
    for (const wrong of ["1_2_3", `${last_message}0000`]) {
      const { status } = await bob.browser.call(messageListRoute, {
        params: { userId: ann.id },
        input: { last_message: wrong },
      });
      expect(status).toBe(wrong === "1_2_3" ? 404 : 200);
    }
  });

  test("conversations come by twenties at one round each", async () => {
    const bob = await person();
    for (let i = 0; i < 21; i++) await say(await person(), bob, `${i}`);
    const answer = await bob.browser.call(conversationListRoute);
    expectCost(answer, { rounds: 1, read: 6 * 20 + 10 });
    expect(answer.body).toMatchObject({ meta: { total: 21, last_page: 2 } });
    expect((await conversationsOf(bob, { page: 2 })).data).toHaveLength(1);
  });

  test("two who never wrote to each other keep nothing", async () => {
    const [ann, bob] = await pair();
    expect(await messagesOf(ann, bob)).toMatchObject({
      data: [],
      seen_id: null,
      read_id: null,
      can_send: true,
    });
    await read(ann, bob);
    const stored = await runInDurableObject(conversationOf(testEnv, ann.id, bob.id), (_, { storage }) => [
      ...storage.kv.list(),
    ]);
    expect(stored).toEqual([]);
    expect((await conversationsOf(ann)).data).toEqual([]);
  });

  test("people are found by name, but not oneself", async () => {
    const [ann] = await pair();
    const zed = await person({ username: `zedd_${ann.id}` });
    const found = await ann.browser.call(conversationSearchRoute, { input: { term: `zedd_${ann.id}` } });
    expect(found.body).toMatchObject({
      data: [{ id: zed.id, username: zed.username, block: false, can_send: true }],
    });
    const inside = await ann.browser.call(conversationSearchRoute, { input: { term: `edd_${ann.id}` } });
    expect(inside.body.data).toEqual(found.body.data);
    const own = await zed.browser.call(conversationSearchRoute, { input: { term: `zedd_${ann.id}` } });
    expect(own.body.data).toEqual([]);
    expect((await ann.browser.call(conversationSearchRoute, { input: { term: "" } })).body.data).toEqual([]);
  });
});

describe("reading", () => {
  test("what was read is read on every page, and seen by the other", async () => {
    const [ann, bob] = await pair();
    await say(ann, bob, "1");
    const { id } = await say(ann, bob, "2");
    const [bobs, anns] = [await listen(bob), await listen(ann)];
    const answer = await read(bob, ann);
    expect(answer.body).toEqual({ messages_unread_count: 0, unread_count: 0 });
    expect(await bobs.one("ConversationRead")).toMatchObject({
      user_id: ann.id,
      read_id: id,
      unread: 0,
      unread_messages: 0,
    });
    expect(await anns.one("ConversationSeen")).toMatchObject({ user_id: bob.id, seen_id: id });
    expect(await messagesOf(ann, bob)).toMatchObject({ seen_id: id });
    expect(await messagesOf(bob, ann)).toMatchObject({ read_id: id, messages_unread_count: 0 });
    for (const page of [bobs, anns]) page.close();
  });

  test("up to a message leaves what came after it; reading back changes nothing", async () => {
    const [ann, bob] = await pair();
    const first = await say(ann, bob, "1");
    const second = await say(ann, bob, "2");
    expect((await read(bob, ann, first.id)).body).toMatchObject({
      messages_unread_count: 1,
      unread_count: 1,
    });
    await read(bob, ann, second.id);
    expect((await read(bob, ann, first.id)).body).toMatchObject({ messages_unread_count: 0 });
    expect(await messagesOf(bob, ann)).toMatchObject({ read_id: second.id });
  });

  test("what one says oneself is not unread", async () => {
    const [ann, bob] = await pair();
    await say(ann, bob, "1");
    expect(await unreadOf(ann)).toBe(0);
    await say(bob, ann, "2");
    expect(await unreadOf(ann)).toBe(1);
    expect(await unreadOf(bob)).toBe(1);
  });
});

describe("taking away", () => {
  const remove = (who: Person, messageId: string) =>
    who.browser.call(deleteMessageRoute, { params: { messageId } });

  test("an admin takes a message away: for both, at once, and it counts no more", async () => {
    const [ann, bob] = await pair();
    const admin = await person({ role: "admin" });
    const { id } = await say(ann, bob, "Bad");
    const [anns, bobs] = [await listen(ann), await listen(bob)];
    expect(await remove(admin, id)).toMatchObject({ status: 200, body: { message: "Message removed" } });
    for (const page of [anns, bobs])
      expect(await page.one("MessageDeleted")).toMatchObject({ id, unread_messages: 0 });
    expect((await messagesOf(bob, ann)).data).toMatchObject([{ id, body: "", deleted: true }]);
    expect((await conversationsOf(bob)).data[0]?.latest_message).toMatchObject({ deleted: true, body: "" });
    expect(await unreadOf(bob)).toBe(0);
    expect((await remove(admin, id)).status).toBe(200);
    // Twice is as good as once, and is noted once, with the words that went.
    expect(
      await countRows(
        "audit_log",
        sql`action = 'message.scrub' and subject_id = ${id} and json_extract(before, '$.body') <> ''`,
      ),
    ).toBe(1);
    for (const page of [anns, bobs]) page.close();
  });

  test("members may not, moderators only where a message was reported", async () => {
    const [ann, bob] = await pair();
    const [moderator, admin] = [await person({ role: "moderator" }), await person({ role: "admin" })];
    const { id } = await say(ann, bob, "Hm");
    expect((await remove(ann, id)).status).toBe(403);
    expect((await remove(moderator, id)).status).toBe(404);
    expect((await remove(admin, `${id}9`)).status).toBe(404);
    expect((await remove(admin, "9_3_1")).status).toBe(404);
    await db.all(
      statement(sql`insert into reports (type, target, reporter_id, reason, created_at)
        values ('message', ${id}, ${bob.id}, 'spam', 1)`),
    );
    expect((await remove(moderator, id)).status).toBe(200);
  });
});

describe("the moderators' view", () => {
  test("shows what its reporter sees, is read-only and every look is written down", async () => {
    const [ann, bob] = await pair();
    const [eve, moderator] = [await person(), await person({ role: "moderator" })];
    const { id } = await say(ann, bob, "Bad");
    await say(eve, bob, "Private");
    const look = { as: bob.id, reason: "A reported message" };
    const ask = (withId: number) =>
      moderator.browser.call(messageListRoute, { params: { userId: withId }, input: look });
    expect((await ask(ann.id)).status).toBe(404);
    expect((await moderator.browser.call(conversationListRoute, { input: look })).status).toBe(404);
    await db.all(
      statement(sql`insert into reports (type, target, reporter_id, reason, created_at)
        values ('message', ${id}, ${bob.id}, 'spam', 1)`),
    );
    const looked = await ask(ann.id);
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
    expectCost(looked, { rounds: 2 });
    expect((await ask(eve.id)).status).toBe(404);
    const list = await conversationsOf(moderator, look);
    expect(list.data.map((one) => one.id)).toEqual([ann.id]);
    const noted = sql`action = 'chat.view' and actor_id = ${moderator.id} and reason = ${look.reason}`;
    expect(await countRows("audit_log", noted)).toBe(2);
    // Nobody looks without a word.
    for (const input of [{ as: bob.id }, { as: bob.id, reason: " " }]) {
      const params = { userId: ann.id };
      const silent = await moderator.browser.call(messageListRoute, { params, input });
      expect(silent).toMatchObject({ status: 422, body: { errors: { reason: [expect.any(String)] } } });
      expect((await moderator.browser.call(conversationListRoute, { input })).status).toBe(422);
    }
    expect(await countRows("audit_log", noted)).toBe(2);
    // Reading as somebody reads nothing for them.
    expect(await unreadOf(bob)).toBe(2);
    const member = await eve.browser.call(messageListRoute, {
      params: { userId: ann.id },
      input: { as: bob.id },
    });
    expect(member.status).toBe(403);
    expect((await eve.browser.call(conversationListRoute, { input: { as: bob.id } })).status).toBe(403);
  });
});

describe("the way to the hubs", () => {
  test("what can't be delivered is delivered later, once and in order", async () => {
    const [ann, bob] = await pair();
    await say(ann, bob, "1");
    await vi.waitUntil(async () => (await unreadOf(bob)) === 1);
    await setFaults(ann, bob, "deliveries=1");
    await say(ann, bob, "2");
    await say(bob, ann, "3");
    await read(bob, ann);
    expect(await unreadOf(ann)).toBe(0);
    const page = await listen(ann);
    await setFaults(ann, bob, "");
    await runDurableObjectAlarm(conversationOf(testEnv, ann.id, bob.id));
    // The first is heard by any page that has come lately.
    expect((await page.all("NewMessage", 3)).map(({ message }) => message.body)).toEqual(["1", "2", "3"]);
    await page.one("ConversationSeen");
    expect(await unreadOf(ann)).toBe(1);
    expect(await unreadOf(bob)).toBe(0);
    page.close();
  });

  test("a delivery that comes twice, or out of turn, changes nothing", async () => {
    const [ann, bob] = await pair();
    const page = await listen(bob);
    const message = (seq: number) => ({
      kind: "message" as const,
      seq,
      sender: ann.id,
      body: `${seq}`,
      at: seq,
      client_id: null,
    });
    const hub = hubOf(testEnv, bob.id);
    const deliver = (after: number, ...seqs: number[]) =>
      hub.deliver({ other: ann.id, after, changes: seqs.map(message), unread: seqs.at(-1) ?? 0 });
    expect((await deliver(0, 1, 2)).have).toBe(2);
    expect((await deliver(0, 1, 2)).have).toBe(2);
    expect((await deliver(0, 1)).have).toBe(2);
    expect((await deliver(3, 4)).have).toBe(2);
    expect((await deliver(1, 2, 3)).have).toBe(3);
    await page.settled();
    const heard = page.events.flatMap((event) => (event.event === "NewMessage" ? [event.message.body] : []));
    expect(heard).toEqual(["1", "2", "3"]);
    expect(await unreadOf(bob)).toBe(3);
    page.close();
  });

  test("both objects go on where they were after having been put to sleep", async () => {
    const [ann, bob] = await pair();
    await say(ann, bob, "1");
    await vi.waitUntil(async () => (await unreadOf(bob)) === 1);
    await evictDurableObject(conversationOf(testEnv, ann.id, bob.id));
    await evictDurableObject(hubOf(testEnv, bob.id));
    const { id } = await say(ann, bob, "2");
    expect(id).toMatch(/_2$/);
    await vi.waitUntil(async () => (await unreadOf(bob)) === 2);
    expect(await bodies(bob, ann)).toEqual(["1", "2"]);
  });

  test("a hub that is put to sleep again and again knows as much as one that never was", async () => {
    const [ann, bob] = await pair();
    const eve = await person();
    const hub = hubOf(testEnv, bob.id);
    const have = new Map([
      [ann.id, 0],
      [eve.id, 0],
    ]);
    // Enough for the journal to be trimmed several times.
    for (let i = 1; i <= 330; i++) {
      const other = i % 3 ? ann.id : eve.id;
      const after = have.get(other) ?? 0;
      const change = {
        kind: "message" as const,
        seq: after + 1,
        sender: other,
        body: `${i}`,
        at: i,
        client_id: null,
      };
      expect((await hub.deliver({ other, after, changes: [change], unread: after + 1 })).have).toBe(
        after + 1,
      );
      have.set(other, after + 1);
      if (i % 23 === 0) await evictDurableObject(hub);
      if (i % 40 === 0) expect((await conversationsOf(bob)).unread_count).toBe(i);
    }
    const { data, unread_count } = await conversationsOf(bob);
    expect(unread_count).toBe(330);
    expect(data.map((one) => [one.id, one.messages_unread_count, one.latest_message?.body])).toEqual([
      [eve.id, 110, "330"],
      [ann.id, 220, "329"],
    ]);
    expect((await hub.deliver({ other: ann.id, after: 300, changes: [], unread: 0 })).have).toBe(220);
    const page = await listen(bob);
    expect(await page.one("Hello")).toMatchObject({ unread_messages: 330 });
    page.close();
  });

  test("a burst from both sides is numbered without gaps, the same for both", async () => {
    const [ann, bob] = await pair();
    const [anns, bobs] = [await listen(ann), await listen(bob)];
    const both = [ann, bob] as const;
    await Promise.all(
      Array.from({ length: 40 }, (_, i) => say(both[i % 2] ?? ann, both[1 - (i % 2)] ?? bob, `${i}`)),
    );
    const [heardByAnn, heardByBob] = [await anns.all("NewMessage", 40), await bobs.all("NewMessage", 40)];
    const ids = heardByAnn.map(({ message }) => message.id);
    expect(heardByBob.map(({ message }) => message.id)).toEqual(ids);
    expect(ids.map((id) => Number(id.split("_")[2]))).toEqual(Array.from({ length: 40 }, (_, i) => i + 1));
    expect(await bodies(ann, bob)).toEqual(heardByAnn.map(({ message }) => message.body));
    expect(heardByBob.at(-1)).toMatchObject({ unread: 20, unread_messages: 20 });
    for (const page of [anns, bobs]) page.close();
  });
});

describe("typing", () => {
  test("is told to the other while they have a conversation, and to nobody who is blocked", async () => {
    const [ann, bob] = await pair();
    await say(ann, bob, "1");
    const [anns, bobs] = [await listen(ann), await listen(bob)];
    anns.say({ type: "typing", user_id: bob.id });
    expect(await bobs.one("Typed")).toEqual({ event: "Typed", user_id: ann.id });
    await db.all(
      statement(sql`insert into blocks (user_id, blocked_id, created_at) values (${bob.id}, ${ann.id}, 1)`),
    );
    await forgetPermits(testEnv, ann.id, bob.id);
    const stranger = await listen(await person());
    for (const page of [anns, stranger]) {
      page.say({ type: "typing", user_id: bob.id });
      page.say({ type: "watch", user_ids: [bob.id] });
      await page.one("PresenceChanged");
    }
    await bobs.settled();
    expect(bobs.events.filter(({ event }) => event === "Typed")).toHaveLength(1);
    for (const page of [anns, bobs, stranger]) page.close();
  });
});
