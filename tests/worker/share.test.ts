import { exports } from "cloudflare:workers";
import { DEFAULT_COLORS, packColors } from "#domain/avatar/colors.ts";
import { createEventRoute } from "#domain/events/api.ts";
import { addUser, Browser, ORIGIN, runSql, testEnv } from "#tests/support/browser.ts";
import { expectCost } from "#tests/support/cost.ts";
import { eventInput, eventOf } from "#tests/support/events.ts";
import { parsePage } from "#tests/support/pages.ts";
import { addThread } from "#tests/support/report-case.ts";
import { browserWith } from "#tests/support/sign-up.ts";
import { signedInUser } from "#tests/support/test-user.ts";
import { addClear, addItem, addLevel } from "#tests/support/world.ts";
import { readJpegFrame } from "#worker/assets/picture.ts";
import { cacheClear } from "#worker/http/cache.ts";
import { checkRateLimit } from "#worker/http/session.ts";

const site = (exports as unknown as { default: Fetcher }).default;

const [ann, admin] = [await signedInUser(), await signedInUser({ role: "admin" })];
const visitor = await Browser.visitor();
const level = await addLevel(ann.id, { title: "Sky castle" });

const imageOf = async (page: string, browser = visitor) =>
  (parsePage(await browser.fetch(page)).metas.get("og:image") ?? "").slice(ORIGIN.length);

async function expectPicture(path: string) {
  const response = await site.fetch(ORIGIN + path, { redirect: "manual" });
  expect(response.status, path).toBe(200);
  expect(response.headers.get("Content-Type")).toBe("image/jpeg");
  expect(response.headers.get("Cache-Control")).toBe("public, max-age=300");
  const bytes = new Uint8Array(await response.arrayBuffer());
  expect(readJpegFrame(bytes)).toMatchObject({ width: 1200, height: 630 });
  expect(bytes.length).toBeLessThan(300_000);
}

describe("the picture of a link preview", () => {
  test("is drawn for profiles, levels, items, threads and events, and from then on costs what its page does", async () => {
    const { thread } = await addThread(ann.id);
    const event = eventOf(await admin.call(createEventRoute, eventInput([level])));
    const pages = [
      `/users/${ann.username}`,
      `/levels/${level}`,
      `/items/${await addItem(ann.id)}`,
      `/forums/thread/${thread}`,
      `/events?event=${event.id}`,
    ];
    for (const page of pages) {
      const path = await imageOf(page);
      expect(path).toMatch(/^\/share\//);
      await expectPicture(path);
      const again = await visitor.fetch(`${path}?utm=1`);
      expect(again.status).toBe(200);
      expectCost(again, {});
    }
  });

  test("is gone, also for those who know its URL, once its level is private or deleted", async () => {
    for (const visibility of ["private", "deleted"]) {
      const shown = await addLevel(ann.id);
      const path = await imageOf(`/levels/${shown}`);
      await expectPicture(path);
      expect((await visitor.fetch(path)).status).toBe(200);
      await runSql`update levels set visibility = ${visibility} where id = ${shown}`;
      cacheClear();
      const response = await visitor.fetch(path);
      expect(response.status, visibility).toBe(404);
      expect(response.headers.get("Cache-Control")).not.toMatch(/public/);
    }
  });

  test("has another URL when what it shows changes, and the old URL leads to it", async () => {
    const before = await imageOf(`/levels/${level}`);
    await runSql`update levels set title = 'Sea castle' where id = ${level}`;
    const after = await imageOf(`/levels/${level}`);
    expect(after).not.toBe(before);
    const { status, headers } = await visitor.fetch(before.replace(/[0-9a-f]{16}/, "0123456789abcdef"));
    expect([status, headers.get("Location")]).toEqual([302, after]);
  });

  test("has another URL when a level gets a best time or a faster one", async () => {
    const raced = await addLevel(ann.id);
    const urls = [await imageOf(`/levels/${raced}`)];
    for (const ms of [61_234, 24_500]) {
      await addClear((await addUser()).id, raced, ms);
      urls.push(await imageOf(`/levels/${raced}`));
    }
    await addClear((await addUser()).id, raced, 99_000);
    expect(new Set(urls).size).toBe(3);
    await expectPicture(await imageOf(`/levels/${raced}`));
  });

  test("has a bopi in its colors, as long as the bopi's own pictures aren't drawn", async () => {
    const user = await addUser();
    const bytes = async () => {
      const path = await imageOf(`/users/${user.username}`);
      return new Uint8Array(await (await site.fetch(ORIGIN + path)).arrayBuffer());
    };
    const plain = await bytes();
    await runSql`update users set colors = ${packColors({ ...DEFAULT_COLORS, head: "123456" })}
      where id = ${user.id}`;
    cacheClear();
    expect(await bytes()).not.toEqual(plain);
  });

  test("returns 404 for what a visitor can't see, even to its owner", async () => {
    const hidden = await addLevel(ann.id, { visibility: "private" });
    const path = await imageOf(`/levels/${hidden}`, ann);
    expect(path).toMatch(/^\/share\/level\//);
    expect((await ann.fetch(path)).status).toBe(404);
    for (const wrong of ["level/999999", "level/x", "user/1", "constructor/1", "event/999999"])
      expect((await visitor.fetch(`/share/${wrong}/0123456789abcdef.jpg`)).status, wrong).toBe(404);
    expect((await visitor.fetch(`/share/level/${level}/short.jpg`)).status).toBe(404);
  });

  test("is limited per IP address before it is drawn", async () => {
    const limited = { ...testEnv, RATE_LIMITS: "on" as const };
    const attempts = Array.from({ length: 130 }, () => checkRateLimit(limited, "write", "share:local"));
    const results = await Promise.allSettled(attempts);
    expect(results.map(({ status }) => status)).toContain("rejected");
    const browser = await browserWith({ RATE_LIMITS: "on" });
    expect((await browser.fetch(`/share/level/${level}/fedcba9876543210.jpg`)).status).toBe(429);
  });
});
