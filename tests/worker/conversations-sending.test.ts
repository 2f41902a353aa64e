import { runDurableObjectAlarm, runInDurableObject } from "cloudflare:test";
import { CLOSE_CODES } from "#domain/live/frames.ts";
import { updateAccountRoute } from "#domain/settings/api.ts";
import { runSql, testEnv } from "#tests/support/browser.ts";
import { befriend } from "#tests/support/buddies.ts";
import { expectCost } from "#tests/support/cost.ts";
import { evict } from "#tests/support/evict.ts";
import {
  bodiesOf,
  conversationsOf,
  markMessagesRead,
  messagesOf,
  newClientId,
  pair,
  sendMessage,
  trySendMessage,
  unreadOf,
} from "#tests/support/messages.ts";
import { connectSocket } from "#tests/support/socket.ts";
import { signedInUser, type TestUser } from "#tests/support/test-user.ts";
import { until } from "#tests/support/until.ts";
import { disconnectUser } from "#worker/live/notify.ts";
import { conversationStub, hubStub } from "#worker/live/stubs.ts";

let ann: TestUser;
let bob: TestUser;
beforeEach(async () => {
  [ann, bob] = await pair();
});

const refused = (status: number, code: string) => ({ status, body: { code } });

describe("sending a message", () => {
  test("delivers it to every page of both members, with absolute counts", async () => {
    const pages = [await connectSocket(bob), await connectSocket(bob), await connectSocket(ann)];
    const sent = await sendMessage(ann, bob, "Hello Bob");
    expect(sent).toEqual({
      id: expect.stringMatching(/^\d+_\d+_1$/),
      created_at: expect.any(String),
      created_at_formatted: expect.stringMatching(/^\d\d\/\d\d\/\d{4} \d\d:\d\d [AP]M$/),
    });
    for (const page of pages.slice(0, 2))
      expect(await page.one("NewMessage")).toMatchObject({
        user_id: ann.id,
        message: { id: sent.id, body: "Hello Bob", sender_id: ann.id, deleted: false },
        unread: 1,
        unread_messages: 1,
      });
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
        ...{ id: ann.id, user: { username: ann.username }, last_message: sent.id, can_send: true },
        ...{ latest_message: { body: "Hello Bob" }, messages_unread_count: 1, block: false },
      },
    ]);
  });

  test("repeatedly with the same client id stores it once, even concurrently", async () => {
    const name = newClientId();
    const responses = await Promise.all([1, 2, 3].map(() => trySendMessage(ann, bob, "Once", name)));
    expect(new Set(responses.map(({ body }) => body.id)).size).toBe(1);
    expect((await trySendMessage(ann, bob, "Once", name)).body).toMatchObject({
      id: responses[0]?.body.id,
      client_id: name,
    });
    expect(await bodiesOf(bob, ann)).toEqual(["Once"]);
    expect(await unreadOf(bob)).toBe(1);
    // Client ids are per sender.
    expect((await trySendMessage(bob, ann, "Twice", name)).body.id).not.toBe(responses[0]?.body.id);
    expect((await messagesOf(ann, bob)).data.map(({ client_id }) => client_id)).toEqual([undefined, name]);
  });

  test("costs no D1 round trip once the sender has a permit, and writes nothing there", async () => {
    await sendMessage(ann, bob, "First");
    expectCost(await trySendMessage(ann, bob, "Second"), { roundTrips: 0, read: 0, written: 0 });
  });

  test("returns 422 for an invalid text and stores nothing", async () => {
    expect((await trySendMessage(ann, bob, "  \n ")).body.message).toBe(
      "Your message must at least be 1 character",
    );
    for (const body of ["", "x".repeat(501), "\ud800", "a\u0000b", "👨‍👩‍👧‍👦".repeat(501)])
      expect((await trySendMessage(ann, bob, body)).status).toBe(422);
    expect((await trySendMessage(ann, bob, "👨‍👩‍👧‍👦".repeat(500))).status).toBe(200);
    expect((await trySendMessage(ann, bob, "Hi", "bad name!")).status).toBe(422);
    expect((await messagesOf(bob, ann)).meta.total).toBe(1);
  });

  test("can have one link of a newcomer and eight of other members, and stores none with more", async () => {
    const links = (count: number) => Array.from({ length: count }, (_, i) => `site${i}.com`).join(" ");
    const old = { created_at: Date.now() - 90 * 24 * 3_600_000 };
    const [fresh, ann, bob] = [await signedInUser(), await signedInUser(old), await signedInUser(old)];
    for (const [sender, most] of [
      [fresh, 1],
      [ann, 8],
    ] as const) {
      expect((await trySendMessage(sender, bob, links(most))).status).toBe(200);
      expect((await trySendMessage(sender, bob, links(most + 1))).body.message).toBe(
        "That's too many links for one message. Send fewer, or without links.",
      );
      expect((await messagesOf(bob, sender)).meta.total).toBe(1);
    }
  });

  test.each([
    ["everyone", 1, "stranger", 200],
    ["buddies", 2, "stranger", 403],
    ["buddies", 2, "buddy", 200],
    ["no one", 3, "buddy", 403],
    ["no one", 3, "moderator", 200],
  ] as const)("to one who accepts those of %s (%i) as a %s returns %i", async (_, privacy, user, status) => {
    const role = user === "moderator" ? user : "member";
    const [ann, bob] = [await signedInUser({ role }), await signedInUser({ message_privacy: privacy })];
    if (user === "buddy") await befriend(ann, bob);
    expect((await trySendMessage(ann, bob, "Hi")).status).toBe(status);
    expect((await messagesOf(ann, bob)).can_send).toBe(status === 200);
  });

  test("fails at once after the recipient closes their messages, and pages are updated", async () => {
    await sendMessage(ann, bob, "Hi");
    const page = await connectSocket(ann);
    await bob.call(updateAccountRoute, { message_privacy_permission_id: 3 });
    expect(await trySendMessage(ann, bob, "More")).toMatchObject(refused(403, "contact_refused"));
    expect(await page.one("ContactChanged")).toMatchObject({ user_id: bob.id, username: bob.username });
  });

  test("fails at once after a ban or the end of the session, despite a cached permit", async () => {
    await sendMessage(ann, bob, "Hi");
    await runSql`update users set banned_at = 1, ban_reason = 'Spam' where id = ${ann.id}`;
    await disconnectUser(testEnv, ann.id, CLOSE_CODES.banned);
    expect(await trySendMessage(ann, bob, "More")).toMatchObject(refused(403, "banned"));
    await runSql`update users set banned_at = null where id = ${ann.id}`;
    expect((await trySendMessage(ann, bob, "Back")).status).toBe(200);
    await runSql`delete from sessions where user_id = ${ann.id}`;
    await disconnectUser(testEnv, ann.id, CLOSE_CODES.sessionEnded);
    expect(await trySendMessage(ann, bob, "Gone")).toMatchObject(refused(401, "session_changed"));
    expect(await bodiesOf(bob, ann)).toEqual(["Hi", "Back"]);
  });
});

