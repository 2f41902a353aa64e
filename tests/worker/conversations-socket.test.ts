import { runDurableObjectAlarm, runInDurableObject } from "cloudflare:test";
import fc from "fast-check";
import { CREDITS } from "#domain/live/frames.ts";
import { makeDue } from "#tests/support/alarms.ts";
import { addUser, firstRow, runSql, testEnv } from "#tests/support/browser.ts";
import { evict } from "#tests/support/evict.ts";
import { forAllAsync } from "#tests/support/for-all.ts";
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
import { connectSocket, type TestSocket } from "#tests/support/socket.ts";
import type { TestUser } from "#tests/support/test-user.ts";
import { expectWorkerErrors } from "#tests/support/worker.setup.ts";
import { PageMessages } from "#worker/conversations/page-messages.ts";
import { clearPermits } from "#worker/live/notify.ts";
import { conversationStub, hubStub } from "#worker/live/stubs.ts";

let ann: TestUser;
let bob: TestUser;
beforeEach(async () => {
  [ann, bob] = await pair();
});

const sessionOf = async (user: TestUser): Promise<string> =>
  (await firstRow<{ id: string }>`select id from sessions where user_id = ${user.id}`)?.id ?? "";
const marks = (socket: TestSocket) =>
  socket.received.flatMap((text) => {
    const { event, mark } = text === "pong" ? {} : JSON.parse(text);
    return /^(NewMessage|MessageSent)$/.test(event) ? [mark] : [];
  });

