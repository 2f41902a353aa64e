import { sql } from "drizzle-orm";
import { logoutRoute } from "#domain/auth/api.ts";
import { toggleBlockRoute } from "#domain/blocks/api.ts";
import { requestBuddyRoute } from "#domain/buddies/api.ts";
import { sendMessageRoute } from "#domain/conversations/api.ts";
import { pushRoute, removePushRoute, subscribePushRoute, updatePushRoute } from "#domain/push/api.ts";
import { Browser, countRows, runSql, testEnv } from "#tests/support/browser.ts";
import { expectCost } from "#tests/support/cost.ts";
import { newPushInput, receivedPushes, setPushStatus } from "#tests/support/push.ts";
import { signedInUser } from "#tests/support/test-user.ts";
import { sendPush } from "#worker/push/consume-pushes.ts";
import type { PushJob } from "#worker/push/job.ts";

let ann: Browser;
let bob: Browser;
let endpoint: string;

async function subscribe(browser: Browser): Promise<string> {
  const input = await newPushInput();
  expect((await browser.call(subscribePushRoute, input)).status).toBe(200);
  return input.endpoint;
}

beforeEach(async () => {
  [ann, bob] = [await signedInUser(), await signedInUser()];
  endpoint = await subscribe(ann);
});

const job = (more: Partial<PushJob> = {}): PushJob => ({
  user_id: ann.id,
  kind: "chat",
  actor: bob.id,
  title: "",
  url: `/chat?user=${bob.username}`,
  tag: `chat:${bob.id}`,
  ...more,
});

async function firstPush() {
  await expect.poll(() => receivedPushes(endpoint), { timeout: 150_000 }).toHaveLength(1);
  return (await receivedPushes(endpoint))[0];
}

const NOON = Date.parse("2026-07-01T10:00:00Z");

describe("a push message", () => {
  test("reaches a device encrypted and signed, and names the sender but not the text", async () => {
    await bob.call(sendMessageRoute, { userId: ann.id, body: "The secret treasure" });
    const push = await firstPush();
    expect(push).toMatchObject({
      message: { title: bob.username, body: "sent you a message", tag: `chat:${bob.id}` },
      urgency: "high",
    });
    expect(JSON.stringify(push)).not.toContain("treasure");
  });

  test("names who sent a buddy request", async () => {
    await bob.call(requestBuddyRoute, { username: ann.username });
    expect((await firstPush())?.message).toMatchObject({ body: "wants to be your buddy" });
  });

  test("isn't sent for what the member has turned off, in quiet hours, or across a block", async () => {
    const set = (input: Record<string, unknown>) => ann.call(updatePushRoute, input);
    await set({ chat: false });
    await sendPush(testEnv, job(), NOON);
    await set({ chat: true, quiet: { from: 11 * 60, until: 13 * 60, time_zone: "Europe/Berlin" } });
    await sendPush(testEnv, job(), NOON);
    await set({ quiet: null });
    await ann.call(toggleBlockRoute, { username: bob.username });
    await sendPush(testEnv, job(), NOON);
    expect(await receivedPushes(endpoint)).toEqual([]);
  });

  test("isn't sent to a banned member or a device that has signed out", async () => {
    await runSql`update users set banned_at = 1 where id = ${ann.id}`;
    await sendPush(testEnv, job(), Date.now());
    await runSql`update users set banned_at = null where id = ${ann.id}`;
    await ann.call(logoutRoute);
    expect(await countRows("push_subscriptions", sql`user_id = ${ann.id}`)).toBe(0);
    await sendPush(testEnv, job(), Date.now());
    expect(await receivedPushes(endpoint)).toEqual([]);
  });

  test("ends the subscription of a browser that no longer exists", async () => {
    for (const status of [404, 410]) {
      const other = await signedInUser();
      await setPushStatus(await subscribe(other), status);
      await sendPush(testEnv, job({ user_id: other.id }), Date.now());
      expect(await countRows("push_subscriptions", sql`user_id = ${other.id}`)).toBe(0);
    }
  });

  test("is queued again, later each time, only for the devices that failed, five times at most", async () => {
    const queued: { job: PushJob; delay: number | undefined }[] = [];
    const send = async (next: PushJob, options?: QueueSendOptions) =>
      void queued.push({ job: next, delay: options?.delaySeconds });
    const PUSHES = { send } as unknown as Queue<PushJob>;
    const second = await newPushInput();
    await (await Browser.signedIn(ann)).call(subscribePushRoute, second);
    await setPushStatus(endpoint, 503);
    let next: PushJob | undefined = job();
    while (next) {
      const before = queued.length;
      await sendPush({ ...testEnv, PUSHES }, next, Date.now());
      next = queued[before]?.job;
    }
    expect(queued.map(({ delay }) => delay)).toEqual([30, 120, 480, 1920]);
    expect(await receivedPushes(second.endpoint)).toHaveLength(1);
    expect(await receivedPushes(endpoint)).toEqual([]);
    expect(await countRows("push_subscriptions", sql`user_id = ${ann.id}`)).toBe(2);
  });
});

describe("push settings", () => {
  test("show the devices with this one marked, in one round trip", async () => {
    const response = await ann.call(pushRoute);
    const kinds = { chat: true, buddy_request: true, sale: true };
    expect(response.body).toMatchObject({ kinds, quiet: null, devices: [{ current: true }] });
    expect(String(response.body.key)).toMatch(/^[\w-]{87}$/);
    expect(JSON.stringify(response.body)).not.toContain(endpoint);
    expectCost(response, { roundTrips: 1, read: 20 });
  });

  test("keep at most ten devices, and one per browser", async () => {
    for (let i = 0; i < 11; i++)
      await (await Browser.signedIn(ann)).call(subscribePushRoute, await newPushInput());
    await subscribe(ann);
    await subscribe(ann);
    expect(await countRows("push_subscriptions", sql`user_id = ${ann.id}`)).toBe(10);
  });

  test("move a browser to the member who uses it now, and reject the URL of another site", async () => {
    const input = await newPushInput();
    await ann.call(subscribePushRoute, input);
    await bob.call(subscribePushRoute, input);
    const moved = sql`endpoint = ${input.endpoint} and user_id = ${bob.id}`;
    expect(await countRows("push_subscriptions", moved)).toBe(1);
    const foreign = { ...(await newPushInput()), endpoint: "https://example.com/push" };
    expect((await bob.call(subscribePushRoute, foreign)).status).toBe(422);
  });

  test("remove only the member's own devices", async () => {
    const { devices } = (await ann.call(pushRoute)).body as { devices: { id: number }[] };
    const params = { id: devices[0]?.id ?? 0 };
    expect((await bob.call(removePushRoute, params)).status).toBe(404);
    expect((await ann.call(removePushRoute, params)).body).toMatchObject({ devices: [] });
  });

  test("reject quiet hours that aren't times with 422", async () => {
    for (const [from, until] of [
      [-1, 5],
      [0, 1440],
      [1.5, 3],
    ]) {
      const quiet = { from, until, time_zone: "UTC" };
      expect((await ann.call(updatePushRoute, { quiet })).status).toBe(422);
    }
    expect((await ann.call(pushRoute)).body).toMatchObject({ quiet: null });
  });
});