/** Makes every delivery of a conversation fail, or work again. */
const setFaults = (a: TestUser, b: TestUser, FAULTS: string) =>
  runInDurableObject(conversationStub(testEnv, a.id, b.id), (room) => {
    Object.assign(room, { env: { ...testEnv, FAULTS } });
  });

/** A new message as a conversation reports it to a hub. */
const changeOf = (sender: number, seq: number, at = seq) =>
  ({ kind: "message", seq, sender, body: `${at}`, at, client_id: null }) as const;

describe("delivery to the user hubs", () => {
  test("is repeated after a failure, once and in order", async () => {
    await sendMessage(ann, bob, "1");
    await until(async () => (await unreadOf(bob)) === 1);
    await setFaults(ann, bob, "deliveries=1");
    await sendMessage(ann, bob, "2");
    await sendMessage(bob, ann, "3");
    await markMessagesRead(bob, ann);
    expect(await unreadOf(ann)).toBe(0);
    const page = await connectSocket(ann);
    await setFaults(ann, bob, "");
    await runDurableObjectAlarm(conversationStub(testEnv, ann.id, bob.id));
    // The journal replays the first one to a page that has just connected.
    expect((await page.all("NewMessage", 3)).map(({ message }) => message.body)).toEqual(["1", "2", "3"]);
    await page.one("ConversationSeen");
    expect(await unreadOf(ann)).toBe(1);
    expect(await unreadOf(bob)).toBe(0);
  });

  test("ignores duplicate and out-of-order deliveries", async () => {
    const page = await connectSocket(bob);
    const hub = hubStub(testEnv, bob.id);
    const deliver = (after: number, ...seqs: number[]) => {
      const changes = seqs.map((seq) => changeOf(ann.id, seq));
      return hub.deliver({ other: ann.id, after, changes, unread: seqs.at(-1) ?? 0 });
    };
    expect((await deliver(0, 1, 2)).have).toBe(2);
    expect((await deliver(0, 1, 2)).have).toBe(2);
    expect((await deliver(0, 1)).have).toBe(2);
    expect((await deliver(3, 4)).have).toBe(2);
    expect((await deliver(1, 2, 3)).have).toBe(3);
    await page.settled();
    expect(
      page.events.flatMap((event) => (event.event === "NewMessage" ? [event.message.body] : [])),
    ).toEqual(["1", "2", "3"]);
    expect(await unreadOf(bob)).toBe(3);
  });

  test("leaves a hub that is often evicted in the same state as any other", async () => {
    const eve = await signedInUser();
    const hub = hubStub(testEnv, bob.id);
    const have = new Map([
      [ann.id, 0],
      [eve.id, 0],
    ]);
    // Enough for the journal to be trimmed several times.
    for (let i = 1; i <= 330; i++) {
      const other = i % 3 ? ann.id : eve.id;
      const after = have.get(other) ?? 0;
      const changes = [changeOf(other, after + 1, i)];
      expect((await hub.deliver({ other, after, changes, unread: after + 1 })).have).toBe(after + 1);
      have.set(other, after + 1);
      if (i % 23 === 0) await evict(hub);
      if (i % 40 === 0) expect((await conversationsOf(bob)).unread_count).toBe(i);
    }
    const { data, unread_count } = await conversationsOf(bob);
    expect(unread_count).toBe(330);
    expect(data.map((one) => [one.id, one.messages_unread_count, one.latest_message?.body])).toEqual([
      [eve.id, 110, "330"],
      [ann.id, 220, "329"],
    ]);
    expect((await hub.deliver({ other: ann.id, after: 300, changes: [], unread: 0 })).have).toBe(220);
    expect(await (await connectSocket(bob)).one("Hello")).toMatchObject({ unread_messages: 330 });
  });

  test("numbers a burst from both sides without gaps, the same for both", async () => {
    const [annPage, bobPage] = [await connectSocket(ann), await connectSocket(bob)];
    const both = [ann, bob] as const;
    await Promise.all(
      Array.from({ length: 40 }, (_, i) => sendMessage(both[i % 2] ?? ann, both[1 - (i % 2)] ?? bob, `${i}`)),
    );
    const [receivedByAnn, receivedByBob] = [
      await annPage.all("NewMessage", 40),
      await bobPage.all("NewMessage", 40),
    ];
    const ids = receivedByAnn.map(({ message }) => message.id);
    expect(receivedByBob.map(({ message }) => message.id)).toEqual(ids);
    expect(ids.map((id) => Number(id.split("_")[2]))).toEqual(Array.from({ length: 40 }, (_, i) => i + 1));
    expect(await bodiesOf(ann, bob)).toEqual(receivedByAnn.map(({ message }) => message.body));
    expect(receivedByBob.at(-1)).toMatchObject({ unread: 20, unread_messages: 20 });
  });
});