describe("a message sent on a page's socket", () => {
  test("is stored, acknowledged to its page, and published to every other page of both members", async () => {
    const [page, otherTab, bobPage] = [
      await connectSocket(ann),
      await connectSocket(ann),
      await connectSocket(bob),
    ];
    const sent = await page.sendMessage({ user_id: bob.id, body: "  Hello Bob ", client_id: "client-1" });
    expect(sent).toEqual({
      event: "MessageSent",
      client_id: "client-1",
      id: expect.stringMatching(/^\d+_\d+_1$/),
      created_at: expect.stringMatching(/^\d{4}-.*Z$/),
    });
    expect(await bobPage.one("NewMessage")).toMatchObject({
      user_id: ann.id,
      message: { id: sent.id, body: "Hello Bob", sender_id: ann.id },
      unread: 1,
      unread_messages: 1,
    });
    expect((await otherTab.one("NewMessage")).message).toMatchObject({ id: sent.id, client_id: "client-1" });
    // Both tabs can continue after the same mark.
    expect(marks(page)).toEqual(marks(otherTab));
    expect(page.events.filter(({ event }) => event === "NewMessage")).toEqual([]);
    expect((await bobPage.one("NewMessage")).message).not.toHaveProperty("client_id");
    expect((await conversationsOf(ann)).data).toMatchObject([{ id: bob.id, last_message: sent.id }]);
    expect(await unreadOf(bob)).toBe(1);
  });

  test("is stored once under its client id, whichever way it comes again", async () => {
    const page = await connectSocket(ann);
    const client_id = newClientId();
    const message = { user_id: bob.id, body: "Once", client_id };
    const [first, second, overHttp] = await Promise.all([
      page.sendMessage(message),
      page.sendMessage(message),
      trySendMessage(ann, bob, "Once", client_id),
    ]);
    expect(second).toEqual(first);
    expect(overHttp.body.id).toBe(first.id);
    await evict(conversationStub(testEnv, ann.id, bob.id));
    await evict(hubStub(testEnv, ann.id));
    expect(await page.sendMessage(message)).toEqual(first);
    page.close();
    expect(await (await connectSocket(ann, page.cursor)).sendMessage(message)).toEqual(first);
    expect((await trySendMessage(ann, bob, "Once", client_id)).body.id).toBe(first.id);
    expect(await bodiesOf(bob, ann)).toEqual(["Once"]);
    expect(await unreadOf(bob)).toBe(1);
  });

  test("is replayed as a message to a page whose reply was lost with its socket", async () => {
    const page = await connectSocket(ann);
    const { cursor } = page;
    const { id } = await page.sendMessage({ user_id: bob.id, body: "Hi", client_id: "client-1" });
    page.close();
    const back = await connectSocket(ann, cursor);
    expect((await back.one("NewMessage")).message).toMatchObject({ id, client_id: "client-1", body: "Hi" });
  });

  test("reaches the sender's own list even if the reply to their hub is lost", async () => {
    await sendMessage(ann, bob, "1");
    const conversation = conversationStub(testEnv, ann.id, bob.id);
    await conversation.send({
      sender: ann.id,
      session: await sessionOf(ann),
      body: "2",
      clientId: null,
      receipt: { have: 1, permitsClearedAt: 0 },
    });
    expect((await conversationsOf(ann)).data).toMatchObject([{ latest_message: { body: "1" } }]);
    await runInDurableObject(conversation, (_, { storage }) => makeDue(storage));
    await runDurableObjectAlarm(conversation);
    expect((await conversationsOf(ann)).data).toMatchObject([{ latest_message: { body: "2" } }]);
    expect((await conversationsOf(bob)).data).toMatchObject([{ latest_message: { body: "2" } }]);
  });

  test("and a read mark complete deliveries that a dying process left behind, when they are repeated", async () => {
    const page = await connectSocket(ann);
    await page.sendMessage({ user_id: bob.id, body: "1", client_id: newClientId() });
    const conversation = conversationStub(testEnv, ann.id, bob.id);
    /** Leaves the conversation as after a kill: nothing was delivered, and its alarm is far away. */
    const dieDuring = async (action: () => Promise<unknown>) => {
      await runInDurableObject(conversation, (object) => {
        Object.assign(object, { env: { ...testEnv, FAULTS: "deliveries=1" } });
      });
      await action();
      await runInDurableObject(conversation, (_, { storage }) => storage.deleteAlarm());
      await evict(conversation);
    };
    const message = { user_id: bob.id, body: "2", client_id: newClientId() };
    await dieDuring(() => page.sendMessage(message));
    expect(await unreadOf(bob)).toBe(1);
    await page.sendMessage(message);
    expect(await unreadOf(bob)).toBe(2);
    await dieDuring(() => markMessagesRead(bob, ann));
    expect(await unreadOf(bob)).toBe(2);
    await markMessagesRead(bob, ann);
    expect(await unreadOf(bob)).toBe(0);
    await page.one("ConversationSeen");
  });

  test("survives the eviction of all objects, and continues the sequence", async () => {
    const page = await connectSocket(ann);
    for (let i = 1; i <= 3; i++) {
      const { id } = await page.sendMessage({ user_id: bob.id, body: `${i}`, client_id: newClientId() });
      expect(id).toMatch(new RegExp(`_${i}$`));
      await evict(hubStub(testEnv, ann.id));
      await evict(conversationStub(testEnv, ann.id, bob.id));
      await evict(hubStub(testEnv, bob.id));
    }
    expect(await bodiesOf(bob, ann)).toEqual(["1", "2", "3"]);
    expect(await unreadOf(bob)).toBe(3);
  });

  test("gives its credit back, so a page can send any number one by one", async () => {
    const page = await connectSocket(ann);
    const count = CREDITS.burst + 10;
    for (let i = 0; i < count; i++)
      await page.sendMessage({ user_id: bob.id, body: `${i}`, client_id: newClientId() });
    expect(page.closed).toBeNull();
    expect((await messagesOf(bob, ann)).meta.total).toBe(count);
  });
});

