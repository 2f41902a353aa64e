import { mkdtempSync, rmSync } from "node:fs";
import { connect, type Socket } from "node:net";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { CLOSE, LIVE_PATH } from "#domain/live/frames.ts";
import { startSite } from "#scripts/site/site.ts";
import { Api } from "./api.ts";
import { expect, newPerson, test } from "./fixtures.ts";

/** Stands before the site: while somebody signs out, whatever the database has done is heard of late. */
const LATE_DATABASE = `
import site from "./index.js";
export * from "./index.js";

const late = async (work) => {
  const answer = await work;
  await scheduler.wait(500);
  return answer;
};
const lateDatabase = (d1) => ({
  batch: (statements) => late(d1.batch(statements)),
  prepare: (query) => ({
    bind(...values) {
      const statement = d1.prepare(query).bind(...values);
      const all = statement.all.bind(statement);
      return Object.assign(statement, { all: () => late(all()) });
    },
  }),
});
export default {
  ...site,
  fetch: (request, env, context) =>
    site.fetch(request, request.url.endsWith("/logout") ? { ...env, DB: lateDatabase(env.DB) } : env, context),
};`;

/** Sends a call as a browser does, and leaves its connection open. */
async function send(api: Api, url: URL, path: string, cookie: string): Promise<Socket> {
  const headers = {
    ...(await api.headers()),
    Host: url.host,
    Cookie: cookie,
    "Content-Type": "application/json",
    "Content-Length": "2",
  };
  const lines = Object.entries(headers).map(([name, value]) => `${name}: ${value}\r\n`);
  const socket = connect(Number(url.port), url.hostname);
  socket.write(`POST ${path} HTTP/1.1\r\n${lines.join("")}\r\n{}`);
  return socket;
}

test("what has begun goes on to its end where whoever asked for it hangs up", async ({ playwright }) => {
  const state = mkdtempSync(join(tmpdir(), "bopolis-e2e-"));
  const request = await playwright.request.newContext();
  const site = await startSite({
    port: 0,
    state,
    vars: { RATE_LIMITS: "off", LOG: "errors" },
    wrapper: LATE_DATABASE,
  });
  try {
    const url = new URL(site.url);
    const api = new Api(request, site.url);
    const person = newPerson();
    await api.post("/api/auth/register", { ...person, password_confirmation: person.password });
    const { cookies } = await request.storageState();
    const cookie = cookies.map(({ name, value }) => `${name}=${value}`).join("; ");
    const live = new WebSocket(`ws://${url.host}${LIVE_PATH}`, {
      headers: { Cookie: cookie, Origin: site.url },
    } as never);
    const heard: { event: string; code?: number }[] = [];
    live.addEventListener("message", ({ data }) => heard.push(JSON.parse(String(data))));
    await expect.poll(() => heard.some(({ event }) => event === "Hello")).toBe(true);

    const call = await send(api, url, "/api/auth/logout", cookie);
    const sessions = () =>
      site.d1.prepare("select count(*) as count from sessions").first<{ count: number }>();
    await expect.poll(async () => (await sessions())?.count, { intervals: [10] }).toBe(0);
    // As a network does that is lost; the database has not even said yet that it is done.
    call.resetAndDestroy();
    await expect.poll(() => heard).toContainEqual({ event: "Closing", code: CLOSE.sessionEnded });
    live.close();
  } finally {
    await request.dispose();
    await site.stop();
    rmSync(state, { recursive: true, force: true });
  }
});
