import { createExecutionContext, createMessageBatch, getQueueResult } from "cloudflare:test";
import { sql } from "drizzle-orm";
import { sessionRoute } from "#domain/auth/api.ts";
import { sendMessageRoute } from "#domain/conversations/api.ts";
import { playingRoute } from "#domain/play/api.ts";
import { updateBioRoute } from "#domain/settings/api.ts";
import { flushPresence, forgetBoard } from "#tests/support/board.ts";
import { Browser, countRows, runSql, testEnv } from "#tests/support/browser.ts";
import { evict } from "#tests/support/evict.ts";
import { newClientId } from "#tests/support/messages.ts";
import { whileReadOnly } from "#tests/support/read-only.ts";
import { joinRoom } from "#tests/support/room-client.ts";
import { createRunLevel, runPlayer, straightRun } from "#tests/support/runs.ts";
import { connectSocket } from "#tests/support/socket.ts";
import { inputsOf, StoppedClock, sendInputs } from "#tests/support/stopped-clock.ts";
import { signedInUser } from "#tests/support/test-user.ts";
import { until } from "#tests/support/until.ts";
import { forgetReadOnly, isReadOnly } from "#worker/http/read-only.ts";
import site from "#worker/index.ts";
import { presenceStub } from "#worker/live/stubs.ts";
import { runSchedule } from "#worker/schedule.ts";

describe("a process that hasn't read the switch yet", () => {
  test.each(["fresh", "idle"])("lets no write through while it reads it: %s", async (state) => {
    await whileReadOnly(async () => {
      if (state === "fresh") forgetReadOnly();
      const now = Date.now() + 3_600_000;
      const read = [1, 2, 3].map(() => isReadOnly(testEnv, now));
      expect(await Promise.all(read)).toEqual([true, true, true]);
    });
  });

  test("reads it once for concurrent requests, and refuses them all", async () => {
    const members = [await signedInUser(), await signedInUser(), await signedInUser()];
    await whileReadOnly(async () => {
      forgetReadOnly();
      const input = { bio: "While read-only" };
      const responses = await Promise.all(members.map((browser) => browser.call(updateBioRoute, input)));
      expect(responses.map(({ body }) => body.code)).toEqual(["read_only", "read_only", "read_only"]);
    });
    expect(await countRows("users", sql`bio = 'While read-only'`)).toBe(0);
  });
});

describe("a page", () => {
  test("learns from its HTML, its session and the counts that it polls that nothing is saved", async () => {
    const visitor = await Browser.visitor();
    const read = async () => ({
      session: (await visitor.call(sessionRoute)).body.read_only,
      html: String((await visitor.fetch("/login")).body.text).includes('"read_only":true'),
    });
    expect(await read()).toEqual({ session: undefined, html: false });
    await whileReadOnly(async () => {
      expect(await read()).toEqual({ session: true, html: true });
      await forgetBoard();
      const { body } = await visitor.call(playingRoute, { ids: "1" });
      expect(body).toEqual({ data: [], read_only: true });
    });
    expect(await read()).toEqual({ session: undefined, html: false });
  });
});

describe("a chat message", () => {
  test("is rejected on the socket and over HTTP, and is stored when it's sent again later", async () => {
    const [ann, bob] = [await signedInUser(), await signedInUser()];
    const page = await connectSocket(ann);
    const message = { user_id: bob.id, body: "Hello", client_id: newClientId() };
    await whileReadOnly(async () => {
      const rejected = { event: "MessageRejected", status: 503, code: "read_only" };
      expect(await page.trySendMessage(message)).toMatchObject(rejected);
      const input = { body: message.body, client_id: message.client_id };
      const response = await ann.call(sendMessageRoute, { userId: bob.id, ...input });
      expect([response.status, response.body.code]).toEqual([503, "read_only"]);
    });
    const sent = { event: "MessageSent", id: expect.stringMatching(/_1$/) };
    expect(await page.trySendMessage(message)).toMatchObject(sent);
    page.close();
  });
});

describe("presence", () => {
  test("isn't written, and is written afterwards, even if its object was evicted meanwhile", async () => {
    const member = await signedInUser();
    const isOnline = () => countRows("presence", sql`user_id = ${member.id}`);
    const presence = presenceStub(testEnv, member.id);
    const page = await whileReadOnly(async () => {
      const page = await connectSocket(member);
      await until(async () => (await presence.peopleAfter(member.id - 1, 1))[0] === member.id);
      await evict(presence);
      expect(await isOnline()).toBe(0);
      return page;
    });
    await presence.setPresence(member.id, { online: true, player: null, version: 1_000 });
    await flushPresence(member.id);
    expect(await isOnline()).toBe(1);
    page.close();
  });
});

describe("a clear in a room", () => {
  test("is left to the page, and leaves nothing in the database", async () => {
    const [maker, ann] = [await signedInUser(), await runPlayer()];
    const level = await createRunLevel(maker);
    const clock = new StoppedClock();
    onTestFinished(() => clock.restore());
    const player = await joinRoom(ann, level);
    await whileReadOnly(async () => {
      await sendInputs(player, clock, player.tick, inputsOf(straightRun()));
      expect(await player.one("finished")).toMatchObject({ run: 0, isCounted: false });
      await player.until(() => player.problems.length > 0);
      expect(await countRows("runs", sql`user_id = ${ann.id}`)).toBe(0);
    });
  });
});

describe("background work", () => {
  test.each([
    ["bopolis-renders", "RENDERS"],
    ["bopolis-drawings", "DRAWINGS"],
    ["bopolis-exports-dead", "EXPORTS"],
    ["bopolis-runs", "RUNS"],
    ["bopolis-pushes", "PUSHES"],
  ])("of %s goes back to its queue without using up a try", async (queue, binding) => {
    const sent: unknown[] = [];
    const recording = { sendBatch: async (all: Iterable<unknown>) => void sent.push(...all) };
    const deliver = async () => {
      const message = { id: "1", timestamp: new Date(0), attempts: 3, body: { a: 1 } };
      const batch = createMessageBatch(queue, [message]);
      await site.queue(batch as never, { ...testEnv, [binding]: recording } as never);
      return getQueueResult(batch, createExecutionContext());
    };
    const result = await whileReadOnly(deliver);
    expect(result).toMatchObject({ ackAll: true, retryMessages: [] });
    expect(sent).toEqual([{ body: { a: 1 }, delaySeconds: 30 }]);
  });

  test("of the schedule waits", async () => {
    await runSql`delete from schedule_runs`;
    await whileReadOnly(() => runSchedule(testEnv));
    expect(await countRows("schedule_runs")).toBe(0);
  });
});