describe("a message rejected on a page's socket", () => {
  /** Sends the same message both ways; both must fail in the same way. */
  async function expectSameError(
    from: TestUser,
    to: { id: number },
    body: string,
    page: TestSocket,
    id?: string,
  ) {
    const client_id = id ?? newClientId();
    const overHttp = await trySendMessage(from, to, body, client_id);
    expect(overHttp.status).toBeGreaterThanOrEqual(400);
    expect(await page.trySendMessage({ user_id: to.id, body, client_id })).toEqual({
      event: "MessageRejected",
      client_id,
      status: overHttp.status,
      code: overHttp.body.code,
      message: overHttp.body.message,
    });
    return overHttp.body.code;
  }

  test("has the status, code and message that HTTP responds with", async () => {
    await sendMessage(ann, bob, "Hi");
    const [page, bobPage] = [await connectSocket(ann), await connectSocket(bob)];
    for (const body of ["", " \n ", "x".repeat(501), "\ud800", "a\u0000b"])
      expect(await expectSameError(ann, bob, body, page)).toBe("invalid");
    expect(await expectSameError(ann, bob, "Hi", page, "bad name!")).toBe("invalid");
    expect(await expectSameError(ann, ann, "Me", page)).toBe("own_account");
    expect(await expectSameError(ann, { id: 999_999 }, "You", page)).toBe("not_found");
    const closed = await addUser({ message_privacy: 3 });
    expect(await expectSameError(ann, closed, "Hi", page)).toBe("contact_refused");
    await runSql`insert into words (word, action, whole, user_id, created_at)
      values ('goose', 'refuse', 0, ${ann.id}, 1)`;
    await clearPermits(testEnv, ann.id);
    expect(await expectSameError(ann, bob, "goose", page)).toBe("word_refused");
    await runSql`insert into blocks (user_id, blocked_id, created_at)
      values (${ann.id}, ${bob.id}, 1)`;
    await clearPermits(testEnv, ann.id, bob.id);
    expect(await expectSameError(ann, bob, "More", page)).toBe("blocked_by_you");
    expect(await expectSameError(bob, ann, "More", bobPage)).toBe("contact_refused");
    expect(await messagesOf(ann, bob)).toMatchObject({ block: true, can_send: false });
    expect(await messagesOf(bob, ann)).toMatchObject({ block: false, can_send: false });
    expect(await bodiesOf(bob, ann)).toEqual(["Hi"]);
  });

  test("says so after a ban or the end of the session, in spite of a cached permit", async () => {
    const page = await connectSocket(ann);
    await page.sendMessage({ user_id: bob.id, body: "Hi", client_id: newClientId() });
    await runSql`update users set banned_at = 1, ban_reason = 'Spam' where id = ${ann.id}`;
    await clearPermits(testEnv, ann.id);
    const trySend = () => page.trySendMessage({ user_id: bob.id, body: "More", client_id: newClientId() });
    const message = "Your account is banned permanently. Reason: Spam";
    expect(await trySend()).toMatchObject({ status: 403, code: "banned", message });
    await runSql`update users set banned_at = null where id = ${ann.id}`;
    await runSql`delete from sessions where user_id = ${ann.id}`;
    await clearPermits(testEnv, ann.id);
    expect(await trySend()).toMatchObject({ status: 401, code: "session_changed" });
    expect(await bodiesOf(bob, ann)).toEqual(["Hi"]);
  });

  test("is the reply to every invalid frame, and closes nothing", async () => {
    const page = await connectSocket(ann);
    for (const fields of [
      {},
      { user_id: bob.id },
      { user_id: bob.id, body: "Hi" },
      { user_id: "x", body: "Hi", client_id: "client-1" },
      { user_id: -1, body: "Hi", client_id: "client-1" },
      { user_id: bob.id, body: { a: 1 }, client_id: "client-1" },
      { user_id: bob.id, body: "Hi", client_id: ["client-1"] },
      { user_id: null, body: null, client_id: null },
    ]) {
      const before = page.events.length;
      page.send(JSON.stringify({ type: "send", ...fields }));
      await page.settled();
      expect(page.events.slice(before), JSON.stringify(fields)).toMatchObject([
        {
          event: "MessageRejected",
          client_id: "client_id" in fields && typeof fields.client_id === "string" ? "client-1" : "",
          status: 422,
          code: "invalid",
        },
      ]);
    }
    expect(page.closed).toBeNull();
    expect((await messagesOf(bob, ann)).data).toEqual([]);
  });

  test("is counted against the writes of a minute, like a request", async () => {
    const limit = vi.fn(async () => ({ success: false }));
    const send = vi.fn();
    const messages = new PageMessages({ ...testEnv, RATE_LIMITS: "on", WRITE_LIMIT: { limit } }, 7, {
      receiptFor: () => ({ have: 0, permitsClearedAt: 0 }),
      deliver: vi.fn(),
      send,
    });
    const socket = {} as WebSocket;
    const frame = { type: "send", user_id: 8, body: "Hi", client_id: "client-1" } as const;
    expect(await messages.send(socket, "session", frame)).toBe(false);
    expect(limit).toHaveBeenCalledWith({ key: "user:7" });
    expect(send).toHaveBeenCalledWith(socket, expect.objectContaining({ status: 429, code: "too_many" }));
  });
});

