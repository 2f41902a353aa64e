import { request as send } from "node:http";
import { CLOSE, LIVE_PATH } from "#domain/live/frames.ts";
import { Api } from "./api.ts";
import { expect, newPerson, test } from "./fixtures.ts";
import { onOwnState } from "./own-state.ts";

/** Stands before the site: it takes a while until sockets are cut. */
const CUTS_LATE = `
import site from "./index.js";
export * from "./index.js";

const late = (hubs) => ({
  getByName: (name) => ({
    async cut(...why) {
      await scheduler.wait(500);
      await hubs.getByName(name).cut(...why);
    },
  }),
});
export default {
  ...site,
  fetch: (request, env, context) =>
    site.fetch(request, request.url.endsWith("/logout") ? { ...env, USER_HUB: late(env.USER_HUB) } : env, context),
};`;

test("what has begun goes on to its end where whoever asked for it hangs up", async ({ playwright }) => {
  const request = await playwright.request.newContext();
  await onOwnState(async (start) => {
    const site = await start({ wrapper: CUTS_LATE });
    const api = new Api(request, site.url);
    const person = newPerson();
    await api.post("/api/auth/register", { ...person, password_confirmation: person.password });
    const headers = await api.browserHeaders();
    const live = new WebSocket(site.url.replace("http", "ws") + LIVE_PATH, { headers } as never);
    const heard: { event: string; code?: number }[] = [];
    live.addEventListener("message", ({ data }) => heard.push(JSON.parse(String(data))));
    await expect.poll(() => heard.some(({ event }) => event === "Hello")).toBe(true);

    const outgoing = send(`${site.url}/api/auth/logout`, {
      method: "POST",
      headers: { ...headers, "Content-Type": "application/json" },
    });
    outgoing.on("error", () => undefined);
    outgoing.end("{}");
    const sessions = () =>
      site.d1.prepare("select count(*) as count from sessions").first<{ count: number }>();
    await expect.poll(async () => (await sessions())?.count, { intervals: [10] }).toBe(0);
    // As a network does that is lost, when the session has gone and its socket has not.
    outgoing.socket?.resetAndDestroy();
    await expect.poll(() => heard).toContainEqual({ event: "Closing", code: CLOSE.sessionEnded });
    live.close();
  });
  await request.dispose();
});
