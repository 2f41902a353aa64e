import { runDurableObjectAlarm, runInDurableObject } from "cloudflare:test";
import { testEnv } from "#tests/support/browser.ts";
import { evict } from "#tests/support/evict.ts";
import { conversationsOf, markMessagesRead, messagesOf, sendMessage } from "#tests/support/messages.ts";
import { connectSocket } from "#tests/support/socket.ts";
import { signedInUser, type TestUser } from "#tests/support/test-user.ts";
import { until } from "#tests/support/until.ts";
import { conversationStub, hubStub } from "#worker/live/stubs.ts";

const pair = async (): Promise<[TestUser, TestUser]> => [await signedInUser(), await signedInUser()];
const bodies = async (user: TestUser, other: TestUser) =>
  (await messagesOf(user, other)).data.map(({ body }) => body).reverse();
const unreadOf = async (user: TestUser) => (await conversationsOf(user)).unread_count;
/** Makes every delivery of a conversation fail, or work again. */
const setFaults = (a: TestUser, b: TestUser, FAULTS: string) =>
  runInDurableObject(conversationStub(testEnv, a.id, b.id), (room) => {
    Object.assign(room, { env: { ...testEnv, FAULTS } });
  });

describe("delivery to the user hubs", () => {
  test("is repeated after a failure, once and in order", async () => {
    const [ann, bob] = await pair();
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
    const [ann, bob] = await pair();
    const page = await connectSocket(bob);
    const message = (seq: number) => ({
      kind: "message" as const,
      seq,
      sender: ann.id,
      body: `${seq}`,
      at: seq,
      client_id: null,
    });
    const hub = hubStub(testEnv, bob.id);
    const deliver = (after: number, ...seqs: number[]) =>
      hub.deliver({ other: ann.id, after, changes: seqs.map(message), unread: seqs.at(-1) ?? 0 });
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

  test("continues where it was after both objects are evicted", async () => {
    const [ann, bob] = await pair();
    await sendMessage(ann, bob, "1");
    await until(async () => (await unreadOf(bob)) === 1);
    await evict(conversationStub(testEnv, ann.id, bob.id));
    await evict(hubStub(testEnv, bob.id));
    expect(await sendMessage(ann, bob, "2")).toMatchObject({ id: expect.stringMatching(/_2$/) });
    await until(async () => (await unreadOf(bob)) === 2);
    expect(await bodies(bob, ann)).toEqual(["1", "2"]);
  });

  test("leaves a hub that is often evicted in the same state as any other", async () => {
    const [ann, bob] = await pair();
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
    const page = await connectSocket(bob);
    expect(await page.one("Hello")).toMatchObject({ unread_messages: 330 });
  });

  test("numbers a burst from both sides without gaps, the same for both", async () => {
    const [ann, bob] = await pair();
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
    expect(await bodies(ann, bob)).toEqual(receivedByAnn.map(({ message }) => message.body));
    expect(receivedByBob.at(-1)).toMatchObject({ unread: 20, unread_messages: 20 });
  });
});