test("a message whose conversation doesn't work is rejected with 503, as over HTTP", async () => {
  const send = vi.fn();
  const broken = { send: async () => Promise.reject(new Error("the object is broken")) };
  const CONVERSATION = { getByName: () => broken } as unknown as Env["CONVERSATION"];
  const messages = new PageMessages({ ...testEnv, CONVERSATION }, ann.id, {
    receiptFor: () => ({ have: 0, permitsClearedAt: 0 }),
    deliver: vi.fn(),
    send,
  });
  const frame = { type: "send", user_id: bob.id, body: "Hi", client_id: "client-1" } as const;
  expect(await messages.send({} as WebSocket, "session", frame)).toBe(false);
  const rejection = { event: "MessageRejected", status: 503, code: "unavailable" };
  expect(send).toHaveBeenCalledWith(expect.anything(), expect.objectContaining(rejection));
  expectWorkerErrors();
});

test("messages on both ways at once are each stored once and shown in the same order to both, with any repetitions and evictions", async () => {
  const step = fc.record({
    mine: fc.boolean(),
    /** Which message: small, so repetitions are common. */
    at: fc.nat({ max: 3 }),
    way: fc.constantFrom("socket", "otherTab", "http"),
    evict: fc.option(fc.constantFrom("conversation", "annHub", "bobHub"), { freq: 5 }),
  });
  await forAllAsync(6, fc.array(fc.array(step, { maxLength: 5 }), { maxLength: 5 }), async (rounds) => {
    const [ann, bob] = await pair();
    const pages = {
      ann: [await connectSocket(ann), await connectSocket(ann)],
      bob: [await connectSocket(bob), await connectSocket(bob)],
    };
    const ids = new Map<string, Set<unknown>>();
    for (const steps of rounds) {
      await Promise.all(
        steps.map(async ({ mine, at, way }) => {
          const [from, to, tabs] = mine ? [ann, bob, pages.ann] : [bob, ann, pages.bob];
          const client_id = `client-${from.id}-${at}`;
          const message = { user_id: to.id, body: client_id, client_id };
          const id =
            way === "http"
              ? (await trySendMessage(from, to, client_id, client_id)).body.id
              : (await tabs[way === "socket" ? 0 : 1]?.sendMessage(message))?.id;
          ids.set(client_id, (ids.get(client_id) ?? new Set()).add(id));
        }),
      );
      const objects = {
        conversation: conversationStub(testEnv, ann.id, bob.id),
        annHub: hubStub(testEnv, ann.id),
        bobHub: hubStub(testEnv, bob.id),
      };
      for (const name of new Set(steps.map(({ evict }) => evict))) if (name) await evict(objects[name]);
    }
    for (const set of ids.values()) expect(set.size).toBe(1);
    const [annSees, bobSees] = [(await messagesOf(ann, bob)).data, (await messagesOf(bob, ann)).data];
    expect(bobSees.map(({ id }) => id)).toEqual(annSees.map(({ id }) => id));
    expect(annSees.map(({ body }) => body).sort()).toEqual([...ids.keys()].sort());
    expect(new Set(annSees.map(({ id }) => id))).toEqual(
      new Set([...ids.values()].flatMap((set) => [...set])),
    );
    const from = (user: TestUser) => annSees.filter(({ sender_id }) => sender_id === user.id).length;
    expect([await unreadOf(ann), await unreadOf(bob)]).toEqual([from(bob), from(ann)]);
    for (const [user, tabs] of [
      [ann, pages.ann],
      [bob, pages.bob],
    ] as const)
      for (const tab of tabs) {
        await tab.settled();
        // Each tab has heard of each message once, in the order of their numbers, by its event or its reply.
        const shown = tab.events.flatMap((event) => {
          if (event.event === "NewMessage") return [event.message.id];
          return event.event === "MessageSent" ? [event.id] : [];
        });
        expect([...new Set(shown)], `${user.id}`).toEqual(annSees.map(({ id }) => id).reverse());
        tab.close();
      }
  });
});
