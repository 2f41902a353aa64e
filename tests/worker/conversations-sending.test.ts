import { messageListRoute } from "#domain/conversations/api.ts";
import { CLOSE_CODES } from "#domain/live/frames.ts";
import { updateAccountRoute } from "#domain/settings/api.ts";
import { runSql, testEnv } from "#tests/support/browser.ts";
import { expectCost } from "#tests/support/cost.ts";
import {
  conversationsOf,
  markMessagesRead,
  messagesOf,
  newClientId,
  sendMessage,
  trySendMessage,
} from "#tests/support/messages.ts";
import { connectSocket } from "#tests/support/socket.ts";
import { signedInUser, type TestUser } from "#tests/support/test-user.ts";
import { clearPermits, disconnectUser } from "#worker/live/notify.ts";

const pair = async (): Promise<[TestUser, TestUser]> => [await signedInUser(), await signedInUser()];
const bodies = async (user: TestUser, other: TestUser) =>
  (await messagesOf(user, other)).data.map(({ body }) => body).reverse();
const unreadOf = async (user: TestUser) => (await conversationsOf(user)).unread_count;

describe("sending a message", () => {
  test("delivers it to every page of both members, with absolute counts", async () => {
    const [ann, bob] = await pair();
    const pages = [await connectSocket(bob), await connectSocket(bob), await connectSocket(ann)];
    const sent = await sendMessage(ann, bob, "Hello Bob");
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
  });

  test("repeatedly with the same client id stores it once, even concurrently", async () => {
    const [ann, bob] = await pair();
    const name = newClientId();
    const responses = await Promise.all([1, 2, 3].map(() => trySendMessage(ann, bob, "Once", name)));
    expect(new Set(responses.map(({ body }) => body.id)).size).toBe(1);
    expect((await trySendMessage(ann, bob, "Once", name)).body).toMatchObject({
      id: responses[0]?.body.id,
      client_id: name,
    });
    expect(await bodies(bob, ann)).toEqual(["Once"]);
    expect(await unreadOf(bob)).toBe(1);
    // Client ids are per sender.
    expect((await trySendMessage(bob, ann, "Twice", name)).body.id).not.toBe(responses[0]?.body.id);
    expect((await messagesOf(ann, bob)).data.map(({ client_id }) => client_id)).toEqual([undefined, name]);
  });

  test("costs no D1 round trip once the sender has a permit, and writes nothing there", async () => {
    const [ann, bob] = await pair();
    await sendMessage(ann, bob, "First");
    expectCost(await trySendMessage(ann, bob, "Second"), { roundTrips: 0, read: 0, written: 0 });
  });

  test("returns 422 for an invalid text and stores nothing", async () => {
    const [ann, bob] = await pair();
    expect(await trySendMessage(ann, bob, "  \n ")).toMatchObject({
      status: 422,
      body: { message: "Your message must at least be 1 character" },
    });
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
      expect(await trySendMessage(sender, bob, links(most + 1))).toMatchObject({
        status: 422,
        body: { message: "That's too many links for one message. Send fewer, or without links." },
      });
      expect((await messagesOf(bob, sender)).meta.total).toBe(1);
    }
  });

  test("returns 422 for a message to oneself and 404 for an unknown member", async () => {
    const ann = await signedInUser();
    expect((await trySendMessage(ann, ann, "Me")).status).toBe(422);
    expect((await trySendMessage(ann, { id: 999_999 }, "You")).status).toBe(404);
    expect((await ann.call(messageListRoute, { userId: ann.id })).status).toBe(404);
    expect((await ann.call(messageListRoute, { userId: 999_999 })).status).toBe(404);
    expect((await markMessagesRead(ann, { id: 999_999 })).status).toBe(404);
  });

  test.each([
    ["everyone", 1, "stranger", 200],
    ["everyone", 1, "buddy", 200],
    ["buddies", 2, "stranger", 403],
    ["buddies", 2, "buddy", 200],
    ["buddies", 2, "moderator", 200],
    ["no one", 3, "buddy", 403],
    ["no one", 3, "moderator", 200],
    ["no one", 3, "admin", 200],
  ] as const)(
    "to a member who accepts messages from %s (%i) as a %s returns %i",
    async (_, privacy, user, status) => {
      const role = user === "moderator" || user === "admin" ? user : "member";
      const [ann, bob] = [await signedInUser({ role }), await signedInUser({ message_privacy: privacy })];
      if (user === "buddy")
        await runSql`insert into buddies (user_id, buddy_id, created_at)
          values (${ann.id}, ${bob.id}, 1), (${bob.id}, ${ann.id}, 1)`;
      expect((await trySendMessage(ann, bob, "Hi")).status).toBe(status);
      expect((await messagesOf(ann, bob)).can_send).toBe(status === 200);
    },
  );

  test("fails at once after the recipient closes their messages, and pages are updated", async () => {
    const [ann, bob] = await pair();
    await sendMessage(ann, bob, "Hi");
    const page = await connectSocket(ann);
    await bob.call(updateAccountRoute, { message_privacy_permission_id: 3 });
    expect(await trySendMessage(ann, bob, "More")).toMatchObject({
      status: 403,
      body: { code: "contact_refused" },
    });
    expect(await page.one("ContactChanged")).toMatchObject({ user_id: bob.id, username: bob.username });
  });

  test("fails in both directions right after a block; only its maker sees why", async () => {
    const [ann, bob] = await pair();
    await sendMessage(ann, bob, "Hi");
    await sendMessage(bob, ann, "Hi");
    await runSql`insert into blocks (user_id, blocked_id, created_at) values (${ann.id}, ${bob.id}, 1)`;
    await clearPermits(testEnv, ann.id, bob.id);
    expect(await trySendMessage(ann, bob, "More")).toMatchObject({
      status: 403,
      body: { message: "This user is blocked" },
    });
    expect(await trySendMessage(bob, ann, "More")).toMatchObject({
      status: 403,
      body: { code: "contact_refused" },
    });
    expect(await messagesOf(ann, bob)).toMatchObject({ block: true, can_send: false });
    expect(await messagesOf(bob, ann)).toMatchObject({ block: false, can_send: false });
    expect(await bodies(bob, ann)).toEqual(["Hi", "Hi"]);
    await runSql`delete from blocks where user_id = ${ann.id}`;
    expect((await trySendMessage(bob, ann, "Again")).status).toBe(200);
  });

  test("fails at once after a ban or the end of the session, despite a cached permit", async () => {
    const [ann, bob] = await pair();
    await sendMessage(ann, bob, "Hi");
    await runSql`update users set banned_at = 1, ban_reason = 'Spam' where id = ${ann.id}`;
    await disconnectUser(testEnv, ann.id, CLOSE_CODES.banned);
    expect(await trySendMessage(ann, bob, "More")).toMatchObject({ status: 403, body: { code: "banned" } });
    await runSql`update users set banned_at = null where id = ${ann.id}`;
    expect((await trySendMessage(ann, bob, "Back")).status).toBe(200);
    await runSql`delete from sessions where user_id = ${ann.id}`;
    await disconnectUser(testEnv, ann.id, CLOSE_CODES.sessionEnded);
    expect(await trySendMessage(ann, bob, "Gone")).toMatchObject({
      status: 401,
      body: { code: "session_changed" },
    });
    expect(await bodies(bob, ann)).toEqual(["Hi", "Back"]);
  });
});
