import { request as send } from "node:http";
import { CLOSE_CODES, LIVE_PATH } from "#domain/live/frames.ts";
import { Api } from "./api.ts";
import { expect, newAccount, register, test } from "./test.ts";
import { withOwnState } from "./with-own-state.ts";

/** Wraps the site so that closing sockets takes a while. */
const CLOSES_LATE = `
import site from "./index.js";
export * from "./index.js";

const late = (hubs) => ({
  getByName: (name) => ({
    async disconnect(...why) {
      await scheduler.wait(500);
      await hubs.getByName(name).disconnect(...why);
    },
  }),
});
export default {
  ...site,
  fetch: (request, env, context) =>
    site.fetch(request, request.url.endsWith("/logout") ? { ...env, USER_HUB: late(env.USER_HUB) } : env, context),
};`;

test("a request runs to its end after its client has disconnected", async ({ playwright }) => {
  const request = await playwright.request.newContext();
  await withOwnState(async (start) => {
    const site = await start({ wrapper: CLOSES_LATE });
    const api = new Api(request, site.url);
    await register(api, newAccount());
    const headers = await api.browserHeaders();
    const live = new WebSocket(site.url.replace("http", "ws") + LIVE_PATH, { headers } as never);
    const events: { event: string; code?: number }[] = [];
    live.addEventListener("message", ({ data }) => events.push(JSON.parse(String(data))));
    await expect.poll(() => events.some(({ event }) => event === "Hello")).toBe(true);

    const outgoing = send(`${site.url}/api/auth/logout`, {
      method: "POST",
      headers: { ...headers, "Content-Type": "application/json" },
    });
    outgoing.on("error", () => undefined);
    outgoing.end("{}");
    const sessions = () =>
      site.d1.prepare("select count(*) as count from sessions").first<{ count: number }>();
    await expect.poll(async () => (await sessions())?.count, { intervals: [10] }).toBe(0);
    // Like a lost network, when the session is deleted but its socket is still open.
    outgoing.socket?.resetAndDestroy();
    await expect
      .poll(() => events)
      .toContainEqual(expect.objectContaining({ event: "Closing", code: CLOSE_CODES.sessionEnded }));
    live.close();
  });
  await request.dispose();
});
